//! The contact patch: how large a face is, what torque it holds, how sliding and spinning share friction.

mod any;
mod pushing;
mod rest;
mod size;
mod sliding;
mod torque;
mod truth;

use crate::common::scenes;
use drystone::math::{Rot, Vec3};
use drystone::shape::Shape;
use drystone::step::{Simulator, Step};
use drystone::world::{BodyState, Input, Model, ModelBuilder, State};
use std::sync::Arc;

/// Half the height of the table, m; its top is at z = 0.
const TABLE: f64 = 0.25;
/// Time step, s.
const H: f64 = 0.01;
const GRAVITY: f64 = 9.81;

/// A body of 1 kg on a floor, at a pose, with velocities.
fn on(floor: &Shape, body: &Shape, friction: f64, at: BodyState) -> (Arc<Model>, State) {
    start(scenes::on_floor(floor, body, friction), at)
}

fn start(builder: ModelBuilder, at: BodyState) -> (Arc<Model>, State) {
    let model = Arc::new(builder.time_step(H).build().expect("valid"));
    let mut state = scenes::rest(&model);
    let floor = &model.bodies[0].parts[0].placed;
    if floor.shape.plane_normal().is_none() {
        state.bodies[0].position.z = -floor.support_value(&Vec3::z());
    }
    state.bodies[1] = at;
    (model, state)
}

/// The step of a world at a relaxation, with nothing but gravity.
fn step(model: &Arc<Model>, state: &State, rho: f64) -> Step {
    let input = Input::hold(model, state);
    let step = Simulator::new(model.clone()).step(state, &input, rho);
    let step = step.expect("valid");
    assert!(step.status.solved, "{:?}", step.status);
    step
}

/// A table, 1 m wide.
fn table() -> Shape {
    scenes::cuboid(0.5, 0.5, TABLE)
}

/// A body at rest above the floor, turned by `yaw` about the vertical after `own`.
fn lying(height: f64, yaw: f64, own: Rot) -> BodyState {
    let rotation = Rot::from_axis_angle(&Vec3::z_axis(), yaw) * own;
    BodyState::at_rest(Vec3::new(0.0, 0.0, height), rotation)
}

/// Turns the z axis of a shape into the horizontal.
fn on_its_side() -> Rot {
    Rot::from_axis_angle(&Vec3::x_axis(), std::f64::consts::FRAC_PI_2)
}
