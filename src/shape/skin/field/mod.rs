//! The soft signed distance of a skin: a mean of the distances to the planes of its patches (SSDF, docs/formulation.md).
//!
//! ```text
//! d_i = |y - P_i|^2,   w = softmax(-d / epsilon),   f_i = N_i.(y - P_i),   phi = sum w_i f_i
//! grad phi = E[N] + (2/epsilon) cov(f, P)
//! Hess phi = (2/epsilon) (cov(N, P) + cov(P, N)) + (2/epsilon)^2 E[(f - Ef) (P - EP) (P - EP)^T]
//! ```

mod moments;

use super::{Patch, Skin};
use crate::math::{Mat3, Vec3};
use moments::Moments;

/// Weights below exp of minus this, relative to the largest, are rounding.
const NEGLIGIBLE: f64 = 37.0;

/// A `Soft` is the soft signed distance at a point with its derivatives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Soft {
    /// Distance, m; negative inside.
    pub value: f64,
    /// Gradient.
    pub gradient: Vec3,
    /// Second derivatives, 1/m.
    pub hessian: Mat3,
}

/// A `SoftField` is the soft signed distance to a skin that has patches.
#[derive(Debug, Clone)]
pub struct SoftField {
    patches: Vec<Patch>,
    /// Temperature of the weights, m^2.
    epsilon: f64,
    low: Vec3,
    high: Vec3,
}

impl SoftField {
    /// Makes the field of a skin at a temperature (m^2) > 0; `None` of an empty skin.
    pub fn new(skin: &Skin, epsilon: f64) -> Option<Self> {
        let first = skin.patches.first()?.point;
        let points = || skin.patches.iter().map(|patch| patch.point);
        Some(Self {
            patches: skin.patches.clone(),
            epsilon,
            low: points().fold(first, |low, p| low.inf(&p)),
            high: points().fold(first, |high, p| high.sup(&p)),
        })
    }

    /// Returns the distance at a point in the frame of the skin (m) with its derivatives.
    pub fn at(&self, y: &Vec3) -> Soft {
        self.at_brute(y)
    }

    /// Returns [`SoftField::at`] from all patches, however small their weights are.
    pub fn at_brute(&self, y: &Vec3) -> Soft {
        let squares = self.patches.iter().map(|p| (y - p.point).norm_squared());
        let least = squares.fold(f64::INFINITY, f64::min);
        let mut moments = Moments::about(y, &self.patches[0].point);
        for patch in &self.patches {
            let square = (y - patch.point).norm_squared();
            let weight = ((least - square) / self.epsilon).exp();
            moments.add(weight, patch);
        }
        moments.soft(self.epsilon)
    }

    /// Calls `visit` with the indices and the weights of the patches that have more than rounding; the weights sum
    /// to 1.
    pub fn patches_near(&self, y: &Vec3, mut visit: impl FnMut(usize, f64)) {
        let square = |p: &Patch| (y - p.point).norm_squared();
        let least = self
            .patches
            .iter()
            .map(square)
            .fold(f64::INFINITY, f64::min);
        let cut = least + NEGLIGIBLE * self.epsilon;
        let weight = |p: &Patch| ((least - square(p)) / self.epsilon).exp();
        let near = |p: &&Patch| square(p) <= cut;
        let sum: f64 = self.patches.iter().filter(near).map(weight).sum();
        for (i, patch) in self.patches.iter().enumerate() {
            if near(&patch) {
                visit(i, weight(patch) / sum);
            }
        }
    }

    /// Tells whether a point (m) is farther than `reach` (m) from the box around the patches.
    pub fn beyond(&self, y: &Vec3, reach: f64) -> bool {
        let outside = (self.low - y).sup(&(y - self.high)).map(|x| x.max(0.0));
        outside.norm_squared() > reach * reach
    }
}
