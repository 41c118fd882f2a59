//! The start of an attempt, and what it depends on.

use super::Island;
use crate::contact::{Block, PredictedContact, TOUCHING};
use crate::dynamics::{BodyBlock, Start};
use crate::math::Mask;
use crate::step::share::Share;
use crate::step::slot::{PairSlot, Worlds};

/// Steps as long as this (units of time: a fall of 0.02 L) may end a leaning peg on the edge of its hole (decision D22). A start
/// from free flight in shorter steps only costs attempts.
const LONG: f64 = 0.2;

/// A mechanism whose pairs are farther apart than this at the prediction, units of length, is clear of all that it could touch. That distance is
/// a relaxed one: where it is half of that, parts may touch (decision D86).
const CLEARANCE: f64 = 0.1;

/// Normals count as one direction where the cosine of their angle is at least this.
const PARALLEL: f64 = 0.9;

impl<R: Worlds> Island<'_, R> {
    /// Restarts all bodies and applies `start` to every
    /// pair with the bodies' kinematics; joints start at complementarity `c0`.
    pub fn start(
        &mut self,
        from: Start,
        c0: R,
        mut start: impl FnMut(&mut PairSlot<R>, &Share<BodyBlock<R>>),
    ) {
        for &i in self.members {
            self.bodies[i].start(from);
        }
        self.degree = 0;
        for &k in self.touching {
            start(&mut self.slots[k], &self.bodies);
            self.degree += self.slots[k].block.degree();
        }
        self.degree += self.start_joints(c0);
    }

    /// Restarts all bodies at the state's velocities; the largest speed at which two of them pass each other
    /// at a predicted contact point.
    pub fn largest_speed(&mut self) -> R {
        for &i in self.members {
            self.bodies[i].start(Start::State);
        }
        let speeds = self.pairs().map(|slot| {
            let bodies = slot.candidate.bodies.map(|i| &self.bodies[i].kinematics);
            slot.block.predicted_speed(bodies)
        });
        speeds.fold(R::ZERO, R::worse)
    }

    /// Returns whether it is one body among walls, which push it in more than one direction, and without contact would
    /// go on past all of them in a long step: it would touch them at most. Not one that a drive pushes.
    pub fn is_flying(&self) -> R::Mask {
        let driven = self.bodies[self.members[0]].setup.drive.is_some();
        let (mut past, mut walled) = (R::Mask::of(true), R::Mask::of(false));
        if !self.is_lone() || !self.linked.is_empty() || driven || self.step_length() < LONG {
            return walled;
        }
        let h = R::of(self.step_length());
        let mut first = None;
        for slot in self.pairs() {
            let PredictedContact { gap, normal: n } = slot.block.predicted_contact();
            let bodies = slot.candidate.bodies;
            let [a, b] = bodies.map(|i| self.bodies[i].free_velocity_change());
            past = past.and(R::of(-TOUCHING).below(gap + h * n.dot(&(a - b))));
            let push = if bodies[0] == self.members[0] { n } else { -n };
            let along = push.dot(first.get_or_insert(push));
            walled = walled.or(along.below(R::of(PARALLEL)));
        }
        past.and(walled)
    }

    /// Returns whether it is a mechanism with pairs and is clear of all that it could touch.
    pub fn is_clear(&self) -> R::Mask {
        let has_pairs = !self.touching.is_empty();
        let mut clear = R::Mask::of(has_pairs && !self.linked.is_empty());
        for slot in self.pairs() {
            clear = clear.and(R::of(CLEARANCE).below(slot.block.predicted_contact().gap));
        }
        clear
    }

    /// Returns whether it is one body, among fixed ones.
    pub fn is_lone(&self) -> bool {
        self.members.len() == 1
    }

    /// Returns the length of the step, units of time.
    pub fn step_length(&self) -> f64 {
        self.bodies[self.members[0]].setup.h
    }

    /// Returns how many pairs there are for every member.
    pub fn pairs_per_body(&self) -> f64 {
        self.touching.len() as f64 / self.members.len() as f64
    }

    /// Goes on from where the pairs stand.
    pub fn resume(&mut self) {
        let pairs: usize = self.pairs().map(|slot| slot.block.degree()).sum();
        let joints = self.linked.iter().map(|&j| self.joints[j].cone().degree());
        self.degree = pairs + joints.sum::<usize>();
    }
}
