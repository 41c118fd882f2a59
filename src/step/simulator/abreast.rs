//! Four worlds of one model abreast: one step of all takes about as many operations as that of one.
//!
//! A world has the bits that it has alone. They share what is decided once for all: which pairs are
//! rows, the length of the step, the settings of the first attempt. A world that differs in one of
//! these, whose first attempt fails, or in which bodies pass through each other, steps alone; a step depends on state and input only, so
//! nothing of the common attempt is left in it.

use super::crossing::passes_through;
use super::{Simulator, Task, read, reset};
use crate::error::Result;
use crate::ipm::Outcomes;
use crate::math::{Four, Mask};
use crate::step::Step;
use crate::step::island::Island;
use crate::step::ladder::attempt_island;
use crate::step::workspace::{Begin, Workspace};
use crate::world::{ContactModel, Model, Motion};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// Worlds that go abreast.
pub const ABREAST: usize = 4;

/// At most one of each of them.
pub type Abreast<T> = ArrayVec<T, ABREAST>;

/// From so many unknowns on the body system of a world alone may end in a dense one, which rounds
/// otherwise.
const UNKNOWNS: usize = 240;

impl Simulator {
    /// One step of up to four states, into `out`: as [`Self::step_into`] makes each.
    pub(in crate::step) fn step_abreast(
        &mut self,
        begin: &[Begin],
        rho: f64,
        out: &mut [&mut Step],
    ) -> Abreast<Result<()>> {
        let checks = begin
            .iter()
            .map(|(state, input)| self.check(state, input, rho));
        let made: Abreast<_> = checks.collect();
        let h = self.model.time_step;
        let task = |k: usize| Task {
            state: begin[k].0,
            input: begin[k].1,
            h,
            rho,
            depth: 0,
        };
        let mut fit: Abreast<usize> = (0..begin.len())
            .filter(|&k| made[k].is_ok() && !self.turns_too_far(begin[k].0, h))
            .collect();
        if fit.len() < 2 || self.work.precise || !suits(&self.model) {
            fit.clear();
        }
        let good = self.attempt_abreast(&fit, &task, out);
        for k in (0..begin.len()).filter(|&k| made[k].is_ok()) {
            if !good.contains(&Some(k)) {
                self.advance(task(k), out[k], None);
                if !out[k].status.advanced {
                    out[k].state.clone_from(begin[k].0);
                }
            }
        }
        made
    }

    /// Makes the first attempt of the worlds in `fit` abreast; returns those that it solved.
    fn attempt_abreast<'a>(
        &mut self,
        fit: &[usize],
        task: &impl Fn(usize) -> Task<'a>,
        out: &mut [&mut Step],
    ) -> [Option<usize>; ABREAST] {
        let mut good = [None; ABREAST];
        let Some(last) = fit.len().checked_sub(1) else {
            return good;
        };
        let lanes: [Task; ABREAST] = std::array::from_fn(|lane| task(fit[lane.min(last)]));
        let begin = lanes.map(|task| (task.state, task.input));
        let Task { h, rho, .. } = lanes[0];
        let work = self.abreast.get_or_insert_default();
        let Some((solved, iterations)) = solve(work, &self.model, &begin, (h, rho)) else {
            return good;
        };
        for (lane, &k) in fit.iter().enumerate() {
            if solved[lane] {
                reset(&mut out[k].status);
                out[k].solution.clear();
                out[k].status.iterations = iterations[lane];
                read(&self.model, work, lane, lanes[lane], out[k]);
                let candidates = work.candidates(lane);
                if !passes_through(&self.model, candidates, &lanes[lane], out[k]) {
                    good[lane] = Some(k);
                }
            }
        }
        good
    }
}

/// Which worlds the first attempt solved, in how many iterations.
type Solved = ([bool; ABREAST], [usize; ABREAST]);

/// Lays out a step of length and relaxation `h`, `rho` and makes the first attempt of every island;
/// nothing when no two worlds are alike, or none is solved.
fn solve(
    work: &mut Workspace<Four>,
    model: &Arc<Model>,
    begin: &[Begin],
    (h, rho): (f64, f64),
) -> Option<Solved> {
    let alike = work.lay_out(model, begin, h, rho);
    let mut solved: [bool; ABREAST] = std::array::from_fn(|lane| alike.lane(lane));
    let mut iterations = [0; ABREAST];
    // One world in four lanes takes longer than alone.
    if solved.iter().filter(|&&alike| alike).count() < 2 {
        return None;
    }
    for parts in work.parts() {
        let outcomes: Outcomes<Four> = attempt_island(model, &mut Island::new(model, parts), rho)?;
        for lane in 0..ABREAST {
            let outcome = outcomes.of(lane);
            solved[lane] &= outcome.converged;
            iterations[lane] = outcome.iterations.max(iterations[lane]);
        }
        if solved == [false; ABREAST] {
            return None;
        }
    }
    Some((solved, iterations))
}

/// Whether worlds of a model can go abreast.
fn suits(model: &Model) -> bool {
    let moving = model.bodies.iter().filter(|body| body.is_moving());
    let unknowns: usize = moving.clone().map(|body| body.freedoms().len()).sum();
    model.contact_model == ContactModel::SingleLevel
        && unknowns < UNKNOWNS
        && !moving
            .clone()
            .any(|body| matches!(body.motion, Motion::Driven(_)))
}
