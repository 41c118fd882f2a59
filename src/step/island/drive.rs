//! Friction that drives bodies instead of braking them, because its slip row has the lagged arms (decision D88).

use super::Island;
use crate::contact::Block;
use crate::math::Mask;
use crate::step::slot::Worlds;

/// Friction drives bodies where it works more than this part of the kinetic energy in a unit of time and than [`LEAST_DRIVE`].
pub const DRIVE: f64 = 1e-2;
/// Friction that works less than this times m V^2 of its pair in a unit of time does not drive bodies.
pub const LEAST_DRIVE: f64 = 1e-4;
/// Islands of more pairs are not asked: in a heap friction drives some pair in every second step.
const MOST_PAIRS: usize = 12;

impl<R: Worlds> Island<'_, R> {
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
