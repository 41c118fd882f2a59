//! The solution of a step at another relaxation.

use crate::error::{Error, Result};
use crate::ipm::solve;
use crate::step::Step;
use crate::step::ladder::settings;
use crate::step::margin::margin_of;
use crate::step::simulator::{Simulator, Task};
use std::sync::Arc;

impl Simulator {
    /// Solves the task of `step` at `rho`: going on from `last`, a solution of the same task at a
    /// larger relaxation with the same pairs, or from the start point.
    pub(super) fn locate(
        &mut self,
        step: &Step,
        last: &Step,
        rho: f64,
        out: &mut Step,
    ) -> Result<()> {
        if self.go_on(last, rho, out) {
            return Ok(());
        }
        let leaves = step.solution.leaves();
        let (Some(first), Some(end)) = (leaves.first(), leaves.last()) else {
            return Ok(());
        };
        // Commands of the last half are those of the whole step.
        let model = Arc::clone(&self.model);
        self.advance(
            Task::whole(&model, &first.state, &end.input, rho),
            out,
            None,
        );
        if out.status.solved {
            return Ok(());
        }
        Err(Error::value(
            "rho",
            format!(
                "there is no solution of the step at rho = {rho:e}: {}",
                out.status.reason
            ),
            "ask for a gradient nearer to the step's own rho",
        ))
    }

    /// Follows the central path of `last` down to `rho`; whether that was possible.
    fn go_on(&mut self, last: &Step, rho: f64, out: &mut Step) -> bool {
        let from = last.status.rho;
        let [leaf] = last.solution.leaves() else {
            return false;
        };
        if !self.model.integrator().is_implicit()
            || rho > from
            || margin_of(&self.model, rho) != margin_of(&self.model, from)
        {
            return false;
        }
        let (model, work) = (&self.model, &mut self.work);
        work.restore(model, leaf);
        let settings = settings(model, rho, work.precise);
        let mut iterations = 0;
        for k in 0..work.island_count() {
            let mut island = work.island(model, k);
            island.resume();
            let outcome = solve(&mut island, rho, &settings, None);
            iterations = iterations.max(outcome.iterations);
            if !outcome.converged {
                return false;
            }
        }
        out.status.clone_from(&last.status);
        out.status.iterations = iterations;
        let task = Task {
            state: &leaf.state,
            input: &leaf.input,
            interval: leaf.interval,
            rho,
            depth: leaf.depth,
            start: 0.0,
            active: leaf.active(),
        };
        out.solution.clear();
        self.read(task, out);
        true
    }
}
