//! The implicit spring and damper of a driven body towards its commanded pose.

use crate::math::{Mat3, Rot, Vec3, skew};

/// Gains and command of one step, in the units of the model.
#[derive(Debug, Clone, Copy)]
pub struct DriveStep {
    /// The stiffness (along the world axes) and the damping of the translation.
    pub linear: (Vec3, f64),
    /// The stiffness (about the world axes) and the damping of the rotation.
    pub angular: (Vec3, f64),
    /// Commanded position at the end of the step.
    pub position: Vec3,
    /// Commanded rotation at the end of the step.
    pub rotation: Rot,
    /// The commanded velocity.
    pub velocity: Vec3,
    /// The commanded angular velocity, world.
    pub omega: Vec3,
}

impl DriveStep {
    /// Returns the force K (x_cmd - x+) + D (v_cmd - v+).
    pub fn force(&self, x: &Vec3, v: &Vec3) -> Vec3 {
        (self.position - x).component_mul(&self.linear.0) + (self.velocity - v) * self.linear.1
    }

    /// Returns the torque, world: stiffness times 2 vec(q_cmd q+^-1), the rotation vector of the error to
    /// second order, plus damping; and its derivative with respect to the world rotation of q+.
    pub fn torque(&self, q: &Rot, omega: &Vec3) -> (Vec3, Mat3) {
        let mut error = (self.rotation * q.inverse()).into_inner();
        if error.w < 0.0 {
            error = -error;
        }
        let e = error.imag() * 2.0;
        let torque = e.component_mul(&self.angular.0) + (self.omega - omega) * self.angular.1;
        let slope = -(Mat3::identity() * error.w + skew(&error.imag()));
        (torque, self.stiffened(&slope))
    }

    /// Returns the derivative of the torque with respect to the world rotation of the command.
    pub fn command_slope(&self, q: &Rot) -> Mat3 {
        let mut error = (self.rotation * q.inverse()).into_inner();
        if error.w < 0.0 {
            error = -error;
        }
        self.stiffened(&(Mat3::identity() * error.w - skew(&error.imag())))
    }

    /// Returns every row times the rotational stiffness about its axis.
    fn stiffened(&self, slope: &Mat3) -> Mat3 {
        Mat3::from_fn(|i, j| slope[(i, j)] * self.angular.0[i])
    }
}
