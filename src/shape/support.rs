//! Support functions, bounds and radii.
//!
//! The support function of K is h(d) = max over y in K of d.y; a support point is a y that
//! attains it. Everything is in the frame of the shape, about its origin.

use super::{Placed, Shape};
use crate::math::Vec3;

impl Shape {
    /// Support point in direction `d` (shape frame, any length): the y of the shape with the
    /// largest d.y. A half-space has none in most directions and answers `None`.
    pub fn support(&self, d: &Vec3) -> Option<Vec3> {
        let y = match self {
            Shape::HalfSpace(_) => return None,
            Shape::Cuboid(shape) => shape.half_extents.zip_map(d, |h, d| h.copysign(d)),
            Shape::Polytope(shape) => farthest(&shape.vertices, d),
            Shape::Sphere(shape) => along(d, shape.radius),
            Shape::Ellipsoid(shape) => {
                let a = &shape.semi_axes;
                along(&a.component_mul(d), 1.0).component_mul(a)
            }
            Shape::Capsule(shape) => {
                along(d, shape.radius) + Vec3::z() * (0.5 * shape.length).copysign(d.z)
            }
            Shape::Cylinder(shape) => {
                radial(d, shape.radius) + Vec3::z() * (0.5 * shape.length).copysign(d.z)
            }
            Shape::CircularCone(shape) => {
                let rim = radial(d, shape.base_radius()) + Vec3::z() * (0.25 * shape.height);
                let apex = Vec3::z() * (-0.75 * shape.height);
                if d.dot(&rim) >= d.dot(&apex) {
                    rim
                } else {
                    apex
                }
            }
            Shape::PaddedPolytope(shape) => {
                farthest(&shape.core.vertices, d) + along(d, shape.radius)
            }
            Shape::Minkowski(sum) => sum.children[0].support(d)? + sum.children[1].support(d)?,
        };
        Some(y)
    }

    /// The point to which the shape shrinks as alpha goes to 0, shape frame, m: the origin, for a
    /// sum the sum of its children's.
    pub fn reference_point(&self) -> Vec3 {
        match self {
            Shape::Minkowski(sum) => sum.reference_point(),
            _ => Vec3::zeros(),
        }
    }

    /// Support function h(d) = max d.y (shape frame) for a unit `d`, m. A half-space has a finite
    /// value only along its own normal (to 1e-9 rad), else it is infinite.
    pub fn support_value(&self, d: &Vec3) -> f64 {
        match (self, self.support(d)) {
            (Shape::HalfSpace(plane), _) if (d - plane.normal).norm() <= 1e-9 => plane.offset,
            (_, Some(y)) => y.dot(d),
            (_, None) => f64::INFINITY,
        }
    }

    /// Radius about the reference point (the origin of the shape frame) of the smallest ball that
    /// contains the shape, m; infinite for a half-space. For a sum an upper bound: the distance
    /// of its centre plus the radii of its children.
    pub fn bounding_radius(&self) -> f64 {
        match self {
            Shape::HalfSpace(_) => f64::INFINITY,
            Shape::Cuboid(shape) => shape.half_extents.norm(),
            Shape::Polytope(shape) => largest(&shape.vertices),
            Shape::Sphere(shape) => shape.radius,
            Shape::Ellipsoid(shape) => shape.semi_axes.max(),
            Shape::Capsule(shape) => shape.radius + 0.5 * shape.length,
            Shape::Cylinder(shape) => shape.radius.hypot(0.5 * shape.length),
            Shape::CircularCone(shape) => {
                let rim = shape.base_radius().hypot(0.25 * shape.height);
                rim.max(0.75 * shape.height)
            }
            Shape::PaddedPolytope(shape) => largest(&shape.core.vertices) + shape.radius,
            Shape::Minkowski(sum) => {
                let [a, b] = &sum.children;
                (a.offset + b.offset).norm() + a.shape.bounding_radius() + b.shape.bounding_radius()
            }
        }
    }

    /// Radius about the reference point of the largest ball inside the shape, m; 0 for a
    /// half-space (docs/formulation.md, section 4, step 2). It is used only as a scale. For a sum it is the sum
    /// of the children's radii: a ball of that radius about the sum of the children's origins
    /// (not the origin of the sum's frame) is inside, so it is positive whatever the offsets.
    pub fn inscribed_radius(&self) -> f64 {
        match self {
            Shape::HalfSpace(_) => 0.0,
            Shape::Cuboid(shape) => shape.half_extents.min(),
            Shape::Polytope(shape) => smallest(&shape.offsets),
            Shape::Sphere(shape) => shape.radius,
            Shape::Ellipsoid(shape) => shape.semi_axes.min(),
            Shape::Capsule(shape) => shape.radius,
            Shape::Cylinder(shape) => shape.radius.min(0.5 * shape.length),
            Shape::CircularCone(shape) => {
                let side = 0.75 * shape.height * shape.half_angle.sin();
                side.min(0.25 * shape.height)
            }
            Shape::PaddedPolytope(shape) => smallest(&shape.core.offsets) + shape.radius,
            Shape::Minkowski(sum) => {
                let [a, b] = &sum.children;
                a.shape.inscribed_radius() + b.shape.inscribed_radius()
            }
        }
    }
}

/// `length` in the direction `d`; zero when `d` is.
fn along(d: &Vec3, length: f64) -> Vec3 {
    let n = d.norm();
    if n > 0.0 {
        d * (length / n)
    } else {
        Vec3::zeros()
    }
}

/// `length` in the direction of `d` across the z axis.
fn radial(d: &Vec3, length: f64) -> Vec3 {
    along(&Vec3::new(d.x, d.y, 0.0), length)
}

fn farthest(vertices: &[Vec3], d: &Vec3) -> Vec3 {
    let mut best = (f64::NEG_INFINITY, Vec3::zeros());
    for v in vertices {
        let height = v.dot(d);
        if height > best.0 {
            best = (height, *v);
        }
    }
    best.1
}

fn largest(vertices: &[Vec3]) -> f64 {
    vertices.iter().map(Vec3::norm).fold(0.0, f64::max)
}

fn smallest(offsets: &[f64]) -> f64 {
    offsets.iter().copied().fold(f64::INFINITY, f64::min)
}

impl Placed {
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
}
