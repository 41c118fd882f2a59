//! How often something happened, in one field of a row.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Names and how often each was counted; in a row as text, `a 3; b 1`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Counts(BTreeMap<String, usize>);

impl Counts {
    /// Counts `name` once more.
    pub fn add(&mut self, name: &str) {
        *self.0.entry(name.into()).or_default() += 1;
    }

    /// Adds all of `other`.
    pub fn join(&mut self, other: &Self) {
        for (name, count) in &other.0 {
            *self.0.entry(name.clone()).or_default() += count;
        }
    }

    /// Names and counts, the most frequent first.
    pub fn ranked(&self) -> Vec<(&str, usize)> {
        let mut all: Vec<(&str, usize)> = self.0.iter().map(|(n, &c)| (&**n, c)).collect();
        all.sort_by(|x, y| y.1.cmp(&x.1).then(x.0.cmp(y.0)));
        all
    }

    /// All counts.
    pub fn total(&self) -> usize {
        self.0.values().sum()
    }

    /// Of names that are numbers: those numbers, ascending, and their counts.
    fn numbers(&self) -> Vec<(usize, usize)> {
        let number = |(name, &count): (&String, &usize)| Some((name.parse().ok()?, count));
        let mut out: Vec<(usize, usize)> = self.0.iter().filter_map(number).collect();
        out.sort_unstable();
        out
    }

    /// Mean of the numbers.
    pub fn mean(&self) -> f64 {
        let sum: usize = self.numbers().iter().map(|(n, count)| n * count).sum();
        sum as f64 / self.total() as f64
    }

    /// The smallest number that `part` (0 to 1) of all counts do not exceed; 0 of nothing.
    pub fn quantile(&self, part: f64) -> usize {
        let wanted = part * self.total() as f64;
        let mut seen = 0;
        for (number, count) in self.numbers() {
            seen += count;
            if seen as f64 >= wanted {
                return number;
            }
        }
        0
    }
}

impl From<String> for Counts {
    fn from(text: String) -> Self {
        let entry = |item: &str| {
            let (name, count) = item.rsplit_once(' ')?;
            Some((name.to_string(), count.parse().ok()?))
        };
        Self(text.split("; ").filter_map(entry).collect())
    }
}

impl From<Counts> for String {
    fn from(counts: Counts) -> Self {
        let items = counts
            .0
            .iter()
            .map(|(name, count)| format!("{name} {count}"));
        items.collect::<Vec<_>>().join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_they_were_written() {
        let mut counts = Counts::default();
        for name in ["pair a-b: friction", "9", "10", "10", "2"] {
            counts.add(name);
        }
        let text = String::from(counts.clone());
        assert_eq!(text, "10 2; 2 1; 9 1; pair a-b: friction 1");
        assert_eq!(Counts::from(text), counts);
        assert_eq!(counts.ranked()[0], ("10", 2));
        assert_eq!(Counts::from(String::new()), Counts::default());
    }

    /// 2, 9, 10, 10: by hand.
    #[test]
    fn quantiles_go_by_number_not_by_name() {
        let mut counts = Counts::default();
        for name in ["9", "10", "10", "2"] {
            counts.add(name);
        }
        assert_eq!(counts.mean(), 31.0 / 4.0);
        let quantiles = [0.25, 0.5, 0.51, 1.0].map(|part| counts.quantile(part));
        assert_eq!(quantiles, [2, 9, 10, 10]);
    }
}
