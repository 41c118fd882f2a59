//! Processor time of this process.

/// Time on a processor so far, all threads, s (what ran before in this process counts, so take
/// differences); `None` where the system does not tell (not Linux).
pub fn cpu_seconds() -> Option<f64> {
    let tasks = std::fs::read_dir("/proc/self/task").ok()?;
    let mut nanoseconds = 0u64;
    for task in tasks.flatten() {
        let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        nanoseconds += text.split_whitespace().next()?.parse::<u64>().ok()?;
    }
    Some(nanoseconds as f64 * 1e-9)
}
