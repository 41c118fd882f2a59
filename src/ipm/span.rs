//! The part of a line that is within a cone.

use crate::math::{Four, Mask, Real};

/// The numbers from `low` to `high`; the span is empty where `low` is the larger.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span<R> {
    /// The smallest number.
    pub low: R,
    /// The largest number.
    pub high: R,
}

impl<R: Real> Span<R> {
    /// Returns the span of all numbers.
    #[inline(always)]
    pub fn all() -> Self {
        Self {
            low: R::of(f64::NEG_INFINITY),
            high: R::of(f64::INFINITY),
        }
    }

    /// Returns the a with x + a d > 0.
    #[inline(always)]
    pub fn positive(x: R, d: R) -> Self {
        let Self { low, high } = Self::all();
        let end = -x / d;
        let (falls, rises) = (d.below(R::ZERO), R::ZERO.below(d));
        let none = !(falls.or(rises).or(R::ZERO.below(x)));
        Self {
            low: R::choose(rises, end, R::choose(none, high, low)),
            high: R::choose(falls, end, high),
        }
    }

    /// Returns the numbers that are in both spans.
    #[inline(always)]
    pub fn and(self, other: Self) -> Self {
        Self {
            low: self.low.up(other.low),
            high: R::choose(other.high.below(self.high), other.high, self.high),
        }
    }

    /// Returns the numbers that are in this span and in all four.
    #[inline(always)]
    pub fn and_fours(self, fours: Span<Four>) -> Self {
        self.and(Self {
            low: R::highest(fours.low),
            high: -R::highest(-fours.high),
        })
    }

    /// Returns the largest number from 0 to 1 that is in the span; 0 where there is none.
    #[inline(always)]
    pub fn farthest(self) -> R {
        let high = self.high.min(R::ONE);
        R::choose(self.low.at_most(high), high.max(R::ZERO), R::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ipm::second_order::span;
    use rand::{Rng, SeedableRng, rngs::StdRng};

    /// Tries numbers from -4 to 4 one by one.
    fn check(found: Span<f64>, depth: impl Fn(f64) -> f64) -> usize {
        let tries = (-400..=400).map(|k| 0.01 * f64::from(k));
        let clear = tries.filter(|&a| depth(a).abs() > 1e-9);
        let inside = clear.map(|a| {
            let within = found.low <= a && a <= found.high;
            assert_eq!(within, depth(a) > 0.0, "{found:?} at {a}");
            usize::from(within)
        });
        inside.sum()
    }

    #[test]
    fn the_span_of_a_row_is_where_it_is_positive() {
        let values = [-1.3, -0.0, 0.0, 0.7];
        for (x, d) in values.into_iter().flat_map(|x| values.map(|d| (x, d))) {
            check(Span::positive(x, d), |a| x + a * d);
        }
    }

    #[test]
    fn the_span_of_a_cone_is_where_a_line_is_within() {
        let mut random = StdRng::seed_from_u64(11);
        let (mut some, mut none) = (0, 0);
        for dim in [2, 3, 4] {
            for _ in 0..2000 {
                let mut any =
                    || std::array::from_fn(|i| f64::from(i < dim) * random.random_range(-1.0..1.0));
                let (x, d): ([f64; 4], [f64; 4]) = (any(), any());
                let depth = |a: f64| {
                    let [head, p, q, r] = std::array::from_fn(|i| x[i] + a * d[i]);
                    head - (p * p + q * q + r * r).sqrt()
                };
                match check(span(&x, &d), depth) {
                    0 => none += 1,
                    _ => some += 1,
                }
            }
        }
        assert!(
            some > 1000 && none > 1000,
            "{some} lines enter, {none} do not"
        );
    }

    #[test]
    fn the_farthest_number_is_0_where_there_is_none() {
        let of = |low, high| Span { low, high }.farthest();
        assert_eq!(
            [of(-1.0, 2.0), of(0.2, 0.6), of(0.7, 0.6), of(1.5, 2.0)],
            [1.0, 0.6, 0.0, 0.0]
        );
        assert_eq!(Span::<f64>::all().farthest(), 1.0);
    }
}
