//! Why bodies go in halves, and what follows from it.

use super::crossing::Passage;
use crate::step::energy::EnergyBalance;

/// The words for bodies that are on the other side of each other at the end of a step.
pub(super) const THROUGH: &str = "pass through each other";
/// The words for bodies that contact pushed aside.
const ASIDE: &str = "push each other aside";

/// Returns whether a reason names bodies already that are where they cannot be.
pub(super) fn is_said(reason: &str) -> bool {
    reason.contains(THROUGH) || reason.contains(ASIDE)
}

/// Why bodies go in halves.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cause {
    /// A body would turn too far in one solve.
    pub turning: bool,
    /// An island was not solved.
    pub unsolved: bool,
    /// The gravest passage, with its bodies.
    pub passage: Option<(Passage, [usize; 2])>,
    /// The balance of the solve of all bodies at once, where there was one.
    pub balance: Option<EnergyBalance>,
}

impl Cause {
    pub fn is_none(&self) -> bool {
        !self.turning && !self.unsolved && self.passage.is_none()
    }

    /// Returns whether bodies go in halves because they were not solved, and for no other reason.
    pub fn is_unsolved_alone(&self) -> bool {
        self.unsolved && !self.turning && self.passage.is_none()
    }

    /// Returns whether the solve stands where the halves are not solved.
    pub fn is_tolerable(&self) -> bool {
        let passage = self.passage.map(|(passage, _)| passage);
        !self.turning && !self.unsolved && passage < Some(Passage::Aside)
    }

    /// Returns whether the halves gain energy that the solve of all bodies at once, which could stand, does not: where an edge is
    /// cut by as much in every part, shorter parts push it aside faster.
    pub fn gains_less_than(&self, halves: &EnergyBalance) -> bool {
        let passage = self.passage.map(|(passage, _)| passage);
        let whole = self
            .balance
            .filter(|_| !self.unsolved && passage < Some(Passage::Through));
        whole.is_some_and(|whole| halves.gain > whole.gain.max(whole.bound))
    }

    /// Returns the bodies that pass through each other, or by another side, and the words for it.
    pub fn grave(&self) -> Option<([usize; 2], &'static str)> {
        match self.passage? {
            (Passage::Through, bodies) => Some((bodies, THROUGH)),
            (Passage::Aside, bodies) => Some((bodies, ASIDE)),
            _ => None,
        }
    }
}
