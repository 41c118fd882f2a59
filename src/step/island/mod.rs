//! A connected group of bodies and pairs as one problem of the interior point method.

mod assemble;
mod explicit;
mod loads;
mod problem;
mod rates;
mod sensitivity;
mod substitution;

pub use explicit::{motion_explicit, state_explicit};
pub use rates::{ABREAST, IslandRates};
pub use sensitivity::Linearization;

use super::share::Share;
use super::slot::{PairSlot, Worlds};
use crate::contact::{Block, Deviation, PredictedContact, TOUCHING};
use crate::dynamics::{BodyBlock, Start};
use crate::ipm::DirectionPart;
use crate::linalg::BlockLu;
use crate::math::{Mask, widely, widely_abreast};
use crate::world::Model;

/// The body system of an island: buffers, and the structure as long as the pairs stay the same.
#[derive(Debug)]
pub struct BodySystem<R: Worlds = f64> {
    lu: BlockLu<R>,
    graph: Graph,
    /// Buffer for the next graph.
    next: Graph,
    edges: Vec<(usize, usize)>,
    /// Starts of the blocks (side, side) of every pair; [`FIXED`] without one.
    pair_places: Vec<[[usize; 2]; 2]>,
    rhs: Vec<R>,
    loads: loads::Loads<R>,
}

impl<R: Worlds> Default for BodySystem<R> {
    fn default() -> Self {
        Self {
            lu: BlockLu::default(),
            graph: Graph::default(),
            next: Graph::default(),
            edges: Vec::new(),
            pair_places: Vec::new(),
            rhs: Vec::new(),
            loads: loads::Loads::default(),
        }
    }
}

/// Who is coupled with whom, in the numbers of the island.
#[derive(Debug, Default, PartialEq)]
struct Graph {
    /// Freedoms of every body.
    sizes: Vec<usize>,
    /// Bodies of every pair; [`FIXED`] for one that is not a member.
    pairs: Vec<[usize; 2]>,
}

/// Steps as long as this (units of time: a fall of 0.02 L) may end a leaning peg on the edge of its hole, shorter ones did not
/// (of 200 at 100 Hz none). There a start from free flight only costs attempts: 0.34 instead of 0.1 % of the steps of a shaken bin.
const LONG: f64 = 0.2;
/// Cosine of the angle between normals that count as one direction.
const PARALLEL: f64 = 0.9;

/// In place of a number: of a body that is not in the system.
const FIXED: usize = usize::MAX;

impl<R: Worlds> BodySystem<R> {
    /// Takes `next` as the graph; finds the structure anew only when it differs from the last one.
    fn follow(&mut self) {
        if self.next == self.graph {
            return;
        }
        std::mem::swap(&mut self.graph, &mut self.next);
        let Graph { sizes, pairs } = &self.graph;
        self.edges.clear();
        let coupled = pairs.iter().filter(|pair| pair[1] != FIXED);
        self.edges.extend(coupled.map(|pair| (pair[0], pair[1])));
        self.lu.set_structure(sizes, &self.edges);
        let lu = &self.lu;
        self.pair_places.clear();
        self.pair_places.extend(pairs.iter().map(|pair| {
            pair.map(|i| {
                pair.map(|j| {
                    if i == FIXED || j == FIXED {
                        FIXED
                    } else {
                        lu.place(i, j)
                    }
                })
            })
        }));
    }
}

/// What belongs to an island, and what it reads.
#[derive(Debug)]
pub struct IslandParts<'a, R: Worlds = f64> {
    /// By number in the model.
    pub bodies: Share<'a, BodyBlock<R>>,
    /// By candidate.
    pub slots: Share<'a, PairSlot<R>>,
    /// The bodies of the island, ascending.
    pub members: &'a [usize],
    /// The pairs of the island, ascending.
    pub touching: &'a [usize],
    /// Its body system.
    pub system: &'a mut BodySystem<R>,
}

/// One island of a step.
pub struct Island<'a, R: Worlds = f64> {
    model: &'a Model,
    bodies: Share<'a, BodyBlock<R>>,
    slots: Share<'a, PairSlot<R>>,
    members: &'a [usize],
    touching: &'a [usize],
    system: &'a mut BodySystem<R>,
    combined: (R, R::Mask),
    rotation: R,
    degree: usize,
    /// Of all pairs at the current iterate, for that relaxation.
    now: (f64, Deviation<R>),
    /// Inverse of the longest step along the affine direction.
    affine: R,
}

impl<'a, R: Worlds> Island<'a, R> {
    /// The island made of `parts`.
    pub fn new(model: &'a Model, parts: IslandParts<'a, R>) -> Self {
        let IslandParts {
            bodies,
            slots,
            members,
            touching,
            system,
        } = parts;
        system.next.sizes.clear();
        let sizes = members.iter().map(|&i| bodies[i].setup.freedoms.len());
        system.next.sizes.extend(sizes);
        system.next.pairs.clear();
        let node_of = |i: usize| match bodies[i].is_moving() {
            true => bodies.own_index(i),
            false => FIXED,
        };
        let pairs = touching.iter().map(|&k| slots[k].candidate.bodies);
        system
            .next
            .pairs
            .extend(pairs.map(|pair| pair.map(node_of)));
        system.follow();
        Self {
            model,
            bodies,
            slots,
            members,
            touching,
            system,
            combined: (R::ZERO, R::Mask::of(false)),
            rotation: R::ZERO,
            degree: 0,
            now: (f64::NAN, Deviation::NONE),
            affine: R::ZERO,
        }
    }

    /// The pairs of the island.
    pub fn pairs(&self) -> impl Iterator<Item = &PairSlot<R>> {
        self.touching.iter().map(|&k| &self.slots[k])
    }

    /// Its bodies.
    #[cfg(test)]
    pub fn members(&self) -> &[usize] {
        self.members
    }

    /// The block of a body.
    #[cfg(test)]
    pub fn body(&self, index: usize) -> &BodyBlock<R> {
        &self.bodies[index]
    }

    /// Restarts all bodies and applies `start` to every
    /// pair with the bodies' kinematics.
    pub fn start(
        &mut self,
        from: Start,
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
    }

    /// Restarts all bodies at the state's velocities; the largest speed at which two of them pass each other
    /// at a predicted contact point.
    pub fn fastest(&mut self) -> R {
        for &i in self.members {
            self.bodies[i].start(Start::State);
        }
        let speeds = self.pairs().map(|slot| {
            let bodies = slot.candidate.bodies.map(|i| &self.bodies[i].kinematics);
            slot.block.predicted_speed(bodies)
        });
        speeds.fold(R::ZERO, R::worse)
    }

    /// Whether it is one body among walls, which push it in more than one direction, and without contact would
    /// go on past all of them in a long step: it would touch them at most. Not one that a drive pushes.
    pub fn flies(&self) -> R::Mask {
        let driven = self.bodies[self.members[0]].setup.drive.is_some();
        let (mut past, mut walled) = (R::Mask::of(true), R::Mask::of(false));
        if !self.is_lone() || driven || self.step_length() < LONG {
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

    /// Whether it is one body, among fixed ones.
    pub fn is_lone(&self) -> bool {
        self.members.len() == 1
    }

    /// Length of the step, units of time.
    pub fn step_length(&self) -> f64 {
        self.bodies[self.members[0]].setup.h
    }

    /// How many pairs there are for every member.
    pub fn pairs_per_body(&self) -> f64 {
        self.touching.len() as f64 / self.members.len() as f64
    }

    /// Node of a member in the body system.
    fn node_of(&self, body: usize) -> usize {
        self.bodies.own_index(body)
    }

    /// Goes on from where the pairs stand.
    pub fn resume(&mut self) {
        self.degree = self.pairs().map(|slot| slot.block.degree()).sum();
    }

    /// Mean over all complementarity products; 0 without any.
    #[inline(always)]
    fn mean(&self, sum: impl Fn(&R::Block) -> R) -> R {
        let total = self.over_pairs(
            #[inline(always)]
            |total, block| total + sum(block),
        );
        total / self.products()
    }

    /// Number of complementarity products, at least 1.
    fn products(&self) -> R {
        R::of(self.degree.max(1) as f64)
    }

    /// What `add` makes of zero and one pair after the other.
    #[inline(always)]
    fn over_pairs(&self, add: impl Fn(R, &R::Block) -> R) -> R {
        widely_abreast::<R, _>(
            #[inline(always)]
            || {
                let mut out = R::ZERO;
                for &k in self.touching {
                    out = add(out, &self.slots[k].block);
                }
                out
            },
        )
    }

    /// Solves the body system for `C` right sides into as many `parts` of the direction.
    #[inline(always)]
    fn solve_bodies<const C: usize>(&mut self, parts: [DirectionPart; C]) {
        let (lu, rhs) = (&self.system.lu, &mut self.system.rhs);
        widely(
            #[inline(always)]
            || lu.solve::<C>(rhs),
        );
        for &i in self.members {
            let start = self.system.lu.offset(self.node_of(i));
            let block = &mut self.bodies[i];
            for (c, &part) in parts.iter().enumerate() {
                block.direction[part] = [R::ZERO; 6];
                for (row, &freedom) in block.setup.freedoms.iter().enumerate() {
                    block.direction[part][freedom] = self.system.rhs[(start + row) * C + c];
                }
            }
        }
    }

    /// Adds a pair's wrenches on both bodies to the only right side.
    #[inline(always)]
    fn add_wrenches(&mut self, k: usize, wrenches: &[R; 12]) {
        for (s, &i) in self.slots[k].candidate.bodies.iter().enumerate() {
            let freedoms = self.bodies[i].setup.freedoms;
            if freedoms.is_empty() {
                continue;
            }
            let start = self.system.lu.offset(self.bodies.own_index(i));
            for (rhs, &freedom) in self.system.rhs[start..].iter_mut().zip(freedoms) {
                *rhs += wrenches[6 * s + freedom];
            }
        }
    }

    /// The worst rows of the first world by name, largest first: (name, value).
    pub fn worst_rows(&self, rho: f64) -> Vec<(String, f64)> {
        let mut rows = Vec::new();
        for &i in self.members {
            let name = format!("body {}: momentum", self.model.bodies[i].name);
            rows.push((name, self.bodies[i].worst_residual().lane(0)));
        }
        for slot in self.pairs() {
            let names = slot
                .candidate
                .bodies
                .map(|i| self.model.bodies[i].name.as_str());
            slot.block
                .rows(rho, names, |name, value| rows.push((name, value)));
        }
        rows.sort_by(|x, y| y.1.total_cmp(&x.1));
        rows
    }
}
