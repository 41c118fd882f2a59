//! Powers of the wrenches of joints, and how they change.

use super::{ProjectionRates, dot, twist};
use crate::joint::{BothSides, Geometry, Wrench6};
use crate::math::Variation;
use crate::math::lanes::Lanes;
use crate::world::Model;

impl ProjectionRates {
    /// Returns the mean rate of a coordinate less its rate after the projection.
    pub(super) fn lost_rate(
        &self,
        model: &Model,
        j: usize,
        k: usize,
        wrench: &BothSides<[f64; 6]>,
    ) -> f64 {
        let joint = &model.joints[j];
        let sides = joint.bodies().into_iter().zip(wrench);
        let now: f64 = sides
            .map(|(i, wrench)| dot(wrench, &twist(i, &self.after)))
            .sum();
        self.rates[joint.first + k] - now
    }

    /// Returns the power of a change of wrenches.
    #[inline(always)]
    pub(super) fn power<const N: usize>(
        &self,
        j: usize,
        model: &Model,
        changed: &BothSides<[Lanes<N>; 6]>,
    ) -> Lanes<N> {
        let sides = model.joints[j].bodies().into_iter().zip(changed);
        sides.fold(Lanes::ZERO, |sum, (i, wrench)| {
            let twist = twist(i, &self.after);
            let terms = wrench.iter().zip(twist);
            terms.fold(sum, |sum, (lanes, v)| sum + *lanes * v)
        })
    }

    /// Returns the power of a wrench on bodies that do not move by themselves, along the change of their velocities.
    #[inline(always)]
    pub(super) fn known_power<const N: usize>(
        &self,
        j: usize,
        model: &Model,
        wrench: &Wrench6,
        at: &Geometry,
        motions: BothSides<&Variation<N>>,
    ) -> Lanes<N> {
        self.known_power_of(j, model, &wrench.on_bodies(at), motions)
    }

    /// Returns the power of wrenches on the bodies of a joint that do not move by themselves, along the change of their velocities.
    #[inline(always)]
    pub(super) fn known_power_of<const N: usize>(
        &self,
        j: usize,
        model: &Model,
        wrench: &BothSides<[f64; 6]>,
        motions: BothSides<&Variation<N>>,
    ) -> Lanes<N> {
        let mut out = Lanes::ZERO;
        for (side, body) in model.joints[j].bodies().into_iter().enumerate() {
            if body.is_none_or(|i| self.projection.nodes[i].is_some()) {
                continue;
            }
            let moves = motions[side].dv.iter().chain(&motions[side].domega);
            let terms = wrench[side].iter().zip(moves);
            out = terms.fold(out, |sum, (w, lanes)| sum + *lanes * *w);
        }
        out
    }
}
