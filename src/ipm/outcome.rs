//! The outcome of solves, and the rows that explain them.

use crate::math::{Mask, Real};

/// The outcome of a solve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// Whether the solve met the tolerances of its settings.
    pub converged: bool,
    /// The number of factorisations.
    pub iterations: usize,
    /// The largest equality residual at the last iterate.
    pub residual: f64,
    /// The centrality at the last iterate.
    pub centrality: f64,
}

/// The outcomes of the solves of several worlds.
#[derive(Debug, Clone, Copy, Default)]
pub struct Outcomes<R: Real> {
    pub(super) converged: R::Mask,
    pub(super) iterations: R,
    pub(super) residual: R,
    pub(super) centrality: R,
}

impl<R: Real> Outcomes<R> {
    /// Marks the worlds that are set in `others` as not converged.
    #[must_use]
    pub fn without(mut self, others: R::Mask) -> Self {
        self.converged = self.converged.and(!others);
        self
    }

    /// Stores the outcome so far of the problems that are set in `going`.
    #[inline(always)]
    pub(super) fn update(&mut self, going: R::Mask, now: &Self) {
        let choose = |old: R, new: R| R::choose(going, new, old);
        self.converged = going.and(now.converged).or(self.converged.and(!going));
        self.iterations = choose(self.iterations, now.iterations);
        self.residual = choose(self.residual, now.residual);
        self.centrality = choose(self.centrality, now.centrality);
    }

    /// Returns the worlds that converged.
    pub fn converged(&self) -> R::Mask {
        self.converged
    }

    /// Returns the outcome of one world.
    pub fn of(&self, lane: usize) -> Outcome {
        Outcome {
            converged: self.converged.lane(lane),
            iterations: self.iterations.lane(lane) as usize,
            residual: self.residual.lane(lane),
            centrality: self.centrality.lane(lane),
        }
    }
}

/// One iteration in the explanation of a solve.
#[derive(Debug, Clone, PartialEq)]
pub struct TraceRow {
    /// The number of the iteration, from 0.
    pub iteration: usize,
    /// The largest equality residual.
    pub residual: f64,
    /// The mean complementarity.
    pub complementarity: f64,
    /// The largest |s o z - rho e| / rho.
    pub centrality: f64,
    /// The centring parameter of the step from this iterate.
    pub sigma: f64,
    /// The length of that step.
    pub step_length: f64,
    /// Whether the direction contains the corrector.
    pub corrected: bool,
    /// Whether the central path leads back up from here.
    pub past_fold: bool,
    /// Whether the problem has taken other rows than those of the start.
    pub revised: bool,
    /// The names of the rows that bound the step.
    pub bounding_rows: String,
    /// The name of the worst row.
    pub worst_row: String,
}

/// A function that receives one row per iteration.
pub type Trace<'a> = Option<&'a mut dyn FnMut(TraceRow)>;
