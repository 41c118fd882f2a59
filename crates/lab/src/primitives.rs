//! The bodies of the study: one of every primitive, of irregular size, with the side it rests on
//! and the side it rolls on.

use drystone::error::Result;
use drystone::math::{Rot, Vec3};
use drystone::shape::{
    Capsule, CircularCone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Minkowski, PaddedPolytope,
    Placed, Polytope, Shape, Sphere,
};

/// Half-angle of the cone, rad.
const CONE_ANGLE: f64 = 0.6;

/// The primitive that a body of the study is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Primitive {
    /// Sphere.
    Sphere,
    /// Ellipsoid of three different semi-axes.
    Ellipsoid,
    /// Capsule.
    Capsule,
    /// Cylinder.
    Cylinder,
    /// Circular cone.
    Cone,
    /// Cuboid of three different edges.
    Cuboid,
    /// Irregular polytope of triangles.
    Polytope,
    /// Irregular polytope with round edges.
    PaddedPolytope,
    /// Minkowski sum of a cuboid and a capsule.
    Sum,
    /// A cuboid and a capsule side by side on one body.
    Bundle,
    /// Half-space; supports only.
    HalfSpace,
}

impl Primitive {
    /// Those that move; a half-space is a support only.
    pub const MOVING: [Primitive; 10] = [
        Primitive::Sphere,
        Primitive::Ellipsoid,
        Primitive::Capsule,
        Primitive::Cylinder,
        Primitive::Cone,
        Primitive::Cuboid,
        Primitive::Polytope,
        Primitive::PaddedPolytope,
        Primitive::Sum,
        Primitive::Bundle,
    ];

    /// Name in the names of cases.
    pub fn name(self) -> &'static str {
        match self {
            Primitive::Sphere => "sphere",
            Primitive::Ellipsoid => "ellipsoid",
            Primitive::Capsule => "capsule",
            Primitive::Cylinder => "cylinder",
            Primitive::Cone => "cone",
            Primitive::Cuboid => "cuboid",
            Primitive::Polytope => "polytope",
            Primitive::PaddedPolytope => "padded polytope",
            Primitive::Sum => "sum",
            Primitive::Bundle => "bundle",
            Primitive::HalfSpace => "half-space",
        }
    }

    /// Outward normal of the side it rests on, shape frame.
    pub fn resting_side(self) -> Vec3 {
        match self {
            Primitive::Capsule => Vec3::x(),
            Primitive::Cone | Primitive::HalfSpace => Vec3::z(),
            _ => -Vec3::z(),
        }
    }

    /// Whether the side it rests on holds it against tipping and rolling.
    pub fn rests_firmly(self) -> bool {
        !matches!(
            self,
            Primitive::Sphere | Primitive::Ellipsoid | Primitive::Capsule
        )
    }

    /// Outward normal of the side it rolls on and the axis it rolls about (for those without one
    /// about that the normal stays, any axis does), shape frame.
    pub fn rolling_side(self) -> (Vec3, Vec3) {
        let (sin, cos) = CONE_ANGLE.sin_cos();
        match self {
            Primitive::Capsule | Primitive::Cylinder => (Vec3::x(), Vec3::z()),
            Primitive::Cone => (Vec3::new(cos, 0.0, -sin), Vec3::new(sin, 0.0, cos)),
            Primitive::Sphere => (-Vec3::z(), Vec3::new(0.8, 0.6, 0.0)),
            _ => {
                let side = Vec3::new(0.21, 0.34, -0.9).normalize();
                (side, side.cross(&Vec3::new(0.9, -0.4, 0.1)).normalize())
            }
        }
    }

    /// Returns the convex parts of the body, `scale` times about 0.1 m in half-size.
    ///
    /// # Errors
    /// A `scale` that is not positive.
    pub fn parts(self, scale: f64) -> Result<Vec<Placed>> {
        let s = scale;
        let only = |shape| Ok(vec![Placed::at_origin(shape)]);
        match self {
            Primitive::Sphere => only(Shape::Sphere(Sphere::new(0.09 * s)?)),
            Primitive::Ellipsoid => only(Shape::Ellipsoid(Ellipsoid::new(
                Vec3::new(0.12, 0.09, 0.06) * s,
            )?)),
            Primitive::Capsule => only(Shape::Capsule(Capsule::new(0.06 * s, 0.13 * s)?)),
            Primitive::Cylinder => only(Shape::Cylinder(Cylinder::new(0.08 * s, 0.15 * s)?)),
            Primitive::Cone => only(Shape::CircularCone(CircularCone::new(
                0.16 * s,
                CONE_ANGLE,
            )?)),
            Primitive::Cuboid => only(cuboid(Vec3::new(0.11, 0.08, 0.06) * s)?),
            Primitive::Polytope => only(Shape::Polytope(triangles(s)?)),
            Primitive::PaddedPolytope => {
                let padded = PaddedPolytope::new(cut_block(s)?, 0.018 * s)?;
                only(Shape::PaddedPolytope(padded))
            }
            Primitive::Sum => {
                let block = cuboid(Vec3::new(0.07, 0.05, 0.04) * s)?;
                let block = placed(block, Vec3::new(0.01, -0.02, 0.005) * s, Vec3::zeros());
                let capsule = Shape::Capsule(Capsule::new(0.02 * s, 0.05 * s)?);
                let turn = Vec3::new(0.5, -0.3, 0.2);
                let capsule = placed(capsule, Vec3::new(-0.01, 0.01, 0.0) * s, turn);
                only(Shape::Minkowski(Box::new(Minkowski::new(block, capsule)?)))
            }
            Primitive::Bundle => {
                let block = cuboid(Vec3::new(0.06, 0.09, 0.05) * s)?;
                let capsule = Shape::Capsule(Capsule::new(0.045 * s, 0.12 * s)?);
                let lying = Vec3::x() * std::f64::consts::FRAC_PI_2;
                Ok(vec![
                    placed(block, Vec3::new(-0.08, 0.0, 0.0) * s, Vec3::zeros()),
                    placed(capsule, Vec3::new(0.07, 0.01, -0.005) * s, lying),
                ])
            }
            Primitive::HalfSpace => only(Shape::HalfSpace(HalfSpace::new(Vec3::z(), 0.013 * s)?)),
        }
    }
}

fn placed(shape: Shape, offset: Vec3, turn: Vec3) -> Placed {
    Placed {
        shape,
        offset,
        rotation: Rot::new(turn),
    }
}

fn cuboid(half_extents: Vec3) -> Result<Shape> {
    Ok(Shape::Cuboid(Cuboid::new(half_extents)?))
}

/// Seven points whose hull has a flat bottom and triangles only.
fn triangles(s: f64) -> Result<Polytope> {
    let points = [
        [0.13, -0.07, -0.06],
        [-0.02, 0.14, -0.06],
        [-0.12, -0.08, -0.06],
        [0.05, 0.03, 0.08],
        [-0.06, 0.02, 0.07],
        [0.02, -0.08, 0.06],
        [0.10, 0.07, 0.0],
    ];
    Polytope::from_vertices(&points.map(|p| Vec3::from(p) * s))
}

/// A skew block with three corners cut off.
fn cut_block(s: f64) -> Result<Polytope> {
    let faces = [
        ([0.0, 0.0, -1.0], 0.05),
        ([0.1, -0.05, 1.0], 0.06),
        ([1.0, 0.1, 0.2], 0.09),
        ([-1.0, 0.15, 0.1], 0.08),
        ([0.05, 1.0, -0.1], 0.07),
        ([-0.1, -1.0, 0.15], 0.075),
        ([0.8, 0.7, 0.6], 0.09),
        ([-0.7, 0.6, 0.9], 0.085),
        ([0.5, -0.8, -0.5], 0.088),
    ];
    let normals = faces.map(|(n, _)| Vec3::from(n).normalize());
    Polytope::from_faces(&normals, &faces.map(|(_, b)| b * s))
}
