//! How the law answers to a change of the relative motion: its rows, linearised and eliminated.

use super::{ContactMotion, DIRECTIONS, Impulse, Law};
use crate::contact::terms::PartLane;
use crate::ipm::{ByPart, DirectionPart};
use crate::math::lanes::{Lanes, Linear};
use crate::math::{Real, array};

/// How a law answers: change of the impulses, and of the slacks of its groups of rows.
pub struct LawResponse<T> {
    gap: T,
    pyramid: [T; 5],
    friction: [T; 3],
    torsion: [T; 2],
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
            self.offsets[5] = towards(R::ONE / z[5], s[5]);
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
        let pyramid = self.has_pyramid();
        let (s, z) = (self.cone.s(), self.cone.z());
        for (i, (_, second)) in self.cone.second_order(0).enumerate() {
            let dual = if pyramid && i == 5 { s[i] } else { z[i] };
            self.offsets[i][DirectionPart::Corrector] = -dual * second;
        }
        for soc in self.cone.socs() {
            for (i, second) in soc.rows().zip(soc.scaling.inverse_times(soc.second())) {
                self.offsets[i][DirectionPart::Corrector] = -second;
            }
        }
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
            bounds: [Lanes::ZERO; 2],
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
            pyramid: [zero; 5],
            friction: [zero; 3],
            torsion: [zero; 2],
            impulse: Impulse {
                gamma,
                ..Impulse::default()
            },
        };
        if self.has_pyramid() {
            (out.pyramid, out.impulse.beta) = self.respond_pyramid(slip, gamma, &offset, base);
        }
        if let Some(soc) = self.friction {
            let bound = gamma * R::of(self.coefficients.mu) + slip.bounds[0];
            let (free, dz);
            (free, [out.friction[1], out.friction[2]], dz) =
                self.respond_cone(soc, bound, &slip.u, &offset, base);
            out.friction[0] = free;
            out.impulse.beta = dz;
        }
        if let Some(soc) = self.torsion {
            let bound = gamma * R::of(self.coefficients.mu_torsion) + slip.bounds[1];
            let (free, [ds], [tau]) = self.respond_cone(soc, bound, &[slip.spin], &offset, base);
            out.torsion = [free, ds];
            out.impulse.tau = tau;
        }
        out
    }

    /// Solves the cone (f0, f) o (mu gamma, beta) for dz = offset - H ds with dz0 = d(mu gamma) given and ds0 free.
    /// Returns ds0, the other ds and the other dz.
    #[inline(always)]
    fn respond_cone<T: Linear<R>, const D: usize>(
        &self,
        soc: usize,
        bound: T,
        du: &[T; D],
        offset: &impl Fn(usize) -> T,
        base: T,
    ) -> (T, [T; D], [T; D]) {
        let soc = &self.cone.socs()[soc];
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

    #[inline(always)]
    fn respond_pyramid<T: Linear<R>>(
        &self,
        slip: &ContactMotion<T>,
        gamma: T,
        offset: &impl Fn(usize) -> T,
        base: T,
    ) -> ([T; 5], [T; 2]) {
        let weight = |i: usize| self.weight(i);
        let last = self.cone.s()[5] / self.cone.z()[5];
        // dbeta_i = a_i - w_i dpsi, ds_psi = mu dgamma - sum dbeta - r, dpsi = k - w_psi ds_psi.
        let mut moved = [T::default(); 4];
        let mut used = T::default();
        let mut weights = R::ZERO;
        for (i, d) in DIRECTIONS.iter().enumerate() {
            let along = slip.u[0] * R::of(d[0]) + slip.u[1] * R::of(d[1]);
            moved[i] = along - base * self.residuals()[1 + i];
            used = used + offset(1 + i) - moved[i] * weight(1 + i);
            weights += weight(1 + i);
        }
        let bound = gamma * R::of(self.coefficients.mu) + slip.bounds[0];
        let free = bound - used - base * self.residuals()[5];
        let dpsi = (offset(5) - free * last) * (R::ONE / (R::ONE + last * weights));
        let mut ds = [dpsi; 5];
        for (ds, moved) in ds.iter_mut().zip(moved) {
            *ds = moved + dpsi;
        }
        let dz = |i: usize| offset(1 + i) - ds[i] * weight(1 + i);
        (ds, [dz(0) - dz(1), dz(2) - dz(3)])
    }

    /// Stores a part of the direction for the relative motion along it.
    #[inline(always)]
    pub fn recover(&mut self, part: DirectionPart, slip: &ContactMotion<R>) {
        let base = if part == DirectionPart::Affine {
            R::ONE
        } else {
            R::ZERO
        };
        let found = self.respond(
            slip,
            #[inline(always)]
            |row| self.offsets[row][part],
            base,
        );
        let (pyramid, friction, torsion) = (self.has_pyramid(), self.friction, self.torsion);
        let start = |soc: Option<usize>| soc.map(|soc| self.start_of(soc));
        let (friction, torsion) = (start(friction), start(torsion));
        let gap = found.gap * self.cone.inverse(0);
        let sides: [R; 5] = match pyramid {
            true => array(|i| found.pyramid[i] * self.cone.inverse(1 + i)),
            false => [R::ZERO; 5],
        };
        let slacks = self.cone.part_mut(part);
        slacks[0] = gap;
        if pyramid {
            slacks[1..6].copy_from_slice(&sides);
        }
        if let Some(start) = friction {
            slacks[start..start + 3].copy_from_slice(&found.friction);
        }
        if let Some(start) = torsion {
            slacks[start..start + 2].copy_from_slice(&found.torsion);
        }
        if part == DirectionPart::Affine {
            self.cone.measure_affine();
        }
    }
}
