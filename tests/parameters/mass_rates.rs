//! Mass, centre of mass and inertia that follow a shape, against closed forms.

use crate::common::derivative::check_derivative;
use crate::common::scenes;
use crate::parameters::catalogue::{ball, cylinder, padded, placed, plain_sum, stone, wedge};
use crate::parameters::part;
use drystone::math::{Mat3, Vec3};
use drystone::shape::{Cuboid, Placed, Polytope, Shape};
use drystone::world::{MassRates, MassSpec, Model};
use std::f64::consts::PI;

const DENSITY: f64 = 700.0;

fn model(mass: MassSpec, parts: Vec<Placed>) -> Model {
    let mut body = scenes::free("body", &ball(1.0), 1.0, 0.5);
    body.mass = mass;
    let named = parts.into_iter().enumerate();
    body.parts = named.map(|(i, p)| part(&format!("p{i}"), p)).collect();
    Model::builder().body(body).build().unwrap()
}

fn rates(model: &Model, name: &str) -> Option<MassRates> {
    let parameter = model.parameter(&format!("body.{name}")).unwrap();
    model.mass_rates(&parameter).unwrap()
}

fn of_shape(shape: Shape, name: &str) -> MassRates {
    let model = model(MassSpec::Density(DENSITY), vec![Placed::at_origin(shape)]);
    rates(&model, &format!("p0.shape.{name}")).unwrap()
}

fn assert_rates(found: &MassRates, mass: f64, centre: Vec3, inertia: Mat3) {
    let near = |a: f64, b: f64, scale: f64| (a - b).abs() <= 1e-10 * scale.max(1e-3);
    assert!(near(found.mass, mass, mass.abs()), "{} {mass}", found.mass);
    assert!(
        (found.centre - centre).amax() < 1e-10,
        "{} {centre}",
        found.centre
    );
    let far = (found.inertia - inertia).amax();
    assert!(
        near(far, 0.0, inertia.amax()),
        "{} {inertia}",
        found.inertia
    );
}

fn diagonal(x: f64, y: f64, z: f64) -> Mat3 {
    Mat3::from_diagonal(&Vec3::new(x, y, z))
}

#[test]
fn of_a_sphere() {
    let r: f64 = 0.2;
    let inertia = Mat3::identity() * (8.0 / 3.0 * PI * DENSITY * r.powi(4));
    let mass = 4.0 * PI * r * r * DENSITY;
    assert_rates(&of_shape(ball(r), "radius"), mass, Vec3::zeros(), inertia);
}

#[test]
fn of_a_box() {
    let (a, b, c) = (0.2, 0.13, 0.08);
    let shape = Shape::Cuboid(Cuboid::new(Vec3::new(a, b, c)).unwrap());
    let mass = 8.0 * b * c * DENSITY;
    let third = mass / 3.0;
    let inertia = diagonal(
        third * (b * b + c * c),
        third * (3.0 * a * a + c * c),
        third * (3.0 * a * a + b * b),
    );
    let found = of_shape(shape, "half_extents[0]");
    assert_rates(&found, mass, Vec3::zeros(), inertia);
}

#[test]
fn of_a_cylinders_radius() {
    let (r, l) = (0.12_f64, 0.3);
    let across = DENSITY * PI * l * (r.powi(3) + r * l * l / 6.0);
    let along = 2.0 * PI * r.powi(3) * l * DENSITY;
    let mass = 2.0 * PI * r * l * DENSITY;
    let inertia = diagonal(across, across, along);
    let found = of_shape(cylinder(r, l), "radius");
    assert_rates(&found, mass, Vec3::zeros(), inertia);
}

/// Two balls: with the reduced mass m and the distance d, I = I1 + I2 + m (|d|^2 - d d^T).
#[test]
fn of_a_bundle_whose_part_moves() {
    let offset = Vec3::new(0.3, -0.1, 0.2);
    let parts = vec![
        placed(ball(0.1), [0.0; 3], [0.0; 3]),
        placed(ball(0.2), offset.into(), [0.0; 3]),
    ];
    let volume = |r: f64| 4.0 / 3.0 * PI * r.powi(3);
    let (first, second) = (volume(0.1), volume(0.2));
    let share = second / (first + second);
    let reduced = |k: usize| {
        let e = Vec3::ith(k, 1.0);
        let outer = e * offset.transpose() + offset * e.transpose();
        (Mat3::identity() * (2.0 * offset[k]) - outer) * (first * share)
    };
    let by_density = model(MassSpec::Density(DENSITY), parts.clone());
    let by_mass = model(MassSpec::Mass(3.0), parts);
    for k in 0..3 {
        let (name, centre) = (format!("p1.position[{k}]"), Vec3::ith(k, share));
        let found = rates(&by_density, &name).unwrap();
        assert_rates(&found, 0.0, centre, reduced(k) * DENSITY);
        let found = rates(&by_mass, &name).unwrap();
        assert_rates(&found, 0.0, centre, reduced(k) * (3.0 / (first + second)));
    }
    // The ball that grows draws the centre towards itself, and a ball that turns does nothing.
    let found = rates(&by_density, "p1.shape.radius").unwrap();
    let area = 4.0 * PI * 0.2 * 0.2;
    let centre = offset * (area * first / (first + second).powi(2));
    assert!((found.mass / (area * DENSITY) - 1.0).abs() < 1e-10);
    assert!((found.centre - centre).amax() < 1e-10);
    let found = rates(&by_density, "p1.rotation[0]").unwrap();
    assert_rates(&found, 0.0, Vec3::zeros(), Mat3::zeros());
}

/// A face that rises by db adds area db at the face's own centroid.
#[test]
fn of_the_faces_of_a_polytope() {
    for shape in [wedge(), stone()] {
        let own = Shape::Polytope(shape.clone()).mass_properties().unwrap();
        for face in 0..shape.offsets.len() {
            let found = of_shape(Shape::Polytope(shape.clone()), &format!("b[{face}]"));
            let (area, centroid) = area_and_centroid(&shape, face);
            let centre = (centroid - own.centre) * (area / own.volume);
            // In the corners of the stone four and five faces meet.
            let tolerance = if shape == wedge() { 1e-10 } else { 1e-4 };
            let far = (found.mass / DENSITY - area).abs();
            assert!(far < tolerance * area.max(1e-3), "face {face}: {far}");
            assert!((found.centre - centre).amax() < tolerance, "face {face}");
        }
    }
}

fn area_and_centroid(shape: &Polytope, face: usize) -> (f64, Vec3) {
    let corner = |k: usize| shape.vertices[shape.corners[face][k]];
    let (mut area, mut first) = (0.0, Vec3::zeros());
    for k in 2..shape.corners[face].len() {
        let (a, b, c) = (corner(0), corner(k - 1), corner(k));
        let own = 0.5 * (b - a).cross(&(c - a)).norm();
        area += own;
        first += (a + b + c) * (own / 3.0);
    }
    (area, first / area)
}

/// What was given stays: the mass, or mass and inertia, or everything.
#[test]
fn what_was_given_does_not_follow() {
    let parts = || {
        vec![
            placed(ball(0.1), [0.0; 3], [0.0; 3]),
            placed(ball(0.2), [0.3, 0.0, 0.0], [0.0; 3]),
        ]
    };
    let inertia = Mat3::identity() * 0.1;
    let by_inertia = model(MassSpec::Inertia(2.0, inertia), parts());
    let found = rates(&by_inertia, "p0.shape.radius").unwrap();
    assert_eq!((found.mass, found.inertia), (0.0, Mat3::zeros()));
    assert!(found.centre.x < -0.01);
    let full = model(MassSpec::Full(2.0, Vec3::zeros(), inertia), parts());
    assert_eq!(rates(&full, "p0.shape.radius"), None);
    assert_eq!(rates(&by_inertia, "mass"), None);
    let one = model(MassSpec::Mass(2.0), vec![Placed::at_origin(ball(0.2))]);
    // I = 2/5 m r^2.
    let found = rates(&one, "p0.shape.radius").unwrap();
    let expected = Mat3::identity() * (0.8 * 2.0 * 0.2);
    assert_rates(&found, 0.0, Vec3::zeros(), expected);
}

/// Shapes without a closed form here: the mass of a model built anew.
#[test]
fn of_padded_shapes_and_sums() {
    let shapes = [
        ("radius", padded(wedge(), 0.07)),
        ("vertex[3].x", Shape::Polytope(stone())),
        (
            "children[1].shape.radius",
            plain_sum(Shape::Polytope(wedge()), ball(0.1)),
        ),
    ];
    for (name, shape) in shapes {
        let found = of_shape(shape.clone(), name);
        let parameters = shape.parameters();
        let i = parameters.iter().position(|p| p.name == name).unwrap();
        let mass = |value: f64| {
            let own = shape.with_parameter(i, value).unwrap().mass_properties();
            vec![own.unwrap().volume * DENSITY]
        };
        check_derivative(name, mass, parameters[i].value, &[found.mass], 1e-8);
    }
}
