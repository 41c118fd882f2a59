//! Numbers in few characters.

/// A number in few characters: `0`, `0.25`, `13.9`, `1.7e-3`.
pub fn short(number: f64) -> String {
    match number.abs() {
        _ if !number.is_finite() => "-".into(),
        0.0 => "0".into(),
        x if x < 0.01 => format!("{number:.1e}"),
        x if x < 1.0 => format!("{number:.2}"),
        x if x < 100.0 => format!("{number:.1}"),
        x if x < 1e5 => format!("{number:.0}"),
        _ => format!("{number:.1e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let numbers = [0.0, -0.0, 0.25, 13.94, 1.7e-3, 3600.0, 2e6, f64::NAN];
        let texts = ["0", "0", "0.25", "13.9", "1.7e-3", "3600", "2.0e6", "-"];
        assert_eq!(numbers.map(short), texts);
    }
}
