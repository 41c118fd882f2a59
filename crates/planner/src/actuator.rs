//! One number of a command: an axis of a driven body, or a motor of a joint.

use drystone::world::{Input, InputCoordinate, InputKind};

/// One number of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actuator {
    /// The position of the centre of mass of a driven body along a world axis, m.
    Axis {
        /// The index of the body.
        body: usize,
        /// The axis: 0, 1, 2 for x, y, z.
        axis: usize,
    },
    /// The position of a motor, rad or m.
    Motor {
        /// The index of the joint.
        joint: usize,
        /// The coordinate of the joint.
        coordinate: usize,
        /// The index in [`Input::motors`].
        motor: usize,
    },
}

impl Actuator {
    /// Sets the number in an input.
    pub fn set(&self, input: &mut Input, value: f64) {
        match *self {
            Self::Axis { body, axis } => input.commands[body].position[axis] = value,
            Self::Motor { motor, .. } => input.motors[motor].position = value,
        }
    }

    /// Returns whether a coordinate of an input is this number.
    pub(super) fn is(&self, input: &InputCoordinate) -> bool {
        match *self {
            Self::Axis { body, axis } => {
                (input.kind, input.body, input.axis) == (InputKind::CommandPosition, body, axis)
            }
            Self::Motor { motor, .. } => {
                (input.kind, input.axis) == (InputKind::MotorPosition, motor)
            }
        }
    }
}
