//! A body restricted to a plane moves as the free one does when nothing pushes it out of the plane,
//! and stays in it when something does.

use crate::common::scenes::*;
use drystone::math::{Rot, Vec3};
use drystone::step::Simulator;
use drystone::world::{BodyState, Input, Model, Plane, State};
use std::sync::Arc;

/// A brick that falls on its edge, turning about y, under a sideways force `push` (N).
fn fall(plane: Option<Plane>, push: f64) -> State {
    let mut brick = free("brick", &cuboid(0.2, 0.1, 0.05), 1.0, 0.5);
    brick.plane = plane;
    let builder = Model::builder()
        .length(0.1)
        .body(fixed("floor", &ground(), 0.5));
    let model = Arc::new(builder.body(brick).build().unwrap());
    let mut simulator = Simulator::new(model.clone());
    let mut state = rest(&model);
    let turned = Rot::from_axis_angle(&Vec3::y_axis(), 0.5);
    state.bodies[1] = BodyState::at_rest(Vec3::new(0.0, 0.0, 0.4), turned);
    state.bodies[1].angular_velocity = Vec3::y() * 3.0;
    let mut input = Input::hold(&model, &state);
    input.wrenches[1].force.y = push;
    input.wrenches[1].torque.x = push;
    for _ in 0..100 {
        let step = simulator.step(&state, &input, 1e-6).unwrap();
        assert!(step.status.solved);
        state = step.state;
    }
    state
}

#[test]
fn motion_in_a_plane_is_the_same_with_and_without_the_restriction() {
    let (space, plane) = (fall(None, 0.0), fall(Some(Plane::Xz), 0.0));
    let (a, b) = (&space.bodies[1], &plane.bodies[1]);
    let (shift, turn) = (
        (a.position - b.position).norm(),
        a.rotation.angle_to(&b.rotation),
    );
    println!(
        "after 1 s: {shift:.1e} m and {turn:.1e} rad apart, at {:?}",
        b.position.as_slice()
    );
    assert!(b.position.z < 0.2, "it has landed");
    assert!(shift < 1e-6 && turn < 1e-6);
}

#[test]
fn a_restricted_body_stays_in_its_plane() {
    let plane = fall(Some(Plane::Xz), 2.0);
    let body = &plane.bodies[1];
    assert_eq!(body.position.y, 0.0);
    assert!(body.rotation.i.abs() < 1e-14 && body.rotation.k.abs() < 1e-14);
    assert!(
        fall(None, 2.0).bodies[1].position.y.abs() > 0.01,
        "a free one leaves it"
    );
}
