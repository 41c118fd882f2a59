//! States and inputs plus small (or large) changes: q (+) d, and the d between two states. The
//! order of the changes is that of [`Model::tangents`] and [`Model::inputs`].

use super::{Input, InputKind, Model, MotorCommand, State, Wrench};
use crate::math::{Rot, Vec3};

impl State {
    /// Returns the state changed by `d` (2 nv numbers): positions and velocities by addition, a rotation
    /// by the exponential map on its right, R exp(d), so d is in body axes. Fixed bodies stay.
    #[must_use]
    pub fn integrate(&self, model: &Model, d: &[f64]) -> State {
        debug_assert_eq!(d.len(), 2 * model.nv(), "one change per tangent");
        debug_assert_eq!(self.bodies.len(), model.bodies.len());
        let mut out = self.clone();
        for (k, (i, _)) in model.unfixed().enumerate() {
            let body = &mut out.bodies[i];
            let (pose, rate) = (6 * k, model.nv() + 6 * k);
            body.position += vector(d, pose);
            body.rotation *= exponential(&vector(d, pose + 3));
            body.velocity += vector(d, rate);
            body.angular_velocity += vector(d, rate + 3);
        }
        out
    }

    /// Returns the change (2 nv numbers) that leads from this state to another:
    /// `a.integrate(model, &a.difference(model, &b))` is `b`. Rotations take the shorter way.
    pub fn difference(&self, model: &Model, to: &State) -> Vec<f64> {
        let mut d = vec![0.0; 2 * model.nv()];
        for (k, (i, _)) in model.unfixed().enumerate() {
            let (a, b) = (&self.bodies[i], &to.bodies[i]);
            let (pose, rate) = (6 * k, model.nv() + 6 * k);
            let parts = [
                (pose, b.position - a.position),
                (pose + 3, logarithm(&(a.rotation.inverse() * b.rotation))),
                (rate, b.velocity - a.velocity),
                (rate + 3, b.angular_velocity - a.angular_velocity),
            ];
            for (start, part) in parts {
                d[start..start + 3].copy_from_slice(part.as_slice());
            }
        }
        d
    }

    /// Returns a bound of how far a point of every body moves from this state to another on the shorter way, m.
    pub(crate) fn travels(&self, model: &Model, to: &State) -> impl Iterator<Item = f64> {
        let bodies = model.bodies.iter().zip(self.bodies.iter().zip(&to.bodies));
        bodies.map(|(body, (a, b))| {
            let turn = 2.0 * (b.rotation.coords - a.rotation.coords).norm();
            let turned = if turn == 0.0 {
                0.0
            } else {
                turn * body.extent()
            };
            (b.position - a.position).norm() + turned
        })
    }
}

impl Input {
    /// Returns the input changed by `du` (nu numbers): by addition, a commanded rotation by the
    /// exponential map on its right.
    #[must_use]
    pub fn integrate(&self, model: &Model, du: &[f64]) -> Input {
        let coordinates = model.inputs();
        debug_assert_eq!(du.len(), coordinates.len(), "one change per coordinate");
        let mut out = self.clone();
        let bodies: usize = model.bodies.iter().map(super::Body::input_count).sum();
        let (of_bodies, of_motors) = coordinates.split_at(bodies);
        for (coordinate, du) in of_motors.iter().zip(&du[bodies..]) {
            let command = &mut out.motors[coordinate.axis];
            match coordinate.kind.of_command() {
                0 => command.position += du,
                1 => command.velocity += du,
                _ => command.effort += du,
            }
        }
        for (of_kind, du) in of_bodies.chunks_exact(3).zip(du.chunks_exact(3)) {
            let (body, du) = (of_kind[0].body, Vec3::from_column_slice(du));
            let (wrench, command) = (&mut out.wrenches[body], &mut out.commands[body]);
            match of_kind[0].kind {
                InputKind::Force => wrench.force += du,
                InputKind::Torque => wrench.torque += du,
                InputKind::CommandPosition => command.position += du,
                InputKind::CommandRotation => command.rotation *= exponential(&du),
                InputKind::CommandVelocity => command.velocity += du,
                InputKind::CommandAngularVelocity => command.angular_velocity += du,
                InputKind::MotorPosition | InputKind::MotorVelocity | InputKind::MotorEffort => {}
            }
        }
        out
    }

    /// Returns the change (nu numbers) that leads from this input to another:
    /// `a.integrate(model, &a.difference(model, &b))` is `b`. Commanded rotations take the shorter way.
    pub fn difference(&self, model: &Model, to: &Input) -> Vec<f64> {
        let coordinates = model.inputs().into_iter();
        let change = coordinates.map(|coordinate| {
            let (body, axis) = (coordinate.body, coordinate.axis);
            let wrench = |of: fn(&Wrench) -> Vec3| {
                of(&to.wrenches[body])[axis] - of(&self.wrenches[body])[axis]
            };
            let (a, b) = (&self.commands, &to.commands);
            let motor =
                |of: fn(&MotorCommand) -> f64| of(&to.motors[axis]) - of(&self.motors[axis]);
            match coordinate.kind {
                InputKind::Force => wrench(|wrench| wrench.force),
                InputKind::Torque => wrench(|wrench| wrench.torque),
                InputKind::CommandPosition => b[body].position[axis] - a[body].position[axis],
                InputKind::CommandRotation => {
                    logarithm(&(a[body].rotation.inverse() * b[body].rotation))[axis]
                }
                InputKind::CommandVelocity => b[body].velocity[axis] - a[body].velocity[axis],
                InputKind::CommandAngularVelocity => {
                    b[body].angular_velocity[axis] - a[body].angular_velocity[axis]
                }
                InputKind::MotorPosition => motor(|motor| motor.position),
                InputKind::MotorVelocity => motor(|motor| motor.velocity),
                InputKind::MotorEffort => motor(|motor| motor.effort),
            }
        });
        change.collect()
    }
}

fn vector(d: &[f64], start: usize) -> Vec3 {
    Vec3::from_column_slice(&d[start..start + 3])
}

/// Returns the rotation of a rotation vector; also of the tiniest (nalgebra's drops those below 1e-16).
fn exponential(v: &Vec3) -> Rot {
    let angle = v.norm();
    let factor = if angle > 0.0 {
        (0.5 * angle).sin() / angle
    } else {
        0.5
    };
    let q = nalgebra::Quaternion::from_parts((0.5 * angle).cos(), v * factor);
    Rot::from_quaternion(q)
}

/// Returns the rotation vector of a rotation, at most pi long; as exact as the quaternion near 0 and pi.
fn logarithm(rotation: &Rot) -> Vec3 {
    let (w, v) = (rotation.w, rotation.imag());
    let (w, v) = if w < 0.0 { (-w, -v) } else { (w, v) };
    let length = v.norm();
    if length > 0.0 {
        v * (2.0 * length.atan2(w) / length)
    } else {
        v * 2.0
    }
}
