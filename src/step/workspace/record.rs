//! The primal-dual point of a step, saved to a leaf and restored from it.

use super::Workspace;
use crate::contact::Block;
use crate::step::active::Active;
use crate::step::slot::{PairSlot, Worlds, claim, sides};
use crate::step::solution::{BodyPoint, Leaf};
use crate::world::Model;

impl<R: Worlds> Workspace<R> {
    /// Writes the point of the step of a world to `leaf`: that of the bodies of the leaf.
    pub(in crate::step) fn save(&self, lane: usize, leaf: &mut Leaf) {
        leaf.pairs.clear();
        leaf.points.clear();
        leaf.bodies.clear();
        leaf.joints.clear();
        let active = Active::marked(&leaf.active);
        let moving = self
            .partition
            .moving()
            .filter(|&(body, _)| active.has(body));
        for body in moving.map(|(_, place)| &self.bodies[place]) {
            let (v, w) = body.velocities(lane);
            leaf.bodies.push(BodyPoint { v, w });
        }
        let taken = |slot: &&PairSlot<R>| active.has_both(slot.candidate.bodies);
        for slot in self.slots().filter(taken) {
            leaf.pairs.push(slot.candidate);
            slot.block.save(lane, &mut leaf.points);
        }
        leaf.joints
            .extend(self.joints().map(|joint| joint.save(lane)));
    }
}

impl Workspace {
    /// Multiplies all velocities and impulses of a restored point.
    pub fn scale_velocities(&mut self, factor: f64) {
        for (_, place) in self.partition.moving() {
            let (v, w) = self.bodies[place].velocities(0);
            self.bodies[place].set_velocities(v * factor, w * factor);
        }
        for slot in &mut self.slots[..self.pairs] {
            slot.block.scale_velocities(factor);
        }
        for joint in &mut self.joints {
            joint.scale_velocities(factor);
        }
    }

    /// Returns whether a pair was solved with other rows than the model's.
    pub fn has_other_rows(&self, model: &Model) -> bool {
        self.slots()
            .any(|slot| slot.block.has_other_rows(model.friction_point))
    }

    /// Returns the number of contact points before those of every pair.
    pub fn first_contacts(&self) -> Vec<usize> {
        let mut out = vec![0];
        let mut count = 0;
        for slot in self.slots() {
            slot.block.contacts(0, |_| count += 1);
            out.push(count);
        }
        out
    }

    /// Restores a saved step of the same model.
    pub(in crate::step) fn restore(&mut self, model: &Model, leaf: &Leaf) {
        let begin = (&leaf.state, &leaf.input);
        self.place_bodies(model, &[begin], leaf.interval, leaf.active());
        self.place_joints(model, &[begin], leaf.interval, leaf.active());
        self.partition.restore_order(&mut self.slots[..self.pairs]);
        self.pairs = 0;
        let places = &self.partition.body_places;
        for (&candidate, point) in leaf.pairs.iter().zip(leaf.points.iter()) {
            let slot = claim(&mut self.slots, self.pairs, model, candidate);
            let bodies = candidate.bodies.map(|b| &self.bodies[places[b]]);
            let kinematics = bodies.map(|body| &body.kinematics);
            let sides = sides(model, &candidate);
            slot.block.restore(&slot.setup, sides, kinematics, &point);
            self.pairs += 1;
        }
        for ((_, place), at) in self.partition.moving().zip(&leaf.bodies) {
            self.bodies[place].set_velocities(at.v, at.w);
        }
        self.visit_pairs(model, |(still, sides)| {
            still.part.block.settle(sides, still.bodies, leaf.rho);
        });
        for (j, point) in leaf.joints.iter().enumerate() {
            self.joints[self.partition.joint_places[j]].restore(point);
        }
        self.find_islands(model);
    }
}
