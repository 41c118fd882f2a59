//! Shapes from numbers.

use super::{
    Capsule, CircularCone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Minkowski, PaddedPolytope,
    Placed, Polytope, Shape, Sphere,
};
use crate::error::Result;
use crate::math::Vec3;

impl From<Shape> for Result<Shape> {
    fn from(shape: Shape) -> Self {
        Ok(shape)
    }
}

/// Every constructor refuses lengths that are not positive and finite, with an [`Error`](crate::Error) that says the
/// limit and the remedy. Lengths are in m, angles in rad; axes are z.
impl Shape {
    /// All points y with n.y <= `offset`, n the direction of `normal`, which points out of the material.
    pub fn half_space(normal: impl Into<Vec3>, offset: f64) -> Result<Shape> {
        HalfSpace::new(normal.into(), offset).map(Shape::HalfSpace)
    }

    /// A box around its centre.
    pub fn cuboid(half_extents: impl Into<Vec3>) -> Result<Shape> {
        Cuboid::new(half_extents.into()).map(Shape::Cuboid)
    }

    /// A sphere around its centre.
    pub fn sphere(radius: f64) -> Result<Shape> {
        Sphere::new(radius).map(Shape::Sphere)
    }

    /// An ellipsoid around its centre.
    pub fn ellipsoid(semi_axes: impl Into<Vec3>) -> Result<Shape> {
        Ellipsoid::new(semi_axes.into()).map(Shape::Ellipsoid)
    }

    /// A capsule around its centre; `length` is the distance between the centres of its caps.
    pub fn capsule(radius: f64, length: f64) -> Result<Shape> {
        Capsule::new(radius, length).map(Shape::Capsule)
    }

    /// A cylinder around its centre.
    pub fn cylinder(radius: f64, length: f64) -> Result<Shape> {
        Cylinder::new(radius, length).map(Shape::Cylinder)
    }

    /// A circular cone around its centroid, a quarter of `height` above its base; `half_angle` is the
    /// angle between axis and side.
    pub fn cone(height: f64, half_angle: f64) -> Result<Shape> {
        CircularCone::new(height, half_angle).map(Shape::CircularCone)
    }

    /// The convex hull of points that enclose the origin of the shape frame.
    pub fn hull(points: &[Vec3]) -> Result<Shape> {
        Polytope::from_vertices(points).map(Shape::Polytope)
    }

    /// The sum of a polytope and a ball.
    pub fn padded(core: Polytope, radius: f64) -> Result<Shape> {
        PaddedPolytope::new(core, radius).map(Shape::PaddedPolytope)
    }

    /// The Minkowski sum of two placed shapes.
    pub fn minkowski(first: Placed, second: Placed) -> Result<Shape> {
        Minkowski::new(first, second).map(|sum| Shape::Minkowski(Box::new(sum)))
    }
}
