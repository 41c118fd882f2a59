//! The energy balance of a step: what it gained beyond the work that went in, and how much of that is explained.
//!
//! The velocity of a state is that of the interval before its node, so the kinetic energies at both ends belong
//! to the middles of two intervals, and all impulses act between them. With the mean velocity v' = (v + v+) / 2
//!
//! ```text
//! m (v+^2 - v^2) / 2 = m (v+ - v).v' = (h (m g + f) + h F_drive + sum of J).v'
//! ```
//!
//! holds to the last digit, contact or not; in free flight it says that the work of gravity is taken between
//! the middles of the intervals. Angular velocities belong to nodes; there torques work on the mean of both.
//! The gain is the change of kinetic energy minus the work of gravity, wrenches and drives on v', and minus that
//! of prescribed bodies, J.u with u the velocity of their material at the contact. The rest is what contact
//! did, sum of J.(v+ - dv/2). It is explained as far as it does not exceed
//!
//! - rho m (V L / h + V^2) per pair: a push gamma = rho / s gains gamma s / h at most while its gap grows from
//!   0 to s, and friction works rho at most against its slip;
//! - m (a h)^2 / 8 per body in contact, a = g + (f + F_drive) / m: contact that takes up a part J of the pull
//!   m a h works on v', not on v+, and J (m a h - J) / (2 m) is largest at half of it;
//! - gamma h w^2 r / 2 per contact, of first order in h: the gap is not linear in time where bodies turn, w their spins and r the arms;
//! - b.(u - u_row) per contact, as friction takes its slip u_row at a lagged arm, but not more than h w^2 r |b| and, in a unit of time, 1e-2 of
//!   the kinetic energies and 1e-4 m V^2 (an impact counts as a twentieth of that time, or as the step if that is longer);
//! - J.n (d + s) / h per pair whose parts overlapped by d at the start, which pushes them apart, and that are s apart at the end, which is more
//!   than the gap of the rows where those are long and thin (judged by the shapes, and only where all else does not explain the gain);
//! - per joint what its rows work on the velocities at the end, as their impulses act at the pose at the start, and |tau| times the
//!   change of the rate within the step per coordinate;
//! - 1e-7 of the energies: residuals of 1e-8.
//!
//! Work along the coordinates of joints (springs, dampers, friction, motors, limits) is taken on the mean of their rates.
//!
//! A step in halves adds up gains and bounds of the halves. Quasi-dynamic bodies have no energy to keep: models
//! with any are not balanced.

use super::island::{DRIVE, LEAST_DRIVE, judged_time, moving_mass};
use super::simulator::Task;
use super::{Contact, JointLoad, Step};
use crate::joint::Wrench6;
use crate::math::Vec3;
use crate::shape::{gap_certificate, penetration, separating_direction};
use crate::world::{Body, BodyState, Model, Motion, State};

/// Products are met to 1e-4, lengths are those of the predicted pose.
const SLACK: f64 = 1.1;
/// Part of the energies that residuals may leave.
const EXACT: f64 = 1e-7;
/// An overlap at the start below this (units of length) is none.
const APART: f64 = 1e-6;

/// Gain of energy in a step, J, and what explains it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct EnergyBalance {
    /// Kinetic energy gained beyond the work of gravity, wrenches, drives and prescribed bodies, J; mostly
    /// negative: what friction and impacts dissipate.
    pub gain: f64,
    /// The largest gain that relaxation, first order of the step and overlap at its start explain, J.
    pub bound: f64,
}

impl EnergyBalance {
    /// Returns the gain beyond its bound, J; 0 of a step that is in balance.
    pub fn unexplained(&self) -> f64 {
        (self.gain - self.bound).max(0.0)
    }

    /// Adds a further part of the same step.
    pub(super) fn add(&mut self, other: &Self) {
        self.gain += other.gain;
        self.bound += other.bound;
    }
}

/// Returns the balance of one solve from its start to the end in `out`, with the contacts of this solve alone.
pub(super) fn balance(model: &Model, task: &Task, out: &Step) -> EnergyBalance {
    let mut balance = EnergyBalance::default();
    if model.bodies.iter().any(|body| body.quasi_dynamic) {
        return balance;
    }
    for (i, body) in model.bodies.iter().enumerate() {
        if body.is_moving() && task.active.has(i) {
            add_body(model, task, i, &out.state.bodies[i], &mut balance);
        }
    }
    for load in &out.joints {
        add_joint(model, task, load, &out.state, &mut balance);
    }
    for contact in &out.contacts {
        add_contact(model, task, contact, &out.state, &mut balance);
    }
    if balance.gain > balance.bound {
        for contact in &out.contacts {
            balance.bound += expulsion(model, task, contact, &out.state);
        }
    }
    balance
}

fn add_body(model: &Model, task: &Task, index: usize, to: &BodyState, balance: &mut EnergyBalance) {
    let body = &model.bodies[index];
    let (from, h) = (&task.state.bodies[index], task.interval.seconds);
    let wrench = &task.input.wrenches[index];
    // As if gravity and forces acted for the length of the interval.
    let mut pull =
        (model.gravity * body.mass + wrench.force) * (task.interval.pull() / task.interval.seconds);
    let mut torque = wrench.torque;
    if let Motion::Driven(drive) = body.motion {
        let command = &task.input.commands[index];
        pull += (command.position - to.position).component_mul(&drive.stiffness)
            + (command.velocity - to.velocity) * drive.damping;
        let mut error = (command.rotation * to.rotation.inverse()).into_inner();
        if error.w < 0.0 {
            error = -error;
        }
        let turn = error.imag() * 2.0;
        let spin = to.angular_velocity_world();
        torque += turn.component_mul(&drive.rotational_stiffness)
            + (command.angular_velocity - spin) * drive.rotational_damping;
    }
    let mean = (from.velocity + to.velocity) * 0.5;
    let [was, is] = [from, to].map(|at| kinetic(body, at));
    balance.gain += is - was - h * pull.dot(&mean);
    balance.bound += EXACT * (was + is) + h * h * pull.norm_squared() / (8.0 * body.mass);
    if torque != Vec3::zeros() {
        let [w, w_next] = [from, to].map(BodyState::angular_velocity_world);
        balance.gain -= h * torque.dot(&(w + w_next)) * 0.5;
        // the torque turns with the body, and damps the interval's spin
        balance.bound +=
            h * torque.norm() * (w_next - w).norm() + h * h * torque.norm() * w_next.norm_squared();
    }
}

fn add_contact(
    model: &Model,
    task: &Task,
    contact: &Contact,
    end: &State,
    balance: &mut EnergyBalance,
) {
    let (units, h) = (&model.units, task.interval.seconds);
    let (mut spin, mut reach, mut energy) = (0.0, 0.0, 0.0);
    let mut slip = -contact.slip_velocity;
    for (id, sign) in [(contact.first, -1.0), (contact.second, 1.0)] {
        let (body, to) = (&model.bodies[id.body], &end.bodies[id.body]);
        let from = &task.state.bodies[id.body];
        let arm = contact.point - to.position;
        if body.is_moving() {
            let w = from.angular_velocity.norm_squared();
            spin += w.max(to.angular_velocity.norm_squared()).sqrt();
            reach += arm.norm();
            energy += kinetic(body, from) + kinetic(body, to);
            slip += (to.velocity + to.angular_velocity_world().cross(&arm)) * sign;
        } else if body.motion == Motion::Prescribed {
            let there = to.rotation.inverse() * arm;
            let velocity = (contact.point - from.position - from.rotation * there) / h;
            balance.gain += sign * contact.impulse.dot(&velocity);
            slip += velocity * sign;
            spin += 2.0 * (to.rotation.coords - from.rotation.coords).norm() / h;
        }
    }
    let beta = contact.impulse - contact.normal * contact.normal_impulse;
    let relaxed =
        task.rho * pair_mass(model, contact) * units.velocity * (units.length / h + units.velocity);
    // What friction may work beyond its law before the step is solved with the slip at the contact point.
    let lag = match model.contact_model.watches_friction() {
        true => {
            let least = pair_mass(model, contact) * units.velocity * units.velocity;
            let bodies = [contact.first.body, contact.second.body];
            let pressed = contact.normal_impulse.abs() / moving_mass(model, bodies);
            let time = judged_time(h * units.velocity / units.length, pressed / units.velocity);
            (DRIVE * energy + LEAST_DRIVE * least) * time + h * spin * spin * reach * beta.norm()
        }
        false => f64::INFINITY,
    };
    balance.bound += SLACK * relaxed
        + 0.5 * h * spin * spin * reach * contact.normal_impulse
        + beta.dot(&slip).clamp(0.0, lag)
        + spin * contact.torsional_impulse.abs();
}

/// Adds the work of a joint: along its coordinates to what went in, of its rows to what is explained.
fn add_joint(
    model: &Model,
    task: &Task,
    load: &JointLoad,
    end: &State,
    balance: &mut EnergyBalance,
) {
    let joint = &model.joints[load.joint];
    let rates = joint
        .velocities(task.state)
        .into_iter()
        .zip(joint.velocities(end));
    for ((before, after), impulse) in rates.zip(load.along) {
        balance.gain -= impulse * (before + after) * 0.5;
        balance.bound += impulse.abs() * (after - before).abs();
    }
    let at = joint.geometry(task.state);
    let wrench = Wrench6 {
        force: load.force,
        couple: load.torque,
    };
    let mut work = 0.0;
    for (body, wrench) in joint.bodies().into_iter().zip(wrench.on_bodies(&at)) {
        if let Some(i) = body {
            let (v, w) = (
                end.bodies[i].velocity,
                end.bodies[i].angular_velocity_world(),
            );
            let twist = [v.x, v.y, v.z, w.x, w.y, w.z];
            work += wrench.iter().zip(twist).map(|(f, v)| f * v).sum::<f64>();
        }
    }
    balance.bound += work.abs();
}

/// Returns what a contact gains by pushing apart parts that overlapped at the start, and, within what the relaxation leaves of a push times
/// its gap, parts that are apart at the end, J.
fn expulsion(model: &Model, task: &Task, contact: &Contact, end: &State) -> f64 {
    let apart = APART * model.units.length;
    let parts = [contact.first, contact.second].map(|id| &model.bodies[id.body].parts[id.part]);
    let [a, b] = parts.map(|part| &part.placed);
    let poses = |state: &State| {
        [contact.first, contact.second].map(|id| {
            let body = &state.bodies[id.body];
            (body.position, body.rotation)
        })
    };
    let [from, to] = poses(task.state);
    let mut work = 0.0;
    let depth = -gap_certificate(a, &from, b, &to, &contact.normal);
    if depth.is_finite() && depth > apart && separating_direction(a, &from, b, &to, apart).is_none()
    {
        work += contact.normal_impulse * depth;
    }
    let [from, to] = poses(end);
    let range = -penetration(a, &from, b, &to, &contact.normal);
    if range > 0.0 && parts.iter().all(|part| part.bounding_radius.is_finite()) {
        let inner: f64 = parts.iter().map(|part| part.inscribed_radius).sum();
        let outer: f64 = parts.iter().map(|part| part.bounding_radius).sum();
        let left = task.rho * pair_mass(model, contact) * model.units.velocity * model.units.length;
        work += (contact.normal_impulse * range).min(SLACK * left * outer / inner);
    }
    work / task.interval.seconds
}

/// Returns the geometric mean of the masses of those bodies of a contact that move, kg.
fn pair_mass(model: &Model, contact: &Contact) -> f64 {
    let bodies = [contact.first, contact.second].map(|id| &model.bodies[id.body]);
    match bodies.map(Body::is_moving) {
        [true, true] => (bodies[0].mass * bodies[1].mass).sqrt(),
        [true, false] => bodies[0].mass,
        [false, true] => bodies[1].mass,
        [false, false] => 1.0,
    }
}

fn kinetic(body: &Body, at: &BodyState) -> f64 {
    let w = &at.angular_velocity;
    0.5 * (body.mass * at.velocity.norm_squared() + w.dot(&(body.inertia * w)))
}

#[cfg(test)]
#[path = "energy_tests.rs"]
mod tests;
