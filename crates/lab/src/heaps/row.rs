//! The figures of a run.

use super::{Counts, Run};
use drystone::step::Step;
use serde::{Deserialize, Serialize};

/// Iterations of a first attempt, at most; one that fails counts with so many.
const FIRST_ATTEMPT: usize = 60;

/// The figures of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Name of the run.
    pub name: String,
    /// Name of the stones or of the load.
    pub kind: String,
    /// Number of stones, or ratio of masses.
    pub size: u32,
    /// Steps per second.
    pub hertz: u32,
    /// Relaxation.
    pub rho: f64,
    /// Number of its start.
    pub start: u32,
    /// Steps tried.
    pub steps: usize,
    /// Steps whose first attempt failed.
    pub base_failures: usize,
    /// Steps not solved at the relaxation asked for.
    pub unsolved: usize,
    /// A step had no solution at all, and the run ended there.
    pub stopped: bool,
    /// Steps by the iterations of the first attempt; one that failed counts with the most it may have.
    pub iterations: Counts,
    /// Mean iterations of a step, the safeguard ladder included.
    pub iterations_with_ladder: f64,
    /// Steps by the rung that solved them, where it was not the first attempt.
    pub rungs: Counts,
    /// Failed first attempts by what bounded most of their short steps: pair and rows.
    pub blockers: Counts,
    /// Mean number of pairs in a step.
    pub pairs: f64,
    /// Deepest overlap at the end of a step, m, from the shapes alone.
    pub penetration: f64,
    /// Mean time of a step, ms.
    pub milliseconds: f64,
}

/// Collects the figures of a run.
pub(super) struct Watch {
    row: Row,
}

impl Watch {
    pub(super) fn new(run: &Run) -> Self {
        Self {
            row: Row {
                name: run.name(),
                kind: run.setting.kind().into(),
                size: run.setting.size(),
                hertz: run.hertz,
                rho: run.rho,
                start: run.start,
                steps: 0,
                base_failures: 0,
                unsolved: 0,
                stopped: false,
                iterations: Counts::default(),
                iterations_with_ladder: 0.0,
                rungs: Counts::default(),
                blockers: Counts::default(),
                pairs: 0.0,
                penetration: 0.0,
                milliseconds: 0.0,
            },
        }
    }

    /// Counts a step that took `milliseconds`.
    pub(super) fn see(&mut self, step: &Step, milliseconds: f64) {
        let (status, row) = (&step.status, &mut self.row);
        let failed = status.needed_ladder;
        let first = if failed {
            FIRST_ATTEMPT
        } else {
            status.iterations
        };
        row.steps += 1;
        row.base_failures += usize::from(failed);
        row.unsolved += usize::from(!status.solved);
        row.stopped = !status.advanced;
        row.iterations.add(&first.to_string());
        row.iterations_with_ladder += status.iterations as f64;
        if failed {
            row.rungs.add(status.rung.name());
        }
        row.pairs += step.contacts.len() as f64;
        row.milliseconds += milliseconds;
    }

    /// Counts the rows that held up a failed first attempt.
    pub(super) fn blame(&mut self, blocker: &str) {
        self.row.blockers.add(blocker);
    }

    /// An overlap that was found.
    pub(super) fn overlap(&mut self, depth: f64) {
        self.row.penetration = self.row.penetration.max(depth);
    }

    pub(super) fn row(self) -> Row {
        let mut row = self.row;
        let steps = row.steps as f64;
        row.iterations_with_ladder /= steps;
        row.pairs /= steps;
        row.milliseconds /= steps;
        row
    }
}
