//! Boxes around parts.

use crate::math::{Pose, Vec3};
use crate::shape::Shape;
use crate::world::{Model, Part};

/// A box along the axes of the world, m.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The smallest coordinates.
    pub low: Vec3,
    /// The largest coordinates.
    pub high: Vec3,
}

impl Bounds {
    /// Returns the box around a bounded part of a body at both poses (m).
    pub fn swept(part: &Part, start: &Pose, end: &Pose) -> Self {
        let (low, high) = part.bounds;
        let (centre, half) = ((low + high) * 0.5, (high - low) * 0.5);
        let mut out = Self {
            low: Vec3::repeat(f64::INFINITY),
            high: Vec3::repeat(f64::NEG_INFINITY),
        };
        for pose in [start, end] {
            let at = pose.point_in_world(&centre);
            let reach = pose.r.abs() * half;
            out.low = out.low.inf(&(at - reach));
            out.high = out.high.sup(&(at + reach));
        }
        out
    }

    /// Returns the box grown by `reach` (m) on every side.
    pub fn grown(&self, reach: f64) -> Self {
        let reach = Vec3::repeat(reach);
        Self {
            low: self.low - reach,
            high: self.high + reach,
        }
    }

    /// Returns whether two boxes overlap or touch.
    pub fn meets(&self, other: &Self) -> bool {
        (0..3).all(|k| self.low[k] <= other.high[k] && other.low[k] <= self.high[k])
    }

    /// Returns whether the box lies outside of the half-space that is part `part` of body `body` at `pose`
    /// (m); never for another shape.
    pub fn beyond_plane(&self, model: &Model, body: usize, part: usize, pose: &Pose) -> bool {
        let placed = &model.bodies[body].parts[part].placed;
        let Shape::HalfSpace(plane) = &placed.shape else {
            return false;
        };
        let normal = pose.r * (placed.rotation * plane.normal);
        let origin = pose.point_in_world(&placed.offset);
        let nearest = self.low.zip_zip_map(
            &self.high,
            &normal,
            |low, high, n| if n > 0.0 { low } else { high },
        );
        normal.dot(&(nearest - origin)) > plane.offset
    }
}

/// Returns whether a part has an end in every direction.
pub fn bounded(part: &Part) -> bool {
    let (low, high) = &part.bounds;
    low.iter().chain(high).all(|x| x.is_finite())
}
