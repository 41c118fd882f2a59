//! Derivatives of a body's rows and of its next state with respect to gravity, time step, mass and
//! inertia.

use super::rates::put_one;
use super::{BodyBlock, BodyParameter, BodyRates, RotationLaw};
use crate::math::{Cayley, Mat3, Vec3};

impl BodyBlock {
    /// Returns the derivatives with respect to one parameter.
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
            BodyParameter::Gravity(axis) => out.residual[axis].0[0] = -s.pull * s.mass,
            BodyParameter::Mass(gravity) => {
                put_one(&mut out.residual[..3], &(self.v - s.v - gravity * s.pull));
            }
            BodyParameter::Inertia(along) if s.law == RotationLaw::SecondDifference => {
                put_one(
                    &mut out.residual[3..],
                    &self.second_difference_by_inertia(&along),
                );
            }
            BodyParameter::Inertia(along) => {
                let turning = Cayley::new(&self.u, s.h);
                let start = turning.momentum(&along);
                let rows = self.r0 * (start - along * s.w);
                put_one(&mut out.residual[3..], &rows);
                let end = turning.reversed().momentum(&along);
                put_one(&mut out.next[9..], &self.spin(&start, &end, &along));
            }
            BodyParameter::TimeStep => self.moving_time_rates(&mut out),
        }
        out
    }

    fn moving_time_rates(&self, out: &mut BodyRates<1>) {
        let s = &self.setup;
        let turning = Cayley::new(&self.u, s.h);
        // The body turns about u itself: the same vector in the frames at the start and at the end.
        let (turn, spin) = (turning.rotation_by_time(), self.r0 * turning.spin_by_time());
        put_one(&mut out.end.dx, &self.v);
        put_one(&mut out.end.dtheta, &(self.r0 * turn));
        put_one(&mut out.end.domega, &spin);
        put_one(&mut out.predicted.dx, &s.v);
        put_one(&mut out.predicted.dtheta, &(self.r0 * s.w));
        let start = turning.momentum_by_time(&s.inertia);
        let end = -turning.reversed().momentum_by_time(&s.inertia);
        let mut linear = -s.impulse / s.h;
        let by_time = match s.law {
            RotationLaw::Momentum => self.r0 * start,
            RotationLaw::SecondDifference => self.second_difference_by_time(&(self.r0 * turn)),
        };
        let mut angular = by_time - s.torque_impulse / s.h;
        if let Some(drive) = &s.drive {
            linear -= drive.force(&self.kinematics.pose.x, &self.v);
            linear += self.v.component_mul(&drive.linear.0) * s.h;
            let (torque, stiffness) = drive.torque(&self.rotation(), &self.kinematics.omega);
            angular -= torque + stiffness * (self.r0 * turn) * s.h;
            angular += spin * (s.h * drive.angular.1);
        }
        put_one(&mut out.residual[..3], &linear);
        put_one(&mut out.residual[3..], &angular);
        put_one(&mut out.next[..3], &self.v);
        put_one(&mut out.next[3..6], &turn);
        let spin = match s.law {
            RotationLaw::Momentum => self.spin(&start, &end, &Mat3::zeros()),
            RotationLaw::SecondDifference => self.r0.tr_mul(&spin),
        };
        put_one(&mut out.next[9..], &spin);
        let turned = self.planar_spin(&(self.r0 * turn), &Vec3::zeros(), &Vec3::zeros());
        put_one(&mut out.next[9..], &turned);
    }

    fn prescribed_time_rates(&self) -> BodyRates<1> {
        let mut out = BodyRates::NONE;
        let slower = -1.0 / self.setup.h;
        put_one(&mut out.end.dv, &(self.v * slower));
        put_one(&mut out.end.domega, &(self.kinematics.omega * slower));
        out.predicted = out.end;
        put_one(&mut out.next[6..9], &(self.v * slower));
        put_one(&mut out.next[9..], &(self.setup.w * slower));
        out
    }
}
