//! Work over many rows goes four numbers at a time: four rows of one world, or one row of four worlds.
//!
//! A sum over rows is four partial sums, row i in that of i mod 4, joined as (0 + 1) + (2 + 3): the
//! same additions for one world and for each of four, with and without wide registers.

use super::{Four, FourMask, Real};
use std::hint::black_box;

/// How the rows of one world, or of four side by side, are read four numbers at a time.
pub trait InFours: Sized {
    /// Four numbers as they lie in memory.
    type Packed: Copy + From<Four> + Into<Four>;
    /// How many [`Four`]s hold the four partial sums.
    const PARTIALS: usize;

    /// Returns the first `n` numbers, a multiple of 4, in fours; the others.
    fn split(x: &[Self], n: usize) -> (&[Self::Packed], &[Self]);
    /// Returns what [`Self::split`] does, to be changed.
    fn split_mut(x: &mut [Self], n: usize) -> (&mut [Self::Packed], &mut [Self]);
    /// Returns a number that all rows share.
    fn spread(self) -> Four;
    /// Returns the `k`th four of the numbers that `number` gives for every row, alike in all worlds.
    fn of_rows(k: usize, number: impl Fn(usize) -> f64) -> Four;
    /// Returns the sum from its partial sums.
    fn join(partials: &[Four; 4]) -> Self;
    /// Returns the largest over the rows.
    fn highest(x: Four) -> Self;
}

/// How the answers of yes or no that all rows share are spread.
pub trait MaskInFours {
    /// Spreads the answers over four lanes.
    fn spread(self) -> FourMask;
}

impl InFours for f64 {
    type Packed = [f64; 4];
    const PARTIALS: usize = 1;

    #[inline(always)]
    fn split(x: &[Self], n: usize) -> (&[[f64; 4]], &[Self]) {
        let (fours, rest) = x.split_at(n);
        (fours.as_chunks().0, rest)
    }
    #[inline(always)]
    fn split_mut(x: &mut [Self], n: usize) -> (&mut [[f64; 4]], &mut [Self]) {
        let (fours, rest) = x.split_at_mut(n);
        (fours.as_chunks_mut().0, rest)
    }
    #[inline(always)]
    fn spread(self) -> Four {
        Four::of(self)
    }
    #[inline(always)]
    fn of_rows(k: usize, number: impl Fn(usize) -> f64) -> Four {
        Four(std::array::from_fn(|i| number(4 * k + i)))
    }
    #[inline(always)]
    fn join(partials: &[Four; 4]) -> Self {
        let [a, b, c, d] = settled(partials[0]);
        (a + b) + (c + d)
    }
    #[inline(always)]
    fn highest(x: Four) -> Self {
        let [a, b, c, d] = settled(x);
        Real::up(Real::up(a, b), Real::up(c, d))
    }
}

/// Returns the lanes of what a loop has gathered, from memory: a compiler that sees lanes apart at the end of a
/// loop takes them apart within.
#[inline(always)]
fn settled(gathered: Four) -> [f64; 4] {
    black_box(gathered).0
}

impl InFours for Four {
    type Packed = Self;
    const PARTIALS: usize = 4;

    #[inline(always)]
    fn split(x: &[Self], n: usize) -> (&[Self], &[Self]) {
        x.split_at(n)
    }
    #[inline(always)]
    fn split_mut(x: &mut [Self], n: usize) -> (&mut [Self], &mut [Self]) {
        x.split_at_mut(n)
    }
    #[inline(always)]
    fn spread(self) -> Self {
        self
    }
    #[inline(always)]
    fn of_rows(k: usize, number: impl Fn(usize) -> f64) -> Self {
        Self::of(number(k))
    }
    #[inline(always)]
    fn join(partials: &[Self; 4]) -> Self {
        let [a, b, c, d] = *partials;
        (a + b) + (c + d)
    }
    #[inline(always)]
    fn highest(x: Self) -> Self {
        x
    }
}

impl MaskInFours for bool {
    #[inline(always)]
    fn spread(self) -> FourMask {
        FourMask::by_lane(|_| self)
    }
}

impl MaskInFours for FourMask {
    #[inline(always)]
    fn spread(self) -> FourMask {
        self
    }
}

impl From<[f64; 4]> for Four {
    #[inline(always)]
    fn from(x: [f64; 4]) -> Self {
        Self(x)
    }
}

impl From<Four> for [f64; 4] {
    #[inline(always)]
    fn from(x: Four) -> Self {
        x.0
    }
}

/// Returns `four` by itself: else the compiler takes several at once and picks their numbers one by one,
/// which is three times the instructions.
#[inline(always)]
pub fn alone<T>(four: &T) -> &T {
    std::hint::black_box(four)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng, rngs::StdRng};

    fn sum<R: Real>(rows: &[R]) -> R {
        let mut partials = [Four::ZERO; 4];
        for (k, x) in R::split(rows, rows.len()).0.iter().enumerate() {
            partials[k % R::PARTIALS] += (*x).into();
        }
        R::join(&partials)
    }

    #[test]
    fn a_sum_over_rows_has_the_same_bits_for_one_world_and_for_each_of_four() {
        let mut random = StdRng::seed_from_u64(4);
        for _ in 0..100 {
            let mut any = || 10_f64.powf(random.random_range(-8.0..8.0));
            let worlds: [Vec<f64>; 4] = std::array::from_fn(|_| (0..12).map(|_| any()).collect());
            let rows = |row: usize| Four(std::array::from_fn(|world| worlds[world][row]));
            let abreast: Vec<Four> = (0..12).map(rows).collect();
            let alone = worlds.each_ref().map(|rows| sum(rows).to_bits());
            assert_eq!(sum(&abreast).0.map(f64::to_bits), alone);
        }
    }
}
