//! How the law answers to a change of the relative motion: its rows, linearised and eliminated.

use super::{DIRECTIONS, Impulse, Law, ROWS, Slip};
use crate::math::lanes::Lanes;

/// How slacks, duals and impulses of a law answer.
pub struct LawResponse<const N: usize> {
    ds: [Lanes<N>; ROWS],
    dz: [Lanes<N>; ROWS],
    /// Change of the impulses.
    pub impulse: Impulse<Lanes<N>>,
}

impl Law {
    /// Offsets of dz = offset - H ds for AFFINE and UNIT.
    pub fn aim(&mut self, rho: f64) {
        self.cone.constants(rho, &mut self.offsets);
    }

    /// Offsets of the corrector.
    pub fn correct(&mut self) {
        self.cone.corrector_constants(&mut self.corrector);
    }

    /// Offsets spread over lanes.
    pub fn offset_lanes<const N: usize>(&self, kinds: &[(usize, usize)]) -> [Lanes<N>; ROWS] {
        let mut out = [Lanes::ZERO; ROWS];
        for &(lane, kind) in kinds {
            let from = match kind {
                0 | 1 => &self.offsets[kind],
                _ => &self.corrector,
            };
            for (out, value) in out.iter_mut().zip(from) {
                out.0[lane] = *value;
            }
        }
        out
    }

    /// Answer of the impulses to a change of the relative motion.
    pub fn respond<const N: usize>(
        &self,
        slip: &Slip<Lanes<N>>,
        offsets: &[Lanes<N>; ROWS],
        base: Lanes<N>,
    ) -> LawResponse<N> {
        let mut out = LawResponse {
            ds: [Lanes::ZERO; ROWS],
            dz: [Lanes::ZERO; ROWS],
            impulse: Impulse {
                gamma: Lanes::ZERO,
                beta: [Lanes::ZERO; 2],
                tau: Lanes::ZERO,
            },
        };
        out.ds[0] = slip.gap - base * self.residual[0];
        out.dz[0] = offsets[0] - out.ds[0] * self.cone.orthant_weight(0);
        out.impulse.gamma = out.dz[0];
        if self.has_pyramid() {
            self.respond_pyramid(slip, offsets, base, &mut out);
        }
        if let Some(soc) = self.friction {
            let start = self.start_of(soc);
            let bound = out.dz[0] * self.coefficients.mu + slip.bounds[0];
            self.respond_cone(soc, bound, &slip.u, offsets, base, &mut out);
            out.impulse.beta = [out.dz[start + 1], out.dz[start + 2]];
        }
        if let Some(soc) = self.torsion {
            let start = self.start_of(soc);
            let bound = out.dz[0] * self.coefficients.mu_torsion + slip.bounds[1];
            self.respond_cone(soc, bound, &[slip.spin], offsets, base, &mut out);
            out.impulse.tau = out.dz[start + 1];
        }
        out
    }

    /// Cone (f0, f) o (mu gamma, beta): dz = offset - H ds with dz0 = d(mu gamma) given and ds0 free.
    fn respond_cone<const N: usize, const D: usize>(
        &self,
        soc: usize,
        bound: Lanes<N>,
        du: &[Lanes<N>; D],
        offsets: &[Lanes<N>; ROWS],
        base: Lanes<N>,
        out: &mut LawResponse<N>,
    ) {
        let start = self.start_of(soc);
        let scaling = self.cone.scaling(soc);
        let (q, factor) = (scaling.reflected(), scaling.inverse_square());
        // Schur complement of ds0 in closed form: D = factor (I - 2 q q^T / (2 q0^2 - 1)).
        let first = 2.0 * q[0] * q[0] - 1.0;
        let db0 = bound - base * self.residual[start];
        let free = offsets[start] - db0;
        let mut along = Lanes::ZERO;
        for i in 0..D {
            let row = start + 1 + i;
            out.ds[row] = du[i] - base * self.residual[row];
            along = along + out.ds[row] * q[i + 1];
        }
        let share = 2.0 * q[0] / first;
        out.ds[start] = free * (1.0 / (factor * first)) - along * share;
        out.dz[start] = db0;
        for i in 0..D {
            let row = start + 1 + i;
            let curved = out.ds[row] - along * (2.0 * q[i + 1] / first);
            out.dz[row] = offsets[row] - free * (share * q[i + 1]) - curved * factor;
        }
    }

    fn respond_pyramid<const N: usize>(
        &self,
        slip: &Slip<Lanes<N>>,
        offsets: &[Lanes<N>; ROWS],
        base: Lanes<N>,
        out: &mut LawResponse<N>,
    ) {
        let weight = |i: usize| self.cone.orthant_weight(i);
        // dbeta_i = a_i - w_i dpsi, ds_psi = mu dgamma - sum dbeta - r, dpsi = k - w_psi ds_psi.
        let mut moved = [Lanes::ZERO; 4];
        let mut used = Lanes::ZERO;
        let mut weights = 0.0;
        for (i, d) in DIRECTIONS.iter().enumerate() {
            let along = slip.u[0] * d[0] + slip.u[1] * d[1];
            moved[i] = along - base * self.residual[1 + i];
            used = used + offsets[1 + i] - moved[i] * weight(1 + i);
            weights += weight(1 + i);
        }
        let bound = out.dz[0] * self.coefficients.mu + slip.bounds[0];
        let free = bound - used - base * self.residual[5];
        let dpsi = (offsets[5] - free * weight(5)) * (1.0 / (1.0 + weight(5) * weights));
        for (i, moved) in moved.iter().enumerate() {
            out.ds[1 + i] = *moved + dpsi;
            out.dz[1 + i] = offsets[1 + i] - out.ds[1 + i] * weight(1 + i);
        }
        out.ds[5] = free + dpsi * weights;
        out.dz[5] = dpsi;
        let dz = &out.dz;
        out.impulse.beta = [dz[1] - dz[2], dz[3] - dz[4]];
    }

    /// Stores parts of the direction.
    pub fn recover<const N: usize>(&mut self, response: &LawResponse<N>, kinds: &[(usize, usize)]) {
        for &(lane, kind) in kinds {
            for row in 0..self.cone.len() {
                self.cone.ds[kind][row] = response.ds[row].0[lane];
                self.cone.dz[kind][row] = response.dz[row].0[lane];
            }
        }
    }
}
