//! The back-substitution of a pair for the motion of its bodies.

use super::RecoveryColumns;
use crate::contact::coulomb::ContactMotion;
use crate::contact::detection::Detection;
use crate::contact::frame::ContactFrame;
use crate::contact::pair::Pair;
use crate::contact::terms::BodyMotion;
use crate::ipm::DirectionPart;
use crate::math::{Kinematics, Real, Vector};

/// Adds `factor` times a column to `sum`.
#[inline(always)]
fn add<R: Real, const N: usize>(sum: &mut [R; N], column: &[R; N], factor: R) {
    for (sum, value) in sum.iter_mut().zip(column) {
        *sum += factor * *value;
    }
}

/// Returns the motion of the material of a body at an `arm` from its centre, and its rotation.
#[inline(always)]
fn motion_at_arm<R: Real>(arm: &Vector<R>, motion: &[R; 6], h: f64) -> (Vector<R>, Vector<R>) {
    let [x, y, z, a, b, c] = *motion;
    let h = R::of(h);
    let turn = Vector::new(a, b, c) * h;
    (Vector::new(x, y, z) * h + turn.cross(arm), turn)
}

/// Adds what the velocities of a body change in slip and spin.
#[inline(always)]
fn add_slip<R: Real>(
    slid: &mut [R; 4],
    tangents: [Vector<R>; 2],
    angular: &[[R; 4]; 3],
    motion: &[R; 6],
) {
    for k in 0..3 {
        slid[0] += tangents[0][k] * motion[k];
        slid[1] += tangents[1][k] * motion[k];
    }
    for (column, motion) in angular.iter().zip(&motion[3..]) {
        add(slid, column, *motion);
    }
}

impl<D: Detection<R>, R: Real> Pair<D, R> {
    /// Stores a part of the direction for the motion of the bodies.
    #[inline(always)]
    pub(in crate::contact) fn recover_direction(
        &mut self,
        part: DirectionPart,
        bodies: [&Kinematics<R>; 2],
        motion: BodyMotion<'_, R>,
    ) {
        let (xi_a, turn_a) = motion_at_arm(&self.collision.arm(0), motion[0], bodies[0].h);
        let (xi_b, turn_b) = motion_at_arm(&self.collision.arm(1), motion[1], bodies[1].h);
        let (xi, theta) = (xi_a - xi_b, turn_a - turn_b);
        let motion_response = self.collision.motion_response();
        let RecoveryColumns {
            motion: slides,
            angular,
            constants,
        } = &self.recovery;
        let [mut moved, mut slid] = constants[part];
        for k in 0..3 {
            add(&mut moved, &motion_response[k], xi[k]);
            add(&mut slid, &slides[k], xi[k]);
            add(&mut moved, &motion_response[3 + k], theta[k]);
            add(&mut slid, &slides[3 + k], theta[k]);
        }
        let ContactFrame { t1, t2, .. } = self.frame;
        let [t1, t2] = self.carrier.tangents(&t1, &t2);
        add_slip(&mut slid, [t1, t2], &angular[0], motion[0]);
        if bodies[1].h > 0.0 {
            for k in 0..3 {
                add(&mut moved, &motion_response[6 + k], turn_b[k]);
                add(&mut slid, &slides[6 + k], turn_b[k]);
            }
            add_slip(&mut slid, [-t1, -t2], &angular[1], motion[1]);
        }
        let slip = ContactMotion {
            gap: moved[3] * self.length,
            u: [slid[0], slid[1]],
            spin: slid[2],
            bound: R::ZERO,
        };
        self.law.recover(part, &slip);
        if self.has_collision_rows() {
            self.collision.recover(part, moved, &xi, &xi_b);
        }
    }
}
