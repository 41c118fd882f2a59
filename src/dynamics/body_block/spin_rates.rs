//! How the next angular velocity changes, in space and in a plane, and what a rotation of the state
//! does to a planar body.

use super::rates::put;
use super::{BodyBlock, BodyRates};
use crate::math::{Mat3, Vec3, skew};

impl BodyBlock {
    /// Sets the rates by a rotation of a planar body: its rotation stays about the normal, whatever its attitude, so
    /// the body turns with the end of the step, and its moment about the normal changes.
    pub(super) fn rotation_with_plane(&self, n: &Vec3, turned: &Mat3, out: &mut BodyRates<12>) {
        let s = &self.setup;
        let own = self.r0.tr_mul(n);
        let over_step = n.dot(&self.kinematics.omega);
        let change = over_step - own.dot(&s.w);
        let moment = (s.inertia * own).transpose() * skew(&own) * (2.0 * change);
        put(&mut out.end.dtheta, 3, &self.kinematics.pose.r);
        put(&mut out.predicted.dtheta, 3, turned);
        put(&mut out.residual[3..], 3, &(n * moment));
        put(&mut out.next[3..6], 3, &Mat3::identity());
        put(&mut out.next[9..], 3, &(skew(&own) * over_step));
    }

    /// Returns the change of the next angular velocity with L+ (frame at the start), L- (at the end) and J.
    pub(super) fn spin(&self, start: &Vec3, end: &Vec3, inertia: &Mat3) -> Vec3 {
        if self.setup.plane_normal().is_some() {
            return self.planar_spin(&Vec3::zeros(), &Vec3::zeros(), start)
                + self.planar_inertia(inertia);
        }
        let w = self.node_angular_velocity(0);
        let change = end - inertia * w;
        let j = self.setup.inertia.cholesky();
        j.map_or(change, |j| j.solve(&change))
    }

    /// Returns the derivative of the spin of a planar body, whose new w = b (n . R L+) / (b . J b) with b = R+^T n: its change with world
    /// rotations of R+ and of R and with L+. Zero in space.
    pub(super) fn planar_spin(&self, end: &Vec3, start: &Vec3, momentum: &Vec3) -> Vec3 {
        let Some(n) = self.setup.plane_normal() else {
            return Vec3::zeros();
        };
        let s = &self.setup;
        let r1 = self.kinematics.pose.r;
        let b = r1.tr_mul(&n);
        let world = self.turning.momentum(&self.inertia);
        let (top, bottom) = (n.dot(&world), b.dot(&(s.inertia * b)));
        let db = -r1.tr_mul(&end.cross(&n));
        let dtop = n.dot(&(start.cross(&world) + self.r0 * momentum));
        let dbottom = 2.0 * db.dot(&(s.inertia * b));
        db * (top / bottom) + b * (dtop / bottom - top * dbottom / (bottom * bottom))
    }

    fn planar_inertia(&self, inertia: &Mat3) -> Vec3 {
        let w = self.node_angular_velocity(0);
        let Some(b) = w.try_normalize(0.0) else {
            return Vec3::zeros();
        };
        w * (-b.dot(&(inertia * b)) / b.dot(&(self.setup.inertia * b)))
    }
}
