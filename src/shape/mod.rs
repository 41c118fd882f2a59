//! Convex shapes as data: constant matrices and cones (docs/formulation.md, section 2, SL Appendix B).
//!
//! A shape knows its conic rows, support function, bounds, mass properties and parameters. It is
//! not: a pose, a body, a pair, a solver. A primitive is one file and one arm of [`Shape`]; all
//! primitives are linear in the local point y, the scaling alpha and their own auxiliaries eps:
//!
//! ```text
//! slack  s = h0 + Gy y + ga alpha + Ge eps   in  K = orthants and second-order cones
//! ```

mod capsule;
mod certificate;
mod circular_cone;
mod cuboid;
mod cylinder;
mod ellipsoid;
mod half_space;
mod hull;
mod inscribed_rate;
mod mass;
#[cfg(feature = "scene")]
mod mesh_file;
mod minkowski;
mod padded_polytope;
mod parameter;
mod polytope;
mod polytope_parameter;
mod quickhull;
mod radius_rate;
mod rows;
mod support;
mod surface;

pub use capsule::Capsule;
pub use certificate::{gap_certificate, penetration, separating_direction};
pub use circular_cone::CircularCone;
pub use cuboid::Cuboid;
pub use cylinder::{Cylinder, CylinderRows};
pub use ellipsoid::{Ellipsoid, Sphere};
pub use half_space::HalfSpace;
pub use mass::MassProperties;
#[cfg(feature = "scene")]
pub use mesh_file::MAX_MESH_BYTES;
pub use minkowski::Minkowski;
pub use padded_polytope::PaddedPolytope;
pub use parameter::{Column, Parameter, RowDerivative, Unit};
pub use polytope::{MAX_FACES, MAX_VERTICES, Polytope};
pub use rows::{ConeRow, Rows};
pub use surface::Surface;

use crate::math::{Rot, Vec3};

/// A convex shape in its own frame; the scaling is about the origin of that frame.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// Half-space.
    HalfSpace(HalfSpace),
    /// Box.
    Cuboid(Cuboid),
    /// Polytope.
    Polytope(Polytope),
    /// Sphere.
    Sphere(Sphere),
    /// Ellipsoid.
    Ellipsoid(Ellipsoid),
    /// Capsule.
    Capsule(Capsule),
    /// Cylinder.
    Cylinder(Cylinder),
    /// Circular cone.
    CircularCone(CircularCone),
    /// Padded polytope.
    PaddedPolytope(PaddedPolytope),
    /// Minkowski sum.
    Minkowski(Box<Minkowski>),
}

impl Shape {
    /// Conic rows in the shape frame.
    pub fn rows(&self) -> Rows {
        match self {
            Shape::HalfSpace(shape) => shape.rows(),
            Shape::Cuboid(shape) => shape.rows(),
            Shape::Polytope(shape) => shape.rows(),
            Shape::Sphere(shape) => shape.rows(),
            Shape::Ellipsoid(shape) => shape.rows(),
            Shape::Capsule(shape) => shape.rows(),
            Shape::Cylinder(shape) => shape.rows(),
            Shape::CircularCone(shape) => shape.rows(),
            Shape::PaddedPolytope(shape) => shape.rows(),
            Shape::Minkowski(shape) => shape.rows(),
        }
    }
}

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
}
