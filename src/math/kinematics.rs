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
    /// How the angular velocity answers to phi, where h phi is a small world rotation of the pose.
    pub turn: Mat3,
    /// Length of the step when the motion is unknown, else 0.
    pub h: f64,
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

    /// Unit motions of a body in lanes `first`..`first` + 6: velocity (3) and phi (3), where h phi
    /// is the world rotation of the pose, over a step `h`; domega = `turn` phi.
    pub fn columns(first: usize, h: f64, turn: &Mat3) -> Self {
        let mut out = Self::NONE;
        for i in 0..3 {
            out.dx[i].0[first + i] = h;
            out.dv[i].0[first + i] = 1.0;
            out.dtheta[i].0[first + 3 + i] = h;
            for j in 0..3 {
                out.domega[i].0[first + 3 + j] = turn[(i, j)];
            }
        }
        out
    }
}
