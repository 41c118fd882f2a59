//! What a step was made of and its primal-dual point: enough to differentiate it, and a value.

use super::active::Active;
use super::workspace::Interval;
use crate::broad_phase::Candidate;
use crate::contact::PairPoints;
use crate::dynamics::JointPoint;
use crate::math::Vec3;
use crate::world::{Input, Model, State};
use std::sync::Arc;

/// The primal-dual point of a step, or of its halves in the order of time.
#[derive(Debug, Clone, Default)]
pub struct Solution {
    /// The model of the simulator that made the step.
    pub(super) model: Option<Arc<Model>>,
    leaves: Vec<Leaf>,
    used: usize,
}

impl PartialEq for Solution {
    fn eq(&self, other: &Self) -> bool {
        self.leaves() == other.leaves()
    }
}

/// One solve: a whole step, or a half (quarter, ...) of one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Leaf {
    /// State at the start.
    pub state: State,
    /// The input.
    pub input: Input,
    /// The interval of the solve.
    pub interval: Interval,
    /// The relaxation of the solve.
    pub rho: f64,
    /// How often the step was halved.
    pub depth: u32,
    /// Marks of the bodies that it advanced; empty where it was all of them.
    pub active: Vec<bool>,
    /// Whether other bodies go through the same interval in halves, in the solves that follow.
    pub has_rest: bool,
    /// The pairs that were rows.
    pub pairs: Vec<Candidate>,
    /// The points of the pairs.
    pub points: PairPoints,
    /// The points of all bodies that it advanced and whose motion is unknown.
    pub bodies: Vec<BodyPoint>,
    /// The points of all joints of the model; those of bodies that it did not advance are without meaning.
    pub joints: Vec<JointPoint>,
}

/// Interval velocities of a body, in the units of the solve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct BodyPoint {
    /// The linear velocity, world.
    pub v: Vec3,
    /// The angular velocity, body frame.
    pub w: Vec3,
}

impl Default for Leaf {
    fn default() -> Self {
        Self {
            state: State::default(),
            input: Input::default(),
            interval: Interval::whole(0.0),
            rho: 0.0,
            depth: 0,
            active: Vec::new(),
            has_rest: false,
            pairs: Vec::new(),
            points: PairPoints::default(),
            bodies: Vec::new(),
            joints: Vec::new(),
        }
    }
}

impl Leaf {
    /// Returns the bodies that it advanced.
    pub fn active(&self) -> Active<'_> {
        Active::marked(&self.active)
    }

    /// Returns its part of the length of the whole step.
    pub fn share(&self) -> f64 {
        0.5_f64.powi(self.depth as i32)
    }
}

impl Solution {
    /// Returns the solves in the order of time.
    pub(super) fn leaves(&self) -> &[Leaf] {
        &self.leaves[..self.used]
    }

    /// Forgets all solves, keeps their buffers.
    pub(super) fn clear(&mut self) {
        self.used = 0;
    }

    /// Returns a further solve at the end, to be filled.
    pub(super) fn push(&mut self) -> &mut Leaf {
        if self.used == self.leaves.len() {
            self.leaves.push(Leaf::default());
        }
        self.used += 1;
        &mut self.leaves[self.used - 1]
    }

    /// Returns the last solve.
    pub(super) fn last_mut(&mut self) -> Option<&mut Leaf> {
        self.leaves[..self.used].last_mut()
    }

    /// Takes the solves of the other bodies, which went through the interval of the last one in halves, to the end.
    pub(super) fn append_rest(&mut self, halves: &mut Solution) {
        if let Some(last) = self.last_mut() {
            last.has_rest = true;
        }
        self.append(halves);
    }

    /// Takes the solves of an earlier half to the front.
    pub(super) fn prepend(&mut self, first: &mut Solution) {
        first.append(self);
        std::mem::swap(&mut self.leaves, &mut first.leaves);
        std::mem::swap(&mut self.used, &mut first.used);
    }

    /// Takes the solves of another one to the end.
    fn append(&mut self, other: &mut Solution) {
        let taken = other.leaves.drain(..other.used);
        self.leaves.splice(self.used..self.used, taken);
        self.used += std::mem::take(&mut other.used);
    }
}
