//! What the passes over orthant rows do with one of them, or with four.

use crate::ipm::span::Span;
use crate::math::{Four, InFours, MaskInFours, Real};

/// Smallest, largest and partial sums of the complementarity products.
pub(super) struct Measures<T> {
    pub(super) low: T,
    pub(super) high: T,
    pub(super) sum: [T; 4],
}

/// 1/s, s z and 1/(s z) from `[s, z]`; `L` tells how sums are split.
#[inline(always)]
pub(super) fn measure<T: Real, P: Copy + From<T> + Into<T>, L: InFours>(
    [inverses, products, reciprocals]: [&mut [P]; 3],
    [s, z]: [&[P]; 2],
) -> Measures<T> {
    let mut out = Measures {
        low: T::of(f64::INFINITY),
        high: T::of(f64::NEG_INFINITY),
        sum: [T::ZERO; 4],
    };
    let own = inverses.iter_mut().zip(products).zip(reciprocals);
    for (k, (((inverse, product), reciprocal), (s, z))) in own.zip(s.iter().zip(z)).enumerate() {
        let (s, z): (T, T) = ((*s).into(), (*z).into());
        let p = s * z;
        let over = T::ONE / p;
        *reciprocal = over.into();
        *inverse = (z * over).into();
        *product = p.into();
        out.low = T::choose(p.below(out.low), p, out.low);
        out.high = out.high.up(p);
        out.sum[k % L::PARTIALS] += p;
    }
    out
}

/// Inverse of the longest step along a direction, partial sums of ds dz.
pub(super) struct Reach<T> {
    inverse: T,
    sum: [T; 4],
}

impl<T: Real> Measures<T> {
    /// Smallest, largest and sum of these rows, not in fours.
    #[inline(always)]
    pub(super) fn alone(&self) -> (T, T, T) {
        (self.low, self.high, self.sum[0])
    }

    /// Of these rows and of those that were taken in fours.
    #[inline(always)]
    pub(super) fn and(&self, fours: &Measures<Four>) -> (T, T, T) {
        let low = -T::highest(-fours.low).up(-self.low);
        let high = T::highest(fours.high).up(self.high);
        (low, high, T::join(&fours.sum) + self.sum[0])
    }
}

impl<T: Real> Reach<T> {
    const NONE: Self = Self {
        inverse: T::ZERO,
        sum: [T::ZERO; 4],
    };

    #[inline(always)]
    fn see(&mut self, k: usize, (e, g): (T, T), change: T) {
        self.sum[k] += change;
        self.inverse = self.inverse.up(-e).up(-g);
    }

    /// Of these rows, not in fours.
    #[inline(always)]
    pub(super) fn alone(&self) -> (T, T) {
        (self.inverse, self.sum[0])
    }

    /// Of these rows and of those that were taken in fours.
    #[inline(always)]
    pub(super) fn and(&self, fours: &Reach<Four>) -> (T, T) {
        let inverse = T::highest(fours.inverse).up(self.inverse);
        (inverse, T::join(&fours.sum) + self.sum[0])
    }
}

/// The affine direction: `seconds` become its e g.
#[inline(always)]
pub(super) fn look<T: Real, P: Copy + From<T> + Into<T>, L: InFours>(
    seconds: &mut [P],
    [e, products, reciprocals]: [&[P]; 3],
    aim: T,
) -> Reach<T> {
    let mut out = Reach::NONE;
    let rows = seconds
        .iter_mut()
        .zip(e)
        .zip(products.iter().zip(reciprocals));
    for (k, ((second, e), (product, reciprocal))) in rows.enumerate() {
        let (e, product, reciprocal): (T, T, T) =
            ((*e).into(), (*product).into(), (*reciprocal).into());
        let g = aim * reciprocal - T::ONE - e;
        let change = e * g;
        *second = change.into();
        out.see(k % L::PARTIALS, (e, g), product * change);
    }
    out
}

/// Inverse of the longest step along the direction `affine` + `excess` `unit` to a `target`.
#[inline(always)]
pub(super) fn look_plain<T: Real, P: Copy + Into<T>>(
    [affine, unit, reciprocals]: [&[P]; 3],
    excess: T,
    target: T,
) -> T {
    let mut inverse = T::ZERO;
    for ((a, u), reciprocal) in affine.iter().zip(unit).zip(reciprocals) {
        let (a, u, reciprocal): (T, T, T) = ((*a).into(), (*u).into(), (*reciprocal).into());
        let e = a + excess * u;
        let g = target * reciprocal - T::ONE - e;
        inverse = inverse.up(-e).up(-g);
    }
    inverse
}

/// A direction AFFINE + `excess` UNIT to a target, or the change of one.
#[derive(Clone, Copy)]
pub(super) struct Aim<T> {
    pub(super) excess: T,
    pub(super) target: T,
}

impl<T: Real> Aim<T> {
    /// The same for rows in fours.
    #[inline(always)]
    pub(super) fn spread(self) -> Aim<Four> {
        Aim {
            excess: self.excess.spread(),
            target: self.target.spread(),
        }
    }
}

/// The parts of the change `by` of the direction `from` with which steps of length `step` end within the
/// orthant.
#[inline(always)]
pub(super) fn look_on<T: Real, P: Copy + Into<T>>(
    [affine, unit, reciprocals]: [&[P]; 3],
    [from, by]: [Aim<T>; 2],
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

/// How the parts of a direction are combined.
#[derive(Clone, Copy)]
pub(super) struct Combination<T: Real> {
    pub(super) excess: T,
    pub(super) target: T,
    pub(super) corrector: T::Mask,
    /// 1 with the corrector, else 0.
    pub(super) with: T,
}

impl<T: Real> Combination<T> {
    /// The same for rows in fours.
    #[inline(always)]
    pub(super) fn spread(self) -> Combination<Four> {
        Combination {
            excess: self.excess.spread(),
            target: self.target.spread(),
            corrector: self.corrector.spread(),
            with: self.with.spread(),
        }
    }
}

/// Forms ds and dz of a combined direction from the point `[s, z]`, its `[product, reciprocal]`, the parts and e g of
/// AFFINE.
#[inline(always)]
pub(super) fn combine<T: Real, P: Copy + From<T> + Into<T>, L: InFours>(
    [ds, dz]: [&mut [P]; 2],
    [s, z, products, reciprocals]: [&[P]; 4],
    [affine, unit, third, second]: [&[P]; 4],
    how: Combination<T>,
) -> Reach<T> {
    let mut out = Reach::NONE;
    let steps = ds.iter_mut().zip(dz);
    let point = s.iter().zip(z).zip(products.iter().zip(reciprocals));
    let parts = affine.iter().zip(unit).zip(third.iter().zip(second));
    for (k, ((steps, point), parts)) in steps.zip(point).zip(parts).enumerate() {
        let ((s, z), (product, reciprocal)) = point;
        let ((affine, unit), (third, second)) = parts;
        let plain = (*affine).into() + how.excess * (*unit).into();
        let e = T::choose(how.corrector, plain + (*third).into(), plain);
        let g = how.target * (*reciprocal).into() - T::ONE - how.with * (*second).into() - e;
        *steps.0 = ((*s).into() * e).into();
        *steps.1 = ((*z).into() * g).into();
        out.see(k % L::PARTIALS, (e, g), (*product).into() * (e * g));
    }
    out
}
