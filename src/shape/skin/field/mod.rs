//! The soft signed distance of a skin: a mean of the distances to the planes of its patches (SSDF, docs/formulation.md).
//!
//! ```text
//! d_i = |y - P_i|^2,   w = softmax(-d / epsilon),   f_i = N_i.(y - P_i),   phi = sum w_i f_i
//! grad phi = E[N] + (2/epsilon) cov(f, P)
//! Hess phi = (2/epsilon) (cov(N, P) + cov(P, N)) + (2/epsilon)^2 E[(f - Ef) (P - EP) (P - EP)^T]
//! ```

mod lattice;
mod moments;

use super::{Patch, Skin};
use crate::math::{Mat3, Vec3};
use lattice::Lattice;
use moments::Moments;

/// Weights below exp of minus this, relative to the largest, are rounding.
const NEGLIGIBLE: f64 = 37.0;
/// Side of the cells in which patches are sought, in spacings of the skin.
const SIDE: f64 = 3.0;

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

/// The plane of a patch.
#[derive(Debug, Clone, Copy)]
struct Plane {
    point: Vec3,
    normal: Vec3,
    /// Index of the patch.
    patch: usize,
}

impl Plane {
    /// Returns the signed distance of a point from the plane, m.
    fn distance(&self, y: &Vec3) -> f64 {
        self.normal.dot(&(y - self.point))
    }
}

/// A `SoftField` is the soft signed distance to a skin that has patches.
#[derive(Debug, Clone)]
pub struct SoftField {
    /// Planes in the order of the lattice.
    planes: Vec<Plane>,
    lattice: Lattice,
    /// Temperature of the weights, m^2.
    epsilon: f64,
}

impl SoftField {
    /// Makes the field of a skin at a temperature (m^2) > 0; `None` of an empty skin.
    pub fn new(skin: &Skin, epsilon: f64) -> Option<Self> {
        if skin.patches.is_empty() {
            return None;
        }
        let points: Vec<Vec3> = skin.patches.iter().map(|patch| patch.point).collect();
        let (lattice, order) = Lattice::new(&points, SIDE * skin.spacing);
        let plane = |&patch: &usize| {
            let Patch { point, normal, .. } = skin.patches[patch];
            Plane {
                point,
                normal,
                patch,
            }
        };
        Some(Self {
            planes: order.iter().map(plane).collect(),
            lattice,
            epsilon,
        })
    }

    /// Returns the distance at a point in the frame of the skin (m) with its derivatives.
    pub fn at(&self, y: &Vec3) -> Soft {
        let nearest = self.nearest(y);
        let mut moments = Moments::about(&nearest.point);
        self.weigh(y, nearest, |weight, plane| {
            moments.add(weight, plane, plane.distance(y));
        });
        moments.soft(self.epsilon)
    }

    /// Returns the distance at a point, m.
    pub fn value(&self, y: &Vec3) -> f64 {
        let (mut sum, mut weights) = (0.0, 0.0);
        self.weigh(y, self.nearest(y), |weight, plane| {
            weights += weight;
            sum += weight * plane.distance(y);
        });
        sum / weights
    }

    /// Returns [`SoftField::at`] from all patches, however small their weights are.
    pub fn at_brute(&self, y: &Vec3) -> Soft {
        let square = |plane: &Plane| (y - plane.point).norm_squared();
        let squares = self.planes.iter().map(square);
        let least = squares.fold(f64::INFINITY, f64::min);
        let nearest = self.planes.iter().find(|plane| square(plane) == least);
        let origin = nearest.map_or(*y, |plane| plane.point);
        let mut moments = Moments::about(&origin);
        for plane in &self.planes {
            let weight = ((least - square(plane)) / self.epsilon).exp();
            moments.add(weight, plane, plane.distance(y));
        }
        moments.soft(self.epsilon)
    }

    /// Calls `visit` with the indices and the weights of the patches that have more than rounding; the weights sum
    /// to 1.
    pub fn patches_near(&self, y: &Vec3, mut visit: impl FnMut(usize, f64)) {
        let nearest = self.nearest(y);
        let mut sum = 0.0;
        self.weigh(y, nearest, |weight, _| sum += weight);
        self.weigh(y, nearest, |weight, plane| visit(plane.patch, weight / sum));
    }

    /// Returns the temperature of the weights, m^2.
    pub fn temperature(&self) -> f64 {
        self.epsilon
    }

    /// Tells whether a point (m) is farther than `reach` (m) from the box around the patches.
    pub fn beyond(&self, y: &Vec3, reach: f64) -> bool {
        let outside = (self.lattice.low - y).sup(&(y - self.lattice.high));
        outside.map(|x| x.max(0.0)).norm_squared() > reach * reach
    }

    fn nearest(&self, y: &Vec3) -> &Plane {
        &self.planes[self.lattice.nearest(y, |i| self.planes[i].point)]
    }

    /// Calls `visit` with the weights of all planes that have more than rounding, relative to that of the nearest.
    #[inline]
    fn weigh<'a>(&'a self, y: &Vec3, nearest: &Plane, mut visit: impl FnMut(f64, &'a Plane)) {
        let least = (y - nearest.point).norm_squared();
        let cut = least + NEGLIGIBLE * self.epsilon;
        self.lattice.rows(y, cut, |row| {
            for plane in &self.planes[row] {
                let square = (y - plane.point).norm_squared();
                if square <= cut {
                    visit(((least - square) / self.epsilon).exp(), plane);
                }
            }
        });
    }
}
