//! Derivatives of the collision query with respect to both poses and every shape parameter, by the
//! implicit function theorem on the central path (SL section III-A).

use super::collision::Response;
use super::{PairQuery, Proximity};
use crate::math::lanes::Lanes;
use crate::math::{Variation, Vec3, vectorized};

/// Columns of the poses: translation and world rotation vector of the first, then of the second
/// body, rotations about the body's own origin.
const POSES: usize = 12;

/// Derivatives with respect to one scalar.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProximityRate {
    /// The change of alpha.
    pub alpha: f64,
    /// The change of the contact point, m.
    pub point: Vec3,
    /// The change of the normal.
    pub normal: Vec3,
    /// The change of the gap, m.
    pub gap: f64,
}

impl PairQuery {
    /// Returns the total derivatives of a relaxed answer with respect to the poses, 12 columns: (translation
    /// m, world rotation rad) of the first, then of the second body.
    pub fn pose_derivatives(&self, at: &Proximity) -> [ProximityRate; POSES] {
        let mut motion = [Variation::<POSES>::NONE; 2];
        for (s, motion) in motion.iter_mut().enumerate() {
            for i in 0..3 {
                motion.dx[i].0[6 * s + i] = 1.0 / self.length;
                motion.dtheta[i].0[6 * s + 3 + i] = 1.0;
            }
        }
        let none = [[Lanes::ZERO; 4]; 2];
        let response = vectorized(
            #[inline(always)]
            || at.collision.respond(motion.each_ref(), &none, Lanes::ZERO),
        );
        std::array::from_fn(|k| self.rate(at, &response, k))
    }

    /// Returns the derivatives of a relaxed answer with respect to the parameters of the shape on `side` (0 or
    /// 1), in the order of `Placed::parameters`.
    pub fn parameter_derivatives(&self, at: &Proximity, side: usize) -> Vec<ProximityRate> {
        let collision = &at.collision;
        let still = [&Variation::<1>::NONE; 2];
        let parameters = 0..self.placed[side].parameter_count();
        let rates = parameters.map(|i| {
            let rows = self.placed[side].parameter_rows(i);
            let mut constants = [[Lanes([0.0]); 4]; 2];
            let shift = collision.parameter_shift(side, &rows, &at.poses[side], self.length);
            constants[side] = shift.map(|c| Lanes([c]));
            let response = collision.respond(still, &constants, Lanes::ZERO);
            self.rate(at, &response, 0)
        });
        rates.collect()
    }

    /// Returns the derivatives of the exact alpha by the envelope theorem (SL eq. 6): with respect to the
    /// poses, as in [`Self::pose_derivatives`], 1/m and 1/rad.
    pub fn exact_pose_derivatives(&self, at: &Proximity) -> [f64; POSES] {
        let mut out = [0.0; POSES];
        for s in 0..2 {
            let push = at.collision.push[s] / self.length;
            let arm = (at.collision.p - at.poses[s].x) * self.length;
            let turn = arm.cross(&push);
            out[6 * s..6 * s + 3].copy_from_slice(push.as_slice());
            out[6 * s + 3..6 * s + 6].copy_from_slice(turn.as_slice());
        }
        out
    }

    /// Returns the derivatives of the exact alpha with respect to the parameters of the shape on `side`, by
    /// the envelope theorem: minus lambda times the change of the rows.
    pub fn exact_parameter_derivatives(&self, at: &Proximity, side: usize) -> Vec<f64> {
        let y = at.poses[side]
            .r
            .tr_mul(&(at.collision.p - at.poses[side].x));
        let slope = |i: usize| {
            let rows = self.placed[side].parameter_rows(i);
            let own = &at.collision.sides[side];
            own.envelope(&rows, &y, at.collision.alpha, self.length)
        };
        (0..self.placed[side].parameter_count())
            .map(slope)
            .collect()
    }

    /// Reads one lane. `push` is the push on the first body, which points away from the second.
    fn rate<const N: usize>(
        &self,
        at: &Proximity,
        response: &Response<N>,
        lane: usize,
    ) -> ProximityRate {
        let read = |x: &[Lanes<N>; 3]| Vec3::new(x[0].0[lane], x[1].0[lane], x[2].0[lane]);
        let push = at.collision.push[0];
        let (norm, n) = (push.norm(), push.normalize());
        let dpush = read(&response.dpush);
        let dalpha = response.dalpha.0[lane];
        let stretch = -n.dot(&dpush) / (norm * norm);
        ProximityRate {
            alpha: dalpha,
            point: read(&response.dp) * self.length,
            normal: -(dpush - n * n.dot(&dpush)) / norm,
            gap: self.length * (dalpha / norm + (at.alpha - 1.0) * stretch),
        }
    }
}
