//! The linear answer of the collision problem of one world, in several lanes: motion of the bodies,
//! right sides, shape parameters.

use super::Collision;
use crate::contact::terms::{PartLane, ShapeChange};
use crate::ipm::DirectionPart;
use crate::math::lanes::{Lanes, Lanes3, apply, cross, minus, plus, scale};
use crate::math::{Pose, Variation, array};
use crate::shape::RowDerivative;

/// How the contact point, alpha and the push answer to a change, in several lanes.
pub struct Response<const N: usize> {
    /// The change of the contact point.
    pub dp: Lanes3<N>,
    /// The change of alpha.
    pub dalpha: Lanes<N>,
    /// The change of the push on the first side.
    pub dpush: Lanes3<N>,
}

impl Collision {
    /// Spreads the constants of the ports over lanes: every lane gets those of its part of the direction.
    pub fn constant_lanes<const N: usize>(&self, lanes: &[PartLane]) -> [[Lanes<N>; 4]; 2] {
        let mut out = [[Lanes::ZERO; 4]; 2];
        for (s, out) in out.iter_mut().enumerate() {
            for &PartLane { lane, part } in lanes {
                for (out, constant) in out.iter_mut().zip(&self.sides[s].constants()[part]) {
                    out.0[lane] = *constant;
                }
            }
        }
        out
    }

    /// Returns the response to the motion of both bodies and to the constants of the ports; `base` marks the
    /// lanes that carry the current residuals. Call after [`Self::condense_motion`].
    #[inline(always)]
    pub fn respond<const N: usize>(
        &self,
        motion: [&Variation<N>; 2],
        constants: &[[Lanes<N>; 4]; 2],
        base: Lanes<N>,
    ) -> Response<N> {
        let into = self.frame.transpose();
        // The material point of body s at p moves by dx + dtheta x (p - x).
        let moved = |s: usize| {
            let turned = cross(&self.arms[s], &motion[s].dtheta);
            minus(&motion[s].dx, &turned)
        };
        let (first, second) = (moved(0), moved(1));
        let relative = minus(&first, &second);
        let theta = minus(&motion[0].dtheta, &motion[1].dtheta);
        let mut own: [Lanes<N>; 4] = array(|i| constants[0][i] + constants[1][i]);
        own[3] = own[3] - base;
        self.factor.solve(&mut own);
        for (i, own) in own.iter_mut().enumerate() {
            for k in 0..3 {
                *own = *own
                    + relative[k] * self.motion_response[k][i]
                    + theta[k] * self.motion_response[3 + k][i]
                    + motion[1].dtheta[k] * self.motion_response[6 + k][i];
            }
        }
        let [dn, dt1, dt2, dalpha] = own;
        let moved = [dn, dt1, dt2];
        let soft = usize::from(self.soft);
        let local = match soft {
            0 => minus(&moved, &apply(&into, &relative)),
            _ => moved,
        };
        let port = &self.soft_port;
        let motion_response: Lanes3<N> = array(
            #[inline(always)]
            |i| {
                let mut sum = constants[soft][i] - dalpha * port[i][3];
                for k in 0..3 {
                    sum = sum - local[k] * port[i][k];
                }
                sum
            },
        );
        let dp = plus(&apply(&self.frame, &moved), &second);
        let swept = cross(&self.push[soft], &motion[soft].dtheta);
        let new = minus(&apply(&self.frame, &motion_response), &swept);
        let new = if soft == 0 { new } else { array(|i| -new[i]) };
        let dpush = minus(&new, &scale(&self.push[0], base));
        Response { dp, dalpha, dpush }
    }

    /// Returns the constants of both ports per unit of further target.
    pub fn unit_constants(&self) -> [[f64; 4]; 2] {
        [0, 1].map(|s| self.sides[s].constants()[DirectionPart::Unit])
    }

    /// Returns the constants of the port of the changed side, for the poses of the iterate.
    pub fn shape_shift(&self, change: &ShapeChange, poses: [&Pose; 2]) -> [f64; 4] {
        let ShapeChange {
            side, rows, length, ..
        } = change;
        self.parameter_shift(*side, rows, poses[*side], *length)
    }

    /// Returns the constants of the port of one side, of a body at `pose`, when a shape parameter changes: see
    /// `Side::parameter_shift`.
    pub fn parameter_shift(
        &self,
        side: usize,
        derivative: &[RowDerivative],
        pose: &Pose,
        length: f64,
    ) -> [f64; 4] {
        let y = pose.r.tr_mul(&self.arms[side]);
        let into_port = self.port_rotation(&pose.r);
        self.sides[side].parameter_shift(derivative, &y, self.alpha, length, &into_port)
    }
}
