//! A step or a part of it: bodies that one solve does not bring to where they can be go in halves, with all
//! that may touch them, the others at once (docs/formulation.md, section 4, step 6).
//!
//! A body goes in halves when it turns too far, when its island is not solved, and when it passes through another one,
//! meets another side of it than the one that was in the way, or meets it deep within the step
//! ([`Passage`]). What the others did is checked against it at the end; where the two met after all, all go in halves.

use super::cause::{Cause, THROUGH, is_said};
use super::crossing::{Passage, visit_passages};
use super::halves::Halves;
use super::{Simulator, Task, reborrow};
use crate::step::active::Active;
use crate::step::{Rung, Step, StepTrace};

/// How often the ladder halves a step, at most (16 parts); that of bodies that go far, as often as any.
const LADDER_DEPTH: u32 = 4;

impl Simulator {
    /// Makes a whole step; without a solution it ends where it starts, and nothing that was in `out` is left.
    pub(super) fn advance_or_stay(&mut self, task: Task, out: &mut Step, trace: StepTrace) {
        self.advance(task, out, trace);
        if self.model.contact_model.keeps_hulls_apart() {
            self.keep_apart(task, out);
            self.hold_crossing(task, out);
        }
        self.refuse_locked_gimbals(&task, out);
        if !out.status.advanced {
            out.state.clone_from(task.state);
            out.contacts.clear();
            out.joints.clear();
            out.solution.clear();
        }
    }

    /// Advances a step or a part of it from its start; velocities at its end are those of half its length earlier.
    pub(in crate::step) fn advance(&mut self, task: Task, out: &mut Step, mut trace: StepTrace) {
        if !self.model.integrator().is_implicit() {
            return self.advance_explicitly(task, out);
        }
        let mut halves = self.halves.pop().unwrap_or_default();
        halves.begin(&self.model);
        let cause = self.advance_at_once(task, &mut halves, out, reborrow(&mut trace));
        if let Some(cause) = cause.filter(|cause| !cause.is_none()) {
            self.go_in_halves(task, cause, &mut halves, out, trace);
        }
        self.halves.push(halves);
    }

    /// Advances the bodies that one solve brings to where they can be, and marks the others, which have to go in halves; says
    /// why. Nothing where the step ends here, for better or worse.
    fn advance_at_once(
        &mut self,
        task: Task,
        halves: &mut Halves,
        out: &mut Step,
        mut trace: StepTrace,
    ) -> Option<Cause> {
        let mut cause = Cause {
            turning: self.mark_turning(&task, &mut halves.marks),
            ..Cause::default()
        };
        let last_iterate = self.model.contact_model.takes_last_iterate();
        halves.has_rest = true;
        if cause.turning {
            if task.depth == self.deepest() {
                refuse_turning(task.depth, out);
                return None;
            }
            super::reset(&mut out.status);
            out.solution.clear();
            self.part_anew(&task, halves);
            if last_iterate || !halves.has_rest {
                halves.has_rest = false;
                return Some(cause);
            }
        }
        let at_once = match cause.turning {
            true => task.of(Active::marked(&halves.rest)),
            false => task,
        };
        cause.unsolved = !self.attempt(at_once, out, reborrow(&mut trace), &mut halves.marks);
        if last_iterate {
            match cause.unsolved {
                true => self.take_last_iterate(task, out),
                false => self.read(task, out),
            }
            return None;
        }
        if cause.unsolved {
            let deeper = task.depth < self.ladder_depth()
                || task.depth < self.deepest() && self.goes_far(&task, &halves.marks);
            if !deeper {
                if !cause.turning {
                    cause.passage = self.end_fast(task, halves, out, trace);
                }
                if cause.passage.is_none() || task.depth == self.deepest() {
                    return None;
                }
            }
            let spent = out.status.iterations;
            super::reset(&mut out.status);
            out.status.iterations = spent;
            self.part(&task, halves);
        }
        self.part_passages(task, halves, out, &mut cause)
            .then_some(cause)
    }

    /// Returns how often a step is halved that its ladder does not solve: as often as any where a ladder is short.
    fn ladder_depth(&self) -> u32 {
        match self.model.contact_model.starts_where_bodies_stand() {
            true => self.deepest(),
            false => LADDER_DEPTH,
        }
    }

    /// Reads the end of the bodies that were solved at once, and parts off those that pass through each other, until
    /// none of the others do. Returns whether the step can go on: not where it is at its deepest.
    fn part_passages(
        &mut self,
        task: Task,
        halves: &mut Halves,
        out: &mut Step,
        cause: &mut Cause,
    ) -> bool {
        let mut parted = cause.turning || cause.unsolved;
        while halves.has_rest {
            let solved = match parted {
                true => task.of(Active::marked(&halves.rest)),
                false => task,
            };
            out.solution.clear();
            self.read(solved, out);
            let found = self.find_passages(&solved, out, &mut halves.marks);
            if found.is_none() {
                break;
            }
            if !parted {
                cause.balance = Some(out.status.energy);
            }
            if task.depth == self.deepest() {
                self.refuse_through(found, out);
                return false;
            }
            cause.passage = cause.passage.max(found);
            self.part(&task, halves);
            parted = true;
        }
        true
    }

    /// Advances the marked bodies in halves and puts them beside the others.
    fn go_in_halves(
        &mut self,
        task: Task,
        cause: Cause,
        halves: &mut Halves,
        out: &mut Step,
        mut trace: StepTrace,
    ) {
        let spent = out.status.iterations;
        let fast =
            cause.is_unsolved_alone() && self.solves_fast(task, halves, reborrow(&mut trace));
        if !fast {
            self.advance_in_halves(task, halves, reborrow(&mut trace));
        }
        if halves.has_rest && halves.end.status.solved {
            halves.join(&self.model, out);
            if self.meets_rest(&task, halves, out) {
                halves.has_rest = false;
                self.advance_in_halves(task, halves, trace);
            }
        }
        if !halves.has_rest || !halves.end.status.solved {
            std::mem::swap(&mut halves.end, out);
        }
        let status = &mut out.status;
        status.halved |= cause.turning || cause.passage.is_some();
        status.iterations += spent;
        if status.solved && cause.gains_less_than(&status.energy) {
            return self.stand(task, halves, out, spent);
        }
        if status.solved {
            status.rho = task.rho;
            if cause.unsolved && !fast {
                status.note_rung(Rung::Halved, true);
            }
            return;
        }
        status.advanced = false;
        if cause.is_tolerable() {
            self.stand(task, halves, out, spent);
        } else if cause.unsolved && task.depth == 0 {
            let spent = status.iterations;
            self.solve_at_last(task, halves, out);
            out.status.iterations += spent;
        } else if let Some(([a, b], words)) = cause.grave()
            && !is_said(&status.reason)
        {
            let [a, b] = [a, b].map(|i| &self.model.bodies[i].name);
            let why = format!("{a} and {b} {words}, and the halves of the step are not solved: ");
            status.reason.insert_str(0, &why);
        }
    }

    /// Makes the solve of all bodies at once again, which stands in spite of its passage.
    fn stand(&mut self, task: Task, halves: &mut Halves, out: &mut Step, spent: usize) {
        self.attempt(task, out, None, &mut halves.marks);
        self.read(task, out);
        out.status.iterations += spent;
    }

    /// Refuses the shortest part of a step if bodies pass through each other in it.
    fn refuse_through(&self, found: Option<(Passage, [usize; 2])>, out: &mut Step) {
        if let Some((Passage::Through, [a, b])) = found {
            let [a, b] = [a, b].map(|i| &self.model.bodies[i].name);
            let parts = 1 << self.deepest();
            let why = format!(
                "{a} and {b} {THROUGH} even in a step {parts} times shorter; take a shorter time \
                 step, or let nothing press them together"
            );
            refuse(out, &why);
        }
    }

    /// Returns two bodies that pass through each other in the step that led to `end`.
    pub(in crate::step) fn find_through(&mut self, task: &Task, end: &Step) -> Option<[usize; 2]> {
        let mut marks = vec![false; self.model.bodies.len()];
        let found = self.find_passages(task, end, &mut marks);
        found
            .filter(|(passage, _)| *passage == Passage::Through)
            .map(|(_, bodies)| bodies)
    }

    /// Finds the gravest passage of the step that led to `end`, and marks the bodies of all of them.
    pub(super) fn find_passages(
        &mut self,
        task: &Task,
        end: &Step,
        marks: &mut [bool],
    ) -> Option<(Passage, [usize; 2])> {
        let (model, mut gravest) = (&self.model, None);
        let candidates = self
            .work
            .candidates(model, 0, task.rho, &end.state, task.active);
        visit_passages(model, candidates, task, end, |(passage, bodies)| {
            bodies.into_iter().for_each(|body| marks[body] = true);
            if gravest.is_none_or(|(known, _)| known < passage) {
                gravest = Some((passage, bodies));
            }
        });
        gravest
    }
}

/// Refuses the shortest part of a step, which was halved so often, as a body turns too far in it.
fn refuse_turning(depth: u32, out: &mut Step) {
    let parts = 1 << depth;
    let why = format!(
        "a body turns more than {parts} rad in a step, by its spin and its torque; take a shorter time step"
    );
    refuse(out, &why);
}

/// Refuses a step that cannot be made, with the reason.
pub(in crate::step) fn refuse(out: &mut Step, why: &str) {
    super::reset(&mut out.status);
    out.status.solved = false;
    out.status.reason.push_str(why);
    out.solution.clear();
}
