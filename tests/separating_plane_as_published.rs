//! The separating-plane contact model as published (SDRS): its laws, and the mistakes by which it differs from `separating_plane`.

use crate::common::scenes::{cuboid, fixed, free, ground};
use drystone::Error;
use drystone::math::{Rot, Vec3};
use drystone::shape::Shape;
use drystone::step::{Simulator, Step};
use drystone::world::{
    BodyState, ContactModel, Input, JointKind, JointSpec, Model, ModelBuilder, Plane,
    SeparatingPlaneSettings, State,
};
use std::sync::Arc;

/// The half-size of the boxes, m; the unit of length is a metre.
const HALF: f64 = 0.1;
/// The support, m.
const SUPPORT: f64 = 1e-3;
/// The weight of the barrier, J: a corner with a quarter of 1 kg is at 0.992 of the support.
const ENERGY: f64 = 1.0;

fn published() -> ModelBuilder {
    Model::builder()
        .contact_model(ContactModel::SeparatingPlaneAsPublished)
        .separating_plane(SeparatingPlaneSettings {
            barrier_energy: ENERGY,
            ..SeparatingPlaneSettings::default()
        })
        .length(1.0)
}

fn built(builder: ModelBuilder) -> Arc<Model> {
    Arc::new(builder.build().expect("a model"))
}

fn slab() -> Shape {
    cuboid(2.0, 2.0, 0.1)
}

/// Places a body on a floor whose top is at z = 0.
fn above(model: &Model, floor: f64, height: f64) -> State {
    let at = |z: f64| BodyState::at_rest(Vec3::z() * z, Rot::identity());
    let mut state = State {
        bodies: vec![at(-floor), at(height)],
        ..State::default()
    };
    model.start_half_step_early(&mut state, &[Vec3::zeros(); 2]);
    state
}

fn run(model: &Arc<Model>, state: &State, steps: usize) -> Vec<Step> {
    let mut simulator = Simulator::new(Arc::clone(model));
    let input = Input::hold(model, state);
    let mut out: Vec<Step> = Vec::new();
    for k in 0..steps {
        let from = out.last().map_or(state, |step| &step.state);
        let step = simulator.step(from, &input, SUPPORT).expect("valid");
        assert!(step.status.solved, "step {k}: {}", step.status.reason);
        out.push(step);
    }
    out
}

/// SDRS eq. 19: a point with force f is (1 - delta) s from its plane, delta = (f s^2 / 4 kappa)^(1/3), for a force far below kappa / s^2.
#[test]
fn a_cube_rests_at_the_gap_that_the_paper_says() {
    let down = published().gravity(Vec3::new(0.0, 0.0, -9.81));
    let cube = free("cube", &cuboid(HALF, HALF, HALF), 1.0, 0.5);
    for (floor, thick, planes) in [(ground(), 0.0, 1.0), (slab(), 0.1, 2.0)] {
        let builder = down.clone().body(fixed("floor", &floor, 0.5));
        let model = built(builder.body(cube.clone()));
        let start = above(&model, thick, HALF + planes * SUPPORT);
        let end = run(&model, &start, 60).pop().expect("steps");
        let gap = end.state.bodies[1].position.z - HALF;
        let delta = (9.81 / 4.0 * SUPPORT * SUPPORT / (4.0 * ENERGY)).cbrt();
        let law = planes * SUPPORT * (1.0 - delta);
        println!("{gap:e} m, law {law:e} m");
        // |n| of a plane between two hulls is below 1 by at most a support.
        assert!((gap - law).abs() < (0.05 * delta + 1.1 * (planes - 1.0) * SUPPORT) * law);
    }
}

/// Rotation is damped: a spin w is w / sqrt(1 + 2 n (h w)^2) after n steps (SDRS eq. 3 worked out).
#[test]
fn a_free_box_loses_its_spin_as_the_second_difference_says() {
    let builder = published().gravity(Vec3::zeros());
    let model = built(builder.body(free("box", &cuboid(0.1, 0.05, 0.03), 1.0, 0.5)));
    let mut state = State {
        bodies: vec![BodyState::at_rest(Vec3::zeros(), Rot::identity())],
        ..State::default()
    };
    state.bodies[0].angular_velocity.z = 10.0;
    let steps = run(&model, &state, 100);
    for n in [1, 10, 100] {
        let law = 10.0 / (1.0 + 2.0 * n as f64 * 0.01).sqrt();
        let spin = steps[n - 1].state.bodies[0].angular_velocity.z;
        println!("{n} steps: {spin} rad/s, law {law} rad/s");
        assert!((spin / law - 1.0).abs() < 5e-3);
    }
}

/// With as much mass on every corner a box has three times the moments of a solid one.
#[test]
fn a_box_has_its_mass_on_its_corners() {
    let shape = cuboid(0.1, 0.05, 0.03);
    let inertia = |builder: ModelBuilder| {
        let model = built(builder.body(free("box", &shape, 1.0, 0.5)));
        model.bodies[0].inertia
    };
    let (own, solid) = (inertia(published()), inertia(Model::builder()));
    assert!((own - solid * 3.0).amax() < 1e-15);
}

/// At 10 m/s and 10 ms a step of Newton's method leads from above a plate of 2 cm to below it, where nothing pushes.
#[test]
fn a_fast_box_passes_a_thin_plate() {
    let builder = published().gravity(Vec3::new(0.0, 0.0, -9.81));
    let builder = builder
        .body(fixed("plate", &cuboid(0.2, 0.2, 0.01), 0.5))
        .body(free("box", &cuboid(0.02, 0.02, 0.02), 0.1, 0.5));
    let model = built(builder);
    let mut start = above(&model, 0.01, 0.05);
    start.bodies[1].velocity.z = -10.0;
    let end = run(&model, &start, 1).pop().expect("a step");
    let z = end.state.bodies[1].position.z;
    println!("z {z} m");
    assert!((z + 0.051).abs() < 1e-3);
}

/// A box comes down on a floor with a speed along it: no friction in the step that stops it, and friction in the next.
#[test]
fn friction_is_that_of_the_start_of_the_step() {
    for (floor, thick, planes) in [(ground(), 0.0, 1.0), (slab(), 0.1, 2.0)] {
        let body = free("cube", &cuboid(HALF, HALF, HALF), 1.0, 0.5);
        let builder = published().gravity(Vec3::new(0.0, 0.0, -9.81));
        let model = built(builder.body(fixed("floor", &floor, 0.5)).body(body));
        let mut start = above(&model, thick, HALF + (planes + 0.1) * SUPPORT);
        start.bodies[1].velocity += Vec3::new(1.0, 0.0, -0.3);
        let steps = run(&model, &start, 2);
        let first = &steps[0].contacts[0];
        assert!(first.normal_impulse > 0.2);
        assert!(steps[0].state.bodies[1].velocity.x > 1.0 - 1e-9);
        assert!(steps[1].state.bodies[1].velocity.x < 0.9);
    }
}

/// A block on a slope creeps as under `separating_plane`: what is lagged is constant there.
#[test]
fn a_cube_creeps_on_a_slope_as_the_law_says() {
    let angle = 10f64.to_radians();
    let gravity = Vec3::new(angle.sin(), 0.0, -angle.cos()) * 9.81;
    let body = free("cube", &cuboid(HALF, HALF, HALF), 1.0, 0.5);
    for (floor, thick, planes) in [(ground(), 0.0, 1.0), (slab(), 0.1, 2.0)] {
        let builder = published().gravity(gravity);
        let builder = builder.body(fixed("floor", &floor, 0.5)).body(body.clone());
        let model = built(builder);
        let start = above(&model, thick, HALF + planes * SUPPORT);
        let end = run(&model, &start, 100).pop().expect("steps");
        let slip = 1e-3 * 9.81_f64.sqrt();
        // A corner with a quarter of the weight rubs by sqrt(f^2 + e^2) - e.
        let load = 9.81 / 4.0 * angle.cos();
        let rub = (load * load + 1e-6).sqrt() - 1e-3;
        let r = angle.tan() / 0.5 * load / rub;
        let law = planes * slip * r / (1.0 - r * r).sqrt();
        let speed = end.state.bodies[1].velocity.x;
        println!("creeps at {speed:e} m/s, law {law:e} m/s");
        assert!((speed / law - 1.0).abs() < 1e-3);
    }
}

/// Two free boxes press and rub against each other: what one is pushed, the other is pushed back, in every step.
#[test]
fn a_pair_keeps_its_linear_momentum() {
    let shape = cuboid(HALF, HALF, HALF);
    let model = built(
        published()
            .gravity(Vec3::zeros())
            .body(free("a", &shape, 1.0, 0.5))
            .body(free("b", &shape, 0.6, 0.5)),
    );
    let mut state = above(&model, HALF, HALF + 4.0 * SUPPORT);
    state.bodies[1].velocity = Vec3::new(0.5, 0.1, -0.2);
    let squeeze = Vec3::z() * 10.0;
    let mut input = Input::hold(&model, &state);
    (input.wrenches[0].force, input.wrenches[1].force) = (squeeze, -squeeze);
    let momentum = |state: &State| -> Vec3 {
        let of = state.bodies.iter().zip(&model.bodies);
        of.map(|(at, body)| at.velocity * body.mass).sum()
    };
    let before = momentum(&state);
    let mut simulator = Simulator::new(Arc::clone(&model));
    let mut rubbed = 0;
    for _ in 0..10 {
        let step = simulator.step(&state, &input, SUPPORT).expect("valid");
        assert!(step.status.solved, "{}", step.status.reason);
        let slowed = state.bodies[1].velocity.x - step.state.bodies[1].velocity.x;
        rubbed += usize::from(slowed > 0.01);
        state = step.state;
    }
    let lost = (momentum(&state) - before).norm();
    println!("{rubbed} steps with friction, {lost:e} kg m/s lost");
    assert!(rubbed >= 2 && lost < 1e-7, "{rubbed}, {lost}");
}

#[test]
fn joints_and_planar_bodies_are_refused() {
    let planar = free("box", &cuboid(0.1, 0.1, 0.1), 1.0, 0.5).plane(Plane::Xz);
    let refused = |builder: ModelBuilder| -> Error { builder.build().expect_err("refused") };
    let error = refused(published().body(planar));
    assert_eq!(error.field, "body.box.plane");
    assert!(error.to_string().contains("takes no planar bodies"));
    let hinge = JointSpec::new("hinge", JointKind::Revolute, "box");
    let boxed = published().body(free("box", &cuboid(0.1, 0.1, 0.1), 1.0, 0.5));
    let error = refused(boxed.joint(hinge));
    assert_eq!(error.field, "joint.hinge");
    assert!(error.to_string().contains("takes no joints"));
}
