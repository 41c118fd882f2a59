//! What acts on the bodies during one step.

use super::{BodyState, Model, MotorCommand, State};
use crate::math::{Rot, Vec3};

/// External force and torque on a body, world axes, about its centre of mass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wrench {
    /// The force, N.
    pub force: Vec3,
    /// The torque, N m.
    pub torque: Vec3,
}

/// Commanded centre-of-mass pose at the end of the step and velocity there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Command {
    /// The position of the centre of mass, world, m.
    pub position: Vec3,
    /// The orientation.
    pub rotation: Rot,
    /// The velocity, world, m/s, for the damper of driven bodies.
    pub velocity: Vec3,
    /// World, rad/s; used by the damper of driven bodies, and by prescribed ones to tell how many whole turns
    /// a step makes.
    pub angular_velocity: Vec3,
}

impl Command {
    /// Returns the rotation vector (body frame, rad) that leads from `start` to this command in `seconds`: the shorter
    /// way, with as many whole turns as come nearest to the commanded angular velocity.
    pub fn turn_from(&self, start: &BodyState, seconds: f64) -> Vec3 {
        let short = (start.rotation.inverse() * self.rotation).scaled_axis();
        let spin = start
            .rotation
            .inverse_transform_vector(&self.angular_velocity)
            * seconds;
        if spin.norm() <= std::f64::consts::PI {
            return short;
        }
        let axis = short.try_normalize(1e-9).unwrap_or(spin / spin.norm());
        let turns = ((spin.dot(&axis) - short.norm()) / std::f64::consts::TAU).round();
        short + axis * (turns * std::f64::consts::TAU)
    }

    /// Returns the input that holds commanded bodies where `state` is.
    pub fn hold(state: &BodyState) -> Self {
        Self {
            position: state.position,
            rotation: state.rotation,
            velocity: Vec3::zeros(),
            angular_velocity: Vec3::zeros(),
        }
    }
}

/// Inputs of one step, one entry per body.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Input {
    /// External wrenches.
    pub wrenches: Vec<Wrench>,
    /// Commands of driven and prescribed bodies; the others ignore theirs.
    pub commands: Vec<Command>,
    /// Commands of the motors of all joints, in the order of the joints and of their coordinates.
    pub motors: Vec<MotorCommand>,
}

impl Input {
    /// Returns no wrench; driven and prescribed bodies are told to stay where they are in `state`.
    pub fn hold(model: &Model, state: &State) -> Self {
        debug_assert_eq!(model.bodies.len(), state.bodies.len());
        let zero = Wrench {
            force: Vec3::zeros(),
            torque: Vec3::zeros(),
        };
        Self {
            wrenches: vec![zero; state.bodies.len()],
            commands: state.bodies.iter().map(Command::hold).collect(),
            motors: model.hold_motors(state),
        }
    }

    /// Adds a force (N, world) that acts at a world `point` (m) on a body whose state is `at`.
    pub fn add_force_at(&mut self, body: usize, at: &BodyState, force: Vec3, point: Vec3) {
        let wrench = &mut self.wrenches[body];
        wrench.force += force;
        wrench.torque += (point - at.position).cross(&force);
    }
}
