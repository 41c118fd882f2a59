//! The step itself: predict, lay out, solve every island, climb the ladder, read the result.

mod abreast;
mod advance;
mod apart;
mod cause;
mod check;
mod crossing;
mod fast;
pub(super) mod halves;
mod hold;
mod legs;
mod lock;
mod meeting;
mod path;
pub(super) mod read;
mod threads;

use super::active::Active;
use super::island::{Island, IslandRates};
use super::ladder::{
    IslandOutcome, StepTrace, accept_softer, reborrow, solve_island, solve_wedged,
};
use super::workspace::{Interval, Workspace};
use super::{Gradient, Rung, Step};
use crate::error::Result;
use crate::math::{Four, Vec3};
use crate::world::{Input, Model, State};
pub(super) use abreast::{Made, PerWorld, WORLDS};
pub(super) use advance::refuse;
use fast::FastModel;
use halves::Halves;
use legs::CrossingLegs;
use read::{begin_leaf, note, read, reset};
use std::num::NonZeroUsize;
use std::sync::Arc;
use threads::Threads;
pub use threads::{MAX_THREADS, check_threads};

/// Smallest admissible relaxation of a step.
pub const SMALLEST_RHO: f64 = 1e-10;

/// Largest admissible relaxation of a step. The hover of a body at rest is within 15 % of its law there, and 23 % off at twice as much (D2).
pub const LARGEST_RHO: f64 = 0.1;

/// The task of a step, or of a half step.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub state: &'a State,
    pub input: &'a Input,
    /// The interval of time.
    pub interval: Interval,
    pub rho: f64,
    /// How often the step was halved.
    pub depth: u32,
    /// The start of the interval, as a part of the step.
    pub start: f64,
    /// The bodies that are advanced.
    pub active: Active<'a>,
}

impl<'a> Task<'a> {
    /// Returns the task of a whole step of all bodies.
    pub fn whole(model: &Model, state: &'a State, input: &'a Input, rho: f64) -> Self {
        Self {
            state,
            input,
            interval: Interval::whole(model.time_step),
            rho,
            depth: 0,
            start: 0.0,
            active: Active::ALL,
        }
    }

    /// Returns the task of other bodies over the same interval.
    pub fn of<'b>(&self, active: Active<'b>) -> Task<'b>
    where
        'a: 'b,
    {
        Task { active, ..*self }
    }
}

/// Steps a model; holds scratch only, nothing that can change a result.
#[derive(Debug)]
pub struct Simulator {
    pub(super) model: Arc<Model>,
    pub(super) work: Workspace,
    /// For four worlds abreast, once there were any.
    abreast: Option<Box<Workspace<Four>>>,
    threads: Threads,
    /// Buffers of half steps, one per depth.
    halves: Vec<Halves>,
    /// The model in other units, once bodies were fast.
    fast: Option<FastModel>,
    legs: CrossingLegs,
    /// Buffer of the step at another relaxation.
    pub(super) elsewhere: Step,
    /// The buffers of derivatives in joint space.
    pub(super) joint_buffers: Gradient,
    /// The buffers of a gradient.
    pub(super) rates: IslandRates,
}

impl Simulator {
    /// Returns a simulator of `model`.
    pub fn new(model: impl Into<Arc<Model>>) -> Self {
        Self {
            model: model.into(),
            work: Workspace::default(),
            abreast: None,
            threads: Threads::default(),
            halves: Vec::new(),
            fast: None,
            legs: CrossingLegs::default(),
            elsewhere: Step::default(),
            joint_buffers: Gradient::default(),
            rates: IslandRates::default(),
        }
    }

    /// Returns a simulator with `threads` threads for the islands of a step (groups of bodies that touch each
    /// other). Their number changes the time of a step only, not a bit of its result; steps with
    /// few pairs stay on one. Where the system gives no threads, there is one.
    ///
    /// # Errors
    /// More than [`MAX_THREADS`] threads are asked for.
    pub fn with_threads(model: impl Into<Arc<Model>>, threads: NonZeroUsize) -> Result<Self> {
        check_threads(threads.get())?;
        let mut out = Self::new(model);
        out.threads = Threads::new(threads);
        Ok(out)
    }

    /// Returns a simulator that makes three further Newton iterations once a step has converged, down to rounding:
    /// for central differences, whose noise is the tolerance over the difference. Steps differ from
    /// the usual ones by up to about 1e-5 rho.
    pub fn precise(model: impl Into<Arc<Model>>) -> Self {
        let mut out = Self::new(model);
        out.work.precise = true;
        out
    }

    /// Returns the model.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Makes one step from `state` under `input` at relaxation `rho` (dimensionless, 1e-10 to 0.1).
    ///
    /// # Errors
    /// When `rho`, a number of the state or the number of bodies is not usable. A step that does
    /// not converge is not an error: see [`StepStatus`](crate::step::StepStatus).
    pub fn step(&mut self, state: &State, input: &Input, rho: f64) -> Result<Step> {
        let mut out = Step::default();
        self.step_into(state, input, rho, &mut out)?;
        Ok(out)
    }

    /// Makes a step as [`Self::step`] does, in the buffers of `out`: without allocation after warm-up, but for the names of rows that stay unsolved.
    ///
    /// # Errors
    /// As [`Self::step`].
    pub fn step_into(
        &mut self,
        state: &State,
        input: &Input,
        rho: f64,
        out: &mut Step,
    ) -> Result<()> {
        self.explain_into(state, input, rho, out, None)
    }

    /// Returns [`Self::step_into`], reporting every iteration of every attempt.
    ///
    /// # Errors
    /// As [`Self::step`].
    pub fn explain_into(
        &mut self,
        state: &State,
        input: &Input,
        rho: f64,
        out: &mut Step,
        trace: StepTrace,
    ) -> Result<()> {
        self.check(state, input, rho)?;
        let model = Arc::clone(&self.model);
        self.advance_or_stay(Task::whole(&model, state, input, rho), out, trace);
        Ok(())
    }

    /// Lays out the step and solves every island by the recipes of its ladder; returns whether all are solved, and marks the bodies of the others.
    fn attempt(
        &mut self,
        task: Task,
        out: &mut Step,
        trace: StepTrace,
        unsolved: &mut [bool],
    ) -> bool {
        self.lay_out(task, out);
        let status = &mut out.status;
        let (mut island, mut failed) = (0, Vec::new());
        let note = |outcome: IslandOutcome| {
            if !outcome.outcome.converged {
                failed.push(island);
            }
            island += 1;
            note(&outcome, status);
        };
        self.threads
            .solve(&self.model, &mut self.work, task.rho, trace, note);
        for &body in failed.iter().flat_map(|&k| self.work.members(k)) {
            unsolved[body] = true;
        }
        failed.is_empty()
    }

    /// Solves every island whose halves are not solved, by [`Rung::Wedged`] or else by [`Rung::Relaxed`]; with the latter the step
    /// counts as unsolved.
    fn solve_at_last(&mut self, task: Task, halves: &mut Halves, out: &mut Step) {
        let solved = self.accept_softer(task, out, true);
        if solved && self.find_passages(&task, out, &mut halves.marks).is_some() {
            self.accept_softer(task, out, false);
        }
    }

    /// Solves every island by its ladder, by [`Rung::Wedged`] too if `wedged`, and by [`Rung::Relaxed`] what these do not solve; returns
    /// whether they solve all.
    fn accept_softer(&mut self, task: Task, out: &mut Step, wedged: bool) -> bool {
        self.lay_out(task, out);
        let (mut solved, mut all, mut largest) = (true, true, 1.0_f64);
        let (model, precise) = (&self.model, self.work.precise);
        for parts in self.work.parts() {
            let mut island = Island::new(model, parts);
            let outcome = match wedged {
                true => solve_wedged(model, &mut island, task.rho, precise),
                false => solve_island(model, &mut island, task.rho, precise, None),
            };
            note(&outcome, &mut out.status);
            if outcome.outcome.converged {
                continue;
            }
            solved = false;
            let (factor, iterations) = accept_softer(model, &mut island, task.rho);
            out.status.iterations += iterations;
            all &= factor.is_some();
            largest = largest.max(factor.unwrap_or(0.0));
        }
        if solved {
            self.read(task, out);
            return true;
        }
        out.status.note_rung(Rung::Relaxed, true);
        if all {
            let rho = task.rho * largest;
            self.read(task, out);
            out.status.rho = rho;
            if let Some(leaf) = out.solution.last_mut() {
                leaf.rho = rho;
            }
        }
        false
    }

    /// Goes on from where the only attempt ended; the step counts as unsolved.
    fn take_last_iterate(&mut self, task: Task, out: &mut Step) {
        out.status.note_rung(Rung::Relaxed, true);
        out.status
            .reason
            .insert_str(0, "the last iterate was taken: ");
        let finite = |v: &Vec3| v.iter().all(|x| x.is_finite());
        let mut ends = self.work.bodies().map(|body| body.velocities(0));
        let all = ends.all(|(v, w)| finite(&v) && finite(&w));
        drop(ends);
        if all {
            self.read(task, out);
        }
    }

    fn lay_out(&mut self, task: Task, out: &mut Step) {
        let Task {
            state,
            input,
            interval,
            rho,
            active,
            ..
        } = task;
        self.work
            .lay_out(&self.model, &[(state, input)], interval, rho, active);
        reset(&mut out.status);
        out.solution.clear();
    }

    /// Writes the end of the step into `out`.
    pub(super) fn read(&mut self, task: Task, out: &mut Step) {
        read(&self.model, &mut self.work, 0, task, out);
    }
}
