//! What the passes over orthant rows do with one of them, or with four.

use crate::ipm::span::Span;
use crate::math::{Four, InFours, Real};

/// An orthant row at the current point, or four.
#[derive(Clone, Copy)]
pub struct At<T> {
    pub(super) s: T,
    pub(super) z: T,
    /// The reciprocal 1/(s z).
    pub(super) reciprocal: T,
}

impl<T: Real> At<T> {
    /// Returns s z.
    #[inline(always)]
    pub fn product(&self) -> T {
        self.s * self.z
    }

    /// Returns 1/s.
    #[inline(always)]
    pub fn inverse(&self) -> T {
        self.z * self.reciprocal
    }

    /// Returns g for an e at target `t`, without corrector.
    #[inline(always)]
    fn dual(&self, e: T, t: T) -> T {
        t * self.reciprocal - T::ONE - e
    }

    /// Returns e g of an affine direction aimed at `affine_target`.
    #[inline(always)]
    pub(super) fn second(&self, e: T, affine_target: T) -> T {
        e * self.dual(e, affine_target)
    }
}

/// Returns the rows of a point.
#[inline(always)]
pub(super) fn at<T: Real, P: Copy + Into<T>>(
    s: &[P],
    z: &[P],
    reciprocals: &[P],
) -> impl Iterator<Item = At<T>> {
    s.iter().zip(z).zip(reciprocals).map(
        #[inline(always)]
        |((s, z), reciprocal)| At {
            s: (*s).into(),
            z: (*z).into(),
            reciprocal: (*reciprocal).into(),
        },
    )
}

/// Returns s z and e g of an affine direction with its `e`, aimed at `affine_target`.
#[inline(always)]
pub(super) fn second_order<T: Real, P: Copy + Into<T>>(
    rows: impl Iterator<Item = At<T>>,
    e: &[P],
    affine_target: T,
) -> impl Iterator<Item = (T, T)> {
    rows.zip(e).map(
        #[inline(always)]
        move |(at, e)| (at.product(), at.second((*e).into(), affine_target)),
    )
}

/// Smallest, largest and partial sums of the complementarity products.
pub(super) struct Measures<T> {
    pub(super) low: T,
    pub(super) high: T,
    pub(super) sum: [T; 4],
}

/// Writes 1/(s z) from `[s, z]`; `L` determines how sums are split.
#[inline(always)]
pub(super) fn measure<T: Real, P: Copy + From<T> + Into<T>, L: InFours>(
    reciprocals: &mut [P],
    [s, z]: [&[P]; 2],
) -> Measures<T> {
    let mut out = Measures {
        low: T::of(f64::INFINITY),
        high: T::of(f64::NEG_INFINITY),
        sum: [T::ZERO; 4],
    };
    for (k, (reciprocal, (s, z))) in reciprocals.iter_mut().zip(s.iter().zip(z)).enumerate() {
        let p = (*s).into() * (*z).into();
        *reciprocal = (T::ONE / p).into();
        out.low = T::choose(p.below(out.low), p, out.low);
        out.high = out.high.up(p);
        out.sum[k % L::PARTIALS] += p;
    }
    out
}

/// Inverse of the longest step along a direction, partial sums of ds dz.
pub(super) struct AffineSums<T> {
    inverse: T,
    sum: [T; 4],
}

impl<T: Real> Measures<T> {
    /// Returns smallest, largest and sum of these rows, none of which are in fours.
    #[inline(always)]
    pub(super) fn alone(&self) -> (T, T, T) {
        (self.low, self.high, self.sum[0])
    }

    /// Returns the result of these rows and of those that were taken in fours.
    #[inline(always)]
    pub(super) fn and(&self, fours: &Measures<Four>) -> (T, T, T) {
        let low = -T::highest(-fours.low).up(-self.low);
        let high = T::highest(fours.high).up(self.high);
        (low, high, T::join(&fours.sum) + self.sum[0])
    }
}

impl<T: Real> AffineSums<T> {
    const NONE: Self = Self {
        inverse: T::ZERO,
        sum: [T::ZERO; 4],
    };

    #[inline(always)]
    fn add(&mut self, k: usize, [e, g]: [T; 2], change: T) {
        self.sum[k] += change;
        self.inverse = self.inverse.up(-e).up(-g);
    }

    /// Returns the result of these rows, none of which are in fours.
    #[inline(always)]
    pub(super) fn alone(&self) -> (T, T) {
        (self.inverse, self.sum[0])
    }

    /// Returns the result of these rows and of those that were taken in fours.
    #[inline(always)]
    pub(super) fn and(&self, fours: &AffineSums<Four>) -> (T, T) {
        let inverse = T::highest(fours.inverse).up(self.inverse);
        (inverse, T::join(&fours.sum) + self.sum[0])
    }
}

/// Measures the affine direction with its `e`; visits every ds dz.
#[inline(always)]
pub(super) fn measure_affine_rows<T: Real, P: Copy + Into<T>, L: InFours>(
    [s, z, reciprocals]: [&[P]; 3],
    e: &[P],
    affine_target: T,
    mut visit: impl FnMut(usize, T),
) -> AffineSums<T> {
    let mut out = AffineSums::NONE;
    let rows = at::<T, P>(s, z, reciprocals);
    for (k, (at, e)) in rows.zip(e).enumerate() {
        let e = (*e).into();
        let g = at.dual(e, affine_target);
        let change = at.product() * (e * g);
        visit(k, change);
        out.add(k % L::PARTIALS, [e, g], change);
    }
    out
}

/// A direction AFFINE + `excess` UNIT to a target, or the change of one.
#[derive(Clone, Copy)]
pub(super) struct Excess<T> {
    pub(super) excess: T,
    pub(super) target: T,
}

impl<T: Real> Excess<T> {
    /// Returns the value spread for rows in fours.
    #[inline(always)]
    pub(super) fn spread(self) -> Excess<Four> {
        Excess {
            excess: self.excess.spread(),
            target: self.target.spread(),
        }
    }
}

/// Returns the parts of the change `by` of the direction `from` with which steps of length `step` end within the
/// orthant.
#[inline(always)]
pub(super) fn feasible_span_of<T: Real, P: Copy + Into<T>>(
    [affine, unit, reciprocals]: [&[P]; 3],
    [from, by]: [Excess<T>; 2],
    step: T,
) -> Span<T> {
    let mut span = Span::all();
    for ((a, u), reciprocal) in affine.iter().zip(unit).zip(reciprocals) {
        let (a, u, reciprocal): (T, T, T) = ((*a).into(), (*u).into(), (*reciprocal).into());
        let (e, de) = (a + from.excess * u, by.excess * u);
        let g = from.target * reciprocal - T::ONE - e;
        let dg = by.target * reciprocal - de;
        for (x, dx) in [(e, de), (g, dg)] {
            span = span.and(Span::positive(T::ONE + step * x, step * dx));
        }
    }
    span
}
