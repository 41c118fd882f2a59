//! Pose and velocity of a body at the end of a step, and small changes of them.

use super::lanes::{Lanes, Lanes3};
use super::{Mat3, Vec3};

/// Pose of a body's centre-of-mass frame, in the units of the model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Position.
    pub x: Vec3,
    /// Rotation matrix, body to world.
    pub r: Mat3,
}

impl Pose {
    /// A body point in the world.
    pub fn to_world(&self, y: &Vec3) -> Vec3 {
        self.x + self.r * y
    }
}

/// Pose at the end of the step and interval velocity of a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kinematics {
    /// Pose at the end of the step.
    pub pose: Pose,
    /// Linear velocity, world.
    pub v: Vec3,
    /// Angular velocity, world.
    pub omega: Vec3,
}

/// A small change of a body's kinematics, in several lanes.
#[derive(Debug, Clone, Copy)]
pub struct Variation<const N: usize> {
    /// Of the position.
    pub dx: Lanes3<N>,
    /// Of the rotation, world rotation vector.
    pub dtheta: Lanes3<N>,
    /// Of the velocity.
    pub dv: Lanes3<N>,
    /// Of the angular velocity, world.
    pub domega: Lanes3<N>,
}

impl<const N: usize> Variation<N> {
    /// No change.
    pub const NONE: Self = Self {
        dx: Lanes::ZERO3,
        dtheta: Lanes::ZERO3,
        dv: Lanes::ZERO3,
        domega: Lanes::ZERO3,
    };
}
