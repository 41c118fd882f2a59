//! A step, whole or in halves: halved when a body turns too far in it, when bodies pass through each
//! other, and on rung R5.

use super::crossing::passes_through;
use super::{Simulator, Task, reborrow};
use crate::step::contacts::merge_first_half;
use crate::step::{Rung, Step, StepTrace};
use crate::world::{Input, Motion, State};

/// Half steps within half steps, at most.
const DEEPEST: u32 = 10;
/// Half steps within half steps of bodies that pass through each other, at most.
const CROSSING_DEPTH: u32 = 6;
/// Half steps of the ladder, at most (2, then 4); of bodies that go far, as above.
const LADDER_DEPTH: u32 = 2;

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

    /// A step; halves it when a body turns too far, when bodies pass through each other or when the
    /// ladder asks for it.
    pub(in crate::step) fn advance(&mut self, task: Task, out: &mut Step, mut trace: StepTrace) {
        if task.depth < DEEPEST && self.turns_too_far(task.state, task.h) {
            self.advance_in_halves(task, out, trace);
            out.status.halved = true;
            return;
        }
        if self.attempt(task, out, reborrow(&mut trace)) {
            if task.depth < CROSSING_DEPTH
                && !self.model.contact_model.takes_last_iterate()
                && self.passes_through(&task, out)
            {
                self.look_closer(task, out, trace);
            }
            return;
        }
        if self.model.contact_model.takes_last_iterate() {
            self.take_last_iterate(task, out);
            return;
        }
        let spent = out.status.iterations;
        let far = task.depth < CROSSING_DEPTH && self.goes_far(task.state, task.h);
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

    /// Halves a step that was solved but in which bodies passed through each other; where the halves
    /// cannot be solved, it stays as it is.
    fn look_closer(&mut self, task: Task, out: &mut Step, trace: StepTrace) {
        let spent = out.status.iterations;
        self.advance_in_halves(task, out, trace);
        out.status.halved = true;
        if !out.status.solved {
            self.attempt(task, out, None);
        }
        out.status.iterations += spent;
    }

    fn passes_through(&mut self, task: &Task, end: &Step) -> bool {
        let model = &self.model;
        let candidates = self.work.candidates(model, 0, task.rho, &end.state);
        passes_through(model, candidates, task, end)
    }

    pub(super) fn turns_too_far(&self, state: &State, h: f64) -> bool {
        let mut moving = self.model.bodies.iter().zip(&state.bodies);
        moving.any(|(body, at)| body.keeps_velocity() && h * at.angular_velocity.norm() > 1.0)
    }

    /// Whether a body would go farther than one of its parts is thick: it may be predicted in the very
    /// middle of another, from where no way out is shorter than the others.
    fn goes_far(&self, state: &State, h: f64) -> bool {
        let mut bodies = self.model.bodies.iter().zip(&state.bodies);
        bodies.any(|(body, at)| {
            let travel = h * at.velocity.norm();
            let mut parts = body.parts.iter();
            body.keeps_velocity() && parts.any(|part| part.inscribed_radius < travel)
        })
    }

    fn advance_in_halves(&mut self, task: Task, out: &mut Step, mut trace: StepTrace) {
        let mut half = self.halves.pop().unwrap_or_default();
        self.halfway(&task, &mut half.input);
        let h = 0.5 * task.h;
        let depth = task.depth + 1;
        let first = Task {
            input: &half.input,
            h,
            depth,
            ..task
        };
        self.advance(first, &mut half.step, reborrow(&mut trace));
        if half.step.status.advanced {
            let second = Task {
                state: &half.step.state,
                h,
                depth,
                ..task
            };
            self.advance(second, out, trace);
            merge_first_half(&half.step.contacts, &mut out.contacts);
            out.solution.prepend(&half.step.solution);
            out.status.solved &= half.step.status.solved;
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
                command.position = (at.position + command.position) * 0.5;
                command.rotation = at.rotation.nlerp(&command.rotation, 0.5);
            }
        }
    }
}
