//! Processor time of this thread.

use rustix::time::{ClockId, clock_gettime};

/// Runs `work`; returns the processor time it took, s.
pub fn seconds(work: impl FnOnce()) -> f64 {
    let start = now();
    work();
    now() - start
}

fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}
