//! The state of a body at the end of a step.

use super::{BodyBlock, RotationLaw};
use crate::math::{Kinematics, Real, Rot, Vec3, Vector, mul};

impl<R: Real> BodyBlock<R> {
    /// Returns the position, rotation, velocity and angular velocity (body frame) of a world at the end of the
    /// step.
    pub fn end(&self, lane: usize) -> (Vec3, Rot, Vec3, Vec3) {
        let one = |v: &Vector<R>| v.map(|x| x.lane(lane));
        let mut q = self.q.lane(lane);
        q.renormalize();
        let (x, v) = (one(&self.kinematics.pose.x), one(&self.v));
        if !self.is_moving() {
            return (x, q, v, one(&self.setup.w));
        }
        (x, q, v, self.node_angular_velocity(lane))
    }

    /// Returns w = J^-1 F^T (J w + R^T torques) of a world: carries momentum to round-off whatever the
    /// residual.
    pub(super) fn node_angular_velocity(&self, lane: usize) -> Vec3 {
        let s = &self.setup;
        if s.law == RotationLaw::SecondDifference {
            return self.interval_angular_velocity(lane);
        }
        let world = (self.momentum + self.torque).map(|x| x.lane(lane));
        let r1 = self.kinematics.pose.r.map(|x| x.lane(lane));
        match self.setup.plane_normal() {
            Some(normal) => {
                // In a plane only the momentum about its normal is the body's own.
                let body = r1.tr_mul(&normal);
                body * (normal.dot(&world) / body.dot(&(s.inertia * body)))
            }
            None => {
                let body = r1.tr_mul(&world);
                self.factor.as_ref().map_or(body, |j| j.solve(&body))
            }
        }
    }

    /// Returns the kinetic energy over the step, in mass x V^2.
    pub fn kinetic_energy(&self) -> R {
        let Kinematics { v, omega, .. } = &self.kinematics;
        let spin = omega.dot(&mul(&self.inertia, omega));
        (v.dot(v) * R::of(self.setup.mass) + spin) * R::of(0.5)
    }

    /// Returns the unknowns of a world: interval velocity (world) and Cayley rate (body frame).
    pub fn velocities(&self, lane: usize) -> (Vec3, Vec3) {
        let one = |v: &Vector<R>| v.map(|x| x.lane(lane));
        (one(&self.v), one(&self.u))
    }
}
