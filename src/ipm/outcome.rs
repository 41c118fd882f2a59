//! How solves end, and how they came there.

use crate::math::{Mask, Real};

/// How a solve ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// Converged within the settings.
    pub converged: bool,
    /// Factorisations made.
    pub iterations: usize,
    /// Last equality residual.
    pub residual: f64,
    /// Last centrality.
    pub centrality: f64,
}

/// How the solves of several worlds ended.
#[derive(Debug, Clone, Copy, Default)]
pub struct Outcomes<R: Real> {
    pub(super) converged: R::Mask,
    pub(super) iterations: R,
    pub(super) residual: R,
    pub(super) centrality: R,
}

impl<R: Real> Outcomes<R> {
    /// Without those that are set in `others`: these did not converge.
    #[must_use]
    pub fn without(mut self, others: R::Mask) -> Self {
        self.converged = self.converged.and(!others);
        self
    }

    /// Takes over those of the problems that are set in `going`.
    #[inline(always)]
    pub(super) fn update(&mut self, going: R::Mask, now: &Self) {
        let choose = |old: R, new: R| R::choose(going, new, old);
        self.converged = going.and(now.converged).or(self.converged.and(!going));
        self.iterations = choose(self.iterations, now.iterations);
        self.residual = choose(self.residual, now.residual);
        self.centrality = choose(self.centrality, now.centrality);
    }

    /// Which of them converged.
    pub fn converged(&self) -> R::Mask {
        self.converged
    }

    /// That of one of them.
    pub fn of(&self, lane: usize) -> Outcome {
        Outcome {
            converged: self.converged.lane(lane),
            iterations: self.iterations.lane(lane) as usize,
            residual: self.residual.lane(lane),
            centrality: self.centrality.lane(lane),
        }
    }
}

/// One row of the explanation of a solve.
#[derive(Debug, Clone, PartialEq)]
pub struct TraceRow {
    /// Iteration, from 0.
    pub iteration: usize,
    /// Largest equality residual.
    pub residual: f64,
    /// Mean complementarity.
    pub complementarity: f64,
    /// |s o z - rho e| / rho.
    pub centrality: f64,
    /// Centring parameter of the step that led away from here.
    pub sigma: f64,
    /// Step length taken.
    pub step_length: f64,
    /// Whether the corrector was used.
    pub corrected: bool,
    /// Whether the path led back up from here.
    pub turned: bool,
    /// What bounds the step.
    pub limit: String,
    /// The worst row.
    pub blocking: String,
}

/// Receives one row per iteration.
pub type Trace<'a> = Option<&'a mut dyn FnMut(TraceRow)>;
