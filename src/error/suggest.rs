//! "Did you mean": the known name closest to a misspelt one.

/// Returns the remedy for an unknown `name`: the closest of `known`, or the whole list when it is short.
pub(crate) fn remedy<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let closest = known
        .iter()
        .map(|other| (distance(name, other), *other))
        .min();
    match closest {
        Some((far, other)) if far <= 1 + name.chars().count() / 3 => {
            format!("did you mean \"{other}\"?")
        }
        _ if known.is_empty() => "there are none to choose from".to_string(),
        _ if known.len() <= 20 => format!("known are: {}", known.join(", ")),
        _ => format!("known are: {}, ...", known[..20].join(", ")),
    }
}

/// Returns the edit distance: insertions, deletions, substitutions and swaps of neighbours, upper and lower
/// case alike. Names beyond 64 characters are compared by their beginning.
fn distance(a: &str, b: &str) -> usize {
    let letters = |s: &str| -> Vec<char> { s.to_lowercase().chars().take(64).collect() };
    let (a, b) = (letters(a), letters(b));
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closest_name_is_suggested() {
        assert_eq!(distance("frction", "friction"), 1);
        assert_eq!(distance("fingre", "finger"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert!(remedy("fingr", ["ground", "finger"]).contains("\"finger\""));
        assert!(remedy("zzzzzz", ["ground", "finger"]).contains("ground, finger"));
    }
}
