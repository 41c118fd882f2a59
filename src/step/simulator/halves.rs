//! Two halves of a step or of a part of it, one after the other.
//!
//! The velocity of a state is the one of half an interval before its node. The first half takes it over from a longer
//! interval, and the end of the second one gives it to a longer one: gravity and forces act from the middle of one
//! interval to that of the next ([`Interval::pull`]), and at the end the velocity goes back to half a whole
//! interval earlier.

use super::{Simulator, Task, reborrow};
use crate::math::{Rot, Vec3};
use crate::step::active::Active;
use crate::step::contacts::merge_earlier;
use crate::step::joint_load;
use crate::step::solution::Leaf;
use crate::step::workspace::Interval;
use crate::step::{Step, StepTrace};
use crate::world::{Body, Input, Model, Motion, Wrench};

/// Half steps within half steps, at most.
const DEEPEST: u32 = 10;

/// Buffers of two halves, and who goes in halves.
#[derive(Debug, Default)]
pub struct Halves {
    /// The bodies that go in halves, by a mark each.
    pub(super) marks: Vec<bool>,
    /// The others, and those that do not move by themselves.
    pub(super) rest: Vec<bool>,
    /// Whether any of the others moves.
    pub(super) has_rest: bool,
    first: Step,
    /// The second half; at the end both.
    pub(super) end: Step,
    /// Input of the first half.
    input: Input,
    /// Buffer of a solve in other units.
    pub(super) leaf: Leaf,
}

impl Halves {
    /// Begins with no body that goes in halves.
    pub(super) fn begin(&mut self, model: &Model) {
        self.marks.clear();
        self.marks.resize(model.bodies.len(), false);
    }

    /// Puts the end of both halves beside the other bodies in `out`.
    pub(super) fn join(&mut self, model: &Model, out: &mut Step) {
        for (body, at) in out.state.bodies.iter_mut().enumerate() {
            if !self.rest[body] {
                *at = self.end.state.bodies[body];
            }
        }
        for joint in model.joints.iter().filter(|joint| !self.rest[joint.child]) {
            joint.copy_turns(&self.end.state, &mut out.state);
        }
        out.contacts.extend_from_slice(&self.end.contacts);
        out.joints.extend_from_slice(&self.end.joints);
        out.joints.sort_by_key(|load| load.joint);
        out.solution.append_rest(&mut self.end.solution);
        let (status, halves) = (&mut out.status, &self.end.status);
        status.solved &= halves.solved;
        status.halved |= halves.halved;
        status.leads.clone_from(&halves.leads);
        status.energy.add(&halves.energy);
        status.note_rung(halves.rung, halves.needed_ladder);
        status.iterations = status.iterations.max(halves.iterations);
    }
}

impl Simulator {
    /// Returns how often the step that is made may be halved.
    pub(super) fn deepest(&self) -> u32 {
        self.legs.deepest().unwrap_or(DEEPEST)
    }

    /// Advances the marked bodies of a task, or all where there is no rest, through both halves of its interval, to the
    /// end of the buffers.
    pub(super) fn advance_in_halves(
        &mut self,
        task: Task,
        halves: &mut Halves,
        mut trace: StepTrace,
    ) {
        let Halves {
            marks,
            has_rest,
            first,
            end,
            input,
            ..
        } = halves;
        self.halfway(&task, input);
        let seconds = 0.5 * task.interval.seconds;
        let active = match has_rest {
            true => Active::marked(marks),
            false => task.active,
        };
        let half = Task {
            depth: task.depth + 1,
            ..task.of(active)
        };
        let begin = Task {
            input,
            interval: Interval {
                seconds,
                before: task.interval.before,
            },
            ..half
        };
        self.advance(begin, first, reborrow(&mut trace));
        if !first.status.advanced {
            return std::mem::swap(first, end);
        }
        let second = Task {
            state: &first.state,
            interval: Interval::whole(seconds),
            start: half.start + 0.5_f64.powi(half.depth as i32),
            ..half
        };
        self.advance(second, end, trace);
        merge_earlier(&first.contacts, &mut end.contacts, |_| ());
        joint_load::merge_first_half(&first.joints, &mut end.joints);
        end.solution.prepend(&mut first.solution);
        end.status.solved &= first.status.solved;
        end.status.halved |= first.status.halved;
        end.status.energy.add(&first.status.energy);
        end.status
            .note_rung(first.status.rung, first.status.needed_ladder);
        end.status.iterations += first.status.iterations;
        self.lead_back(&half, 0.5 * seconds, end);
    }

    /// Leads the velocities at the end back by a time, as if the bodies had been in free flight.
    fn lead_back(&mut self, task: &Task, early: f64, end: &mut Step) {
        if !end.status.advanced {
            return;
        }
        let rates = end.state.joint_velocities(&self.model);
        let bodies = self.model.bodies.iter().zip(&task.input.wrenches);
        end.status.leads.resize(self.model.bodies.len(), 0.0);
        let ends = end.state.bodies.iter_mut().zip(&mut end.status.leads);
        for (i, ((body, wrench), (at, lead))) in bodies.zip(ends).enumerate() {
            if body.is_moving() && task.active.has(i) {
                at.velocity -= free_acceleration(&self.model, body, wrench) * early;
                *lead += early;
            }
        }
        let rate = |j: usize, k: usize| rates[self.model.joints[j].first + k];
        let projection = &mut self.work.projection;
        projection.project(&self.model, task.active, &rate, &mut end.state);
    }

    /// Sets the input of the first half: prescribed bodies go half the way to their command.
    fn halfway(&self, task: &Task, input: &mut Input) {
        input.wrenches.clone_from(&task.input.wrenches);
        input.commands.clone_from(&task.input.commands);
        input.motors.clone_from(&task.input.motors);
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

/// Returns the acceleration of a body without contact and drive, m/s^2, within its plane; 0 where velocities do not count.
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
