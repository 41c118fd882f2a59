//! Small models for the tests.
#![allow(dead_code)]

use drystone::math::{Rot, Vec3};
use drystone::shape::{
    Capsule, CircularCone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Minkowski, PaddedPolytope,
    Placed, Polytope, Shape, Sphere,
};
use drystone::step::Simulator;
use drystone::world::{Body, BodySpec, BodyState, Input, Model, ModelBuilder, PartSpec, State};
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::sync::Arc;

/// A part with friction.
pub fn part(shape: &Shape, friction: f64) -> PartSpec {
    PartSpec::new("part", Placed::at_origin(shape.clone()), friction)
}

/// A free body of 1 kg made of one shape.
pub fn free(name: &str, shape: &Shape, mass: f64, friction: f64) -> BodySpec {
    Body::free(name).mass(mass).part(part(shape, friction))
}

/// A fixed body made of one shape.
pub fn fixed(name: &str, shape: &Shape, friction: f64) -> BodySpec {
    Body::fixed(name).part(part(shape, friction))
}

/// The half-space z <= 0.
pub fn ground() -> Shape {
    Shape::HalfSpace(HalfSpace::new(Vec3::z(), 0.0).unwrap())
}

/// A box.
pub fn cuboid(x: f64, y: f64, z: f64) -> Shape {
    Shape::Cuboid(Cuboid::new(Vec3::new(x, y, z)).unwrap())
}

/// A cube of half-size `h` with its corners cut off: 14 faces.
pub fn truncated_cube(h: f64) -> Shape {
    let mut normals = Vec::new();
    let mut offsets = Vec::new();
    for axis in [Vec3::x(), Vec3::y(), Vec3::z()] {
        for sign in [1.0, -1.0] {
            normals.push(axis * sign);
            offsets.push(h);
        }
    }
    for i in 0..8 {
        let sign = |bit: i32| if i & bit == 0 { 1.0 } else { -1.0 };
        let n = Vec3::new(sign(1), sign(2), sign(4)).normalize();
        normals.push(n);
        offsets.push(0.8 * h * 3.0_f64.sqrt());
    }
    Shape::Polytope(Polytope::from_faces(&normals, &offsets).unwrap())
}

/// The bodies of the drop sample, half-size about `h`.
pub fn droppable(h: f64) -> Vec<(&'static str, Shape)> {
    let cylinder = Shape::Cylinder(Cylinder::new(h, 2.0 * h).unwrap());
    let sum = Minkowski::new(
        Placed::at_origin(cuboid(0.6 * h, 0.5 * h, 0.4 * h)),
        Placed::at_origin(Shape::Capsule(Capsule::new(0.4 * h, 0.6 * h).unwrap())),
    );
    vec![
        ("box", cuboid(h, h, h)),
        ("truncated cube", truncated_cube(h)),
        ("cylinder", cylinder),
        (
            "cone",
            Shape::CircularCone(CircularCone::new(2.0 * h, 0.6).unwrap()),
        ),
        ("sum", Shape::Minkowski(Box::new(sum.unwrap()))),
    ]
}

/// One of every other primitive, half-size about `h`.
pub fn other_shapes(h: f64) -> Vec<(&'static str, Shape)> {
    let Shape::Polytope(core) = truncated_cube(0.8 * h) else {
        unreachable!()
    };
    vec![
        ("sphere", Shape::Sphere(Sphere::new(h).unwrap())),
        (
            "ellipsoid",
            Shape::Ellipsoid(Ellipsoid::new(Vec3::new(h, 0.8 * h, 0.6 * h)).unwrap()),
        ),
        ("capsule", Shape::Capsule(Capsule::new(0.6 * h, h).unwrap())),
        (
            "padded",
            Shape::PaddedPolytope(PaddedPolytope::new(core, 0.2 * h).unwrap()),
        ),
    ]
}

/// A body above a floor with a random pose, velocity and spin (units of its half-size and of
/// sqrt(g / half-size)): the start of a drop.
pub fn drop_start(model: &Model, h: f64, seed: u64) -> State {
    let mut random = StdRng::seed_from_u64(seed);
    let mut any = |scale: f64| Vec3::from_fn(|_, _| random.random_range(-1.0..1.0)) * scale;
    let axis = any(1.0);
    let angle = any(std::f64::consts::PI).x;
    let rate = (9.81 / h).sqrt();
    let mut body = BodyState::at_rest(
        Vec3::new(0.0, 0.0, h * 2.4) + any(0.4 * h),
        Rot::new(axis.normalize() * angle),
    );
    body.velocity = any(0.5 * rate * h);
    body.angular_velocity = any(0.5 * rate);
    let mut state = rest(model);
    let last = state.bodies.len() - 1;
    state.bodies[last] = body;
    state
}

/// Everything at the origin, at rest.
pub fn rest(model: &Model) -> State {
    State {
        bodies: vec![BodyState::at_rest(Vec3::zeros(), Rot::identity()); model.bodies.len()],
        ..State::default()
    }
}

/// A floor and a body.
pub fn on_floor(floor: &Shape, body: &Shape, friction: f64) -> ModelBuilder {
    Model::builder()
        .body(fixed("floor", floor, friction))
        .body(free("body", body, 1.0, friction))
}

/// A tower of `n` equal bodies of half-size `h` on a plane, after a second at 100 Hz.
pub fn tower(n: usize, shape: &Shape, h: f64, rho: f64) -> (Arc<Model>, State) {
    let mut builder = Model::builder().body(fixed("floor", &ground(), 0.5));
    for i in 0..n {
        builder = builder.body(free(&format!("body {i}"), shape, 1.0, 0.5));
    }
    let model = Arc::new(builder.build().expect("the tower is valid"));
    let mut state = rest(&model);
    for i in 0..n {
        let centre = Vec3::new(0.0, 0.0, h * (2 * i + 1) as f64);
        state.bodies[i + 1] = BodyState::at_rest(centre, Rot::identity());
    }
    let input = Input::hold(&model, &state);
    let mut simulator = Simulator::new(model.clone());
    for _ in 0..100 {
        state = simulator.step(&state, &input, rho).expect("valid").state;
    }
    (model, state)
}
