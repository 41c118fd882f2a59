//! A connected group of bodies, pairs and joints as one problem of the interior point method.

mod assemble;
mod directions;
mod drive;
mod explicit;
mod joint_rates;
mod joints;
mod loads;
mod problem;
mod projected;
mod rate_entries;
mod rates;
mod sensitivity;
mod start;
mod substitution;
mod system;

pub use assemble::TangentEntries;
pub use drive::{DRIVE, LEAST_DRIVE, Watch, judged_time, moving_mass};
pub use explicit::{friction_rate, motion_explicit, state_explicit};
pub use rates::{COLUMNS, IslandRates};
pub use sensitivity::Linearization;
pub use system::{BodySystem, joint_edges};

use super::share::Share;
use super::slot::{PairSlot, Worlds, sides};
use crate::contact::{Block, Deviation};
use crate::dynamics::{BodyBlock, JointBlock};
use crate::ipm::{Combined, ConeVars, DirectionPart};
use crate::linalg::NodeId;
use crate::math::{Kinematics, vectorized_lanes, vectorized_worlds};
use crate::world::Model;

/// What belongs to an island, and what it reads.
#[derive(Debug)]
pub struct IslandParts<'a, R: Worlds = f64> {
    /// The bodies, by number in the model.
    pub bodies: Share<'a, BodyBlock<R>>,
    /// The pairs, by candidate.
    pub slots: Share<'a, PairSlot<R>>,
    /// The joints, by number in the model.
    pub joints: Share<'a, JointBlock<R>>,
    /// The bodies of the island, ascending.
    pub members: &'a [usize],
    /// The pairs of the island, ascending.
    pub touching: &'a [usize],
    /// The joints of the island, ascending.
    pub linked: &'a [usize],
    /// The body system of the island.
    pub system: &'a mut BodySystem<R>,
}

/// One island of a step.
pub struct Island<'a, R: Worlds = f64> {
    model: &'a Model,
    bodies: Share<'a, BodyBlock<R>>,
    slots: Share<'a, PairSlot<R>>,
    joints: Share<'a, JointBlock<R>>,
    members: &'a [usize],
    touching: &'a [usize],
    linked: &'a [usize],
    /// The kinematics of the world, to which joints may lead.
    world: Kinematics<R>,
    system: &'a mut BodySystem<R>,
    combined: Combined<R>,
    rotation: R,
    degree: usize,
    /// The relaxation for which the pairs were evaluated.
    rho: f64,
    /// The deviation of all pairs at the current iterate.
    deviation: Deviation<R>,
    /// Inverse of the longest step along the affine direction.
    affine: R,
    watch: Watch,
}

impl<'a, R: Worlds> Island<'a, R> {
    /// Returns the island made of `parts`.
    pub fn new(model: &'a Model, parts: IslandParts<'a, R>) -> Self {
        let IslandParts {
            bodies,
            slots,
            joints,
            members,
            touching,
            linked,
            system,
        } = parts;
        let next = &mut system.next;
        next.freedoms.clear();
        let freedoms = members.iter().map(|&i| bodies[i].setup.freedoms.len());
        next.freedoms.extend(freedoms);
        next.sizes.clone_from(&next.freedoms);
        next.pairs.clear();
        let node_of = |i: usize| {
            let moving = bodies[i].is_moving();
            moving.then(|| NodeId(bodies.own_index(i)))
        };
        joints::add_nodes(model, &joints, linked, node_of, &mut system.next);
        let pairs = touching.iter().map(|&k| slots[k].candidate.bodies);
        system
            .next
            .pairs
            .extend(pairs.map(|pair| pair.map(node_of)));
        system.update_structure();
        Self {
            model,
            bodies,
            slots,
            joints,
            members,
            touching,
            linked,
            world: Kinematics::world(),
            system,
            combined: Combined::affine(),
            rotation: R::ZERO,
            degree: 0,
            rho: f64::NAN,
            deviation: Deviation::NONE,
            affine: R::ZERO,
            watch: Watch::Off,
        }
    }

    /// Returns the pairs of the island.
    pub fn pairs(&self) -> impl Iterator<Item = &PairSlot<R>> {
        self.touching.iter().map(|&k| &self.slots[k])
    }

    /// Returns the bodies of the island.
    #[cfg(feature = "expert")]
    pub fn members(&self) -> &[usize] {
        self.members
    }

    /// Returns the block of a body.
    #[cfg(feature = "expert")]
    pub fn body(&self, index: usize) -> &BodyBlock<R> {
        &self.bodies[index]
    }

    /// Returns the node of a member in the body system.
    fn node_of(&self, body: usize) -> NodeId {
        NodeId(self.bodies.own_index(body))
    }

    /// Returns the mean over all complementarity products; 0 without any.
    #[inline(always)]
    fn mean(&self, sum: impl Fn(&R::Block) -> R, of_joint: impl Fn(&ConeVars<R>) -> R) -> R {
        let mut total = self.fold_pairs(
            #[inline(always)]
            |total, block| total + sum(block),
        );
        for &j in self.linked {
            total += of_joint(self.joints[j].cone());
        }
        total / self.products()
    }

    /// Returns the number of complementarity products, at least 1.
    fn products(&self) -> R {
        R::of(self.degree.max(1) as f64)
    }

    /// Folds `add` over all pairs, from zero.
    #[inline(always)]
    fn fold_pairs(&self, add: impl Fn(R, &R::Block) -> R) -> R {
        vectorized_worlds::<R, _>(
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
        vectorized_lanes::<R, _>(
            #[inline(always)]
            || lu.solve::<C>(rhs),
        );
        self.set_joint_directions(parts);
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
            let start = self.system.lu.offset(self.node_of(i));
            for (rhs, &freedom) in self.system.rhs[start..].iter_mut().zip(freedoms) {
                *rhs += wrenches[6 * s + freedom];
            }
        }
    }

    /// Adds contact points where bodies overlap at the current iterate; whether there were any.
    pub fn add_points(&mut self) -> bool {
        let mut any = false;
        for &k in self.touching {
            let slot = &mut self.slots[k];
            let bodies = slot.candidate.bodies.map(|i| &self.bodies[i].kinematics);
            any |= slot
                .block
                .add_points(sides(self.model, &slot.candidate), bodies);
        }
        any
    }

    /// Returns the worst rows of the first world by name, largest first: (name, value).
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
        for &j in self.linked {
            let name = &self.model.joints[j].name;
            self.joints[j].name_rows(rho, name, |name, value| rows.push((name, value)));
        }
        rows.sort_by(|x, y| y.1.total_cmp(&x.1));
        rows
    }
}
