//! Velocities and energy at the nodes of time.

use super::FrameContact;
use crate::math::Vec3;
use crate::step::Contact;
use crate::world::{Input, Model, Motion, State};

/// Gravity of the weight that loads are compared with, m/s^2.
const STANDARD_GRAVITY: f64 = 9.81;
/// A body flies when its contacts carry less than this share of its weight.
const FREE: f64 = 1e-3;

/// What contacts press on the bodies with in a step: sums of normal impulses, N s, one per body.
#[derive(Debug, Clone, PartialEq)]
pub struct Loads(Vec<f64>);

impl Loads {
    /// Of the contacts of a step of `bodies` bodies.
    pub fn of_step(bodies: usize, contacts: &[Contact]) -> Self {
        let loads = contacts.iter();
        Self::sum(
            bodies,
            loads.map(|c| ([c.first.body, c.second.body], c.normal_impulse)),
        )
    }

    /// Of the contacts of a frame of `bodies` bodies.
    pub fn of_frame(bodies: usize, contacts: &[FrameContact]) -> Self {
        let loads = contacts.iter();
        Self::sum(
            bodies,
            loads.map(|c| ([c.first[0], c.second[0]], c.normal_impulse())),
        )
    }

    fn sum(bodies: usize, contacts: impl Iterator<Item = ([usize; 2], f64)>) -> Self {
        let mut out = vec![0.0; bodies];
        for (pair, impulse) in contacts {
            pair.into_iter().for_each(|body| out[body] += impulse);
        }
        Self(out)
    }
}

/// Velocity at the node, m/s. The state of a body in free flight carries the velocity half a step
/// earlier (positions are then exact at the nodes); in contact it is the one of the last interval.
/// `loads` and `input` are those of the step that led to `state`.
pub fn node_velocity(
    model: &Model,
    index: usize,
    state: &State,
    loads: &Loads,
    input: &Input,
) -> Vec3 {
    let body = &model.bodies[index];
    let mut velocity = state.bodies[index].velocity;
    let load = loads.0[index];
    let flies = body.motion == Motion::Free && load < FREE * weight_impulse(model, &[index]);
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

/// Energy of the moving bodies, J.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Energy {
    /// Of motion.
    pub kinetic: f64,
    /// Of height: 0 at the origin of the world.
    pub potential: f64,
}

impl Energy {
    /// At the node of `state`, where the step with `loads` and `input` ended.
    pub fn at_node(model: &Model, state: &State, loads: &Loads, input: &Input) -> Self {
        let mut out = Self::default();
        let bodies = model.bodies.iter().zip(&state.bodies).enumerate();
        for (i, (body, at)) in bodies.filter(|(_, (body, _))| body.is_moving()) {
            let v = node_velocity(model, i, state, loads, input);
            let w = &at.angular_velocity;
            out.kinetic += 0.5 * (body.mass * v.norm_squared() + w.dot(&(body.inertia * w)));
            out.potential -= body.mass * model.gravity.dot(&at.position);
        }
        out
    }

    /// Both together, J.
    pub fn total(&self) -> f64 {
        self.kinetic + self.potential
    }
}
