//! Memory of this process.

/// Memory held now and the most ever held, MiB; `None` where the system does not tell (not Linux).
pub(super) fn memory() -> Option<(f64, f64)> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let of = |key: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(key))?;
        let kib: f64 = line.split_whitespace().next()?.parse().ok()?;
        Some(kib / 1024.0)
    };
    Some((of("VmRSS:")?, of("VmHWM:")?))
}
