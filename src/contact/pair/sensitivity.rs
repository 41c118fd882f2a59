//! The explicit part of a pair's derivatives: what its wrenches and its contact point do when the
//! state, the input or a parameter changes while the velocities stay (SL section III-A).
//!
//! p^ and H are differentiated too, by the implicit function theorem at the solution of the
//! prediction: without them Jacobians are wrong by order one.

use super::response::Shift;
use super::{PREDICTION, Pair, Predicted};
use crate::contact::detection::Differentiable;
use crate::contact::setup::collision_start_rate;
use crate::contact::terms::{ContactRate, Explicit};
use crate::math::lanes::{Lanes, dot, minus, scale};
use crate::math::{Kinematics, Variation, widely};
use crate::shape::Rows;

/// What the derivatives ask for.
const RESTORED: &str = "a pair is restored before it is differentiated";

impl<D: Differentiable> Pair<D> {
    /// Prepares the solution of the prediction for [`Self::wrench_rates`].
    pub fn condense_prediction(&mut self, rows: [&Rows; 2]) {
        widely(
            #[inline(always)]
            || {
                let Predicted { collision, poses } = self.predicted.as_deref_mut().expect(RESTORED);
                let port = collision.condense(rows, poses.each_ref(), 0.0);
                collision.condense_motion(&port);
            },
        );
    }

    /// Wrenches of the explicit changes, at relaxation `rho`.
    pub fn wrench_rates<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        rho: f64,
        explicit: &Explicit<N>,
    ) -> [Lanes<N>; 12] {
        widely(
            #[inline(always)]
            || {
                let shift = self.shift(bodies, rho, explicit);
                self.respond_inline(bodies, explicit.end, &[], Lanes::ZERO, Some(&shift))
                    .wrenches
            },
        )
    }

    /// Change of the contact point when the bodies move by `motion` in all.
    pub fn contact_rate<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        motion: [&Variation<N>; 2],
        rho: f64,
        explicit: &Explicit<N>,
    ) -> ContactRate<N> {
        let shift = self.shift(bodies, rho, explicit);
        let response = self.respond(bodies, motion, &[], Lanes::ZERO, Some(&shift));
        let stretched = scale(&self.impulse, shift.mass);
        ContactRate {
            gap: response.collision.dalpha * self.length
                + shift.length * (self.collision.alpha - 1.0),
            point: response.collision.dp,
            normal: response.dn,
            impulse: std::array::from_fn(|i| (response.dimpulse[i] + stretched[i]) * self.mass),
            torsion: (response.dtau + shift.mass * self.tau) * self.mass,
        }
    }

    /// All explicit changes but the motion of the bodies: p^, H and with it the relaxation of the
    /// collision rows, coefficients, impulse unit, shape.
    #[inline(always)]
    fn shift<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        rho: f64,
        explicit: &Explicit<N>,
    ) -> Shift<N> {
        let Predicted {
            collision: predicted,
            poses,
        } = self.predicted.as_deref().expect(RESTORED);
        let mut ports = [[Lanes::ZERO; 4]; 2];
        let mut largest = Lanes::ZERO;
        let mut shift = Shift {
            coefficients: explicit.coefficients,
            mass: explicit.mass,
            ..Shift::NONE
        };
        if let Some(change) = &explicit.shape {
            let side = change.side;
            ports[side] = predicted
                .shape_shift(change, poses.each_ref())
                .map(Lanes::first);
            shift.ports[side] = self
                .collision
                .shape_shift(change, bodies.map(|body| &body.pose))
                .map(Lanes::first);
            shift.turn = [0, 1, 2].map(|k| Lanes::first(change.turn[k]));
            largest = Lanes::first(change.bounding_radius);
            // The complementarity of the prediction follows the inscribed radii.
            let rates = change.inscribed_radius;
            let start = collision_start_rate(PREDICTION, self.inscribed, rates);
            for (port, unit) in ports.iter_mut().zip(predicted.unit_constants()) {
                for (port, unit) in port.iter_mut().zip(unit) {
                    *port = *port + Lanes::first(start * unit);
                }
            }
        }
        let answer = predicted.respond(explicit.predicted, &ports, Lanes::ZERO);
        let push = predicted.push[0];
        let norm = push.norm();
        shift.length = if self.capped {
            largest
        } else {
            dot(&push, &answer.dpush) * (-1.0 / norm.powi(3))
        };
        for s in 0..2 {
            shift.arms[s] = minus(&answer.dp, &explicit.predicted[s].dx);
        }
        let dn = self.predicted_tilt(&push, &answer.dpush, explicit);
        shift.slip = self.carrier_shift(bodies, explicit, &dn);
        // The rows' relaxation is rho min(1, 1/H).
        let share = beyond_one(self.length);
        let rho = self.detection.following(rho);
        if share * rho > 0.0 {
            let falls = shift.length * (-share * rho / self.length);
            for (port, unit) in shift.ports.iter_mut().zip(self.collision.unit_constants()) {
                for (port, unit) in port.iter_mut().zip(unit) {
                    *port = *port + falls * unit;
                }
            }
        }
        shift
    }
}

/// 1 where H > 1, 0 where H < 1; at the kink of min(1, 1/H) itself, where a lone ball stands, the
/// mean of both sides.
fn beyond_one(length: f64) -> f64 {
    if (length - 1.0).abs() < 1e-9 {
        return 0.5;
    }
    f64::from(length > 1.0)
}
