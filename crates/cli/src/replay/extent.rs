//! Where the action is.

use drystone::math::{Rot, Vec3};
use drystone::recording::Frame;
use drystone::shape::Placed;
use drystone::world::Model;

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
                self.hold(&part.placed, &at.position, &at.rotation);
            }
        }
    }

    /// Grows to hold points, world, m.
    pub fn add_points(&mut self, points: impl IntoIterator<Item = Vec3>) {
        for point in points {
            self.low = self.low.inf(&point);
            self.high = self.high.sup(&point);
        }
    }

    fn hold(&mut self, placed: &Placed, position: &Vec3, rotation: &Rot) {
        let reach = |d: Vec3| {
            let along = rotation.inverse_transform_vector(&d);
            let point = placed.support(&along)?;
            Some(d.dot(&(position + rotation * point)))
        };
        for axis in 0..3 {
            let d = Vec3::ith(axis, 1.0);
            if let (Some(high), Some(low)) = (reach(d), reach(-d)) {
                self.high[axis] = self.high[axis].max(high);
                self.low[axis] = self.low[axis].min(-low);
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

    /// The eight corners of the box, m; none of nothing.
    pub fn corners(&self) -> impl Iterator<Item = Vec3> + use<> {
        let ends = [self.low, self.high];
        let there = self.low.x <= self.high.x;
        let corner =
            move |k: usize| Vec3::new(ends[k & 1].x, ends[(k >> 1) & 1].y, ends[(k >> 2) & 1].z);
        (0..8).filter(move |_| there).map(corner)
    }

    /// Radius of the ball around the box, m; 1 of nothing.
    pub fn radius(&self) -> f64 {
        match self.low.x <= self.high.x {
            true => (self.high - self.low).norm() * 0.5,
            false => 1.0,
        }
    }
}
