//! Convex shapes as data: constant matrices and cones (docs/formulation.md, section 2, SL Appendix B).
//!
//! A shape knows its conic rows, support function, bounds, mass properties, parameters, faces and
//! its table in a scene. It is not: a pose, a body, a pair, a solver. A primitive is one file and
//! one line of the list below; all primitives are linear in the local point y, the scaling alpha
//! and their own auxiliaries eps:
//!
//! ```text
//! slack  s = h0 + Gy y + ga alpha + Ge eps   in  K = orthants and second-order cones
//! ```

mod any;
mod beads;
pub(crate) mod capsule;
mod certificate;
pub(crate) mod circular_cone;
mod constructors;
pub(crate) mod cuboid;
pub(crate) mod cylinder;
mod descent;
pub(crate) mod ellipsoid;
pub(crate) mod half_space;
mod hull;
mod hull_points;
mod least;
mod mass;
pub mod mesh;
mod minkowski;
mod oriented_points;
pub(crate) mod padded_polytope;
mod parameter;
mod placed;
pub(crate) mod point_hull;
pub(crate) mod polytope;
mod primitive;
mod query_tree;
mod quickhull;
mod rows;
pub mod skin;
mod soft_planes;
mod soft_samples;
mod soft_surface;
mod solid;
pub(crate) mod sphere;
mod support;
mod surface;
pub(crate) mod table;
pub(crate) mod tapered_capsule;

pub use any::Geom;
pub use beads::Bead;
pub use certificate::{
    deepest_normal, deepest_normal_anew, gap_certificate, penetration, separating_direction,
};
pub use cylinder::CylinderRows;
pub use hull_points::{HullPointRates, HullPoints, MAX_HULL_POINTS};
pub use mass::MassProperties;
pub use mesh::MAX_MESH_BYTES;
pub use minkowski::Minkowski;
pub use oriented_points::OrientedPoint;
pub use parameter::{Column, Parameter, RowDerivative, Unit};
pub use placed::Placed;
pub(crate) use point_hull::HullsTable;
pub use point_hull::MassFrom;
pub use polytope::{MAX_FACES, MAX_VERTICES};
pub use rows::{ConeRow, Rows};
pub use soft_planes::SoftPlanes;
pub(crate) use soft_samples::STEEPEST;
pub use soft_surface::SoftSurface;
pub use solid::Solid;
pub use surface::Surface;

use primitive::Primitive;

/// Gives the list of all primitives to the macro `$then`: a line has the module, the type and the key
/// in scenes. The module implements [`Primitive`] for the type and has the `Table` that a scene
/// writes under the key. A new primitive needs its file, its `mod` and its line.
macro_rules! every_primitive {
    ($then:ident) => {
        $then! {
            cuboid::Cuboid as "box",
            sphere::Sphere as "sphere",
            ellipsoid::Ellipsoid as "ellipsoid",
            capsule::Capsule as "capsule",
            tapered_capsule::TaperedCapsule as "tapered_capsule",
            cylinder::Cylinder as "cylinder",
            circular_cone::CircularCone as "cone",
            half_space::HalfSpace as "halfspace",
            polytope::Polytope as "polytope",
            padded_polytope::PaddedPolytope as "padded_polytope",
            point_hull::PointHull as "hull",
        }
    };
}
pub(crate) use every_primitive;

macro_rules! define_shape {
    ($($module:ident::$Kind:ident as $key:literal,)*) => {
        $(pub use $module::$Kind;)*

        /// A convex shape in its own frame; the scaling is about the origin of that frame.
        #[derive(Debug, Clone, PartialEq)]
        pub enum Shape {
            $(
                #[doc = concat!("`", $key, "` in scenes.")]
                $Kind($Kind),
            )*
            /// `minkowski` in scenes: a sum.
            Minkowski(Box<Minkowski>),
        }

        $(
            impl From<$Kind> for Shape {
                fn from(shape: $Kind) -> Self {
                    Self::$Kind(shape)
                }
            }

            impl From<$Kind> for Placed {
                fn from(shape: $Kind) -> Self {
                    Self::at_origin(Shape::$Kind(shape))
                }
            }
        )*

        impl Shape {
            fn primitive(&self) -> &dyn Primitive {
                match self {
                    $(Self::$Kind(shape) => shape,)*
                    Self::Minkowski(sum) => &**sum,
                }
            }
        }
    };
}
every_primitive!(define_shape);

impl From<Minkowski> for Shape {
    fn from(sum: Minkowski) -> Self {
        Self::Minkowski(Box::new(sum))
    }
}
