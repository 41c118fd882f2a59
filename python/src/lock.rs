//! The interpreter's lock around short work: a thread that finds it taken by another step waits awake.
//!
//! A step of 16 us holds the lock for 2 us. A thread that comes back to it in that time would be put to sleep, and would wake some 50 us
//! later (decision D77).

use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A thread waits awake for this long at most: less than it takes to wake one that sleeps.
const LONGEST: Duration = Duration::from_micros(20);
/// No thread.
const NOBODY: usize = 0;

/// The thread that came back last and has not left since.
static INSIDE: AtomicUsize = AtomicUsize::new(NOBODY);
/// Whether the interpreter has a lock.
static EXISTS: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// The address of this byte tells threads apart.
    static OWN: u8 = const { 0 };
}

/// Finds out whether the interpreter has a lock; a free-threaded one has none.
///
/// # Errors
/// Those of the interpreter.
pub fn detect(py: Python<'_>) -> PyResult<()> {
    let exists = match py.import("sys")?.getattr("_is_gil_enabled") {
        Ok(is_enabled) => is_enabled.call0()?.extract()?,
        Err(_) => true,
    };
    EXISTS.store(exists, Ordering::Relaxed);
    Ok(())
}

/// Does work of some microseconds without the interpreter.
pub fn without_lock<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
    if !EXISTS.load(Ordering::Relaxed) {
        return py.detach(work);
    }
    py.detach(|| {
        let own = OWN.with(|own| std::ptr::from_ref(own) as usize);
        let _ = INSIDE.compare_exchange(own, NOBODY, Ordering::Release, Ordering::Relaxed);
        let made = work();
        wait_for_others(own);
        made
    })
}

/// Waits until no other thread is inside, or for the longest time.
fn wait_for_others(own: usize) {
    let enter = || {
        let entered = INSIDE.compare_exchange(NOBODY, own, Ordering::Acquire, Ordering::Relaxed);
        entered.is_ok()
    };
    if enter() {
        return;
    }
    let start = Instant::now();
    while !enter() {
        if start.elapsed() > LONGEST {
            return INSIDE.store(own, Ordering::Relaxed);
        }
        std::hint::spin_loop();
    }
}
