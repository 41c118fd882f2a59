//! Points from which a solve starts: within the cones, or on the central path.

use super::ConeVars;
use crate::ipm::second_order::{det, padded};
use crate::math::Real;

impl<R: Real> ConeVars<R> {
    /// Moves the slacks along e into the cone until they are `inside` deep, and sets
    /// z = `product` s^-1.
    #[inline(always)]
    pub fn start_from_slacks(&mut self, inside: f64, product: f64) {
        let (inside, product) = (R::of(inside), R::of(product));
        let (orthant, socs) = (self.orthant, &self.socs);
        let [slacks, duals] = self.rows.first_mut();
        for (s, z) in slacks.iter_mut().zip(duals.iter_mut()).take(orthant) {
            *s = s.max(inside);
            *z = product / *s;
        }
        for soc in socs {
            let range = soc.rows();
            let s = &mut slacks[range.clone()];
            let norm = s[1..].iter().fold(R::of(-0.0), |sum, v| sum + *v * *v);
            s[0] = s[0].max(norm.sqrt() + inside);
            let scale = product / det(&padded(s));
            let z = &mut duals[range];
            for (z, s) in z.iter_mut().zip(s) {
                *z = -*s * scale;
            }
            z[0] = -z[0];
        }
    }
}

impl ConeVars {
    /// Puts s and z on the central path at complementarity `c` (times the block's factor), keeping
    /// their difference.
    pub fn recentre(&mut self, c: f64) {
        let c = c * self.factor;
        // Eigenvalues of s and z from those of s - z.
        let halves = |d: f64| {
            let root = (d * d + 4.0 * c).sqrt();
            // The smaller of the two without cancellation.
            let large = 0.5 * (root + d.abs());
            if d > 0.0 {
                (large, c / large)
            } else {
                (c / large, large)
            }
        };
        let (orthant, socs) = (self.orthant, &self.socs);
        let [s, z] = self.rows.first_mut();
        for i in 0..orthant {
            (s[i], z[i]) = halves(s[i] - z[i]);
        }
        for soc in socs {
            let start = soc.start;
            let axis = start + 1..start + soc.dim;
            let d0 = s[start] - z[start];
            for i in axis.clone() {
                s[i] -= z[i];
            }
            let norm = s[axis.clone()].iter().map(|v| v * v).sum::<f64>().sqrt();
            let (plus, minus) = (halves(d0 + norm), halves(d0 - norm));
            let scale = if norm > 0.0 { 0.5 / norm } else { 0.0 };
            s[start] = 0.5 * (plus.0 + minus.0);
            z[start] = 0.5 * (plus.1 + minus.1);
            for i in axis {
                let along = s[i] * scale;
                s[i] = along * (plus.0 - minus.0);
                z[i] = along * (plus.1 - minus.1);
            }
        }
    }
}
