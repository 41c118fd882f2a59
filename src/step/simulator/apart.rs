//! Which bodies of a step go in halves, and which do not.

use super::crossing::visit_passages;
use super::fast::material_speed;
use super::halves::Halves;
use super::{Simulator, Task};
use crate::math::Vec3;
use crate::step::Step;
use crate::world::{Model, Motion};

/// Bodies that move farther than this part of an inscribed radius may be predicted deep within others.
const FAR: f64 = 0.1;
/// A body turns at most so far in a solve, rad.
const LARGEST_TURN: f64 = 1.0;

impl Simulator {
    /// Marks the bodies that turn too far for one solve, or have to go in shorter parts, and returns whether there are any.
    pub(super) fn mark_turning(&self, task: &Task, marks: &mut [bool]) -> bool {
        let mut any = false;
        for (body, mark) in marks.iter_mut().enumerate() {
            let is_long = self.legs.are_long(task, body);
            if task.active.has(body) && (is_long || turns_too_far(&self.model, task, body)) {
                (*mark, any) = (true, true);
            }
        }
        any
    }

    /// Returns whether a body turns too far for one solve.
    pub(in crate::step) fn any_turns_too_far(&self, task: &Task) -> bool {
        (0..self.model.bodies.len()).any(|body| turns_too_far(&self.model, task, body))
    }

    /// Returns whether a marked body would go farther than a part of how thick one of its parts is, or a prescribed body comes as
    /// far: the two may be predicted deep within each other, from where no way out is shorter than the others.
    pub(super) fn goes_far(&self, task: &Task, marks: &[bool]) -> bool {
        let h = task.interval.seconds;
        let bodies = self.model.bodies.iter().enumerate();
        let prescribed = bodies
            .clone()
            .filter(|(_, body)| body.motion == Motion::Prescribed);
        let comes = prescribed.map(|(i, body)| {
            material_speed(body, &task.state.bodies[i], &task.input.commands[i], h)
        });
        let comes = comes.fold(0.0, f64::max);
        let mut marked = bodies.filter(|(i, body)| marks[*i] && body.keeps_velocity());
        marked.any(|(i, body)| {
            let travel = h * task.state.bodies[i].velocity.norm().max(comes);
            let mut parts = body.parts.iter();
            parts.any(|part| FAR * part.inscribed_radius < travel)
        })
    }

    /// Finds the pairs that may touch in the interval of a task.
    fn find_candidates(&mut self, task: &Task) {
        let begin = (task.state, task.input);
        self.work
            .find_candidates(&self.model, begin, task.interval, task.rho, task.active);
    }

    /// Marks all that may touch what is marked, before anything is laid out, and returns what is left.
    pub(super) fn part_anew(&mut self, task: &Task, halves: &mut Halves) {
        let mut bodies = self.model.bodies.iter().zip(&halves.marks).enumerate();
        let unmarked =
            bodies.any(|(i, (body, mark))| !mark && body.is_moving() && task.active.has(i));
        if unmarked {
            self.find_candidates(task);
        }
        self.part(task, halves);
    }

    /// Marks all that may touch what is marked, by the pairs that the broad phase found last, and returns what is left.
    pub(super) fn part(&self, task: &Task, halves: &mut Halves) {
        let (model, marks) = (&self.model, &mut halves.marks);
        let moves = |body: usize| model.bodies[body].is_moving();
        let mut spreads = true;
        while std::mem::take(&mut spreads) {
            spreads = self.spread_over_joints(marks);
            for &[a, b] in self.work.found(0).iter().map(|candidate| &candidate.bodies) {
                let both = task.active.has_both([a, b]) && moves(a) && moves(b);
                if both && marks[a] != marks[b] {
                    (marks[a], marks[b], spreads) = (true, true, true);
                }
            }
        }
        halves.has_rest = false;
        halves.rest.clear();
        for (body, mark) in marks.iter_mut().enumerate() {
            let rests = moves(body) && task.active.has(body) && !*mark;
            halves.has_rest |= rests;
            halves.rest.push(rests || !moves(body));
            *mark |= !moves(body);
        }
    }

    /// Marks all that joints connect with what is marked; whether there was any that was not.
    pub(super) fn spread_over_joints(&self, marks: &mut [bool]) -> bool {
        let (model, mut any) = (&self.model, false);
        let mut spreads = !model.joints.is_empty();
        while std::mem::take(&mut spreads) {
            for j in 0..model.joints.len() {
                let sides = model.sides(j).into_iter().flatten();
                let moving = sides.filter(|&i| model.bodies[i].is_moving());
                let marked = moving.clone().any(|i| marks[i]);
                for i in moving.filter(|_| marked) {
                    let new = !std::mem::replace(&mut marks[i], true);
                    (spreads, any) = (spreads | new, any | new);
                }
            }
        }
        any
    }

    /// Returns whether a body that went in halves passed through one that did not, on the way to `end`.
    pub(super) fn meets_rest(&mut self, task: &Task, halves: &Halves, end: &Step) -> bool {
        self.find_candidates(task);
        let (model, work) = (&self.model, &mut self.work);
        let candidates = work.candidates(model, 0, task.rho, &end.state, task.active);
        let mut met = false;
        visit_passages(model, candidates, task, end, |(_, [a, b])| {
            let moving = model.bodies[a].is_moving() && model.bodies[b].is_moving();
            met |= moving && halves.rest[a] != halves.rest[b];
        });
        met
    }
}

/// Returns whether a body turns too far for one solve: by its spin, and by what a torque adds.
fn turns_too_far(model: &Model, task: &Task, body: usize) -> bool {
    let h = task.interval.seconds;
    let (body, at, wrench) = (
        &model.bodies[body],
        &task.state.bodies[body],
        &task.input.wrenches[body],
    );
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
}
