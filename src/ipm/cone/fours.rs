//! The passes over many orthant rows, the first `n` of them in fours.

use super::combination::{Combination, InverseSteps, combine};
use super::rows::{At, Excess, at, feasible_span_of, measure, measure_affine_rows};
use super::{ConeVars, PATH, POINT, column_of};
use crate::ipm::part::DirectionPart;
use crate::ipm::span::Span;
use crate::math::{Four, Real, vectorized_lanes};

/// Writes 1/(s z); returns the smallest, the largest and the sum of the complementarity products.
pub(super) fn measure_fours<R: Real>(
    n: usize,
    reciprocals: &mut [R],
    [s, z]: [&[R]; 2],
) -> (R, R, R) {
    vectorized_lanes::<R, _>(
        #[inline(always)]
        || {
            let (s, z) = (R::split(s, n), R::split(z, n));
            let reciprocals = R::split_mut(reciprocals, n);
            let fours = measure::<Four, _, R>(reciprocals.0, [s.0, z.0]);
            measure::<R, _, f64>(reciprocals.1, [s.1, z.1]).and(&fours)
        },
    )
}

/// Combines ds and dz of a direction; returns the inverse steps and the sum of ds dz.
pub(super) fn combine_fours<R: Real>(
    n: usize,
    [ds, dz]: [&mut [R]; 2],
    [s, z, reciprocals]: [&[R]; 3],
    [affine, unit, third]: [&[R]; 3],
    how: Combination<R>,
) -> (InverseSteps<R>, R) {
    vectorized_lanes::<R, _>(
        #[inline(always)]
        || {
            let (s, z) = (R::split(s, n), R::split(z, n));
            let reciprocals = R::split(reciprocals, n);
            let (affine, unit) = (R::split(affine, n), R::split(unit, n));
            let third = R::split(third, n);
            let (ds, dz) = (R::split_mut(ds, n), R::split_mut(dz, n));
            let point = [s.0, z.0, reciprocals.0];
            let parts = [affine.0, unit.0, third.0];
            let fours = combine::<Four, _, R>([ds.0, dz.0], point, parts, how.spread());
            let point = [s.1, z.1, reciprocals.1];
            let parts = [affine.1, unit.1, third.1];
            combine::<R, _, f64>([ds.1, dz.1], point, parts, how).and(&fours)
        },
    )
}

/// Advances slacks or duals by `step` times a direction, the first `n` in fours.
#[inline(always)]
pub(super) fn move_rows<R: Real>(n: usize, own: &mut [R], direction: &[R], step: R) {
    #[inline(always)]
    fn go<T: Real, P: Copy + From<T> + Into<T>>(own: &mut [P], direction: &[P], step: T) {
        for (x, d) in own.iter_mut().zip(direction) {
            std::hint::black_box(());
            *x = (*x).into().moved(step, (*d).into()).into();
        }
    }
    if n == 0 {
        return go(own, direction, step);
    }
    vectorized_lanes::<R, _>(
        #[inline(always)]
        || {
            let (own, direction) = (R::split_mut(own, n), R::split(direction, n));
            go::<Four, _>(own.0, direction.0, step.spread());
            go(own.1, direction.1, step);
        },
    );
}

impl<R: Real> ConeVars<R> {
    /// Returns the first `n` orthant rows.
    #[inline(always)]
    pub fn rows_in_fours(&self, n: usize) -> impl Iterator<Item = At<Four>> {
        let [s, z, reciprocals] = self.plain(POINT, 0);
        at(
            R::split(s, n).0,
            R::split(z, n).0,
            R::split(reciprocals, n).0,
        )
    }

    /// Returns what [`Self::affine_mut`] does, for the first `n` orthant rows.
    #[inline(always)]
    pub fn affine_fours_mut(
        &mut self,
        n: usize,
    ) -> (
        impl Iterator<Item = At<Four>>,
        &mut [R::Packed],
        &[R::Packed],
    ) {
        let [s, z, residuals, reciprocals, affine] = self.rows.first_mut();
        let (s, z) = (R::split(s, n).0, R::split(z, n).0);
        let rows = at(s, z, R::split(reciprocals, n).0);
        (rows, R::split_mut(affine, n).0, R::split(residuals, n).0)
    }

    /// Measures the affine direction for a caller that has wide registers: the inverse of its longest step, and the sum of ds dz.
    #[inline(always)]
    pub(super) fn measure_affine_fours(
        &self,
        n: usize,
        visit_four: impl FnMut(usize, Four),
        mut visit: impl FnMut(usize, R),
    ) -> (R, R) {
        let affine_target = self.affine_target;
        let [s, z, reciprocals] = self.plain(POINT, 0);
        let (s, z) = (R::split(s, n), R::split(z, n));
        let reciprocals = R::split(reciprocals, n);
        let [e] = self.plain([column_of(DirectionPart::Affine)], 0);
        let e = R::split(e, n);
        let point = [s.0, z.0, reciprocals.0];
        let fours =
            measure_affine_rows::<Four, _, R>(point, e.0, affine_target.spread(), visit_four);
        let point = [s.1, z.1, reciprocals.1];
        let rest = measure_affine_rows::<R, _, f64>(
            point,
            e.1,
            affine_target,
            #[inline(always)]
            |k, change| visit(n + k, change),
        );
        rest.and(&fours)
    }

    /// Returns the result of [`feasible_span_of`] over all orthant rows, the first `n` in fours.
    pub(super) fn feasible_span_fours(
        &self,
        n: usize,
        [from, by]: [Excess<R>; 2],
        step: R,
    ) -> Span<R> {
        vectorized_lanes::<R, _>(
            #[inline(always)]
            || {
                let [affine, unit, reciprocals] = self.plain(PATH, 0);
                let (affine, unit) = (R::split(affine, n), R::split(unit, n));
                let reciprocals = R::split(reciprocals, n);
                let of = [affine.0, unit.0, reciprocals.0];
                let fours = feasible_span_of(of, [from.spread(), by.spread()], step.spread());
                let of = [affine.1, unit.1, reciprocals.1];
                feasible_span_of(of, [from, by], step).and_fours(fours)
            },
        )
    }
}
