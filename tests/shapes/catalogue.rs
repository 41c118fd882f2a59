//! One of every shape, and sums of them.

use drystone::math::{Rot, Vec3};
use drystone::shape::*;

pub fn stone() -> Polytope {
    let corners = [
        [0.31, 0.02, -0.11],
        [-0.22, 0.27, -0.14],
        [-0.19, -0.24, -0.09],
        [0.05, 0.03, 0.33],
        [0.21, 0.25, 0.12],
        [0.12, -0.28, 0.1],
    ];
    Polytope::from_vertices(&corners.map(Vec3::from)).unwrap()
}

/// A wedge-shaped stone given by faces; the origin is not its centroid.
pub fn wedge() -> Polytope {
    let normals = [
        [1.0, 0.0, 0.2],
        [-1.0, 0.1, 0.0],
        [0.0, 2.0, 0.3],
        [0.0, -1.0, 0.2],
        [0.1, 0.0, 1.0],
        [0.0, 0.2, -1.0],
        [1.0, 1.0, 1.0],
    ];
    let offsets = [0.2, 0.15, 0.5, 0.3, 0.1, 0.2, 0.3];
    Polytope::from_faces(&normals.map(Vec3::from), &offsets).unwrap()
}

pub fn brick() -> Shape {
    Shape::Cuboid(Cuboid::new(Vec3::new(0.2, 0.13, 0.08)).unwrap())
}

pub fn ball(radius: f64) -> Shape {
    Shape::Sphere(Sphere::new(radius).unwrap())
}

pub fn cylinder(radius: f64, length: f64) -> Shape {
    Shape::Cylinder(Cylinder::new(radius, length).unwrap())
}

pub fn ellipsoid(a: f64, b: f64, c: f64) -> Shape {
    Shape::Ellipsoid(Ellipsoid::new(Vec3::new(a, b, c)).unwrap())
}

pub fn cone(height: f64, half_angle: f64) -> Shape {
    Shape::CircularCone(CircularCone::new(height, half_angle).unwrap())
}

pub fn capsule(radius: f64, length: f64) -> Shape {
    Shape::Capsule(Capsule::new(radius, length).unwrap())
}

pub fn tapered_capsule(radii: [f64; 2], length: f64) -> Shape {
    Shape::TaperedCapsule(TaperedCapsule::new(radii, length).unwrap())
}

pub fn padded(core: Polytope, radius: f64) -> Shape {
    Shape::PaddedPolytope(PaddedPolytope::new(core, radius).unwrap())
}

pub fn placed(shape: Shape, offset: [f64; 3], turn: [f64; 3]) -> Placed {
    Placed {
        shape,
        offset: Vec3::from(offset),
        rotation: Rot::from_scaled_axis(Vec3::from(turn)),
    }
}

pub fn sum(first: Placed, second: Placed) -> Shape {
    Shape::Minkowski(Box::new(Minkowski::new(first, second).unwrap()))
}

/// The sum of two shapes at the origin.
pub fn plain_sum(first: Shape, second: Shape) -> Shape {
    sum(Placed::at_origin(first), Placed::at_origin(second))
}

/// Corners of triangles, the origin outside.
pub fn spanning_points() -> Vec<Vec3> {
    let shift = Vec3::new(0.5, -0.2, 0.1);
    stone().vertices.iter().map(|v| v + shift).collect()
}

pub fn hull() -> Shape {
    Shape::point_hull(&spanning_points()).unwrap()
}

pub fn round_hull(radius: f64) -> Shape {
    Shape::from(
        PointHull::new(&spanning_points())
            .unwrap()
            .grown(radius)
            .unwrap(),
    )
}

pub fn primitives() -> Vec<(&'static str, Shape)> {
    let paper = Cylinder {
        form: CylinderRows::Paper,
        ..Cylinder::new(0.12, 0.3).unwrap()
    };
    vec![
        ("box", brick()),
        ("stone", Shape::Polytope(stone())),
        ("wedge", Shape::Polytope(wedge())),
        ("sphere", ball(0.2)),
        ("ellipsoid", ellipsoid(0.3, 0.2, 0.1)),
        ("capsule", capsule(0.1, 0.3)),
        ("capsule without length", capsule(0.1, 0.0)),
        ("tapered capsule", tapered_capsule([0.1, 0.16], 0.3)),
        ("drop", tapered_capsule([0.2, 0.05], 0.16)),
        (
            "tapered capsule of one radius",
            tapered_capsule([0.1, 0.1], 0.3),
        ),
        ("cylinder", cylinder(0.12, 0.3)),
        ("cylinder with the paper's rows", Shape::Cylinder(paper)),
        ("cone", cone(0.4, 0.5)),
        ("padded stone", padded(stone(), 0.05)),
        ("padded wedge", padded(wedge(), 0.07)),
        ("hull", hull()),
        ("round hull", round_hull(0.06)),
    ]
}

pub fn sums() -> Vec<(&'static str, Shape)> {
    let nested = sum(
        placed(brick(), [0.05, 0.1, -0.02], [0.3, 0.2, -0.4]),
        placed(cone(0.3, 0.4), [-0.1, 0.0, 0.06], [1.0, -0.5, 0.2]),
    );
    vec![
        ("brick + cone", nested.clone()),
        (
            "padded stone + ellipsoid",
            sum(
                placed(padded(stone(), 0.05), [0.0, 0.2, 0.1], [0.1, 0.7, 0.3]),
                placed(ellipsoid(0.1, 0.2, 0.15), [0.1, 0.0, 0.0], [0.5, 0.0, 0.9]),
            ),
        ),
        (
            "capsule + (brick + cone)",
            sum(
                placed(capsule(0.04, 0.2), [0.02, 0.01, -0.03], [0.4, 0.4, 0.1]),
                placed(nested, [-0.03, 0.07, 0.01], [-0.2, 0.6, 0.3]),
            ),
        ),
        (
            "stone + wedge",
            sum(
                placed(Shape::Polytope(stone()), [0.1, 0.2, 0.3], [0.3, 0.1, 0.2]),
                placed(Shape::Polytope(wedge()), [0.0, 0.1, 0.0], [0.0, 1.1, 0.4]),
            ),
        ),
    ]
}

pub fn all() -> Vec<(&'static str, Shape)> {
    primitives().into_iter().chain(sums()).collect()
}

/// Directions spread evenly over the sphere (golden spiral).
pub fn directions(count: usize) -> impl Iterator<Item = Vec3> {
    (0..count).map(move |i| {
        let z = 1.0 - (2.0 * i as f64 + 1.0) / count as f64;
        let (sin, cos) = (2.399963229728653 * i as f64).sin_cos();
        let r = (1.0 - z * z).sqrt();
        Vec3::new(r * cos, r * sin, z)
    })
}
