//! The combination of the parts of a direction, over orthant rows.

use super::rows::at;
use crate::math::{Four, InFours, MaskInFours, Real};

/// How the parts of a direction are combined.
#[derive(Clone, Copy)]
pub(super) struct Combination<T: Real> {
    pub(super) excess: T,
    /// The targets of AFFINE and of the whole direction.
    pub(super) affine_target: T,
    pub(super) target: T,
    pub(super) corrector: T::Mask,
    /// The weight of the second-order term: 1 with the corrector, else 0.
    pub(super) with: T,
}

impl<T: Real> Combination<T> {
    /// Returns the value spread for rows in fours.
    #[inline(always)]
    pub(super) fn spread(self) -> Combination<Four> {
        Combination {
            excess: self.excess.spread(),
            affine_target: self.affine_target.spread(),
            target: self.target.spread(),
            corrector: self.corrector.spread(),
            with: self.with.spread(),
        }
    }
}

/// Inverses of the longest steps to the boundary along the combined direction, and along AFFINE + excess
/// UNIT alone.
#[derive(Debug, Clone, Copy)]
pub struct InverseSteps<R: Real = f64> {
    /// The inverse of the longest step along the combined direction.
    pub combined: R,
    /// The inverse of the longest step along AFFINE + excess UNIT.
    pub plain: R,
}

impl<R: Real> InverseSteps<R> {
    /// These are the inverse steps of no rows, which bound nothing.
    pub const NONE: Self = Self {
        combined: R::ZERO,
        plain: R::ZERO,
    };

    /// Returns the larger inverses, and NaN where either is NaN.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            combined: self.combined.worse(other.combined),
            plain: self.plain.worse(other.plain),
        }
    }

    /// Returns the larger inverses.
    #[inline(always)]
    pub(super) fn up(self, other: Self) -> Self {
        Self {
            combined: self.combined.up(other.combined),
            plain: self.plain.up(other.plain),
        }
    }

    /// Returns the step lengths.
    #[inline(always)]
    pub fn steps(self) -> [R; 2] {
        [R::ONE / self.combined, R::ONE / self.plain]
    }
}

/// The inverse steps and the partial sums of ds dz of a combined direction.
pub(super) struct CombinedSums<T: Real> {
    longest: InverseSteps<T>,
    sum: [T; 4],
}

impl<T: Real> CombinedSums<T> {
    /// Returns the result of these rows, none of which are in fours.
    #[inline(always)]
    pub(super) fn alone(&self) -> (InverseSteps<T>, T) {
        (self.longest, self.sum[0])
    }

    /// Returns the result of these rows and of those that were taken in fours.
    #[inline(always)]
    pub(super) fn and(&self, fours: &CombinedSums<Four>) -> (InverseSteps<T>, T) {
        let longest = InverseSteps {
            combined: T::highest(fours.longest.combined),
            plain: T::highest(fours.longest.plain),
        };
        (longest.up(self.longest), T::join(&fours.sum) + self.sum[0])
    }
}

/// Combines ds and dz of a direction from the point and the parts.
#[inline(always)]
pub(super) fn combine<T: Real, P: Copy + From<T> + Into<T>, L: InFours>(
    [ds, dz]: [&mut [P]; 2],
    [s, z, reciprocals]: [&[P]; 3],
    [affine, unit, third]: [&[P]; 3],
    how: Combination<T>,
) -> CombinedSums<T> {
    let (mut longest, mut sum) = (InverseSteps::<T>::NONE, [T::ZERO; 4]);
    let steps = ds.iter_mut().zip(dz);
    let rows = at::<T, P>(s, z, reciprocals);
    let parts = affine.iter().zip(unit).zip(third);
    for (k, ((steps, at), parts)) in steps.zip(rows).zip(parts).enumerate() {
        let ((affine, unit), third) = parts;
        let affine = (*affine).into();
        let plain = affine + how.excess * (*unit).into();
        let e = T::choose(how.corrector, plain + (*third).into(), plain);
        let second = how.with * at.second(affine, how.affine_target);
        let free = how.target * at.reciprocal - T::ONE;
        let g = free - second - e;
        *steps.0 = (at.s * e).into();
        *steps.1 = (at.z * g).into();
        sum[k % L::PARTIALS] += at.product() * (e * g);
        longest = InverseSteps {
            combined: longest.combined.up(-e).up(-g),
            plain: longest.plain.up(-plain).up(plain - free),
        };
    }
    CombinedSums { longest, sum }
}
