//! Where the action is.

use crate::math::Vec3;
use crate::recording::Frame;
use crate::world::Model;

/// A box around the bodies over some frames (half-spaces do not count), world, m.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extent {
    /// Corner of smallest coordinates.
    pub low: Vec3,
    /// Corner of largest coordinates.
    pub high: Vec3,
}

impl Extent {
    /// Around nothing; only [`Extent::add`] makes it useful.
    pub fn nothing() -> Self {
        Self {
            low: Vec3::repeat(f64::INFINITY),
            high: Vec3::repeat(f64::NEG_INFINITY),
        }
    }

    /// Grows to hold the bodies at `frame`.
    pub fn add(&mut self, model: &Model, frame: &Frame) {
        for (body, at) in model.bodies.iter().zip(&frame.state().bodies) {
            for part in &body.parts {
                if part.bounding_radius.is_finite() {
                    let centre = part.placed.offset
                        + part.placed.rotation * part.placed.shape.reference_point();
                    let centre = at.position + at.rotation * centre;
                    let reach = Vec3::repeat(part.bounding_radius);
                    self.low = self.low.inf(&(centre - reach));
                    self.high = self.high.sup(&(centre + reach));
                }
            }
        }
    }

    /// Middle, m; the origin of nothing.
    pub fn centre(&self) -> Vec3 {
        match self.low.x <= self.high.x {
            true => (self.low + self.high) * 0.5,
            false => Vec3::zeros(),
        }
    }

    /// Radius of the ball around the box, m; 1 of nothing.
    pub fn radius(&self) -> f64 {
        match self.low.x <= self.high.x {
            true => (self.high - self.low).norm() * 0.5,
            false => 1.0,
        }
    }
}
