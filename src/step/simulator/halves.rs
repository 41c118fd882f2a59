//! A step, whole or in halves: halved when a body turns too far in it, when bodies pass through each
//! other or meet another side than the one that was in the way, and on rung R5.
//!
//! The velocity of a state is the one half a whole step earlier. Within halves gravity and forces act from the
//! middle of one interval to that of the next ([`Interval::pull`]); at the end of the last one the velocity goes
//! back to half a whole step earlier.

use super::crossing::{Passage, passage};
use super::{Simulator, Task, reborrow};
use crate::math::{Rot, Vec3};
use crate::step::contacts::merge_first_half;
use crate::step::workspace::Interval;
use crate::step::{Rung, Step, StepTrace};
use crate::world::{Body, Input, Model, Motion, Wrench};

/// Half steps within half steps, at most.
const DEEPEST: u32 = 10;
/// Half steps of the ladder, at most (2, then 4); of bodies that go far, as above.
const LADDER_DEPTH: u32 = 2;
/// Bodies that move farther than this part of an inscribed radius may be predicted deep within others.
const FAR: f64 = 0.1;
/// The words for bodies that are on the other side of each other at the end of a step.
const THROUGH: &str = "pass through each other";
/// A body turns at most so far in a solve, rad.
const LARGEST_TURN: f64 = 1.0;

/// Buffers of the first of two half steps.
#[derive(Debug, Default)]
pub struct Half {
    step: Step,
    input: Input,
}

impl Simulator {
    /// A whole step; without a solution it ends where it starts, and nothing that was in `out` is left.
    pub(super) fn advance_or_stay(&mut self, task: Task, out: &mut Step, trace: StepTrace) {
        self.advance(task, out, trace);
        if !out.status.advanced {
            out.state.clone_from(task.state);
            out.contacts.clear();
            out.solution.clear();
        }
    }

    /// A whole step from its start; velocities at its end are those half a whole step earlier.
    pub(in crate::step) fn advance(&mut self, task: Task, out: &mut Step, trace: StepTrace) {
        self.advance_part(task, out, trace);
        let Some(last) = out.solution.leaves().last().filter(|_| out.status.advanced) else {
            return;
        };
        let early = 0.5 * (task.interval.seconds - last.interval.seconds);
        out.status.lead = early;
        if early > 0.0 {
            let bodies = self.model.bodies.iter().zip(&task.input.wrenches);
            for ((body, wrench), at) in bodies.zip(&mut out.state.bodies) {
                at.velocity -= free_acceleration(&self.model, body, wrench) * early;
            }
        }
    }

    /// A step or a part of it; halves it when a body turns too far, when bodies pass through each other or when
    /// the ladder asks for it.
    fn advance_part(&mut self, task: Task, out: &mut Step, mut trace: StepTrace) {
        if self.turns_too_far(&task) {
            if task.depth == DEEPEST {
                let why = "a body turns more than 1024 rad in a step, by its spin and its torque; take a \
                           shorter time step";
                return refuse(out, why);
            }
            self.advance_in_halves(task, out, trace);
            out.status.halved = true;
            return;
        }
        if self.attempt(task, out, reborrow(&mut trace)) {
            if !self.model.contact_model.takes_last_iterate()
                && let Some(passage) = self.passage(&task, out)
            {
                self.look_closer(passage, task, out, trace);
            }
            return;
        }
        if self.model.contact_model.takes_last_iterate() {
            self.take_last_iterate(task, out);
            return;
        }
        let spent = out.status.iterations;
        let far = task.depth < DEEPEST && self.goes_far(&task);
        if far || task.depth < LADDER_DEPTH {
            self.advance_in_halves(task, out, trace);
            out.status.iterations += spent;
            if out.status.solved {
                out.status.rung = Rung::R5;
            }
        }
        if task.depth == 0 && !out.status.solved {
            self.accept_softer(task, out);
            out.status.iterations += spent;
        }
    }

    /// Halves a step that was solved but in which bodies passed through each other. Where the halves cannot be
    /// solved either, neither is the step, unless bodies only met deep within it.
    fn look_closer(
        &mut self,
        (passage, bodies): (Passage, [usize; 2]),
        task: Task,
        out: &mut Step,
        trace: StepTrace,
    ) {
        let spent = out.status.iterations;
        if task.depth == DEEPEST {
            if passage == Passage::Through {
                let [a, b] = bodies.map(|i| &self.model.bodies[i].name);
                let why = format!(
                    "{a} and {b} {THROUGH} even in a step 1024 times shorter; take a shorter time \
                     step, or let nothing press them together"
                );
                refuse(out, &why);
            }
            return;
        }
        self.advance_in_halves(task, out, trace);
        out.status.halved = true;
        out.status.iterations += spent;
        let tolerable = matches!(passage, Passage::Deep | Passage::Turned);
        if !out.status.solved && tolerable {
            self.attempt(task, out, None);
            out.status.iterations += spent;
        } else if !out.status.solved {
            if !out.status.reason.contains(THROUGH) {
                let [a, b] = bodies.map(|i| &self.model.bodies[i].name);
                let why =
                    format!("{a} and {b} {THROUGH}, and the halves of the step are not solved: ");
                out.status.reason.insert_str(0, &why);
            }
            out.status.advanced = false;
        }
    }

    fn passage(&mut self, task: &Task, end: &Step) -> Option<(Passage, [usize; 2])> {
        let model = &self.model;
        let candidates = self.work.candidates(model, 0, task.rho, &end.state);
        passage(model, candidates, task, end)
    }

    /// Whether a body turns too far for one solve: by its spin, and by what a torque adds.
    pub(super) fn turns_too_far(&self, task: &Task) -> bool {
        let h = task.interval.seconds;
        let moving = self.model.bodies.iter().zip(&task.state.bodies);
        let mut moving = moving.zip(&task.input.wrenches);
        moving.any(|((body, at), wrench)| {
            let mut turn = 0.0;
            if body.keeps_velocity() {
                turn = h * at.angular_velocity.norm();
            }
            if body.is_moving() && wrench.torque != Vec3::zeros() {
                let torque = at.rotation.inverse_transform_vector(&wrench.torque);
                let gained = body.inertia.cholesky().map(|j| j.solve(&torque));
                turn += h * h * gained.map_or(0.0, |w| w.norm());
            }
            turn > LARGEST_TURN
        })
    }

    /// Whether a body would go farther than a part of how thick one of its parts is: it may be predicted deep
    /// within another, from where no way out is shorter than the others.
    fn goes_far(&self, task: &Task) -> bool {
        let mut bodies = self.model.bodies.iter().zip(&task.state.bodies);
        bodies.any(|(body, at)| {
            let travel = task.interval.seconds * at.velocity.norm();
            let mut parts = body.parts.iter();
            body.keeps_velocity() && parts.any(|part| FAR * part.inscribed_radius < travel)
        })
    }

    fn advance_in_halves(&mut self, task: Task, out: &mut Step, mut trace: StepTrace) {
        let mut half = self.halves.pop().unwrap_or_default();
        self.halfway(&task, &mut half.input);
        let seconds = 0.5 * task.interval.seconds;
        let depth = task.depth + 1;
        let first = Task {
            input: &half.input,
            interval: Interval {
                seconds,
                before: task.interval.before,
            },
            depth,
            ..task
        };
        self.advance_part(first, &mut half.step, reborrow(&mut trace));
        if half.step.status.advanced {
            let leaves = half.step.solution.leaves();
            let before = leaves.last().map_or(seconds, |leaf| leaf.interval.seconds);
            let second = Task {
                state: &half.step.state,
                interval: Interval { seconds, before },
                depth,
                ..task
            };
            self.advance_part(second, out, trace);
            merge_first_half(&half.step.contacts, &mut out.contacts);
            out.solution.prepend(&half.step.solution);
            out.status.solved &= half.step.status.solved;
            out.status.halved |= half.step.status.halved;
            out.status.energy.add(&half.step.status.energy);
            out.status.rung = out.status.rung.max(half.step.status.rung);
            out.status.iterations += half.step.status.iterations;
        } else {
            std::mem::swap(&mut half.step, out);
        }
        self.halves.push(half);
    }

    /// The input of the first half: prescribed bodies go half the way to their command.
    fn halfway(&self, task: &Task, input: &mut Input) {
        input.wrenches.clone_from(&task.input.wrenches);
        input.commands.clone_from(&task.input.commands);
        for (i, body) in self.model.bodies.iter().enumerate() {
            if body.motion == Motion::Prescribed {
                let (at, command) = (&task.state.bodies[i], &mut input.commands[i]);
                let turn = command.turn_from(at, task.interval.seconds);
                command.position = (at.position + command.position) * 0.5;
                command.rotation = at.rotation * Rot::from_scaled_axis(turn * 0.5);
            }
        }
    }
}

/// Acceleration of a body without contact and drive, m/s^2, within its plane; 0 where velocities do not count.
pub(in crate::step) fn free_acceleration(model: &Model, body: &Body, wrench: &Wrench) -> Vec3 {
    let mut out = Vec3::zeros();
    if body.keeps_velocity() {
        let pull = model.gravity + wrench.force / body.mass;
        for &axis in body.freedoms().iter().filter(|&&axis| axis < 3) {
            out[axis] = pull[axis];
        }
    }
    out
}

/// A step that cannot be made, with the reason.
fn refuse(out: &mut Step, why: &str) {
    super::reset(&mut out.status);
    out.status.solved = false;
    out.status.reason.push_str(why);
    out.solution.clear();
}
