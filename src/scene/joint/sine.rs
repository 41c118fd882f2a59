//! `sine = { ... }` of a motor: a sine over time that is added to what the keyframes command.

use super::MotorKind;
use crate::error::{Result, finite, in_range};
use crate::world::MotorCommand;
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;

/// `sine = { ... }`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SineConfig {
    /// Largest position (rad or m), velocity (rad/s or m/s) or effort (N m or N), by the type of the motor.
    pub amplitude: f64,
    /// Hz.
    pub frequency: f64,
    /// Angle at time 0, rad.
    #[serde(default)]
    pub phase: f64,
}

impl SineConfig {
    /// Checks the numbers; fields of errors are relative to the table.
    pub(super) fn check(&self) -> Result<()> {
        finite("amplitude", &[self.amplitude], "give a finite number")?;
        finite("phase", &[self.phase], "give finite radians")?;
        in_range("frequency", self.frequency, 0.0, 1e6, "give Hz, e.g. 1.0")?;
        Ok(())
    }

    /// Adds the sine at `time` to the command of a motor; a position motor is told the rate of the sine, too.
    pub(super) fn add(&self, kind: MotorKind, time: f64, command: &mut MotorCommand) {
        let rate = TAU * self.frequency;
        let (sin, cos) = (rate * time + self.phase).sin_cos();
        match kind {
            MotorKind::Position => {
                command.position += self.amplitude * sin;
                command.velocity += self.amplitude * rate * cos;
            }
            MotorKind::Velocity => command.velocity += self.amplitude * sin,
            MotorKind::Effort => command.effort += self.amplitude * sin,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_motor_is_told_the_rate_of_its_sine() {
        let sine = SineConfig {
            amplitude: 0.3,
            frequency: 1.5,
            phase: 0.2,
        };
        let at = |time: f64| {
            let mut command = MotorCommand::default();
            sine.add(MotorKind::Position, time, &mut command);
            command
        };
        for time in [0.0, 0.37, 2.0] {
            let difference = (at(time + 1e-6).position - at(time - 1e-6).position) / 2e-6;
            assert!((at(time).velocity - difference).abs() < 1e-8);
        }
        // a quarter of a period after the sine is zero
        let peak = (0.25 - 0.2 / TAU) / 1.5;
        assert!((at(peak).position - 0.3).abs() < 1e-15);
    }
}
