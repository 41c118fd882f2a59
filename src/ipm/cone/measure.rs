//! Scalings, complementarity and centrality of a point.

use super::fours::measure_fours;
use super::rows::measure;
use super::{ConeVars, in_fours};
use crate::ipm::second_order::{Scaling, padded, product};
use crate::math::Real;

/// Part of s0 z0 that rounding may leave of the product of a second-order cone, whose terms cancel.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

impl<R: Real> ConeVars<R> {
    /// Measures scalings and complementarity at the current point.
    #[inline(always)]
    pub fn measure(&mut self) {
        let n = self.orthant;
        let [s, z, _, reciprocals] = self.rows.first_mut();
        let (mut low, mut high, mut sum) = match in_fours(n) {
            0 => measure::<R, _, f64>(&mut reciprocals[..n], [&s[..n], &z[..n]]).alone(),
            fours => measure_fours(fours, &mut reciprocals[..n], [&s[..n], &z[..n]]),
        };
        let mut other = R::ZERO;
        for soc in &mut self.socs {
            let range = soc.rows();
            let (s, z) = (padded(&s[range.clone()]), padded(&z[range]));
            soc.scaling = Scaling::new(&s, &z);
            let jordan = product(&s, &z);
            let rounding = s[0] * z[0] * R::of(ROUNDING);
            let least = jordan[0] + rounding;
            low = R::choose(least.below(low), least, low);
            high = high.up(jordan[0] - rounding);
            sum += jordan[0];
            let entries = jordan[1..].iter();
            other = entries.fold(other, |m, x| m.up(x.abs() - rounding));
        }
        (self.low, self.high) = (low, high);
        (self.sum, self.other) = (sum, other);
    }

    /// Returns the largest |s o z - rho_b e| / rho_b, with rho_b = rho times the block's factor, of second-order cones beyond
    /// what rounding leaves (8 eps s0 z0), after [`Self::measure`].
    #[inline(always)]
    pub fn centrality(&self, rho: f64) -> R {
        let target = self.factor * rho;
        let (low, high) = (self.low, self.high);
        let off = (high - target).max(target - low).max(self.other) / target;
        // Comparisons hide what is not a number, sums do not.
        R::choose(self.sum.is_nan(), R::of(f64::NAN), off)
    }

    /// Returns the sum of s.z divided by the block's factor, after [`Self::measure`].
    #[inline(always)]
    pub fn complementarity(&self) -> R {
        self.sum / self.factor
    }

    /// Returns the sum of s.z, after [`Self::measure`]: what the block adds to the duality gap.
    #[inline(always)]
    pub fn duality_gap(&self) -> R {
        self.sum
    }

    /// Returns the row of the first world with the largest |s o z - rho_b e| / rho_b, and that.
    pub fn worst_row(&self, rho: f64) -> (f64, usize) {
        let target = rho * self.factor.lane(0);
        let (s, z) = (self.s(), self.z());
        let mut worst = (0.0, 0);
        let mut visit = |value: f64, row: usize| {
            let deviation = value.abs() / target;
            if deviation > worst.0 || deviation.is_nan() {
                worst = (deviation, row);
            }
        };
        for i in 0..self.orthant {
            visit((s[i] * z[i]).lane(0) - target, i);
        }
        for soc in &self.socs {
            let range = soc.rows();
            let jordan = product(&padded(&s[range.clone()]), &padded(&z[range]));
            visit(jordan[0].lane(0) - target, soc.start);
            (1..soc.dim).for_each(|i| visit(jordan[i].lane(0), soc.start + i));
        }
        worst
    }
}

impl ConeVars {
    /// Returns H x = W^-2 x as weights of the scaled rows: s z x/s, or W^-1 x.
    pub fn scaled_weights(&self, x: &[f64]) -> Vec<f64> {
        let mut out = x.to_vec();
        for (out, at) in out.iter_mut().zip(self.orthant_rows(0)) {
            *out *= at.product() * at.inverse();
        }
        for soc in &self.socs {
            let range = soc.rows();
            let scaled = soc.scaling.inverse_times(&padded(&x[range.clone()]));
            out[range].copy_from_slice(&scaled[..soc.dim]);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Centrality at relaxation `rho` of a cone whose product is `factor` times it, at slacks and duals of size `size`.
    fn centrality(size: f64, rho: f64, factor: f64) -> f64 {
        let mut cone = ConeVars::<f64>::default();
        cone.reset(0, &[3]);
        // s = (a, b, 0) and z = (a, -b, 0): s o z = a^2 - b^2 on the first row, 0 on the others.
        let b = (size * size - rho * factor).sqrt();
        let [s, z] = cone.point_mut();
        s.copy_from_slice(&[size, b, 0.0]);
        z.copy_from_slice(&[size, -b, 0.0]);
        cone.measure();
        cone.centrality(rho)
    }

    #[test]
    fn rounding_of_large_numbers_is_no_distance_from_the_path_and_all_else_is() {
        for (size, rho, off) in [(1e-2, 1e-6, 1e-3), (1.0, 1e-6, 1e-3), (300.0, 1e-8, 0.2)] {
            let found = centrality(size, rho, 1.0 + off);
            assert!((found - off).abs() < 0.1 * off, "{size}, {rho}: {found}");
        }
        // 8 eps s0 z0 is 1.6e-2 rho here
        assert!(centrality(300.0, 1e-8, 1.0) < 1e-2);
        assert!(centrality(1.0, 1e-6, 1.0) < 1e-9);
    }
}
