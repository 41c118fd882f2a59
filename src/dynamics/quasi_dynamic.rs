//! What a quasi-dynamic body leaves out: the velocities of its state.

use super::{BodyRates, BodySetup};
use crate::math::Vec3;
use crate::math::lanes::Lanes;

impl BodySetup {
    /// Returns the body at rest at the start of the step.
    #[must_use]
    pub fn quasi_dynamic(self) -> Self {
        Self {
            v: Vec3::zeros(),
            w: Vec3::zeros(),
            quasi_dynamic: true,
            ..self
        }
    }
}

impl BodyRates<12> {
    /// Clears lanes 6 to 11: nothing depends on the velocities of the state.
    pub(super) fn forget_velocities(&mut self) {
        let (end, predicted) = (&mut self.end, &mut self.predicted);
        let poses = [end, predicted].into_iter().flat_map(|variation| {
            let all = [
                &mut variation.dx,
                &mut variation.dtheta,
                &mut variation.dv,
                &mut variation.domega,
            ];
            all.into_iter().flatten()
        });
        let rows = self.residual.iter_mut().chain(&mut self.next);
        for Lanes(lanes) in poses.chain(rows) {
            lanes[6..].fill(0.0);
        }
    }
}
