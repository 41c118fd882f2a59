//! What somebody did by hand in a step, while a scene was simulated in a window.
//!
//! A run that was steered is no longer that of its scene alone. Its frames say what was added, with all bits, so that the
//! run can be repeated.

use crate::math::Vec3;
use crate::world::{Input, MotorCommand, State};
use serde::{Deserialize, Serialize};

/// A force that pulled a body at a point during one step.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Pull {
    /// The index of the body.
    pub body: usize,
    /// World, N.
    pub force: [f64; 3],
    /// The point at which the force acts at the start of the step, world, m.
    pub point: [f64; 3],
}

/// A command that a motor got in the place of that of the scene.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Steering {
    /// The index of the motor, in the order of [`Input::motors`].
    pub motor: usize,
    /// rad or m.
    pub position: f64,
    /// rad/s or m/s.
    pub velocity: f64,
    /// N m or N.
    pub effort: f64,
}

/// Everything that was done by hand in one step.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ByHand {
    /// Forces besides those of the scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pulls: Vec<Pull>,
    /// Commands in the place of those of the scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub motors: Vec<Steering>,
    /// The relaxation in the place of that of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rho: Option<f64>,
}

impl Steering {
    /// Returns the command that the motor with this index gets.
    pub fn new(motor: usize, command: MotorCommand) -> Self {
        Self {
            motor,
            position: command.position,
            velocity: command.velocity,
            effort: command.effort,
        }
    }

    fn command(&self) -> MotorCommand {
        MotorCommand {
            position: self.position,
            velocity: self.velocity,
            effort: self.effort,
        }
    }
}

impl ByHand {
    /// Whether nothing was done.
    pub fn is_empty(&self) -> bool {
        self.pulls.is_empty() && self.motors.is_empty() && self.rho.is_none()
    }

    /// Adds what was done to the input that the scene gives a step from `state`. Motors and bodies that `input` does not have
    /// are passed over; [`Frames::with_motors`](super::Frames::with_motors) refuses them while a recording is read.
    pub fn add_to(&self, state: &State, input: &mut Input) {
        for pull in &self.pulls {
            if let Some(at) = state.bodies.get(pull.body) {
                let [force, point] = [pull.force, pull.point].map(Vec3::from);
                input.add_force_at(pull.body, at, force, point);
            }
        }
        for steering in &self.motors {
            if let Some(command) = input.motors.get_mut(steering.motor) {
                *command = steering.command();
            }
        }
    }

    /// Returns what is wrong with it in a scene of `bodies` bodies and `motors` motors.
    pub(super) fn fault(&self, bodies: usize, motors: usize) -> Option<String> {
        if let Some(pull) = self.pulls.iter().find(|pull| pull.body >= bodies) {
            return Some(format!("a pull of body {}, of {bodies}", pull.body));
        }
        if let Some(own) = self.motors.iter().find(|own| own.motor >= motors) {
            return Some(format!("a command of motor {}, of {motors}", own.motor));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Rot;
    use crate::world::{BodyState, Wrench};

    #[test]
    fn a_pull_is_a_wrench_and_a_steering_replaces_a_command() {
        let state = State {
            bodies: vec![BodyState::at_rest(Vec3::zeros(), Rot::identity()); 2],
            turns: Vec::new(),
        };
        let wrench = Wrench {
            force: Vec3::zeros(),
            torque: Vec3::zeros(),
        };
        let mut input = Input {
            wrenches: vec![wrench; 2],
            motors: vec![MotorCommand::default(); 2],
            ..Input::default()
        };
        let command = MotorCommand {
            effort: 3.0,
            ..MotorCommand::default()
        };
        let hand = ByHand {
            pulls: vec![Pull {
                body: 1,
                force: [0.0, 0.0, 2.0],
                point: [0.5, 0.0, 0.0],
            }],
            motors: vec![Steering::new(1, command)],
            rho: None,
        };
        hand.add_to(&state, &mut input);
        assert_eq!(input.wrenches[1].force, Vec3::new(0.0, 0.0, 2.0));
        assert_eq!(input.wrenches[1].torque, Vec3::new(0.0, -1.0, 0.0));
        assert_eq!(input.motors, [MotorCommand::default(), command]);
        assert_eq!(hand.fault(2, 2), None);
        assert!(hand.fault(1, 2).is_some() && hand.fault(2, 1).is_some());
    }

    #[test]
    fn nothing_is_written_where_nothing_was_done() {
        let text = serde_json::to_string(&ByHand::default()).expect("text");
        assert_eq!(text, "{}");
        let read: ByHand = serde_json::from_str("{}").expect("nothing");
        assert!(read.is_empty());
    }
}
