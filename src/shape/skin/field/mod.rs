//! The soft signed distance of a skin: a mean of the distances to the planes of its patches (SSDF).
//!
//! ```text
//! d_i = |y - P_i|^2,   w = softmax(-d / epsilon),   f_i = N_i.(y - P_i),   phi = sum w_i f_i
//! grad phi = E[N] + (2/epsilon) cov(f, P)
//! Hess phi = (2/epsilon) (cov(N, P) + cov(P, N)) + (2/epsilon)^2 E[(f - Ef) (P - EP) (P - EP)^T]
//! ```
//!
//! Convex surfaces come out larger than they are, a ball by epsilon / 2R, and a box bulges beside its edges. A calibrated
//! field has a correction that makes it vanish at the queries.

mod calibrate;
mod cloud;
mod lattice;
mod moments;

use super::{Patch, Skin};
use crate::math::{Mat3, Vec3};
use cloud::{Cloud, Plane};

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

impl Soft {
    const ZERO: Self = Self {
        value: 0.0,
        gradient: Vec3::new(0.0, 0.0, 0.0),
        hessian: Mat3::new(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    };

    fn plus(self, other: Self) -> Self {
        Self {
            value: self.value + other.value,
            gradient: self.gradient + other.gradient,
            hessian: self.hessian + other.hessian,
        }
    }
}

/// A `SoftField` is the soft signed distance to a skin that has patches.
#[derive(Debug, Clone)]
pub struct SoftField {
    patches: Cloud,
    correction: Option<Cloud>,
}

impl SoftField {
    /// Makes the field of a skin at a temperature (m^2) > 0; `None` of an empty skin.
    pub fn new(skin: &Skin, epsilon: f64) -> Option<Self> {
        Self::with_shares(skin, epsilon, |_| 1.0)
    }

    /// Makes the field whose weights are multiplied by the areas of the patches. On an even skin it is that of
    /// [`SoftField::new`]; where small patches lie beside large ones, it is closer to the surface, by a third on a padded box.
    pub fn by_area(skin: &Skin, epsilon: f64) -> Option<Self> {
        let mean = skin.spacing * skin.spacing;
        Self::with_shares(skin, epsilon, |patch| patch.area / mean)
    }

    fn with_shares(skin: &Skin, epsilon: f64, share: impl Fn(&Patch) -> f64) -> Option<Self> {
        let plane = |(index, patch): (usize, &Patch)| Plane {
            point: patch.point,
            normal: patch.normal,
            offset: 0.0,
            share: share(patch),
            index,
        };
        let planes: Vec<Plane> = skin.patches.iter().enumerate().map(plane).collect();
        (!planes.is_empty()).then(|| Self {
            patches: Cloud::new(&planes, skin.spacing, epsilon),
            correction: None,
        })
    }

    /// Makes the field, with weights by area, that vanishes at all queries of the skin but those that are closer than a
    /// third of its spacing to another.
    ///
    /// Between them, a ball of 770 queries is right to 0.8 % of the spacing at a temperature of a quarter of the
    /// spacing's square, to 0.05 % at 0.7 squares and to 0.01 % at one. A body with sharp edges wants a quarter: its
    /// faces are then right to 5 % of the spacing (11 % without calibration), its smooth parts as those of a ball. At
    /// half a square the distance from an edge is too small on the outside by up to half of the spacing, and above it
    /// there are points outside where it is negative.
    pub fn calibrated(skin: &Skin, epsilon: f64) -> Option<Self> {
        let mut field = Self::by_area(skin, epsilon)?;
        let queries: Vec<Vec3> = skin.queries.iter().map(|query| query.point).collect();
        let spacing = skin.spacing;
        field.correction = calibrate::correction(&field.patches, &queries, spacing, epsilon);
        Some(field)
    }

    /// Returns the distance at a point in the frame of the skin (m) with its derivatives.
    pub fn at(&self, y: &Vec3) -> Soft {
        self.patches.at(y).plus(self.correction(y))
    }

    /// Returns the distance at a point, m.
    pub fn value(&self, y: &Vec3) -> f64 {
        let correction = self.correction.as_ref().map_or(0.0, |c| c.value(y));
        self.patches.value(y) + correction
    }

    /// Returns [`SoftField::at`] from all patches and queries, however small their weights are.
    pub fn at_brute(&self, y: &Vec3) -> Soft {
        let correction = self
            .correction
            .as_ref()
            .map_or(Soft::ZERO, |c| c.at_brute(y));
        self.patches.at_brute(y).plus(correction)
    }

    /// Returns what is added to the mean of the patches' distances; 0 of a field that is not calibrated.
    pub fn correction(&self, y: &Vec3) -> Soft {
        self.correction.as_ref().map_or(Soft::ZERO, |c| c.at(y))
    }

    /// Calls `visit` with the indices and the weights of the patches that have more than rounding; the weights sum
    /// to 1. The distance is the mean of the distances from their planes, plus [`SoftField::correction`].
    pub fn patches_near(&self, y: &Vec3, visit: impl FnMut(usize, f64)) {
        self.patches.weights(y, visit);
    }

    /// Returns the temperature of the weights, m^2.
    pub fn temperature(&self) -> f64 {
        self.patches.epsilon
    }

    /// Tells whether a point (m) is farther than `reach` (m) from the box around the patches.
    pub fn beyond(&self, y: &Vec3, reach: f64) -> bool {
        let lattice = &self.patches.lattice;
        let outside = (lattice.low - y).sup(&(y - lattice.high));
        outside.map(|x| x.max(0.0)).norm_squared() > reach * reach
    }
}
