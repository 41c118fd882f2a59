//! Processor time of this thread.

use rustix::time::{ClockId, clock_gettime};

/// Runs `work`; returns the processor time it took, s.
pub fn seconds(work: impl FnOnce()) -> f64 {
    let start = now();
    work();
    now() - start
}

/// Runs `work` so many times on end; returns the processor time of each, s. Reading the clock takes a
/// third of a microsecond.
pub fn seconds_each(times: u32, mut work: impl FnMut()) -> f64 {
    seconds(|| (0..times).for_each(|_| work())) / f64::from(times)
}

fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}
