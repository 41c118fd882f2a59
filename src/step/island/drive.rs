//! Friction that drives bodies instead of braking them, because its slip row has the lagged arms (decision D88).

use super::Island;
use crate::contact::Block;
use crate::ipm::Problem;
use crate::math::Mask;
use crate::step::slot::Worlds;

/// Friction drives bodies where it works more than this part of the kinetic energy in a unit of time and than [`LEAST_DRIVE`].
pub const DRIVE: f64 = 1e-2;
/// Friction that works less than this times m V^2 of its pair in a unit of time does not drive bodies.
pub const LEAST_DRIVE: f64 = 1e-4;
/// Islands of more pairs are not asked: in a heap friction drives some pair in every second step.
const MOST_PAIRS: usize = 12;
/// Friction is watched where the complementarity is at most this many times the relaxation: before it, friction may seem to drive and brake
/// in the end.
const AT_SOLUTION: f64 = 1.01;
/// An attempt goes on where the slip at the contact points leaves a residual below this many roots of the complementarity: of a larger one
/// the steps are short, because friction is that close to its bound.
const NEAR: f64 = 10.0;

/// Whether an attempt looks for friction that drives bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Watch {
    /// The attempt keeps its slip rows.
    Off,
    /// The attempt takes the slip at the contact points if friction drives bodies.
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

    /// Takes the slip at the contact points if friction drives bodies at the solution. Returns the worlds of `among` whose attempt has to be
    /// left: where that slip is far from that of the lagged row, and where there are several worlds, whose pairs have one slip row.
    pub(super) fn revise_slip(&mut self, among: R::Mask) -> R::Mask {
        let none = R::Mask::of(false);
        let at_solution = R::of(AT_SOLUTION * self.rho);
        let arrived = among.and(self.complementarity().below(at_solution));
        if self.watch != Watch::On || !arrived.any() {
            return none;
        }
        let driven = arrived.and(self.is_driven_by_friction());
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
        let mut driven = R::Mask::of(false);
        if self.touching.len() > MOST_PAIRS {
            return driven;
        }
        let h = self.step_length();
        let energies = self
            .members
            .iter()
            .map(|&i| self.bodies[i].kinetic_energy());
        let share = energies.fold(R::ZERO, |sum, energy| sum + energy) * R::of(DRIVE * h);
        for slot in self.pairs() {
            let bodies = slot.candidate.bodies.map(|i| &self.bodies[i].kinematics);
            let least = R::of((LEAST_DRIVE * h + self.rho) * slot.setup.mass);
            driven = driven.or((share + least).below(slot.block.friction_work(bodies)));
        }
        driven
    }
}
