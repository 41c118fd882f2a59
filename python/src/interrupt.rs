//! Long work: the interpreter is released, Ctrl-C ends it, progress is told.

use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// The calling thread looks after signals this often.
const TICK: Duration = Duration::from_millis(50);

/// The progress of work, shared with the thread that waits for it.
#[derive(Default)]
pub struct Watch {
    stop: AtomicBool,
    done: AtomicUsize,
}

impl Watch {
    /// Returns whether the work is to end: its result will not be used.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Notes that so much more is done.
    pub fn add(&self, done: usize) {
        self.done.fetch_add(done, Ordering::Relaxed);
    }
}

/// Runs work on another thread without the interpreter. Every 50 ms this thread runs what signals ask for, and calls
/// `progress` with what is done and the total.
///
/// # Errors
/// Those of signal handlers (KeyboardInterrupt) and of `progress`; then the work is told to stop.
pub fn long<T: Send>(
    py: Python<'_>,
    total: usize,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<T> {
    let watch = Watch::default();
    let progress = progress.map(|progress| progress.clone().unbind());
    let tell = |py: Python<'_>| -> PyResult<()> {
        py.check_signals()?;
        if let Some(progress) = &progress {
            let done = watch.done.load(Ordering::Relaxed);
            progress.call1(py, (done.min(total), total))?;
        }
        Ok(())
    };
    let (made, failure) = py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            let watch = &watch;
            let work = scope.spawn(move || {
                let made = work(watch);
                // The receiver lives until the work has ended.
                let _ = sender.send(());
                made
            });
            let mut failure = None;
            while let Err(RecvTimeoutError::Timeout) = receiver.recv_timeout(TICK) {
                if failure.is_none() {
                    failure = Python::attach(tell).err();
                    watch.stop.store(failure.is_some(), Ordering::Relaxed);
                }
            }
            (work.join(), failure)
        })
    });
    match (made, failure) {
        (_, Some(failure)) => Err(failure),
        (Ok(made), None) => tell(py).map(|()| made),
        (Err(panic), None) => std::panic::resume_unwind(panic),
    }
}
