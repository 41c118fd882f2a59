//! Explicit steps, for contact models whose forces follow from where bodies are and how they move: nothing is solved.
//!
//! ```text
//! euler   (v, w)+ = (v, w) + K(Y),   (x, q)+ = (x, q) + h (v+, q w+ / 2)                (semi-implicit)
//! rk4     Y+ = Y + (K1 + 2 K2 + 2 K3 + K4) / 6,
//!         K1 = K(Y),  K2 = K(Y + K1 / 2),  K3 = K(Y + K2 / 2),  K4 = K(Y + K3)
//! ```
//!
//! A contact is reported as it is at the last stage at which there is one, with the impulses of all stages.
//! Not here: the implicit step, which is that of every contact model.

mod body_at;
mod contacts;
mod differentiate;
mod forcing;
mod inverse;
mod panel;
mod point;
mod prescribed;

use super::active::Active;
use super::energy::balance;
use super::simulator::read::{begin_leaf, reset};
use super::simulator::{Task, refuse};
use super::solution::Leaf;
use super::workspace::Workspace;
use super::{Simulator, Step};
use crate::contact::Block;
use crate::math::Vec3;
use crate::world::{Integrator, Model, Motion};
use body_at::{BodyAt, Impulses};
use contacts::StageContacts;
pub use inverse::Acceleration;
use point::Point;
use std::sync::Arc;

/// A stage of a step.
#[derive(Debug, Clone, Copy)]
struct Stage {
    /// The time, as a part of the step.
    at: f64,
    /// The weight of its increment in that of the step.
    weight: f64,
}

const fn stage(at: f64, weight: f64) -> Stage {
    Stage { at, weight }
}

/// The stage of the semi-implicit method of Euler: the start.
const EULER: [Stage; 1] = [stage(0.0, 1.0)];
/// The stages of the Runge-Kutta method of fourth order.
const RUNGE_KUTTA: [Stage; 4] = [
    stage(0.0, 1.0 / 6.0),
    stage(0.5, 1.0 / 3.0),
    stage(0.5, 1.0 / 3.0),
    stage(1.0, 1.0 / 6.0),
];

fn stages(model: &Model) -> &'static [Stage] {
    match model.integrator() {
        Integrator::Implicit | Integrator::Euler => &EULER,
        Integrator::RungeKutta => &RUNGE_KUTTA,
    }
}

/// The points of all bodies at a stage, and their increments; those of bodies that do not move by themselves are not read.
#[derive(Debug, Default)]
struct Points {
    start: Vec<Point>,
    at: Vec<Point>,
    increment: Vec<Point>,
    /// The impulses of contact, with which the increments were found.
    impulses: Vec<Impulses>,
    /// The sum of the weighted increments up to here.
    sum: Vec<Point>,
}

impl Simulator {
    /// Makes a step by the explicit integrator of the model. It is refused where a body turns too far, and where it ends in numbers
    /// that are not finite or beyond another body.
    pub(super) fn advance_explicitly(&mut self, task: Task, out: &mut Step) {
        reset(&mut out.status);
        out.solution.clear();
        if self.any_turns_too_far(&task) {
            return self.refuse_explicit(out, "a body turns by more than 1 rad in it");
        }
        let model = Arc::clone(&self.model);
        let mut contacts = StageContacts::default();
        let start = self.begin_stages(&task);
        let points = self.go_through_stages(&task, start, |work, stage, _| {
            contacts.add(&model, work, stage.weight);
        });
        if !points.sum.iter().all(Point::is_finite) {
            return self.refuse_explicit(
                out,
                "its end is not finite: the contact is too stiff for it",
            );
        }
        out.contacts = contacts.contacts;
        self.read_explicit(&model, &task, &points.sum, out);
        if let Some([a, b]) = self.find_through(&task, out) {
            let [a, b] = [a, b].map(|i| &model.bodies[i].name);
            self.refuse_explicit(out, &format!("{a} and {b} pass through each other in it"));
        }
    }

    /// Lays out a step. Returns where its bodies start.
    fn begin_stages(&mut self, task: &Task) -> Vec<Point> {
        let begin = (task.state, task.input);
        self.work
            .lay_out_near(&self.model, begin, task.interval, task.rho);
        let blocks = self.work.bodies();
        blocks.map(|block| Point::start(&block.setup)).collect()
    }

    /// Evaluates all stages of a step that is laid out; `visit` sees every stage with the points there. Returns the points with the end
    /// in their sum.
    fn go_through_stages(
        &mut self,
        task: &Task,
        start: Vec<Point>,
        mut visit: impl FnMut(&mut Workspace, Stage, &Points),
    ) -> Points {
        let (model, work) = (&self.model, &mut self.work);
        let mut points = Points::new(start);
        for &stage in stages(model) {
            points.go_to(stage);
            points.evaluate(model, work, stage, task.rho);
            visit(work, stage, &points);
            let increments = points.sum.iter_mut().zip(&points.increment);
            increments.for_each(|(sum, k)| *sum = sum.after(stage.weight, k));
        }
        if model.integrator() == Integrator::Euler {
            points.drift_at_the_end(work);
        }
        points.stand(work, 1.0);
        points
    }

    /// Writes the end of a step.
    fn read_explicit(&self, model: &Arc<Model>, task: &Task, ends: &[Point], out: &mut Step) {
        let units = &model.units;
        out.state.clone_from(task.state);
        for ((i, block), end) in self.work.bodies().enumerate().zip(ends) {
            let at = &mut out.state.bodies[i];
            let (x, q, v, w) = match model.bodies[i].motion {
                Motion::Fixed => continue,
                Motion::Prescribed => block.end(0),
                Motion::Free | Motion::Driven(_) => (end.x, end.rotation(), end.v, end.w),
            };
            at.position = x * units.length;
            at.rotation = q;
            at.velocity = v * units.velocity;
            at.angular_velocity = w / units.time;
        }
        out.joints.clear();
        out.status.rho = task.rho;
        out.status.advanced = true;
        out.status.energy = balance(model, task, out);
        out.solution.model = Some(Arc::clone(model));
        begin_leaf(out.solution.push(), task);
    }

    fn refuse_explicit(&self, out: &mut Step, why: &str) {
        let name = self.model.integrator().name();
        let why = format!(
            "the explicit step ({name}) cannot be made: {why}; take a shorter time step, or integrator = \"implicit\""
        );
        refuse(out, &why);
    }
}

impl Points {
    /// Returns the points at the start of a step.
    fn new(start: Vec<Point>) -> Self {
        Self {
            at: start.clone(),
            increment: vec![Point::ZERO; start.len()],
            impulses: Vec::new(),
            sum: start.clone(),
            start,
        }
    }

    /// Goes to where a stage is evaluated: ahead by as much of the increment before as the stage is late.
    fn go_to(&mut self, stage: Stage) {
        let starts = self.start.iter().zip(&self.increment);
        for (at, (start, increment)) in self.at.iter_mut().zip(starts) {
            *at = start.after(stage.at, increment);
        }
    }

    /// Finds the increments at the points of a stage.
    fn evaluate(&mut self, model: &Model, work: &mut Workspace, stage: Stage, rho: f64) {
        self.stand(work, stage.at);
        let impulses = &mut self.impulses;
        impulses.clear();
        impulses.resize(self.at.len(), (Vec3::zeros(), Vec3::zeros()));
        work.visit_pairs(model, |(still, sides)| {
            let block = &mut still.part.block;
            block.evaluate(sides, still.bodies, rho);
            for (side, body) in still.part.candidate.bodies.into_iter().enumerate() {
                let (force, torque) = still.part.block.wrench(side);
                impulses[body].0 += force;
                impulses[body].1 += torque;
            }
        });
        for (i, contact) in self.impulses.iter().enumerate() {
            let setup = &work.body(i).setup;
            if !setup.freedoms.is_empty() {
                self.increment[i] = BodyAt::new(setup, self.at[i], contact).increment();
            }
        }
    }

    /// Puts the bodies where they are at a part of the step.
    fn stand(&self, work: &mut Workspace, part: f64) {
        for (i, at) in self.at.iter().enumerate() {
            let block = work.body(i);
            match block.is_moving() {
                true => work.stand(i, at.kinematics(block.setup.h)),
                false => work.stand_on_the_way(i, prescribed::pose_at(&block.setup, part)),
            }
        }
    }

    /// Returns where a body starts, with its velocities at the end.
    fn before_drift(&self, body: usize) -> Point {
        Point {
            x: self.start[body].x,
            q: self.start[body].q,
            ..self.sum[body]
        }
    }

    /// Replaces what the poses gained by what they gain at the velocities of the end.
    fn drift_at_the_end(&mut self, work: &Workspace) {
        for (i, block) in work.bodies().enumerate() {
            let at = self.before_drift(i);
            self.sum[i] = at.after(1.0, &at.drift(block.setup.h));
        }
    }
}

impl<'a> Task<'a> {
    /// Returns the task of an explicit step that was made.
    fn of_leaf(leaf: &'a Leaf) -> Self {
        Self {
            state: &leaf.state,
            input: &leaf.input,
            interval: leaf.interval,
            rho: leaf.rho,
            depth: 0,
            start: 0.0,
            active: Active::ALL,
        }
    }
}
