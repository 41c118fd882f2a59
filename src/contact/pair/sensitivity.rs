//! The explicit part of a pair's derivatives: what its wrenches and its contact point do when the
//! state, the input or a parameter changes while the velocities stay (SL section III-A).
//!
//! p^ and H are differentiated too, by the implicit function theorem at the solution of the
//! prediction: without them Jacobians are wrong by order one.

use super::Pair;
use super::prediction::Predicted;
use crate::contact::detection::Differentiable;
use crate::contact::patch::At;
use crate::contact::terms::{ContactRate, Explicit, Geometry};
use crate::math::lanes::{Lanes, scale};
use crate::math::{Kinematics, Variation, vectorized};

/// The message when derivatives are asked of a pair that was not restored.
pub(super) const RESTORED: &str = "a pair is restored before it is differentiated";

impl<D: Differentiable> Pair<D> {
    /// Prepares the solution of the prediction for [`Self::wrench_rates`].
    pub fn prepare_rates(&mut self, sides: [Geometry; 2]) {
        let rows = sides.map(|side| side.rows);
        let has_patch = self.resists_by_patch;
        let predicted = self.predicted.as_deref_mut().expect(RESTORED);
        let Predicted {
            collision,
            poses,
            patch,
        } = predicted;
        vectorized(
            #[inline(always)]
            || {
                let port = collision.condense(rows, poses.each_ref(), 0.0);
                collision.condense_motion(&port);
            },
        );
        let own = self.patch.as_deref().filter(|_| has_patch);
        *patch = own.and_then(|own| {
            own.rates(At {
                rows,
                poses: poses.each_ref(),
                prediction: &self.prediction,
                length: self.length,
                inscribed: self.inscribed,
                radii: self.radii,
            })
        });
    }

    /// Returns the wrenches of the explicit changes, at relaxation `rho`.
    pub fn wrench_rates<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        rho: f64,
        explicit: &Explicit<N>,
    ) -> [Lanes<N>; 12] {
        vectorized(
            #[inline(always)]
            || {
                let shift = self.shift(bodies, rho, explicit);
                self.respond_inline(bodies, explicit.end, &[], Lanes::ZERO, Some(&shift))
                    .wrenches
            },
        )
    }

    /// Calls `visit` with the change of the contact point when the bodies move by `motion` in all.
    pub fn contact_rates<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        motion: [&Variation<N>; 2],
        rho: f64,
        explicit: &Explicit<N>,
        visit: impl FnOnce(ContactRate<N>),
    ) {
        let shift = self.shift(bodies, rho, explicit);
        let response = self.respond(bodies, motion, &[], Lanes::ZERO, Some(&shift));
        let stretched = scale(&self.impulse, shift.mass);
        visit(ContactRate {
            gap: response.collision.dalpha * self.length
                + shift.length * (self.collision.alpha - 1.0),
            point: response.collision.dp,
            normal: response.dn,
            impulse: std::array::from_fn(|i| (response.dimpulse[i] + stretched[i]) * self.mass),
            torsion: (response.dtau + shift.mass * self.tau) * self.mass,
        });
    }
}
