//! Impact units: bodies that meet many times faster than a fall through L, in the unit of velocity in which they do.
//!
//! The unit of velocity sqrt(9.81 L) is that of stacks and drops. Where bodies pass each other at hundreds of it, the products
//! of friction begin 10^5 times above those of the collision rows, and no start finds the central path that goes through all
//! of them (docs/decisions.md, D9). Here an island is solved to the same relaxation with a unit of time
//! that is shorter by a power of two; that point is then followed down to the relaxation in the model's own
//! units. The step is the one that was asked for: only the way to it differs.

use super::crossing::{Crossing, Passage};
use super::halves::Halves;
use super::{Simulator, Task, reborrow};
use crate::ipm::{TraceRow, solve};
use crate::step::active::Active;
use crate::step::ladder::{IslandOutcome, finishing};
use crate::step::solution::Leaf;
use crate::step::{Rung, Step, StepTrace};
use crate::world::{Body, BodyState, Command, Model, Motion};
use std::sync::Arc;

/// Speeds below this (units of velocity) are not fast.
const FAST: f64 = 4.0;
/// The unit of time becomes that of the model in stages of this factor, where it does not at once: products of friction grow by
/// its square beside all others.
const STAGE: f64 = 8.0;
/// Where halves would follow, no body turns farther from where its spin leads than this, rad (docs/decisions.md, D9).
const SWING: f64 = 0.25;
/// The largest unit of velocity, in units of the model.
const FASTEST: f64 = 1e6;

/// A model in a shorter unit of time.
#[derive(Debug)]
pub struct FastModel {
    factor: f64,
    /// The model with its own unit.
    of: Arc<Model>,
    model: Arc<Model>,
}

impl Simulator {
    /// Solves all bodies of a task by [`Rung::ImpactUnits`], where no halves would follow; the status of `out` stays where that fails.
    /// Returns the passage for which halves have to follow after all.
    pub(super) fn end_fast(
        &mut self,
        task: Task,
        halves: &mut Halves,
        out: &mut Step,
        trace: StepTrace,
    ) -> Option<(Passage, [usize; 2])> {
        halves.marks.clear();
        let bodies = 0..self.model.bodies.len();
        halves
            .marks
            .extend(bodies.map(|body| task.active.has(body)));
        if !self.attempt_fast(task, halves, trace) {
            return None;
        }
        let found = self.find_passages(&task, &halves.end, &mut halves.marks);
        if found.is_none() {
            halves.end.status.iterations += out.status.iterations;
            std::mem::swap(&mut halves.end, out);
        }
        found
    }

    /// Returns whether [`Rung::ImpactUnits`] solves the marked bodies, and they are where they can be. A body that swings may
    /// have been tipped over what it came down on, by another solution of the step than the one that halves lead to.
    pub(super) fn solves_fast(
        &mut self,
        task: Task,
        halves: &mut Halves,
        trace: StepTrace,
    ) -> bool {
        if !self.attempt_fast(task, halves, trace) {
            return false;
        }
        let marked = halves.marks.clone();
        let task = task.of(Active::marked(&marked));
        if self.swings(&task, &halves.end) {
            return false;
        }
        let found = self.find_passages(&task, &halves.end, &mut halves.marks);
        found.is_none()
    }

    /// Returns whether a body of a task turned far from where its spin leads in the step that led to `end`.
    fn swings(&self, task: &Task, end: &Step) -> bool {
        let crossing = Crossing {
            model: &self.model,
            task,
            end,
        };
        let bodies = self.model.bodies.iter().enumerate();
        let mut moving = bodies.filter(|(i, body)| task.active.has(*i) && body.keeps_velocity());
        moving.any(|(i, _)| crossing.swing(i) > SWING)
    }

    /// Solves the marked bodies in units of their own speed, into the end of the buffers; whether that was
    /// possible. Iterations are reported as those of [`Rung::ImpactUnits`].
    fn attempt_fast(&mut self, task: Task, halves: &mut Halves, mut trace: StepTrace) -> bool {
        let Halves {
            marks, end, leaf, ..
        } = halves;
        let task = task.of(Active::marked(marks));
        let factor = self.speed(&task);
        if factor < FAST || !self.model.contact_model.follows_path() {
            return false;
        }
        let fast = self.fast_model(factor);
        let begin = (task.state, task.input);
        self.work
            .lay_out(&fast, &[begin], task.interval, task.rho, task.active);
        let (mut iterations, mut solved) = (0, true);
        let note = |island: IslandOutcome| {
            iterations = iterations.max(island.iterations);
            solved &= island.outcome.converged;
        };
        let mut report = trace
            .as_mut()
            .map(|trace| move |_: Rung, row: &TraceRow| trace(Rung::ImpactUnits, row));
        let report: StepTrace = report
            .as_mut()
            .map(|t| t as &mut dyn FnMut(Rung, &TraceRow));
        self.threads
            .solve(&fast, &mut self.work, task.rho, report, note);
        if !solved {
            return false;
        }
        super::begin_leaf(leaf, &task);
        self.work.save(0, leaf);
        end.status.iterations = iterations;
        self.finish_fast(task, factor, leaf, end, reborrow(&mut trace))
    }

    /// Goes on in the model's own units from a point in units of time that are shorter by `factor`: at once, or in stages; the
    /// status of `end` has the iterations so far.
    fn finish_fast(
        &mut self,
        task: Task,
        factor: f64,
        leaf: &mut Leaf,
        end: &mut Step,
        mut trace: StepTrace,
    ) -> bool {
        let mut iterations = end.status.iterations;
        let mut follow = |stage: f64, leaf: &mut Leaf| {
            let mut left = factor;
            while left > 1.0 {
                let times = left.min(stage);
                left /= times;
                let model = self.fast_model(left);
                let (spent, solved) =
                    self.resume_slower(&model, task.rho, (times, leaf), reborrow(&mut trace));
                iterations += spent;
                if !solved {
                    return false;
                }
                self.work.save(0, leaf);
            }
            true
        };
        // A failure at once leaves the point as it was.
        let is_far = factor > STAGE;
        if !(follow(factor, leaf) || is_far && follow(STAGE, leaf)) {
            return false;
        }
        super::reset(&mut end.status);
        end.solution.clear();
        end.status.iterations = iterations;
        // The name says it where the rows are not those of the model.
        let rung = match self.work.has_other_rows(&self.model) {
            true => Rung::OtherSlipRowFarStart,
            false => Rung::ImpactUnits,
        };
        end.status.note_rung(rung, true);
        self.read(task, end);
        true
    }

    /// Solves the problem of `model` from a point of a model whose unit of time is shorter by a factor; returns the number of
    /// iterations, and whether they converge.
    fn resume_slower(
        &mut self,
        model: &Model,
        rho: f64,
        (factor, leaf): (f64, &Leaf),
        mut trace: StepTrace,
    ) -> (usize, bool) {
        let work = &mut self.work;
        work.restore(model, leaf);
        work.scale_velocities(factor);
        let settings = finishing(model, rho, work.precise);
        let mut most = 0;
        let solved = (0..work.island_count()).all(|k| {
            let mut island = work.island(model, k);
            island.resume();
            let mut report = trace
                .as_mut()
                .map(|trace| move |row: TraceRow| trace(Rung::ImpactUnits, &row));
            let report = report.as_mut().map(|t| t as &mut dyn FnMut(TraceRow));
            let outcome = solve(&mut island, rho, &settings, report);
            most = most.max(outcome.iterations);
            outcome.converged
        });
        (most, solved)
    }

    /// Returns the largest power of two not above the fastest speed of a material point of the bodies of a task, units of
    /// velocity.
    fn speed(&self, task: &Task) -> f64 {
        let bodies = self.model.bodies.iter().enumerate();
        let active = bodies.filter(|(i, _)| task.active.has(*i));
        let speeds = active.map(|(i, body)| {
            let (at, command) = (&task.state.bodies[i], &task.input.commands[i]);
            material_speed(body, at, command, task.interval.seconds)
        });
        let fastest = speeds.fold(0.0, f64::max) / self.model.units.velocity;
        let mut factor = 1.0;
        while 2.0 * factor <= fastest.min(FASTEST) {
            factor *= 2.0;
        }
        factor
    }

    /// Returns the model with a unit of time that is shorter by a factor.
    fn fast_model(&mut self, factor: f64) -> Arc<Model> {
        if factor == 1.0 {
            return Arc::clone(&self.model);
        }
        let fits = |fast: &&FastModel| fast.factor == factor && Arc::ptr_eq(&fast.of, &self.model);
        if let Some(fast) = self.fast.as_ref().filter(fits) {
            return Arc::clone(&fast.model);
        }
        let mut model = (*self.model).clone();
        model.units = model.units.faster(factor);
        let model = Arc::new(model);
        self.fast = Some(FastModel {
            factor,
            of: Arc::clone(&self.model),
            model: Arc::clone(&model),
        });
        model
    }
}

/// Returns the fastest speed of a material point of a body in a step of `h` s, at most, m/s; that of its centre where the body
/// has no end.
pub(super) fn material_speed(body: &Body, at: &BodyState, command: &Command, h: f64) -> f64 {
    let (speed, spin) = match body.motion {
        Motion::Fixed => (0.0, 0.0),
        Motion::Prescribed => {
            let way = (command.position - at.position).norm();
            (way / h, command.turn_from(at, h).norm() / h)
        }
        Motion::Free | Motion::Driven(_) => (at.velocity.norm(), at.angular_velocity.norm()),
    };
    let extent = body.extent();
    speed
        + if extent.is_finite() {
            spin * extent
        } else {
            0.0
        }
}
