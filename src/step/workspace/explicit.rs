//! The layout of an explicit step: every pair that may touch within it, at poses that are given.

use super::{Begin, Interval, Workspace};
use crate::contact::Block;
use crate::math::{Kinematics, Pose};
use crate::step::active::Active;
use crate::step::margin::margin_of;
use crate::step::slot::{are_one_pair, claim, sides};
use crate::world::Model;
use std::sync::Arc;

impl Workspace {
    /// Lays out a step of all bodies with every pair that the broad phase finds from where they stand to where they are predicted.
    pub fn lay_out_near(&mut self, model: &Arc<Model>, begin: Begin, interval: Interval, rho: f64) {
        self.place_bodies(model, &[begin], interval, Active::ALL);
        self.partition.restore_order(&mut self.slots[..self.pairs]);
        let margin = margin_of(model, rho) * model.units.length;
        let candidates = self.searches[0].candidates(model, margin);
        self.pairs = 0;
        let places = &self.partition.body_places;
        for (k, &candidate) in candidates.iter().enumerate() {
            let before = candidates[..k].iter().rev();
            let mut same_bodies = before.take_while(|earlier| earlier.bodies == candidate.bodies);
            if same_bodies.any(|earlier| are_one_pair(model, earlier, &candidate)) {
                continue;
            }
            let slot = claim(&mut self.slots, self.pairs, model, candidate);
            let bodies = candidate.bodies.map(|i| &self.bodies[places[i]].kinematics);
            let sides = sides(model, &candidate);
            slot.block.predict(&slot.setup, sides, bodies, false);
            self.pairs += 1;
        }
        self.find_islands(model);
    }

    /// Puts a moving body where it is at a stage of the step.
    pub fn stand(&mut self, body: usize, kinematics: Kinematics) {
        self.bodies[self.partition.body_places[body]].kinematics = kinematics;
    }

    /// Puts a body whose motion is known where it is at a stage of the step.
    pub fn stand_on_the_way(&mut self, body: usize, pose: Pose) {
        self.bodies[self.partition.body_places[body]]
            .kinematics
            .pose = pose;
    }
}
