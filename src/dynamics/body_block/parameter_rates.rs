//! Derivatives of a body's rows and of its next state with respect to gravity, time step, mass and
//! inertia.

use super::rates::put_one;
use super::{BodyBlock, BodyParameter, BodyRates};
use crate::math::{Mat3, Vec3, discrete_momentum};

impl BodyBlock {
    /// Derivatives with respect to one parameter.
    pub fn parameter_rates(&self, parameter: BodyParameter) -> BodyRates<1> {
        if !self.is_moving() {
            return match parameter {
                BodyParameter::TimeStep => self.prescribed_time_rates(),
                _ => BodyRates::NONE,
            };
        }
        let s = &self.setup;
        let mut out = BodyRates::NONE;
        match parameter {
            BodyParameter::Gravity(axis) => out.residual[axis].0[0] = -s.h * s.mass,
            BodyParameter::Mass(gravity) => {
                put_one(&mut out.residual[..3], &(self.v - s.v - gravity * s.h));
            }
            BodyParameter::Inertia(along) => {
                let start = discrete_momentum(&self.w, &along, s.h);
                let rows = self.r0 * (start - along * s.w);
                put_one(&mut out.residual[3..], &rows);
                let end = discrete_momentum(&self.w, &along, -s.h);
                put_one(&mut out.next[9..], &self.spin(&start, &end, &along));
            }
            BodyParameter::TimeStep => self.moving_time_rates(&mut out),
        }
        out
    }

    fn moving_time_rates(&self, out: &mut BodyRates<1>) {
        let s = &self.setup;
        let half = |w: &Vec3| w / (1.0 + (w * (0.5 * s.h)).norm_squared());
        // dq(w) turns about w itself: the same vector in the frames at the start and at the end.
        let turn = half(&self.w);
        put_one(&mut out.end.dx, &self.v);
        put_one(&mut out.end.dtheta, &(self.r0 * turn));
        put_one(&mut out.predicted.dx, &s.v);
        put_one(&mut out.predicted.dtheta, &(self.r0 * half(&s.w)));
        let slope = |h: f64| momentum_per_time(&self.w, &s.inertia, h);
        let mut linear = -s.impulse / s.h;
        let mut angular = self.r0 * slope(s.h) - s.torque_impulse / s.h;
        if let Some(drive) = &s.drive {
            linear -= drive.force(&self.kinematics.pose.x, &self.v);
            linear += self.v.component_mul(&drive.linear.0) * s.h;
            let (torque, stiffness) = drive.torque(&self.rotation(), &self.kinematics.omega);
            angular -= torque + stiffness * (self.r0 * turn) * s.h;
        }
        put_one(&mut out.residual[..3], &linear);
        put_one(&mut out.residual[3..], &angular);
        put_one(&mut out.next[..3], &self.v);
        put_one(&mut out.next[3..6], &turn);
        let spin = self.spin(&slope(s.h), &-slope(-s.h), &Mat3::zeros());
        put_one(&mut out.next[9..], &spin);
        let turned = self.planar_spin(&(self.r0 * turn), &Vec3::zeros(), &Vec3::zeros());
        put_one(&mut out.next[9..], &turned);
    }

    fn prescribed_time_rates(&self) -> BodyRates<1> {
        let mut out = BodyRates::NONE;
        let slower = -1.0 / self.setup.h;
        put_one(&mut out.end.dv, &(self.v * slower));
        put_one(&mut out.end.domega, &(self.kinematics.omega * slower));
        put_one(&mut out.next[6..9], &(self.v * slower));
        put_one(&mut out.next[9..], &(self.w * slower));
        out
    }
}

/// d L+ / d h at fixed w.
fn momentum_per_time(w: &Vec3, j: &Mat3, h: f64) -> Vec3 {
    let n2 = 1.0 + 0.25 * h * h * w.norm_squared();
    let momentum = discrete_momentum(w, j, h);
    (w.cross(&(j * w)) * 0.5 - momentum * (0.5 * h * w.norm_squared())) / n2
}
