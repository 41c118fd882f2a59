//! What a body brings into a step: state, mass, forces and drive in the units of the solver.

use crate::dynamics::{BodySetup, DriveStep};
use crate::math::{Attitude, Vec3};
use crate::step::slot::Worlds;
use crate::world::{Body, BodyState, Command, Input, Model, Motion, State};

/// Where a world stands before a step, and what acts on it.
pub type Begin<'a> = (&'a State, &'a Input);

/// A body of several worlds.
pub fn body_setup<R: Worlds>(
    model: &Model,
    body: &Body,
    begin: &[Begin],
    index: usize,
    seconds: f64,
) -> BodySetup<R> {
    let mut out: Option<BodySetup<R>> = None;
    for (lane, begin) in begin.iter().enumerate().take(R::LANES) {
        let own = lone_setup(model, body, *begin, index, seconds);
        let out = out.get_or_insert_with(|| own.spread());
        out.set_lane(lane, &own);
    }
    out.expect("there is a world")
}

/// A body of one world.
fn lone_setup(
    model: &Model,
    body: &Body,
    (state, input): Begin,
    index: usize,
    seconds: f64,
) -> BodySetup {
    let at = &state.bodies[index];
    let units = &model.units;
    let (length, time) = (units.length, units.time);
    let h = seconds / time;
    let wrench = &input.wrenches[index];
    let command = &input.commands[index];
    let force_unit = length / (time * time);
    let (v, w) = match body.motion {
        Motion::Fixed => (Vec3::zeros(), Vec3::zeros()),
        Motion::Prescribed => prescribed_velocity(at, command, seconds),
        Motion::Free | Motion::Driven(_) => within_plane(body, at),
    };
    let drive = match body.motion {
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
        x: at.position / length,
        q: Attitude::by_lane(|_| at.rotation),
        v: v / units.velocity,
        w: w * time,
        impulse: (model.gravity * body.mass + wrench.force) * (h / force_unit),
        torque_impulse: wrench.torque * (h / (force_unit * length)),
        drive,
        quasi_dynamic: false,
    };
    if body.quasi_dynamic {
        setup.quasi_dynamic()
    } else {
        setup
    }
}

/// Velocity and angular velocity (body frame) of a moving body without what leads out of its plane.
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

/// Interval velocities (linear in world, angular in body frame) that lead to the command.
fn prescribed_velocity(at: &BodyState, command: &Command, h: f64) -> (Vec3, Vec3) {
    let dq = (at.rotation.inverse() * command.rotation).into_inner();
    // Cayley: dq is parallel to [1; h w / 2].
    let w = dq.imag() * (2.0 / (h * dq.w));
    ((command.position - at.position) / h, w)
}
