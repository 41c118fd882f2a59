//! The row of a coupling in the derivative of the projection.

use super::rates::ProjectionRates;
use crate::dynamics::Sides;
use crate::joint::{BothSides, WrenchRate};
use crate::linalg::NodeId;
use crate::math::Variation;
use crate::math::lanes::Lanes;
use crate::world::{Joint, Model};

impl ProjectionRates {
    /// Adds what the motions of the bodies of a coupled joint and of its leader do to the row of the coupling.
    pub(super) fn add_coupling<const N: usize>(
        &self,
        model: &Model,
        j: usize,
        motions: Sides<&Variation<N>>,
        rhs: &mut [Lanes<N>],
    ) {
        let joint = &model.joints[j];
        let Some(coupling) = joint.coupling else {
            return;
        };
        let leader = &model.joints[coupling.leader];
        let [_, slope, bend] = coupling.follow(leader.positions(&self.after)[0]);
        let both = |joint: &Joint, motion: BothSides<&Variation<N>>| {
            let (at, coordinate) = (joint.geometry(&self.after), joint.kind.coordinates()[0]);
            let wrench = coordinate.wrench(&at);
            let changed = WrenchRate::of_coordinate(coordinate, &at, motion);
            let changed = changed.on_bodies(&wrench, &at, motion, &Lanes::ZERO3);
            let moves = motion.iter().flat_map(|m| m.dx.iter().chain(&m.dtheta));
            let gradient = coordinate.gradient(&at);
            let terms = gradient.as_flattened().iter().zip(moves);
            let moved = terms.fold(Lanes::ZERO, |sum, (g, lanes)| sum + *lanes * *g);
            (wrench.on_bodies(&at), changed, moved)
        };
        let (own_wrench, own, _) = both(joint, [motions[0], motions[1]]);
        let (leader_wrench, led, moved) = both(leader, [motions[2], motions[3]]);
        let led: BothSides<[Lanes<N>; 6]> = std::array::from_fn(|s| {
            std::array::from_fn(|k| led[s][k] * -slope - moved * (bend * leader_wrench[s][k]))
        });
        let (node, first) = self.projection.rows[j];
        let row = self.projection.lu.offset(NodeId(node)) + first + joint.rows.len();
        let amount = joint.mass * self.projection.rhs[row];
        let scaled = leader_wrench.map(|wrench| wrench.map(|x| x * -slope));
        let parts = [
            (j, &own, &own_wrench, 0),
            (coupling.leader, &led, &scaled, 2),
        ];
        for (joint, changed, wrench, side) in parts {
            self.add_wrenches(model, joint, changed, amount, rhs);
            let known =
                self.known_power_of(joint, model, wrench, [motions[side], motions[side + 1]]);
            rhs[row] = rhs[row] - self.power(joint, model, changed) - known;
        }
    }
}
