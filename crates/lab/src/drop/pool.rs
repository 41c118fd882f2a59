//! Sums over the rows of some drops.

use super::Row;
use serde::Serialize;

/// The figures of some drops.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Pool {
    /// Drops.
    pub runs: usize,
    /// Drops with a step that its first attempt did not solve.
    pub failed: usize,
    /// Steps tried.
    pub steps: usize,
    /// Steps that their first attempt did not solve.
    pub base_failures: usize,
    /// Steps solved in two halves.
    pub r5: usize,
    /// Steps accepted at a larger relaxation only.
    pub r6: usize,
    /// Steps not solved, those of `Relaxed` included.
    pub unsolved: usize,
    /// Drops that ended at a step without a solution.
    pub stopped: usize,
    /// Mean iterations of a first attempt in drops that did not stop; one that failed counts with 30.
    pub iterations: f64,
    /// Mean iterations of a step, the safeguard ladder included, in drops that did not stop.
    pub iterations_with_ladder: f64,
    /// Most iterations of a step, the safeguard ladder included.
    pub most_iterations_with_ladder: usize,
    /// Mean over the drops that did not stop of the deepest overlap in the drop, m.
    pub penetration: f64,
    /// Deepest overlap of all, m.
    pub worst_penetration: f64,
    /// Largest distance from the floor at rest, m; none where nothing rests.
    pub worst_gap_at_rest: Option<f64>,
}

impl Pool {
    /// Sums over `rows`.
    pub fn of<'a>(rows: impl Iterator<Item = &'a Row>) -> Self {
        let mut out = Self::default();
        let mut finished = 0.0;
        for row in rows {
            let steps = if row.stopped { 0.0 } else { row.steps as f64 };
            finished += steps;
            out.runs += 1;
            out.failed += usize::from(row.failed());
            out.steps += row.steps;
            out.base_failures += row.base_failures;
            out.r5 += row.r5;
            out.r6 += row.r6;
            out.unsolved += row.unsolved;
            out.stopped += usize::from(row.stopped);
            out.iterations += row.iterations * steps;
            out.iterations_with_ladder += row.iterations_with_ladder * steps;
            if !row.stopped {
                out.penetration += row.worst_penetration;
            }
            out.worst_penetration = out.worst_penetration.max(row.worst_penetration);
            let gaps = [out.worst_gap_at_rest, row.gap_at_rest];
            out.worst_gap_at_rest = gaps.into_iter().flatten().reduce(f64::max);
            let most = row.most_iterations_with_ladder;
            out.most_iterations_with_ladder = out.most_iterations_with_ladder.max(most);
        }
        out.iterations /= finished;
        out.iterations_with_ladder /= finished;
        out.penetration /= (out.runs - out.stopped) as f64;
        out
    }
}
