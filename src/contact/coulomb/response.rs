//! How the law answers to a change of the relative motion: its rows, linearised and eliminated.

use super::{ContactMotion, DIRECTIONS, Impulse, Law, along};
use crate::contact::terms::PartLane;
use crate::ipm::{ByPart, DirectionPart};
use crate::math::lanes::{Lanes, Linear};
use crate::math::{Real, array};

/// How a law answers: change of the impulses, and of the slacks of its groups of rows.
pub struct LawResponse<T> {
    gap: T,
    /// The slacks of the pyramid, or of the cone.
    friction: [T; 7],
    /// Change of the impulses.
    pub impulse: Impulse<T>,
}

impl<R: Real> Law<R> {
    /// Condenses the rows for target `rho`: the offsets of dz = offset - H ds for AFFINE and UNIT.
    #[inline(always)]
    pub fn condense(&mut self, rho: f64) {
        self.cone.set_affine_target(rho);
        let (affine_target, factor) = (self.cone.affine_target(), self.cone.factor);
        let pyramid = self.has_pyramid();
        let (s, z) = (self.cone.s(), self.cone.z());
        let towards = |inverse: R, dual: R| {
            ByPart([affine_target * inverse - dual, factor * inverse, R::ZERO])
        };
        for (i, at) in self.cone.orthant_rows(0).enumerate() {
            self.offsets[i] = towards(at.inverse(), z[i]);
        }
        if pyramid {
            let last = self.last();
            self.offsets[last] = towards(R::ONE / z[last], s[last]);
        }
        for soc in self.cone.socs() {
            for (i, inverse) in soc.rows().zip(soc.scaling.s_inverse) {
                self.offsets[i] = towards(inverse, z[i]);
            }
        }
    }

    /// Condenses the corrector to its offsets.
    #[inline(always)]
    pub fn condense_corrector(&mut self) {
        let (pyramid, last) = (self.has_pyramid(), self.last());
        let (s, z) = (self.cone.s(), self.cone.z());
        for (i, (_, second)) in self.cone.second_order(0).enumerate() {
            let dual = if pyramid && i == last { s[i] } else { z[i] };
            self.offsets[i][DirectionPart::Corrector] = -dual * second;
        }
        for soc in self.cone.socs() {
            for (i, second) in soc.rows().zip(soc.scaling.inverse_times(soc.second())) {
                self.offsets[i][DirectionPart::Corrector] = -second;
            }
        }
    }

    /// Returns the offsets of a row in dz = offset - H ds, by part of the direction.
    pub fn offset(&self, row: usize) -> &ByPart<R> {
        &self.offsets[row]
    }

    /// Returns the offset of a row, spread over lanes.
    #[inline(always)]
    pub fn offset_lanes<const N: usize>(&self, row: usize, lanes: &[PartLane]) -> Lanes<N, R> {
        let mut out = Lanes::ZERO;
        for &PartLane { lane, part } in lanes {
            out.0[lane] = self.offsets[row][part];
        }
        out
    }

    #[inline(always)]
    fn weight(&self, row: usize) -> R {
        self.cone.z()[row] * self.cone.inverse(row)
    }

    /// Returns the response of the impulses to unit slips along both tangents and a unit spin, at a fixed gap.
    #[inline(always)]
    pub fn stiffness(&self) -> Impulse<Lanes<3, R>> {
        let unit = |k: usize| {
            Lanes(array(
                #[inline(always)]
                |i| if i == k { R::ONE } else { R::ZERO },
            ))
        };
        let slip = ContactMotion {
            gap: Lanes::ZERO,
            u: [unit(0), unit(1)],
            spin: unit(2),
            bound: Lanes::ZERO,
        };
        self.respond(
            &slip,
            #[inline(always)]
            |_| Lanes::ZERO,
            Lanes::ZERO,
        )
        .impulse
    }

    /// Returns the response of the impulses to a change of the relative motion; `offset` gives the offset of every row, `base`
    /// marks the lanes that carry the current residuals.
    #[inline(always)]
    pub fn respond<T: Linear<R>>(
        &self,
        slip: &ContactMotion<T>,
        offset: impl Fn(usize) -> T,
        base: T,
    ) -> LawResponse<T> {
        let zero = T::default();
        let gap = slip.gap - base * self.residuals()[0];
        let gamma = offset(0) - gap * self.weight(0);
        let mut out = LawResponse {
            gap,
            friction: [zero; 7],
            impulse: Impulse {
                gamma,
                ..Impulse::default()
            },
        };
        let bound = gamma * R::of(self.coefficients.mu) + slip.bound;
        let resists_spin = self.resists_spin();
        if self.has_pyramid() {
            self.respond_pyramid(slip, bound, &offset, base, &mut out);
        } else if self.has_cone() && resists_spin {
            let [u, w] = slip.u;
            let (free, ds, [x, y, twist]) =
                self.respond_cone(bound, &[u, w, slip.spin], &offset, base);
            out.friction[0] = free;
            out.friction[1..4].copy_from_slice(&ds);
            out.impulse.beta = [x, y];
            out.impulse.twist = twist;
        } else if self.has_cone() {
            let (free, ds, beta) = self.respond_cone(bound, &slip.u, &offset, base);
            out.friction[0] = free;
            out.friction[1..3].copy_from_slice(&ds);
            out.impulse.beta = beta;
        }
        out
    }

    /// Solves the cone (f0, f) o (mu gamma, beta) for dz = offset - H ds with dz0 = d(mu gamma) given and ds0 free.
    /// Returns ds0, the other ds and the other dz.
    #[inline(always)]
    fn respond_cone<T: Linear<R>, const D: usize>(
        &self,
        bound: T,
        du: &[T; D],
        offset: &impl Fn(usize) -> T,
        base: T,
    ) -> (T, [T; D], [T; D]) {
        let soc = &self.cone.socs()[0];
        let (start, scaling) = (soc.start(), &soc.scaling);
        let (q, factor) = (scaling.reflected(), scaling.inverse_square());
        // Schur complement of ds0 in closed form: D = factor (I - 2 q q^T / (2 q0^2 - 1)).
        let first = R::ONE / (q[0] * 2.0 * q[0] - R::ONE);
        let free = offset(start) - (bound - base * self.residuals()[start]);
        let ds: [T; D] = array(
            #[inline(always)]
            |i| du[i] - base * self.residuals()[start + 1 + i],
        );
        let mut along = T::default();
        for i in 0..D {
            along = along + ds[i] * q[i + 1];
        }
        let share = q[0] * 2.0 * first;
        let dz = array(
            #[inline(always)]
            |i| {
                let curved = ds[i] - along * (q[i + 1] * 2.0 * first);
                offset(start + 1 + i) - free * (share * q[i + 1]) - curved * factor
            },
        );
        (free * (first / factor) - along * share, ds, dz)
    }

    /// Solves the rows of the pyramid for the response in `out`; `bound` is the change of mu gamma.
    #[inline(always)]
    fn respond_pyramid<T: Linear<R>>(
        &self,
        slip: &ContactMotion<T>,
        bound: T,
        offset: &impl Fn(usize) -> T,
        base: T,
        out: &mut LawResponse<T>,
    ) {
        let last = self.last();
        let weight = |i: usize| self.weight(i);
        let last_weight = self.cone.s()[last] / self.cone.z()[last];
        // dbeta_i = a_i - w_i dpsi, ds_psi = mu dgamma - sum dbeta - r, dpsi = k - w_psi ds_psi.
        let mut moved = [T::default(); 6];
        let mut used = T::default();
        let mut weights = R::ZERO;
        for (i, d) in DIRECTIONS[..last - 1].iter().enumerate() {
            moved[i] = along(d, slip) - base * self.residuals()[1 + i];
            used = used + offset(1 + i) - moved[i] * weight(1 + i);
            weights += weight(1 + i);
        }
        let free = bound - used - base * self.residuals()[last];
        let dpsi =
            (offset(last) - free * last_weight) * (R::ONE / (R::ONE + last_weight * weights));
        for (ds, moved) in out.friction.iter_mut().zip(&moved[..last - 1]) {
            *ds = *moved + dpsi;
        }
        out.friction[last - 1] = dpsi;
        let ds = &out.friction;
        let dz = |i: usize| offset(1 + i) - ds[i] * weight(1 + i);
        out.impulse.beta = [dz(0) - dz(1), dz(2) - dz(3)];
        if self.resists_spin() {
            out.impulse.twist = dz(4) - dz(5);
        }
    }

    /// Stores a part of the direction for the relative motion along it.
    #[inline(always)]
    pub fn recover(&mut self, part: DirectionPart, slip: &ContactMotion<R>) {
        let base = if part == DirectionPart::Affine {
            R::ONE
        } else {
            R::ZERO
        };
        let mut found = self.respond(
            slip,
            #[inline(always)]
            |row| self.offsets[row][part],
            base,
        );
        if self.has_pyramid() {
            for (i, ds) in found.friction[..self.last()].iter_mut().enumerate() {
                *ds *= self.cone.inverse(1 + i);
            }
        }
        let gap = found.gap * self.cone.inverse(0);
        let slacks = self.cone.part_mut(part);
        slacks[0] = gap;
        let friction = slacks.len() - 1;
        slacks[1..].copy_from_slice(&found.friction[..friction]);
        if part == DirectionPart::Affine {
            self.cone.measure_affine();
        }
    }
}
