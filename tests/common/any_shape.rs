//! Random shapes and poses for property tests, sizes around 0.1 to 1 m.
#![allow(dead_code)]

use drystone::math::{Rot, Vec3};
use drystone::shape::*;
use proptest::prelude::*;

fn length() -> impl Strategy<Value = f64> {
    0.1..0.8
}

pub fn vector(size: f64) -> impl Strategy<Value = Vec3> {
    [-size..size, -size..size, -size..size].prop_map(Vec3::from)
}

pub fn rotation() -> impl Strategy<Value = Rot> {
    vector(2.0).prop_map(Rot::from_scaled_axis)
}

/// The hull of a point on every half-axis and four more: the origin is inside.
fn polytope() -> impl Strategy<Value = Polytope> {
    let axes = proptest::array::uniform6(0.2..0.8);
    let more = proptest::array::uniform4(vector(0.5));
    (axes, more).prop_map(|(axes, more): ([f64; 6], [Vec3; 4])| {
        let signed = |k: usize| if k < 3 { axes[k] } else { -axes[k] };
        let corners = (0..6).map(|k| Vec3::ith(k % 3, signed(k)));
        let all: Vec<Vec3> = corners.chain(more).collect();
        Polytope::from_vertices(&all).unwrap()
    })
}

/// Any primitive with a volume.
pub fn primitive() -> BoxedStrategy<Shape> {
    let three = || [length(), length(), length()].prop_map(Vec3::from);
    let two = || (length(), length());
    let cylinder = (two(), any::<bool>()).prop_map(|((r, l), paper)| {
        let mut cylinder = Cylinder::new(r, l).unwrap();
        if paper {
            cylinder.form = CylinderRows::Paper;
        }
        Shape::Cylinder(cylinder)
    });
    prop_oneof![
        length().prop_map(|r| Shape::Sphere(Sphere::new(r).unwrap())),
        three().prop_map(|h| Shape::Cuboid(Cuboid::new(h).unwrap())),
        three().prop_map(|a| Shape::Ellipsoid(Ellipsoid::new(a).unwrap())),
        two().prop_map(|(r, l)| Shape::Capsule(Capsule::new(r, l).unwrap())),
        cylinder,
        (two(), 0.05..0.5).prop_map(|((r, s), more): ((f64, f64), f64)| {
            let shape = TaperedCapsule::new([r, s], (r - s).abs() + more).unwrap();
            Shape::TaperedCapsule(shape)
        }),
        (length(), 0.2..1.1)
            .prop_map(|(h, a)| { Shape::CircularCone(CircularCone::new(h, a).unwrap()) }),
        polytope().prop_map(Shape::Polytope),
        (polytope(), 0.02..0.3)
            .prop_map(|(core, r)| { Shape::PaddedPolytope(PaddedPolytope::new(core, r).unwrap()) }),
    ]
    .boxed()
}

fn placed(shape: BoxedStrategy<Shape>) -> impl Strategy<Value = Placed> {
    (shape, vector(0.3), rotation()).prop_map(|(shape, offset, rotation)| Placed {
        shape,
        offset,
        rotation,
    })
}

/// Any bounded shape: primitives, sums, sums of sums; placed in a body.
pub fn part() -> impl Strategy<Value = Placed> {
    let sum = |(a, b)| Shape::Minkowski(Box::new(Minkowski::new(a, b).unwrap()));
    let pair = (placed(primitive()), placed(primitive()))
        .prop_map(sum)
        .boxed();
    let nested = (placed(primitive()), placed(pair.clone()))
        .prop_map(sum)
        .boxed();
    placed(prop_oneof![4 => primitive(), 2 => pair, 1 => nested].boxed())
}

/// A plane through some point.
pub fn plane() -> impl Strategy<Value = Placed> {
    (vector(1.0), -0.5..0.5).prop_map(|(normal, offset)| {
        let normal = normal.try_normalize(1e-3).unwrap_or_else(Vec3::z);
        Placed::at_origin(Shape::HalfSpace(HalfSpace::new(normal, offset).unwrap()))
    })
}

pub fn pose() -> impl Strategy<Value = (Vec3, Rot)> {
    (vector(3.0), rotation())
}
