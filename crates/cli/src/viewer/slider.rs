//! A motor as a slider: what it may be told, and what it is told. Knows no window.

use crate::replay::columns;
use drystone::world::{JointAxis, Model, Motor, MotorCommand, State};
use std::f64::consts::{PI, TAU};

/// Range on either side of zero of a length without limits, m, of a velocity, rad/s or m/s, and of an effort without a limit, N m or N.
const LENGTH: f64 = 1.0;
const VELOCITY: f64 = 2.0;
const EFFORT: f64 = 10.0;

/// The quantity that a motor is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quantity {
    Position,
    Velocity,
    Effort,
}

/// One motor.
#[derive(Debug, Clone, PartialEq)]
pub struct Slider {
    joint: usize,
    coordinate: usize,
    /// The name of the joint, with a number where it has several coordinates.
    pub name: String,
    /// Unit of the command.
    pub unit: &'static str,
    quantity: Quantity,
    /// Ends of the slider, in the unit.
    range: [f64; 2],
}

impl Slider {
    /// The motors of a model, in the order of its inputs.
    pub fn all(model: &Model) -> Vec<Self> {
        let mut all = Vec::new();
        for (joint, own) in model.joints.iter().enumerate() {
            let columns = columns(own);
            for (coordinate, motor) in own.motors() {
                let column = &columns[coordinate];
                let (quantity, unit, range) = scale(motor, &own.axes[coordinate], column.is_angle);
                all.push(Self {
                    joint,
                    coordinate,
                    name: column.name.clone(),
                    unit,
                    quantity,
                    range,
                });
            }
        }
        all
    }

    /// Returns the command that tells the motor `value`.
    pub fn command(&self, value: f64) -> MotorCommand {
        let mut out = MotorCommand::default();
        match self.quantity {
            Quantity::Position => out.position = value,
            Quantity::Velocity => out.velocity = value,
            Quantity::Effort => out.effort = value,
        }
        out
    }

    /// Returns what a command tells the motor.
    pub fn told(&self, command: &MotorCommand) -> f64 {
        match self.quantity {
            Quantity::Position => command.position,
            Quantity::Velocity => command.velocity,
            Quantity::Effort => command.effort,
        }
    }

    /// Returns what is measured of what the motor is told: nothing of an effort.
    pub fn measured(&self, model: &Model, state: &State) -> Option<f64> {
        let joint = &model.joints[self.joint];
        match self.quantity {
            Quantity::Position => Some(joint.positions(state)[self.coordinate]),
            Quantity::Velocity => Some(joint.velocities(state)[self.coordinate]),
            Quantity::Effort => None,
        }
    }

    /// Returns which part of the range is below a value, from 0 to 1.
    pub fn part(&self, value: f64) -> f32 {
        let [low, high] = self.range;
        ((value - low) / (high - low)).clamp(0.0, 1.0) as f32
    }

    /// Returns the value that has a part of the range below it.
    pub fn value(&self, part: f32) -> f64 {
        let [low, high] = self.range;
        low + f64::from(part.clamp(0.0, 1.0)) * (high - low)
    }

    /// Returns the value that is a part of the range above another one, within the range.
    pub fn beside(&self, value: f64, part: f64) -> f64 {
        let [low, high] = self.range;
        (value + part * (high - low)).clamp(low, high)
    }
}

/// Returns what a motor is told, its unit, and the ends of its slider.
fn scale(motor: &Motor, axis: &JointAxis, is_angle: bool) -> (Quantity, &'static str, [f64; 2]) {
    match motor {
        Motor::Position { .. } => {
            let unit = if is_angle { "rad" } else { "m" };
            let half = if is_angle { PI } else { LENGTH };
            let whole = if is_angle { TAU } else { 2.0 * LENGTH };
            let range = match axis.limits.map(f64::is_finite) {
                [true, true] => axis.limits,
                [true, false] => [axis.limits[0], axis.limits[0] + whole],
                [false, true] => [axis.limits[1] - whole, axis.limits[1]],
                [false, false] => [-half, half],
            };
            (Quantity::Position, unit, range)
        }
        Motor::Velocity { .. } => {
            let unit = if is_angle { "rad/s" } else { "m/s" };
            (Quantity::Velocity, unit, [-VELOCITY, VELOCITY])
        }
        // an effort motor
        _ => {
            let unit = if is_angle { "N m" } else { "N" };
            let limit = Some(motor.limit()).filter(|limit| limit.is_finite() && *limit > 0.0);
            let most = limit.unwrap_or(EFFORT);
            (Quantity::Effort, unit, [-most, most])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sliders::tests::DOORS;
    use super::*;
    use drystone::scene::Scene;

    #[test]
    fn ranges_are_limits_or_what_is_usual() {
        let all = Slider::all(&Scene::parse(DOORS, "doors").expect("valid").model);
        let ranges: Vec<_> = all
            .iter()
            .map(|s| (s.name.as_str(), s.unit, s.range))
            .collect();
        let expected = [
            ("turn", "rad", [-1.0, 2.0]),
            ("slide", "m/s", [-2.0, 2.0]),
            ("push", "N", [-5.0, 5.0]),
        ];
        assert_eq!(ranges, expected);
    }
}
