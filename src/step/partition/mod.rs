//! The islands of a step: moving bodies connected by pairs and joints, each a problem of its own.
//!
//! Bodies, pairs and joints are put in the order of their islands (bodies that do not move by themselves
//! first), so that islands can be solved at the same time. Numbers stay those of the model and of
//! the candidates: [`Share`](super::share::Share) finds what belongs to them.

mod joints;
mod parts;

use super::island::BodySystem;
use super::slot::{PairSlot, Worlds};
use crate::dynamics::{BodyBlock, JointBlock};
use crate::world::Model;
use joints::island_of_joint;

/// One island: its ranges among the bodies, the pairs and the joints.
#[derive(Debug, Clone, Copy, Default)]
pub struct IslandRange {
    bodies: (usize, usize),
    pairs: (usize, usize),
    joints: (usize, usize),
}

/// Who belongs where.
#[derive(Debug)]
pub struct Partition<R: Worlds = f64> {
    /// Which bodies move by themselves, and do so in this solve.
    pub moves: Vec<bool>,
    /// In the order of their first bodies.
    pub islands: Vec<IslandRange>,
    /// Place of every body of the model.
    pub body_places: Vec<usize>,
    /// Place of every pair, by candidate.
    pub slot_places: Vec<usize>,
    /// Place of every joint of the model.
    pub joint_places: Vec<usize>,
    /// The body at every place.
    members: Vec<usize>,
    /// The pair at every place.
    touching: Vec<usize>,
    /// The joint at every place.
    linked: Vec<usize>,
    /// Where the joint at every place goes.
    relinked: Vec<usize>,
    /// Bodies that do not move by themselves.
    still: usize,
    /// The body systems, which remember the structure of their island.
    systems: Vec<BodySystem<R>>,
    /// Where the body at every place goes.
    moved: Vec<usize>,
    root: Vec<usize>,
    island_of: Vec<usize>,
    scratch: Vec<usize>,
}

impl<R: Worlds> Default for Partition<R> {
    fn default() -> Self {
        Self {
            moves: Vec::new(),
            islands: Vec::new(),
            body_places: Vec::new(),
            slot_places: Vec::new(),
            joint_places: Vec::new(),
            linked: Vec::new(),
            relinked: Vec::new(),
            members: Vec::new(),
            touching: Vec::new(),
            still: 0,
            systems: Vec::new(),
            moved: Vec::new(),
            root: Vec::new(),
            island_of: Vec::new(),
            scratch: Vec::new(),
        }
    }
}

impl<R: Worlds> Partition<R> {
    /// Begins with so many bodies and joints, in the order of the model.
    pub fn begin(&mut self, count: usize, joints: usize) {
        self.joint_places.clear();
        self.joint_places.extend(0..joints);
        self.linked.clone_from(&self.joint_places);
        self.moves.clear();
        self.moves.resize(count, false);
        self.body_places.clear();
        self.body_places.extend(0..count);
        self.members.clone_from(&self.body_places);
    }

    /// Returns the bodies that move by themselves, in the order of the model, with their places.
    pub fn moving(&self) -> impl Iterator<Item = (usize, usize)> {
        let all = self.moves.iter().zip(&self.body_places).enumerate();
        all.filter_map(|(body, (&moves, &place))| moves.then_some((body, place)))
    }

    /// Returns the bodies of island `k`.
    pub fn members(&self, k: usize) -> &[usize] {
        let (first, end) = self.islands[k].bodies;
        &self.members[first..end]
    }

    /// Finds the islands and puts bodies (from where they are) and pairs (from the order of the
    /// candidates) in their order.
    pub fn find(
        &mut self,
        model: &Model,
        bodies: &mut [BodyBlock<R>],
        slots: &mut [PairSlot<R>],
        joints: &mut [JointBlock<R>],
    ) {
        self.connect(model, slots);
        self.count(model, slots);
        self.place_bodies();
        self.place_slots(slots);
        self.place_joints(model);
        arrange(joints, &self.relinked, &mut self.scratch);
        arrange(bodies, &self.moved, &mut self.scratch);
        arrange(slots, &self.slot_places, &mut self.scratch);
        if self.systems.len() < self.islands.len() {
            self.systems
                .resize_with(self.islands.len(), BodySystem::default);
        }
    }

    /// Puts the pairs back in the order of the candidates, so that a slot finds the buffers it had.
    pub fn restore_order(&mut self, slots: &mut [PairSlot<R>]) {
        arrange(slots, &self.touching, &mut self.scratch);
    }

    /// The first body of every group becomes its root.
    fn connect(&mut self, model: &Model, slots: &[PairSlot<R>]) {
        self.root.clear();
        self.root.extend(0..self.moves.len());
        for slot in slots {
            let [a, b] = slot.candidate.bodies;
            if self.moves[b] {
                self.join(a, b);
            }
        }
        self.connect_joints(model);
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (find(&mut self.root, a), find(&mut self.root, b));
        self.root[a.max(b)] = a.min(b);
    }

    /// Numbers the islands and finds their ranges.
    fn count(&mut self, model: &Model, slots: &[PairSlot<R>]) {
        self.islands.clear();
        self.island_of.clear();
        self.still = 0;
        for (i, &moves) in self.moves.iter().enumerate() {
            let root = find(&mut self.root, i);
            let island = match (moves, root == i) {
                (false, _) => {
                    self.still += 1;
                    usize::MAX
                }
                (true, true) => {
                    self.islands.push(IslandRange::default());
                    self.islands.len() - 1
                }
                (true, false) => self.island_of[root],
            };
            self.island_of.push(island);
            if moves {
                self.islands[island].bodies.1 += 1;
            }
        }
        for slot in slots {
            self.islands[self.island_of[slot.candidate.bodies[0]]]
                .pairs
                .1 += 1;
        }
        for joint in &model.joints {
            if let Some(island) = island_of_joint(&self.island_of, joint.child) {
                self.islands[island].joints.1 += 1;
            }
        }
        let (mut body, mut pair, mut joint) = (self.still, 0, 0);
        for island in &mut self.islands {
            let (bodies, pairs, joints) = (island.bodies.1, island.pairs.1, island.joints.1);
            island.bodies = (body, body + bodies);
            island.pairs = (pair, pair + pairs);
            island.joints = (joint, joint + joints);
            (body, pair, joint) = (body + bodies, pair + pairs, joint + joints);
        }
    }

    /// Finds the place of every body, by island, then by number; and where it goes from its old one.
    fn place_bodies(&mut self) {
        let next = &mut self.scratch;
        next.clear();
        next.extend(self.islands.iter().map(|island| island.bodies.0));
        self.moved.clear();
        self.moved.resize(self.moves.len(), 0);
        let mut still = 0;
        for (i, &moves) in self.moves.iter().enumerate() {
            let counter = if moves {
                &mut next[self.island_of[i]]
            } else {
                &mut still
            };
            self.moved[self.body_places[i]] = *counter;
            self.body_places[i] = *counter;
            self.members[*counter] = i;
            *counter += 1;
        }
    }

    /// Finds the place of every pair, alike.
    fn place_slots(&mut self, slots: &[PairSlot<R>]) {
        let next = &mut self.scratch;
        next.clear();
        next.extend(self.islands.iter().map(|island| island.pairs.0));
        self.slot_places.clear();
        self.touching.clear();
        self.touching.resize(slots.len(), 0);
        for (k, slot) in slots.iter().enumerate() {
            let counter = &mut next[self.island_of[slot.candidate.bodies[0]]];
            self.slot_places.push(*counter);
            self.touching[*counter] = k;
            *counter += 1;
        }
    }
}

fn find(root: &mut [usize], mut i: usize) -> usize {
    while root[i] != i {
        root[i] = root[root[i]];
        i = root[i];
    }
    i
}

/// Moves every item to its place.
fn arrange<T>(items: &mut [T], places: &[usize], scratch: &mut Vec<usize>) {
    scratch.clear();
    scratch.extend_from_slice(places);
    for i in 0..items.len() {
        while scratch[i] != i {
            let place = scratch[i];
            items.swap(i, place);
            scratch.swap(i, place);
        }
    }
}
