//! The Hessian of the barrier of the deep problem.

use super::deep::DeepSide;
use crate::math::{Mat3, Vec3};
use nalgebra::{DMatrix, DVector};

impl DeepSide {
    /// Adds c times the Hessian of -log det of the slacks over (p, alpha, eps of both sides).
    pub(super) fn add_hessian(&self, r: &Mat3, c: f64, first: usize, out: &mut DMatrix<f64>) {
        let width = self.rows.width();
        let c = c * self.rows.relaxation;
        let column = |i: usize| {
            let g = &self.rows.g[i * width..(i + 1) * width];
            let mut full = DVector::zeros(out.nrows());
            let moved = r * Vec3::new(g[0], g[1], g[2]);
            full.rows_mut(0, 3).copy_from(&moved);
            full[3] = g[3];
            for (k, g) in g[4..].iter().enumerate() {
                full[first + k] = *g;
            }
            full
        };
        let all: Vec<DVector<f64>> = (0..self.s.len()).map(column).collect();
        for (g, s) in all.iter().zip(&self.s[..self.rows.orthant]) {
            out.ger(c / (s * s), g, g, 1.0);
        }
        let mut start = self.rows.orthant;
        for dim in &self.rows.socs {
            let (s, all) = (&self.s[start..start + dim], &all[start..start + dim]);
            let sign = |i: usize| if i == 0 { 1.0 } else { -1.0 };
            let det: f64 = (0..*dim).map(|i| sign(i) * s[i] * s[i]).sum();
            let mut lean = DVector::zeros(out.nrows());
            for (i, g) in all.iter().enumerate() {
                lean.axpy(sign(i) * s[i] / det, g, 1.0);
                out.ger(-sign(i) * c / det, g, g, 1.0);
            }
            out.ger(2.0 * c, &lean, &lean, 1.0);
            start += dim;
        }
    }
}
