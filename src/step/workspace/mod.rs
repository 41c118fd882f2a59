//! The blocks of one step: bodies at their prediction, and the pairs that may touch.

mod candidate_search;
mod explicit;
mod joint_parameters;
mod joints;
mod record;
mod setup;
mod still;

pub use joint_parameters::{AxisQuantity, axis_change};
pub use setup::{Begin, Interval};
pub use still::{Still, StillPair};

use super::active::Active;
use super::island::{Island, IslandParts};
use super::margin::margin_of;
use super::partition::Partition;
use super::projection::Projection;
use super::slot::{PairSlot, Worlds, are_one_pair, claim, sides};
use crate::broad_phase::Candidate;
use crate::contact::Block;
use crate::dynamics::{BodyBlock, JointBlock};
use crate::math::Mask;
use crate::world::{Model, Motion, State};
use candidate_search::{CandidateSearch, closing};
use setup::body_setup;
use std::sync::Arc;

/// All blocks of a step, of one world or of several side by side, and the buffers to lay them out.
#[derive(Debug)]
pub struct Workspace<R: Worlds = f64> {
    /// At the places of the partition. Those of fixed bodies are made once, and again when the bodies
    /// stand elsewhere or the step has another length.
    bodies: Vec<BodyBlock<R>>,
    /// The interval for which they were made, and the unit of time.
    made_for: (Interval, f64),
    /// Slots in use come first, by candidate or as the partition says; the rest is kept for its
    /// buffers.
    slots: Vec<PairSlot<R>>,
    pairs: usize,
    /// At the places of the partition.
    joints: Vec<JointBlock<R>>,
    /// The projection of the velocities of joined bodies.
    pub projection: Projection,
    partition: Partition<R>,
    /// Every solve goes down to rounding.
    pub precise: bool,
    /// The search for candidates in every world.
    searches: Vec<CandidateSearch>,
}

impl<R: Worlds> Default for Workspace<R> {
    fn default() -> Self {
        Self {
            bodies: Vec::new(),
            made_for: (Interval::whole(0.0), 0.0),
            slots: Vec::new(),
            pairs: 0,
            joints: Vec::new(),
            projection: Projection::default(),
            partition: Partition::default(),
            precise: false,
            searches: (0..R::LANES).map(|_| CandidateSearch::default()).collect(),
        }
    }
}

impl<R: Worlds> Workspace<R> {
    /// Lays out a solve of the `active` bodies over `interval` from `begin` of every world. Says which worlds have the pairs
    /// of the first, and how many every one has; of one in which others may touch than in the first,
    /// how many may.
    pub fn lay_out(
        &mut self,
        model: &Arc<Model>,
        begin: &[Begin],
        interval: Interval,
        rho: f64,
        active: Active,
    ) -> (R::Mask, R) {
        self.place_bodies(model, begin, interval, active);
        self.place_joints(model, begin, interval, active);
        self.partition.restore_order(&mut self.slots[..self.pairs]);
        let found = self.find_pairs(model, margin_of(model, rho), active);
        self.find_islands(model);
        found
    }

    /// Groups moving bodies, pairs and joints by connection through moving bodies.
    fn find_islands(&mut self, model: &Model) {
        let slots = &mut self.slots[..self.pairs];
        let (bodies, joints) = (&mut self.bodies, &mut self.joints);
        self.partition.find(model, bodies, slots, joints);
    }

    /// Returns the number of islands.
    pub fn island_count(&self) -> usize {
        self.partition.islands.len()
    }

    /// Returns the bodies of island `k`.
    pub fn members(&self, k: usize) -> &[usize] {
        self.partition.members(k)
    }

    /// Returns the island `k` alone.
    pub fn island<'a>(&'a mut self, model: &'a Model, k: usize) -> Island<'a, R> {
        let slots = &mut self.slots[..self.pairs];
        let (bodies, joints) = (&mut self.bodies, &mut self.joints);
        Island::new(model, self.partition.part(bodies, slots, joints, k))
    }

    /// Returns all islands at once.
    pub fn parts(&mut self) -> impl Iterator<Item = IslandParts<'_, R>> {
        let slots = &mut self.slots[..self.pairs];
        let (bodies, joints) = (&mut self.bodies, &mut self.joints);
        self.partition.parts(bodies, slots, joints)
    }

    /// Returns the bodies in the order of the model.
    pub fn bodies(&self) -> impl Iterator<Item = &BodyBlock<R>> {
        let places = self.partition.body_places.iter();
        places.map(|&place| &self.bodies[place])
    }

    /// Returns the pairs in the order of the candidates.
    pub fn slots(&self) -> impl ExactSizeIterator<Item = &PairSlot<R>> {
        let places = self.partition.slot_places.iter();
        places.map(|&place| &self.slots[place])
    }

    /// Puts the `active` bodies at their prediction.
    fn place_bodies(&mut self, model: &Model, begin: &[Begin], interval: Interval, active: Active) {
        let count = model.bodies.len();
        let first = self.bodies.len() != count;
        if first {
            self.bodies.clear();
            self.partition.begin(count, model.joints.len());
            self.searches
                .iter_mut()
                .for_each(|search| search.resize(count));
        }
        let made_for = (interval, model.units.time);
        let anew = first || self.made_for != made_for;
        self.made_for = made_for;
        for (i, body) in model.bodies.iter().enumerate() {
            self.partition.moves[i] = body.is_moving() && active.has(i);
            if !active.has(i) && !first {
                continue;
            }
            let mut worlds = self.searches.iter().zip(begin);
            let is_at =
                |(search, begin): (&CandidateSearch, &Begin)| search.is_at(i, &begin.0.bodies[i]);
            if body.motion == Motion::Fixed && !anew && worlds.all(is_at) {
                continue;
            }
            let setup = body_setup(model, body, begin, i, interval);
            let place = self.partition.body_places[i];
            match self.bodies.get_mut(place) {
                Some(block) => block.reset(setup),
                None => self.bodies.push(BodyBlock::new(setup)),
            }
            let block = &self.bodies[place];
            for (lane, search) in self.searches.iter_mut().enumerate() {
                let at = &begin[lane].0.bodies[i];
                search.place(i, at, block, lane, model.units.length);
            }
        }
    }

    /// Looks for the pairs that may touch from where the `active` bodies stand to where they are predicted.
    pub fn find_candidates(
        &mut self,
        model: &Arc<Model>,
        begin: Begin,
        interval: Interval,
        rho: f64,
        active: Active,
    ) {
        self.place_bodies(model, &[begin], interval, active);
        let margin = margin_of(model, rho) * model.units.length;
        self.searches[0].candidates(model, margin);
    }

    /// Returns the pairs of a world that the broad phase found last.
    pub fn found(&self, lane: usize) -> &[Candidate] {
        self.searches[lane].found()
    }

    /// Returns the pairs that may have touched on the way of the `active` bodies of a world to its `end`, those that
    /// are no rows included.
    pub fn candidates(
        &mut self,
        model: &Arc<Model>,
        lane: usize,
        rho: f64,
        end: &State,
        active: Active,
    ) -> &[Candidate] {
        let margin = margin_of(model, rho) * model.units.length;
        self.searches[lane].candidates_on_the_way(model, margin, end, active)
    }

    /// Finds the pairs whose gap at the predicted pose is within `margin` (units of length), or within what is in
    /// doubt of it, plus what external forces can close. Without the latter a tower at 10 Hz that
    /// starts half a step early is predicted 5 cm above its floor and falls through. Says what
    /// [`Self::lay_out`] does.
    fn find_pairs(&mut self, model: &Arc<Model>, margin: f64, active: Active) -> (R::Mask, R) {
        let length = model.units.length;
        let (first, others) = self.searches.split_at_mut(1);
        let candidates = first[0].candidates(model, margin * length);
        let (mut alike, mut count) = (R::Mask::of(true), R::ZERO);
        for (k, other) in others.iter_mut().enumerate() {
            let own = other.candidates(model, margin * length);
            if own != candidates {
                alike = alike.and(!R::Mask::only(k + 1));
                count.set_lane(k + 1, own.len() as f64);
            }
        }
        let comparable = alike;
        self.pairs = 0;
        let places = &self.partition.body_places;
        let wanted = |candidate: &&Candidate| active.has_both(candidate.bodies);
        for (k, &candidate) in candidates.iter().enumerate().filter(|(_, c)| wanted(c)) {
            let before = candidates[..k].iter().rev();
            let mut same_bodies = before.take_while(|earlier| earlier.bodies == candidate.bodies);
            if same_bodies.any(|earlier| are_one_pair(model, earlier, &candidate)) {
                continue;
            }
            let slot = claim(&mut self.slots, self.pairs, model, candidate);
            let bodies = candidate.bodies.map(|b| &self.bodies[places[b]]);
            let sides = sides(model, &candidate);
            let kinematics = bodies.map(|body| &body.kinematics);
            let prediction = slot
                .block
                .predict(&slot.setup, sides, kinematics, self.precise);
            let [a, b] = bodies.map(closing);
            let reach = prediction.doubt.max(R::of(margin)) + a.max(b);
            let touches = prediction.gap.at_most(reach).or(!prediction.converged);
            count += R::choose(touches.and(comparable), R::ONE, R::ZERO);
            if touches.lane(0) {
                self.pairs += 1;
                alike = alike.and(touches);
            } else {
                alike = alike.and(!touches);
            }
        }
        (alike, count)
    }
}
