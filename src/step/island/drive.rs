//! Friction that drives bodies instead of braking them, because its slip row has the lagged arms (decision D88).

use super::Island;
use crate::contact::Block;
use crate::ipm::Problem;
use crate::math::{Mask, Real};
use crate::step::slot::Worlds;
use crate::world::Model;

/// Friction drives bodies where it works more than this part of the kinetic energy in a unit of time and than [`LEAST_DRIVE`].
pub const DRIVE: f64 = 1e-2;
/// Friction that works less than this times m V^2 of its pair in a unit of time does not drive bodies.
pub const LEAST_DRIVE: f64 = 1e-4;
/// A contact that pushes for an impact is judged over at least this part of the unit of time, so that short steps judge impacts alike.
const IMPACT: f64 = 0.05;
/// Friction is watched from this complementarity on: before it, friction may seem to drive and brake in the end.
const WATCHED: f64 = 1e-3;
/// An attempt goes on where the slip at the contact points leaves a residual below this many roots of the complementarity: of a larger one
/// the steps are short, because friction is that close to its bound.
const NEAR: f64 = 10.0;

/// Whether an attempt looks for friction that drives bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Watch {
    /// The attempt keeps its slip rows.
    Off,
    /// The attempt takes the slip at the contact points as soon as friction drives bodies.
    On,
    /// The attempt has taken the slip at the contact points.
    Taken,
    /// The attempt has been left, because the slip at the contact points is far from that of the lagged row.
    Left,
}

impl<R: Worlds> Island<'_, R> {
    /// Says whether the attempt that follows watches friction.
    pub fn watch_friction(&mut self, watch: Watch) {
        self.watch = watch;
    }

    /// Returns whether the attempt has taken the slip at the contact points because friction drove bodies.
    pub fn took_slip_at_contact(&self) -> bool {
        self.watch == Watch::Taken
    }

    /// Returns whether the attempt has been left, because the slip at the contact points is far from that of the lagged row.
    pub fn is_left(&self) -> bool {
        self.watch == Watch::Left
    }

    /// Takes the slip at the contact points if friction drives bodies. Returns the worlds of `among` whose attempt has to be
    /// left: where that slip is far from that of the lagged row, and where there are several worlds, whose pairs have one slip row.
    pub(super) fn revise_slip(&mut self, among: R::Mask) -> R::Mask {
        let none = R::Mask::of(false);
        // At the solution itself the complementarity is rho, and a little more.
        let from = R::of(WATCHED.max(1.01 * self.rho));
        let watched = among.and(self.complementarity().below(from));
        if self.watch != Watch::On || !watched.any() {
            return none;
        }
        let driven = watched.and(self.is_driven_by_friction());
        if R::LANES > 1 || !driven.any() {
            return driven;
        }
        for &k in self.touching {
            self.slots[k].block.take_slip_at_contact();
        }
        self.evaluate(self.rho);
        let most = R::of(NEAR) * self.complementarity().sqrt();
        let far = most.below(self.residual());
        self.watch = if far.any() { Watch::Left } else { Watch::Taken };
        far
    }

    /// Returns whether friction drives bodies at the current iterate: whether it works at some contact point in the slip that this point
    /// itself has.
    pub fn is_driven_by_friction(&self) -> R::Mask {
        let energies = self
            .members
            .iter()
            .map(|&i| self.bodies[i].kinetic_energy());
        let energy = energies.fold(R::ZERO, |sum, energy| sum + energy);
        let mut driven = R::Mask::of(false);
        for slot in self.pairs() {
            let bodies = slot.candidate.bodies.map(|i| &self.bodies[i].kinematics);
            let friction = slot.block.friction(bodies);
            let mass = moving_mass(self.model, slot.candidate.bodies);
            let time = judged_time(self.step_length(), friction.pressed / R::of(mass));
            let least = R::of(LEAST_DRIVE) * time + self.complementarity();
            let most = energy * R::of(DRIVE) * time + least * R::of(slot.setup.mass);
            driven = driven.or(most.below(friction.work));
        }
        driven
    }
}

/// Returns the mass of those of two bodies that move by forces.
pub fn moving_mass(model: &Model, bodies: [usize; 2]) -> f64 {
    let bodies = bodies.map(|i| &model.bodies[i]);
    let moving = bodies.iter().filter(|body| body.is_moving());
    moving.map(|body| body.mass).sum()
}

/// Returns the time over which the friction of a contact is judged, of a step of length `h`, whose impulse would give its bodies the velocity
/// `pressed`; all in units of the model, in which weight gives a unit of velocity in a unit of time.
pub fn judged_time<R: Real>(h: f64, pressed: R) -> R {
    pressed.min(R::of(IMPACT)).max(R::of(h))
}
