//! The blocks of one step: bodies at their prediction, and the pairs that may touch.

use super::island::{Island, IslandParts};
use super::margin::margin_of;
use super::partition::Partition;
use super::slot::{PairSlot, Worlds, claim, pair_rows};
use super::solution::Leaf;
use crate::broad_phase::{BroadPhase, Candidate, Sweep};
use crate::contact::{Block, Record};
use crate::dynamics::{BodyBlock, BodySetup, DriveStep};
use crate::math::{Attitude, Mask, Mat3, Pose, Rot, Vec3, norm};
use crate::world::{Body, BodyState, Command, Input, Model, Motion, State};
use std::sync::Arc;

/// All blocks of a step, of one world or of several side by side, and the buffers to lay them out.
#[derive(Debug)]
pub struct Workspace<R: Worlds = f64> {
    /// At the places of the partition. Those of fixed bodies are made once, and again when the bodies
    /// stand elsewhere or the step has another length.
    bodies: Vec<BodyBlock<R>>,
    /// Length of the step for which they were made, s.
    seconds: f64,
    /// Slots in use come first, by candidate or as the partition says; the rest is kept for its
    /// buffers.
    slots: Vec<PairSlot<R>>,
    pairs: usize,
    partition: Partition<R>,
    /// Every solve goes down to rounding.
    pub precise: bool,
    /// Of every world.
    sights: Vec<Sight>,
}

/// Who may touch whom in a world.
#[derive(Debug, Default)]
struct Sight {
    broad_phase: BroadPhase,
    /// Where the bodies are at the start.
    starts: Vec<(Vec3, Rot)>,
    start_poses: Vec<Pose>,
    predicted_poses: Vec<Pose>,
    /// What external forces move the bodies within the step, m.
    closing: Vec<f64>,
}

impl<R: Worlds> Default for Workspace<R> {
    fn default() -> Self {
        Self {
            bodies: Vec::new(),
            seconds: 0.0,
            slots: Vec::new(),
            pairs: 0,
            partition: Partition::default(),
            precise: false,
            sights: (0..R::LANES).map(|_| Sight::default()).collect(),
        }
    }
}

/// Where a world stands before a step, and what acts on it.
pub type Begin<'a> = (&'a State, &'a Input);

impl<R: Worlds> Workspace<R> {
    /// Lays out a step of length `h` (s) from `begin` of every world. Says which worlds have the pairs
    /// of the first, and how many every one has; of one in which others may touch than in the first,
    /// how many may.
    pub fn lay_out(
        &mut self,
        model: &Arc<Model>,
        begin: &[Begin],
        h: f64,
        rho: f64,
    ) -> (R::Mask, R) {
        self.place_bodies(model, begin, h);
        self.partition.restore_order(&mut self.slots[..self.pairs]);
        let found = self.find_pairs(model, margin_of(model, rho));
        self.find_islands();
        found
    }

    /// Groups moving bodies and pairs by connection through moving bodies.
    fn find_islands(&mut self) {
        let slots = &mut self.slots[..self.pairs];
        self.partition.find(&mut self.bodies, slots);
    }

    /// Number of islands.
    pub fn island_count(&self) -> usize {
        self.partition.islands.len()
    }

    /// Island `k` alone.
    pub fn island<'a>(&'a mut self, model: &'a Model, k: usize) -> Island<'a, R> {
        let slots = &mut self.slots[..self.pairs];
        Island::new(model, self.partition.part(&mut self.bodies, slots, k))
    }

    /// All islands at once.
    pub fn parts(&mut self) -> impl Iterator<Item = IslandParts<'_, R>> {
        let slots = &mut self.slots[..self.pairs];
        self.partition.parts(&mut self.bodies, slots)
    }

    /// The bodies in the order of the model.
    pub fn bodies(&self) -> impl Iterator<Item = &BodyBlock<R>> {
        let places = self.partition.body_places.iter();
        places.map(|&place| &self.bodies[place])
    }

    /// The pairs in the order of the candidates.
    pub fn slots(&self) -> impl ExactSizeIterator<Item = &PairSlot<R>> {
        let places = self.partition.slot_places.iter();
        places.map(|&place| &self.slots[place])
    }

    /// All bodies at their prediction.
    fn place_bodies(&mut self, model: &Model, begin: &[Begin], h: f64) {
        let count = model.bodies.len();
        if self.bodies.len() != count {
            self.bodies.clear();
            let moving = model.bodies.iter().map(Body::is_moving);
            self.partition.begin(moving);
            self.sights.iter_mut().for_each(|sight| sight.resize(count));
        }
        let anew = self.bodies.is_empty() || self.seconds != h;
        self.seconds = h;
        for (i, body) in model.bodies.iter().enumerate() {
            let mut worlds = self.sights.iter().zip(begin);
            let stands = |(sight, begin): (&Sight, &Begin)| sight.stands(i, &begin.0.bodies[i]);
            if body.motion == Motion::Fixed && !anew && worlds.all(stands) {
                continue;
            }
            let setup = body_setup(model, body, begin, i, h);
            let place = self.partition.body_places[i];
            match self.bodies.get_mut(place) {
                Some(block) => block.begin_anew(setup),
                None => self.bodies.push(BodyBlock::new(setup)),
            }
            let block = &self.bodies[place];
            for (lane, sight) in self.sights.iter_mut().enumerate() {
                let at = &begin[lane].0.bodies[i];
                sight.place(i, at, block, lane, model.units.length);
            }
        }
    }

    /// The pairs that may have touched on the way of a world to its `end`, those that are no rows
    /// included.
    pub fn candidates(
        &mut self,
        model: &Arc<Model>,
        lane: usize,
        rho: f64,
        end: &State,
    ) -> &[Candidate] {
        let margin = margin_of(model, rho) * model.units.length;
        self.sights[lane].on_the_way(model, margin, end)
    }

    /// Appends the point of the step of a world to `leaf`.
    pub fn save(&self, lane: usize, leaf: &mut Leaf) {
        leaf.pairs.clear();
        leaf.numbers.clear();
        for body in self.partition.moving().map(|place| &self.bodies[place]) {
            let (v, w) = body.velocities(lane);
            leaf.numbers.extend_from_slice(v.as_slice());
            leaf.numbers.extend_from_slice(w.as_slice());
        }
        for slot in self.slots() {
            leaf.pairs.push(slot.candidate);
            slot.block.save(lane, &mut leaf.numbers);
        }
    }

    /// Pairs whose gap at the predicted pose is within `margin` (units of length), or within what is in
    /// doubt of it, plus what external forces can close. Without the latter a tower at 10 Hz that
    /// starts half a step early is predicted 5 cm above its floor and falls through. Says what
    /// [`Self::lay_out`] does.
    fn find_pairs(&mut self, model: &Arc<Model>, margin: f64) -> (R::Mask, R) {
        let length = model.units.length;
        let (first, others) = self.sights.split_at_mut(1);
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
        for &candidate in candidates {
            let slot = claim(&mut self.slots, self.pairs, model, candidate);
            let bodies = candidate.bodies.map(|b| &self.bodies[places[b]]);
            let poses = bodies.map(|body| &body.kinematics.pose);
            let rows = pair_rows(model, &candidate);
            let prediction = slot.block.predict(&slot.setup, rows, poses, self.precise);
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

impl Sight {
    /// Makes room for so many bodies.
    fn resize(&mut self, count: usize) {
        let nowhere = Pose {
            x: Vec3::zeros(),
            r: Mat3::zeros(),
        };
        self.starts.resize(count, (Vec3::zeros(), Rot::identity()));
        self.start_poses.resize(count, nowhere);
        self.predicted_poses.resize(count, nowhere);
        self.closing.resize(count, 0.0);
    }

    /// Whether body `i` is where it was, to the bit.
    fn stands(&self, i: usize, at: &BodyState) -> bool {
        let (x, q) = &self.starts[i];
        let same = |a: &f64, b: &f64| a.to_bits() == b.to_bits();
        let mut x = x.iter().zip(&at.position);
        let mut q = q.coords.iter().zip(&at.rotation.coords);
        x.all(|(a, b)| same(a, b)) && q.all(|(a, b)| same(a, b))
    }

    /// Takes over where body `i` of a world is and is predicted, `length` m to the unit.
    fn place<R: Worlds>(
        &mut self,
        i: usize,
        at: &BodyState,
        block: &BodyBlock<R>,
        lane: usize,
        length: f64,
    ) {
        let end = &block.kinematics.pose;
        self.starts[i] = (at.position, at.rotation);
        self.start_poses[i] = Pose {
            x: at.position,
            r: *at.rotation.to_rotation_matrix().matrix(),
        };
        self.predicted_poses[i] = Pose {
            x: end.x.map(|x| x.lane(lane)) * length,
            r: end.r.map(|x| x.lane(lane)),
        };
        self.closing[i] = closing(block).lane(lane) * length;
    }

    /// The pairs that the broad phase found; again, where a body ended farther from its predicted pose
    /// than it looked. (Stones pushed a slab of a heap 7 mm into a wall that it was to pass at 4 cm.)
    fn on_the_way(&mut self, model: &Arc<Model>, margin: f64, end: &State) -> &[Candidate] {
        let moving = || (0..model.bodies.len()).filter(|&i| model.bodies[i].is_moving());
        let pose = |i: usize| Pose {
            x: end.bodies[i].position,
            r: *end.bodies[i].rotation.to_rotation_matrix().matrix(),
        };
        let strays = |i: usize| {
            let (to, predicted) = (pose(i), &self.predicted_poses[i]);
            let turn = (to.r - predicted.r).norm() * std::f64::consts::FRAC_1_SQRT_2;
            let far = (to.x - predicted.x).norm() + turn * model.bodies[i].extent();
            far > margin + self.closing[i]
        };
        if !moving().any(strays) {
            return self.broad_phase.found();
        }
        moving().for_each(|i| self.predicted_poses[i] = pose(i));
        self.candidates(model, margin)
    }

    /// The pairs that may touch.
    fn candidates(&mut self, model: &Arc<Model>, margin: f64) -> &[Candidate] {
        let sweep = Sweep {
            start: &self.start_poses,
            predicted: &self.predicted_poses,
            closing: &self.closing,
        };
        self.broad_phase.pairs(model, &sweep, margin)
    }
}

impl Workspace {
    /// Whether a pair was solved with other rows than the model's.
    pub fn has_other_rows(&self, model: &Model) -> bool {
        self.slots()
            .any(|slot| slot.block.has_other_rows(model.friction_point))
    }

    /// Number of contact points before those of every pair.
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
    pub fn restore(&mut self, model: &Model, leaf: &Leaf) {
        self.place_bodies(model, &[(&leaf.state, &leaf.input)], leaf.seconds);
        let mut record = Record(&leaf.numbers);
        let velocities = record.take(6 * self.partition.moving().count());
        self.partition.restore_order(&mut self.slots[..self.pairs]);
        self.pairs = 0;
        let places = &self.partition.body_places;
        for &candidate in &leaf.pairs {
            let slot = claim(&mut self.slots, self.pairs, model, candidate);
            let bodies = candidate.bodies.map(|b| &self.bodies[places[b]]);
            let poses = bodies.map(|body| &body.kinematics.pose);
            let rows = pair_rows(model, &candidate);
            slot.block.restore(&slot.setup, rows, poses, &mut record);
            self.pairs += 1;
        }
        for (place, at) in self.partition.moving().zip(velocities.chunks_exact(6)) {
            let vector = Vec3::from_column_slice;
            self.bodies[place].set_velocities(vector(&at[..3]), vector(&at[3..]));
        }
        self.find_islands();
    }
}

/// What external forces move a body within the step, units of length.
fn closing<R: Worlds>(body: &BodyBlock<R>) -> R {
    if body.is_moving() {
        norm(&body.setup.impulse) * body.setup.h / R::of(body.setup.mass)
    } else {
        R::ZERO
    }
}

/// A body of several worlds.
fn body_setup<R: Worlds>(
    model: &Model,
    body: &Body,
    begin: &[Begin],
    index: usize,
    seconds: f64,
) -> BodySetup<R> {
    let mut out: Option<BodySetup<R>> = None;
    for (lane, begin) in begin.iter().enumerate().take(R::LANES) {
        let own = lone_setup(model, body, *begin, index, seconds);
        let out = out.get_or_insert_with(|| own.spread());
        out.set_lane(lane, &own);
    }
    out.expect("there is a world")
}

/// A body of one world.
fn lone_setup(
    model: &Model,
    body: &Body,
    (state, input): Begin,
    index: usize,
    seconds: f64,
) -> BodySetup {
    let at = &state.bodies[index];
    let units = &model.units;
    let (length, time) = (units.length, units.time);
    let h = seconds / time;
    let wrench = &input.wrenches[index];
    let command = &input.commands[index];
    let force_unit = length / (time * time);
    let (v, w) = match body.motion {
        Motion::Fixed => (Vec3::zeros(), Vec3::zeros()),
        Motion::Prescribed => prescribed_velocity(at, command, seconds),
        Motion::Free | Motion::Driven(_) => within_plane(body, at),
    };
    let drive = match body.motion {
        Motion::Driven(drive) => Some(DriveStep {
            linear: (drive.stiffness * time * time, drive.damping * time),
            angular: (
                drive.rotational_stiffness / (force_unit * length),
                drive.rotational_damping * time / (length * length),
            ),
            position: command.position / length,
            rotation: command.rotation,
            velocity: command.velocity / units.velocity,
            omega: command.angular_velocity * time,
        }),
        _ => None,
    };
    let setup = BodySetup {
        freedoms: if body.is_moving() {
            body.freedoms()
        } else {
            &[]
        },
        mass: body.mass,
        inertia: body.inertia / (length * length),
        h,
        x: at.position / length,
        q: Attitude::by_lane(|_| at.rotation),
        v: v / units.velocity,
        w: w * time,
        impulse: (model.gravity * body.mass + wrench.force) * (h / force_unit),
        torque_impulse: wrench.torque * (h / (force_unit * length)),
        drive,
        quasi_dynamic: false,
    };
    if body.quasi_dynamic {
        setup.quasi_dynamic()
    } else {
        setup
    }
}

/// Velocity and angular velocity (body frame) of a moving body without what leads out of its plane.
fn within_plane(body: &Body, at: &BodyState) -> (Vec3, Vec3) {
    let (mut v, mut w) = (at.velocity, at.angular_velocity);
    if let Some(plane) = body.plane {
        let normal = plane.normal();
        let own = at.rotation.inverse_transform_vector(&normal);
        v -= normal * normal.dot(&v);
        w = own * own.dot(&w);
    }
    (v, w)
}

/// Interval velocities (linear in world, angular in body frame) that lead to the command.
fn prescribed_velocity(at: &BodyState, command: &Command, h: f64) -> (Vec3, Vec3) {
    let dq = (at.rotation.inverse() * command.rotation).into_inner();
    // Cayley: dq is parallel to [1; h w / 2].
    let w = dq.imag() * (2.0 / (h * dq.w));
    ((command.position - at.position) / h, w)
}
