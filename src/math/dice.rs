//! Random numbers that are the same everywhere and for ever: splitmix64.

const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of random numbers.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// Returns the stream `index` of `seed`.
    pub fn new(seed: u64, index: u64) -> Self {
        Self(scramble(scramble(seed).wrapping_add(index)))
    }

    /// Returns the uniform in [low, high).
    pub fn within(&mut self, low: f64, high: f64) -> f64 {
        let bits = scramble(self.0) >> 11;
        self.0 = self.0.wrapping_add(STRIDE);
        low + (high - low) * (bits as f64 / (1u64 << 53) as f64)
    }

    /// Returns one of `count` > 0 equally likely indices.
    pub fn index(&mut self, count: usize) -> usize {
        // rounding may give the bound itself
        (self.within(0.0, count as f64) as usize).min(count - 1)
    }

    /// Returns one of some choices, all equally likely; there is at least one.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.index(choices.len())]
    }

    /// Returns whether something happens that does so with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.within(0.0, 1.0) < probability
    }
}

/// Returns the numbers without a pattern from numbers with one.
pub fn scramble(key: u64) -> u64 {
    let mut z = key.wrapping_add(STRIDE);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of splitmix64 from seed 0, as its author gives them.
    #[test]
    fn it_is_splitmix64() {
        assert_eq!(scramble(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(scramble(STRIDE), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn the_numbers_fill_their_range() {
        let mut dice = Dice::new(1, 2);
        let numbers: Vec<f64> = (0..10_000).map(|_| dice.within(-1.0, 3.0)).collect();
        let mean = numbers.iter().sum::<f64>() / 1e4;
        let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // standard deviation of the mean: 4 / sqrt(12) / 100
        assert!((mean - 1.0).abs() < 5.0 * 0.0116, "{mean}");
        assert!((-1.0..-0.99).contains(&least) && (2.99..3.0).contains(&most));
        assert_ne!(
            Dice::new(1, 3).within(0.0, 1.0),
            Dice::new(1, 2).within(0.0, 1.0)
        );
    }
}
