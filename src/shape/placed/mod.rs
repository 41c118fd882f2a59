//! A shape in an enclosing frame.

mod parameter;

use super::{Rows, Shape, Surface};
use crate::math::{Rot, Vec3};

/// A shape placed in an enclosing frame: y_outer = offset + rotation y_shape.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    /// The shape.
    pub shape: Shape,
    /// Position of the shape frame, m.
    pub offset: Vec3,
    /// Orientation of the shape frame.
    pub rotation: Rot,
}

impl Placed {
    /// A shape at the origin of the enclosing frame.
    pub fn at_origin(shape: Shape) -> Self {
        Self {
            shape,
            offset: Vec3::zeros(),
            rotation: Rot::identity(),
        }
    }

    /// Conic rows in the enclosing frame.
    pub fn rows(&self) -> Rows {
        self.shape.rows().placed(&self.rotation, &self.offset)
    }

    /// Support point in the enclosing frame.
    pub fn support(&self, d: &Vec3) -> Option<Vec3> {
        let inner = self.rotation.inverse_transform_vector(d);
        self.shape
            .support(&inner)
            .map(|y| self.rotation * y + self.offset)
    }

    /// Support function h(d) = max d.y in the enclosing frame, for a unit `d`, m; see
    /// [`Shape::support_value`].
    pub fn support_value(&self, d: &Vec3) -> f64 {
        let inner = self.rotation.inverse_transform_vector(d);
        self.shape.support_value(&inner) + d.dot(&self.offset)
    }

    /// Smallest axis-aligned box around the placed shape in the enclosing frame, (low, high), m;
    /// infinite for a half-space.
    pub fn bounds(&self) -> (Vec3, Vec3) {
        let mut low = Vec3::repeat(f64::NEG_INFINITY);
        let mut high = Vec3::repeat(f64::INFINITY);
        for i in 0..3 {
            let axis = Vec3::ith(i, 1.0);
            if let (Some(top), Some(bottom)) = (self.support(&axis), self.support(&-axis)) {
                high[i] = top[i];
                low[i] = bottom[i];
            }
        }
        (low, high)
    }

    /// Derivative of the shape's [`Shape::bounding_radius`] with respect to parameter `i` of
    /// [`Placed::parameters`], m per unit of the parameter; 0 for the six of the placement. Where
    /// several corners of a polytope are farthest, the mean of both sides.
    pub fn bounding_radius_rate(&self, i: usize) -> f64 {
        self.shape.bounding_radius_rate(i)
    }

    /// Derivatives of the shape's [`Shape::inscribed_radius`] with respect to parameter `i` of
    /// [`Placed::parameters`], m per unit of the parameter: that from the left (the parameter
    /// decreases) and that from the right. They are 0 for the six parameters of the placement.
    pub fn inscribed_radius_rate(&self, i: usize) -> [f64; 2] {
        self.shape.inscribed_radius_rate(i)
    }

    /// The surface in the enclosing frame; empty for a half-space, which has no end.
    pub fn surface(&self) -> Surface {
        let mut surface = self.shape.surface();
        for point in &mut surface.points {
            *point = self.rotation * *point + self.offset;
        }
        for normal in &mut surface.normals {
            *normal = self.rotation * *normal;
        }
        surface
    }
}
