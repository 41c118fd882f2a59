//! The motion of a body along changes of its tangents, and back.

use crate::math::lanes::{Lanes, Lanes3, apply, cross, minus, plus};
use crate::math::{Mat3, Variation};
use crate::world::State;

impl State {
    /// Returns the motion of a body along changes of its tangents: position, rotation vector (body frame), velocity, angular velocity
    /// (body frame). The result is in world axes.
    pub(crate) fn motion_of<const N: usize>(
        &self,
        i: usize,
        rows: &[Lanes<N>; 12],
    ) -> Variation<N> {
        let r = self.axes_of(i);
        let three = |k: usize| -> Lanes3<N> { [rows[k], rows[k + 1], rows[k + 2]] };
        let dtheta = apply(&r, &three(3));
        let turned = cross(&self.bodies[i].angular_velocity_world(), &dtheta);
        Variation {
            dx: three(0),
            dtheta,
            dv: three(6),
            domega: minus(&apply(&r, &three(9)), &turned),
        }
    }

    /// Returns the changes of the tangents of a body along a motion.
    pub(crate) fn rows_of<const N: usize>(
        &self,
        i: usize,
        motion: &Variation<N>,
    ) -> [Lanes<N>; 12] {
        let back = self.axes_of(i).transpose();
        let turned = cross(&self.bodies[i].angular_velocity_world(), &motion.dtheta);
        let turn = apply(&back, &motion.dtheta);
        let spin = apply(&back, &plus(&motion.domega, &turned));
        let (dx, dv) = (motion.dx, motion.dv);
        [
            dx[0], dx[1], dx[2], turn[0], turn[1], turn[2], dv[0], dv[1], dv[2], spin[0], spin[1],
            spin[2],
        ]
    }

    /// Returns the state with all bodies at rest.
    pub(crate) fn at_rest(&self) -> State {
        let mut out = self.clone();
        for body in &mut out.bodies {
            body.velocity.fill(0.0);
            body.angular_velocity.fill(0.0);
        }
        out
    }

    fn axes_of(&self, i: usize) -> Mat3 {
        *self.bodies[i].rotation.to_rotation_matrix().matrix()
    }
}
