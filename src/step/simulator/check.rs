//! The conditions of a step on its arguments.

use super::{LARGEST_RHO, SMALLEST_RHO, Simulator};
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::world::{Input, Motion, MotorCommand, State};

impl Simulator {
    /// Returns whether a step can be asked for: every number finite, one entry per body.
    pub(in crate::step) fn check(&self, state: &State, input: &Input, rho: f64) -> Result<()> {
        if !(SMALLEST_RHO..=LARGEST_RHO).contains(&rho) {
            return Err(Error::value(
                "rho",
                format!(
                    "must be a finite number from {SMALLEST_RHO:e} to {LARGEST_RHO}, got {rho}"
                ),
                "e.g. 1e-6 (stiff) to 1e-2 (smooth); beyond 0.1 contact no longer holds bodies at \
                 the height that rho says",
            ));
        }
        let n = self.model.bodies.len();
        for (name, len) in [
            ("state.bodies", state.bodies.len()),
            ("input.wrenches", input.wrenches.len()),
            ("input.commands", input.commands.len()),
        ] {
            if len != n {
                let why = format!("{len} entries for a model of {n} bodies");
                return Err(Error::value(
                    name,
                    why,
                    "give one entry per body of the model",
                ));
            }
        }
        self.check_joints(state, input)?;
        self.check_input(input)?;
        for (body, at) in self.model.bodies.iter().zip(&state.bodies) {
            if !finite(&at.numbers()) {
                return Err(Error::value(
                    format!("state.{}", body.name),
                    "not all numbers are finite",
                    "start from a finite state",
                ));
            }
        }
        Ok(())
    }

    /// Checks the numbers of motors and turns.
    fn check_joints(&self, state: &State, input: &Input) -> Result<()> {
        let motors: usize = self
            .model
            .joints
            .iter()
            .map(|joint| joint.motors().count())
            .sum();
        if input.motors.len() != motors {
            let why = format!(
                "{} entries for a model of {motors} motors",
                input.motors.len()
            );
            let fix = "give one entry per motor of the model, e.g. from Input::hold";
            return Err(Error::value("input.motors", why, fix));
        }
        let count = self.model.joint_coordinate_count();
        if !state.turns.is_empty() && state.turns.len() != count {
            let why = format!(
                "{} entries for a model of {count} joint coordinates",
                state.turns.len()
            );
            let fix = "give one entry per coordinate of every joint, or none";
            return Err(Error::value("state.turns", why, fix));
        }
        Ok(())
    }

    /// Checks those numbers of an input that the bodies use.
    fn check_input(&self, input: &Input) -> Result<()> {
        let numbers = |m: &MotorCommand| finite(&[m.position, m.velocity, m.effort]);
        if let Some(k) = input.motors.iter().position(|motor| !numbers(motor)) {
            let why = "not all numbers are finite";
            let fix = "give a finite position, velocity and effort";
            return Err(Error::value(format!("input.motors[{k}]"), why, fix));
        }
        let vectors = |all: &[&Vec3]| all.iter().all(|v| finite(v.as_slice()));
        for (i, body) in self.model.bodies.iter().enumerate() {
            let (wrench, command) = (&input.wrenches[i], &input.commands[i]);
            let wrench = [&wrench.force, &wrench.torque];
            let velocity = [&command.velocity, &command.angular_velocity];
            let pose = vectors(&[&command.position]) && command.rotation.coords.norm().is_finite();
            let (what, finite) = match body.motion {
                Motion::Fixed => continue,
                Motion::Free => ("wrenches", vectors(&wrench)),
                Motion::Prescribed => ("commands", pose && vectors(&velocity[1..])),
                Motion::Driven(_) if !vectors(&wrench) => ("wrenches", false),
                Motion::Driven(_) => ("commands", pose && vectors(&velocity)),
            };
            if !finite {
                return Err(Error::value(
                    format!("input.{what}[{i}]"),
                    format!("not all numbers for {} are finite", body.name),
                    "give finite numbers",
                ));
            }
        }
        Ok(())
    }
}

/// Returns whether all numbers are finite, without a branch at each: 0 times any other is not 0.
fn finite(numbers: &[f64]) -> bool {
    numbers.iter().map(|x| x * 0.0).sum::<f64>() == 0.0
}
