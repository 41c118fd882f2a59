//! Four worlds of one model abreast: one step of all takes about as many operations as that of one.
//!
//! A world has the bits that it has alone. They share what is decided once for all: which pairs are
//! rows, the length of the step, whether the first attempt starts from free flight. A world that differs in one of
//! these steps with others that are like it, or alone; one whose first attempt fails, or in which bodies
//! pass through each other, steps alone. A step depends on state and input only, so nothing of the common
//! attempt is left in it.

use super::crossing::visit_passages;
use super::{Simulator, Task, read, reset};
use crate::error::Result;
use crate::math::{Four, FourMask, Mask, Real, worlds_go_abreast};
use crate::step::Step;
use crate::step::island::Island;
use crate::step::ladder::attempt_island;
use crate::step::workspace::{Begin, Workspace};
use crate::world::{Model, Motion};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// This many worlds go side by side.
pub const WORLDS: usize = 4;

/// At most one value for each world.
pub type PerWorld<T> = ArrayVec<T, WORLDS>;

/// From so many unknowns on the body system of a world alone may end in a dense one, which rounds
/// otherwise.
const UNKNOWNS: usize = 240;

/// Whether a world was stepped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Made {
    /// It was.
    Stepped,
    /// Not yet: it has other pairs than those beside it, so many as far as is known; or it starts from free
    /// flight and they do not.
    Apart(usize),
}

impl Simulator {
    /// Makes one step of up to four states, into `out`, each as [`Self::step_into`] does.
    pub(in crate::step) fn step_abreast(
        &mut self,
        begin: &[Begin],
        rho: f64,
        out: &mut [&mut Step],
    ) -> PerWorld<Result<Made>> {
        let mut made = self.step_alike(begin, rho, out);
        for (k, made) in made.iter_mut().enumerate() {
            if let Ok(Made::Apart(_)) = made {
                let (state, input) = begin[k];
                let alone = self.step_into(state, input, rho, out[k]);
                *made = alone.map(|()| Made::Stepped);
            }
        }
        made
    }

    /// Steps only the worlds whose pair set equals the first world's, if these are two or more.
    pub(in crate::step) fn step_alike(
        &mut self,
        begin: &[Begin],
        rho: f64,
        out: &mut [&mut Step],
    ) -> PerWorld<Result<Made>> {
        let checks = begin.iter().map(|(state, input)| {
            let checked = self.check(state, input, rho);
            checked.map(|()| Made::Stepped)
        });
        let mut made: PerWorld<_> = checks.collect();
        let model = Arc::clone(&self.model);
        let task = |k: usize| Task::whole(&model, begin[k].0, begin[k].1, rho);
        let mut fit: PerWorld<usize> = (0..begin.len())
            .filter(|&k| made[k].is_ok() && !self.any_turns_too_far(&task(k)))
            .collect();
        if fit.len() < 2 || !worlds_go_abreast() || self.work.precise || !suits(&self.model) {
            fit.clear();
        }
        let good = self.attempt_abreast(&fit, &task, out);
        for (k, made) in made.iter_mut().enumerate().filter(|(_, made)| made.is_ok()) {
            match good[k] {
                Some(attempted) => *made = Ok(attempted),
                None => self.advance_or_stay(task(k), out[k], None),
            }
        }
        made
    }

    /// Makes the first attempt of the worlds in `fit` abreast; nothing for those that it does not solve.
    fn attempt_abreast<'a>(
        &mut self,
        fit: &[usize],
        task: &impl Fn(usize) -> Task<'a>,
        out: &mut [&mut Step],
    ) -> [Option<Made>; WORLDS] {
        let mut good = [None; WORLDS];
        let Some(last) = fit.len().checked_sub(1) else {
            return good;
        };
        let lanes: [Task; WORLDS] = std::array::from_fn(|lane| task(fit[lane.min(last)]));
        let begin = lanes.map(|task| (task.state, task.input));
        let Task {
            interval,
            rho,
            active,
            ..
        } = lanes[0];
        let work = self.abreast.get_or_insert_default();
        let (alike, pairs) = work.lay_out(&self.model, &begin, interval, rho, active);
        // One world in four lanes takes longer than alone.
        let some = (1..fit.len()).any(|lane| alike.lane(lane));
        for (lane, &k) in fit.iter().enumerate() {
            if !(some && alike.lane(lane)) {
                good[k] = Some(Made::Apart(pairs.lane(lane) as usize));
            }
        }
        let solved = some.then(|| solve(work, &self.model, alike, rho)).flatten();
        let Some(Solved {
            solved,
            apart,
            iterations,
        }) = solved
        else {
            return good;
        };
        for (lane, &k) in fit.iter().enumerate() {
            if apart[lane] {
                good[k] = Some(Made::Apart(pairs.lane(lane) as usize));
            } else if solved[lane] {
                reset(&mut out[k].status);
                out[k].solution.clear();
                out[k].status.iterations = iterations[lane];
                read(&self.model, work, lane, lanes[lane], out[k]);
                let candidates = work.candidates(&self.model, lane, rho, &out[k].state, active);
                let mut right = true;
                visit_passages(&self.model, candidates, &lanes[lane], out[k], |_| {
                    right = false
                });
                good[k] = right.then_some(Made::Stepped);
            }
        }
        good
    }
}

/// The result of the first attempts.
struct Solved {
    solved: [bool; WORLDS],
    /// Not attempted: this one starts from free flight, and not those beside it.
    apart: [bool; WORLDS],
    iterations: [usize; WORLDS],
}

/// Makes the first attempt of every island of the worlds that are `alike`; nothing when none is solved.
fn solve(
    work: &mut Workspace<Four>,
    model: &Arc<Model>,
    alike: FourMask,
    rho: f64,
) -> Option<Solved> {
    let mut solved: [bool; WORLDS] = std::array::from_fn(|lane| alike.lane(lane));
    let mut apart = [false; WORLDS];
    let mut iterations = [0; WORLDS];
    for parts in work.parts() {
        let mut island = Island::new(model, parts);
        let attempts = attempt_island(model, &mut island, rho, alike)?;
        for lane in 0..WORLDS {
            let outcome = attempts.outcomes.of(lane);
            solved[lane] &= outcome.converged;
            apart[lane] |= attempts.apart.lane(lane);
            iterations[lane] = outcome.iterations.max(iterations[lane]);
        }
        if solved == [false; WORLDS] && apart == solved {
            return None;
        }
    }
    Some(Solved {
        solved,
        apart,
        iterations,
    })
}

/// Returns whether worlds of a model can go abreast.
fn suits(model: &Model) -> bool {
    let moving = model.bodies.iter().filter(|body| body.is_moving());
    let unknowns: usize = moving.clone().map(|body| body.freedoms().len()).sum();
    model.contact_model.goes_abreast()
        && !model.has_solids()
        && model.joints.is_empty()
        && unknowns < UNKNOWNS
        && !moving
            .clone()
            .any(|body| matches!(body.motion, Motion::Driven(_)))
}
