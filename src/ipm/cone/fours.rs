//! The passes over many orthant rows, the first `n` of them in fours.

use super::rows::{Aim, Combination, combine, look, look_on, look_plain, measure};
use super::{AFFINE, ConeVars};
use crate::ipm::span::Span;
use crate::math::{Four, Real, widely};

impl<R: Real> ConeVars<R> {
    /// Scalings; smallest, largest and sum of the complementarity products.
    pub(super) fn measure_fours(&mut self, n: usize) -> (R, R, R) {
        widely(
            #[inline(always)]
            || {
                let (s, z) = (R::split(&self.s, n), R::split(&self.z, n));
                let inverse = R::split_mut(&mut self.inverse, n);
                let products = R::split_mut(&mut self.products, n);
                let reciprocals = R::split_mut(&mut self.reciprocals, n);
                let out = [inverse.0, products.0, reciprocals.0];
                let fours = measure::<Four, _, R>(out, [s.0, z.0]);
                let out = [inverse.1, products.1, reciprocals.1];
                measure::<R, _, f64>(out, [s.1, z.1]).and(&fours)
            },
        )
    }

    /// Second-order terms; inverse of the longest affine step, sum of ds dz.
    pub(super) fn look_fours(&mut self, n: usize) -> (R, R) {
        widely(
            #[inline(always)]
            || {
                let aim = self.aim;
                let second = R::split_mut(&mut self.second, n);
                let e = R::split(&self.parts[AFFINE], n);
                let products = R::split(&self.products, n);
                let reciprocals = R::split(&self.reciprocals, n);
                let of = [e.0, products.0, reciprocals.0];
                let fours = look::<Four, _, R>(second.0, of, aim.spread());
                let of = [e.1, products.1, reciprocals.1];
                look::<R, _, f64>(second.1, of, aim).and(&fours)
            },
        )
    }

    /// Inverse of the longest step along AFFINE + `excess` UNIT to a `target`.
    pub(super) fn look_plain_fours(&self, n: usize, excess: R, target: R) -> R {
        widely(
            #[inline(always)]
            || {
                let [affine, unit, _] = &self.parts;
                let (affine, unit) = (R::split(affine, n), R::split(unit, n));
                let reciprocals = R::split(&self.reciprocals, n);
                let of = [affine.0, unit.0, reciprocals.0];
                let fours: Four = look_plain(of, excess.spread(), target.spread());
                let of = [affine.1, unit.1, reciprocals.1];
                R::highest(fours).up(look_plain(of, excess, target))
            },
        )
    }

    /// As [`look_on`].
    pub(super) fn look_on_fours(&self, n: usize, [from, by]: [Aim<R>; 2], step: R) -> Span<R> {
        widely(
            #[inline(always)]
            || {
                let [affine, unit, _] = &self.parts;
                let (affine, unit) = (R::split(affine, n), R::split(unit, n));
                let reciprocals = R::split(&self.reciprocals, n);
                let of = [affine.0, unit.0, reciprocals.0];
                let fours = look_on(of, [from.spread(), by.spread()], step.spread());
                let of = [affine.1, unit.1, reciprocals.1];
                look_on(of, [from, by], step).and_fours(fours)
            },
        )
    }

    /// Forms ds and dz of a combined direction; inverse of the longest step, sum of ds dz.
    pub(super) fn combine_fours(&mut self, n: usize, how: Combination<R>) -> (R, R) {
        widely(
            #[inline(always)]
            || {
                let [affine, unit, third] = &self.parts;
                let (s, z) = (R::split(&self.s, n), R::split(&self.z, n));
                let products = R::split(&self.products, n);
                let reciprocals = R::split(&self.reciprocals, n);
                let (affine, unit) = (R::split(affine, n), R::split(unit, n));
                let (third, second) = (R::split(third, n), R::split(&self.second, n));
                let ds = R::split_mut(&mut self.step_s, n);
                let dz = R::split_mut(&mut self.step_z, n);
                let point = [s.0, z.0, products.0, reciprocals.0];
                let parts = [affine.0, unit.0, third.0, second.0];
                let fours = combine::<Four, _, R>([ds.0, dz.0], point, parts, how.spread());
                let point = [s.1, z.1, products.1, reciprocals.1];
                let parts = [affine.1, unit.1, third.1, second.1];
                combine::<R, _, f64>([ds.1, dz.1], point, parts, how).and(&fours)
            },
        )
    }
}
