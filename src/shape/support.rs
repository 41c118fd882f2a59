//! Support functions, bounds and radii.

use super::Shape;
use crate::math::Vec3;

impl Shape {
    /// Support point in direction `d` (shape frame, any length): the y of the shape with the
    /// largest d.y. A half-space has none in most directions and answers `None`.
    pub fn support(&self, d: &Vec3) -> Option<Vec3> {
        match self {
            Shape::HalfSpace(_) => None,
            Shape::Cuboid(shape) => Some(shape.half_extents.zip_map(d, |h, d| h.copysign(d))),
            Shape::Sphere(shape) => {
                let n = d.norm();
                Some(if n > 0.0 {
                    d * (shape.radius / n)
                } else {
                    Vec3::zeros()
                })
            }
            _ => None,
        }
    }

    /// Radius about the reference point (the origin of the shape frame) of the smallest ball that
    /// contains the shape, m; infinite for a half-space.
    pub fn bounding_radius(&self) -> f64 {
        match self {
            Shape::Cuboid(shape) => shape.half_extents.norm(),
            Shape::Sphere(shape) => shape.radius,
            _ => f64::INFINITY,
        }
    }

    /// Radius about the reference point of the largest ball inside the shape, m; 0 for a
    /// half-space (DESIGN section 4, step 2).
    pub fn inscribed_radius(&self) -> f64 {
        match self {
            Shape::Cuboid(shape) => shape.half_extents.min(),
            Shape::Sphere(shape) => shape.radius,
            _ => 0.0,
        }
    }
}

impl super::Placed {
    /// Support point in the enclosing frame.
    pub fn support(&self, d: &Vec3) -> Option<Vec3> {
        let inner = self.rotation.inverse_transform_vector(d);
        self.shape
            .support(&inner)
            .map(|y| self.rotation * y + self.offset)
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
}
