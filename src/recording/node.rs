//! Velocities and energy at the nodes of time.

use super::Frame;
use crate::math::Vec3;
use crate::step::Step;
use crate::world::{Input, Model, Motion, State};

/// Gravity of the weight that loads are compared with, m/s^2.
const STANDARD_GRAVITY: f64 = 9.81;
/// A body flies when its contacts carry less than this share of its weight.
const FREE: f64 = 1e-3;

/// Loads of the bodies by contacts in a step, and the times by which their velocities are led back.
#[derive(Debug, Clone, PartialEq)]
pub struct Loads {
    /// Sums of normal impulses, N s, one per body.
    sums: Vec<f64>,
    /// [`StepStatus::leads`](crate::step::StepStatus::leads), s.
    leads: Vec<f64>,
}

impl Loads {
    /// Sums the contacts of a step of `bodies` bodies.
    pub fn of_step(bodies: usize, step: &Step) -> Self {
        let loads = step.contacts.iter();
        Self::sum(
            bodies,
            &step.status.leads,
            loads.map(|c| ([c.first.body, c.second.body], c.normal_impulse)),
        )
    }

    /// Sums the contacts of a frame of `bodies` bodies.
    pub fn of_frame(bodies: usize, frame: &Frame) -> Self {
        let loads = frame.contacts.iter();
        Self::sum(
            bodies,
            frame.status.as_ref().map_or(&[], |status| &status.leads),
            loads.map(|c| ([c.first[0], c.second[0]], c.normal_impulse())),
        )
    }

    fn sum(
        bodies: usize,
        leads: &[f64],
        contacts: impl Iterator<Item = ([usize; 2], f64)>,
    ) -> Self {
        let mut sums = vec![0.0; bodies];
        for (pair, impulse) in contacts {
            pair.into_iter().for_each(|body| sums[body] += impulse);
        }
        let leads = leads.to_vec();
        Self { sums, leads }
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
    // The contacts of a mechanism carry all of its bodies.
    let own = |i: usize| model.forest.mechanism[i] == model.forest.mechanism[index];
    let load: f64 = match model.joints.is_empty() {
        true => loads.sums[index],
        false => (0..loads.sums.len())
            .filter(|&i| own(i))
            .map(|i| loads.sums[i])
            .sum(),
    };
    let carried = model.forest.anchored[index] || load >= FREE * weight_impulse(model, &[index]);
    let flies = body.motion == Motion::Free && !carried;
    // In contact the velocity is that of the last interval, where the state has it led back.
    let later = if flies {
        0.5 * model.time_step
    } else {
        loads.leads.get(index).copied().unwrap_or(0.0)
    };
    if body.keeps_velocity()
        && later > 0.0
        && let Some(wrench) = input.wrenches.get(index)
    {
        let gain = (model.gravity + wrench.force / body.mass) * later;
        for &axis in body.freedoms().iter().filter(|&&axis| axis < 3) {
            velocity[axis] += gain[axis];
        }
    }
    velocity
}

/// Velocity of body `index` over the last interval of a step without wrenches, m/s.
pub fn interval_velocity(model: &Model, index: usize, step: &Step) -> Vec3 {
    let (body, mut velocity) = (&model.bodies[index], step.state.bodies[index].velocity);
    if body.keeps_velocity()
        && let Some(lead) = step.status.leads.get(index)
    {
        for &axis in body.freedoms().iter().filter(|&&axis| axis < 3) {
            velocity[axis] += model.gravity[axis] * lead;
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
    /// Energy of motion.
    pub kinetic: f64,
    /// Energy of height: 0 at the origin of the world.
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
