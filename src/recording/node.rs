//! Velocities and energy at the nodes of time.

use crate::math::Vec3;
use crate::step::Step;
use crate::world::{Input, Model, Motion};

/// Gravity of the weight that loads are compared with, m/s^2.
const STANDARD_GRAVITY: f64 = 9.81;
/// A body flies when its contacts carry less than this share of its weight.
const FREE: f64 = 1e-3;

/// Velocity at the node, m/s. The state of a body in free flight carries the velocity half a step
/// earlier (positions are then exact at the nodes); in contact it is the one of the last interval.
pub fn node_velocity(model: &Model, index: usize, last: &Step, input: &Input) -> Vec3 {
    let body = &model.bodies[index];
    let mut velocity = last.state.bodies[index].velocity;
    let touching = last.contacts.iter();
    let touching = touching.filter(|c| c.first.body == index || c.second.body == index);
    let impulse: f64 = touching.map(|c| c.normal_impulse).sum();
    let flies = body.motion == Motion::Free && impulse < FREE * weight_impulse(model, &[index]);
    if flies && let Some(wrench) = input.wrenches.get(index) {
        let gain = (model.gravity + wrench.force / body.mass) * 0.5 * model.time_step;
        for &axis in body.freedoms().iter().filter(|&&axis| axis < 3) {
            velocity[axis] += gain[axis];
        }
    }
    velocity
}

/// Weight times step of the lightest moving body of `bodies`, N s.
pub fn weight_impulse(model: &Model, bodies: &[usize]) -> f64 {
    let masses = bodies.iter().map(|&i| &model.bodies[i]);
    let lightest = masses.filter(|b| b.is_moving()).map(|b| b.mass);
    lightest.fold(f64::INFINITY, f64::min) * STANDARD_GRAVITY * model.time_step
}

/// Kinetic and potential energy of the moving bodies at the node, J.
pub fn energy(model: &Model, last: &Step, input: &Input) -> f64 {
    let bodies = model.bodies.iter().zip(&last.state.bodies).enumerate();
    let moving = bodies.filter(|(_, (body, _))| body.is_moving());
    moving
        .map(|(i, (body, at))| {
            let (v, w) = (node_velocity(model, i, last, input), &at.angular_velocity);
            let kinetic = 0.5 * (body.mass * v.norm_squared() + w.dot(&(body.inertia * w)));
            kinetic - body.mass * model.gravity.dot(&at.position)
        })
        .sum()
}
