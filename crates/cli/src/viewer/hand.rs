//! Commands of motors, the spring of the mouse and another relaxation are given to the steps to come by hand.

use super::spring::Spring;
use drystone::recording::{ByHand, Steering};
use drystone::world::{MotorCommand, State};

/// A `Hand` is given to every step until it is taken back.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Hand {
    /// Commands that replace those of the scene; the others stay.
    motors: Vec<(usize, MotorCommand)>,
    /// The mouse pulls a body.
    pub spring: Option<Spring>,
    /// The relaxation in the place of that of the run.
    pub rho: Option<f64>,
}

impl Hand {
    /// Commands a motor.
    pub fn steer(&mut self, motor: usize, to: MotorCommand) {
        self.motors.retain(|(own, _)| *own != motor);
        self.motors.push((motor, to));
    }

    /// Returns what a step that starts at `state` gets.
    pub fn give(&self, state: &State) -> ByHand {
        let motors = self.motors.iter();
        ByHand {
            pulls: self.spring.iter().map(|own| own.pull(state)).collect(),
            motors: motors
                .map(|&(motor, to)| Steering::new(motor, to))
                .collect(),
            rho: self.rho,
        }
    }
}
