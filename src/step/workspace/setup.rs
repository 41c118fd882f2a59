//! What a body brings into a step: state, mass, forces and drive in the units of the solver.

use crate::dynamics::{BodySetup, DriveStep, RotationLaw};
use crate::math::{Attitude, Vec3};
use crate::step::slot::Worlds;
use crate::world::{Body, BodyState, Command, Input, Model, Motion, State};

/// The interval of a solve: a whole step, or a half (quarter, ...) of one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The length of the interval, s.
    pub seconds: f64,
    /// Length of the interval whose velocity the state carries, s.
    pub before: f64,
}

impl Interval {
    /// Returns the interval of a whole step after a whole step.
    pub fn whole(seconds: f64) -> Self {
        Self {
            seconds,
            before: seconds,
        }
    }

    /// Returns how long gravity and forces act between the middle of the interval before and that of this one, s: then
    /// free flight goes through the nodes of its parabola whatever the lengths.
    pub fn pull(&self) -> f64 {
        0.5 * (self.before + self.seconds)
    }
}

/// Where a world stands before a step, and what acts on it.
pub type Begin<'a> = (&'a State, &'a Input);

/// Returns a body of several worlds.
pub fn body_setup<R: Worlds>(
    model: &Model,
    body: &Body,
    begin: &[Begin],
    index: usize,
    interval: Interval,
) -> BodySetup<R> {
    let mut out: Option<BodySetup<R>> = None;
    for (lane, begin) in begin.iter().enumerate().take(R::LANES) {
        let own = lone_setup(model, body, *begin, index, interval);
        let out = out.get_or_insert_with(|| own.spread());
        out.set_lane(lane, &own);
    }
    out.expect("there is a world")
}

/// Returns a body of one world.
fn lone_setup(
    model: &Model,
    body: &Body,
    (state, input): Begin,
    index: usize,
    interval: Interval,
) -> BodySetup {
    let at = &state.bodies[index];
    let units = &model.units;
    let (length, time) = (units.length, units.time);
    let seconds = interval.seconds;
    let h = seconds / time;
    let pull = match body.quasi_dynamic {
        true => h,
        false => interval.pull() / time,
    };
    let wrench = &input.wrenches[index];
    let command = &input.commands[index];
    let force_unit = length / (time * time);
    let (v, w) = match body.motion {
        Motion::Fixed => (Vec3::zeros(), Vec3::zeros()),
        Motion::Prescribed => prescribed_velocity(at, command, seconds),
        Motion::Free | Motion::Driven(_) => within_plane(body, at),
    };
    let end = match body.motion {
        Motion::Prescribed => command.rotation,
        _ => at.rotation,
    };
    let setup = BodySetup {
        freedoms: if body.is_moving() {
            body.freedoms()
        } else {
            &[]
        },
        mass: body.mass,
        inertia: body.inertia / (length * length),
        h,
        pull,
        x: at.position / length,
        q: Attitude::by_lane(|_| at.rotation),
        v: v / units.velocity,
        w: w * time,
        end: Attitude::by_lane(|_| end),
        impulse: (model.gravity * body.mass + wrench.force) * (pull / force_unit),
        torque_impulse: wrench.torque * (h / (force_unit * length)),
        drive: drive_step(model, body, command),
        quasi_dynamic: false,
        law: match model.contact_model.damps_rotation() {
            true => RotationLaw::SecondDifference,
            false => RotationLaw::Momentum,
        },
    };
    if body.quasi_dynamic {
        setup.quasi_dynamic()
    } else {
        setup
    }
}

/// Returns the spring and damper of a driven body, in units of the model.
fn drive_step(model: &Model, body: &Body, command: &Command) -> Option<DriveStep> {
    let units = &model.units;
    let (length, time) = (units.length, units.time);
    let force_unit = length / (time * time);
    match body.motion {
        Motion::Driven(drive) => Some(DriveStep {
            linear: (drive.stiffness * time * time, drive.damping * time),
            angular: (
                drive.rotational_stiffness / (force_unit * length),
                drive.rotational_damping * time / (length * length),
            ),
            position: command.position / length,
            rotation: command.rotation,
            velocity: command.velocity / units.velocity,
            omega: command.angular_velocity * time,
        }),
        _ => None,
    }
}

/// Returns the velocity and angular velocity (body frame) of a moving body without what leads out of its plane.
fn within_plane(body: &Body, at: &BodyState) -> (Vec3, Vec3) {
    let (mut v, mut w) = (at.velocity, at.angular_velocity);
    if let Some(plane) = body.plane {
        let normal = plane.normal();
        let own = at.rotation.inverse_transform_vector(&normal);
        v -= normal * normal.dot(&v);
        w = own * own.dot(&w);
    }
    (v, w)
}

/// Returns the velocity (world) and angular velocity (body frame) over a step of length `h` (s) that lead to the command.
fn prescribed_velocity(at: &BodyState, command: &Command, h: f64) -> (Vec3, Vec3) {
    let turn = command.turn_from(at, h);
    ((command.position - at.position) / h, turn / h)
}
