//! Bodies that stay where they are in a step that is not solved.
//!
//! Hulls that planes keep apart do not cross, whatever the step. Where no attempt leads to a motion without a crossing, the bodies that cross
//! others are held, so that the run goes on from a state in which hulls are apart.

use super::{Simulator, Task};
use crate::math::Vec3;
use crate::step::{EnergyBalance, Step};
use crate::world::{Model, State};

impl Simulator {
    /// Holds the bodies that cross others in a step that is not solved: they stay where they were, at rest, with all that joints connect with
    /// them, and with those that cross them then. Parts that overlap at the start, and bodies whose motion is prescribed, are not held.
    pub(super) fn hold_crossing(&mut self, task: Task, out: &mut Step) {
        if out.status.solved || !out.status.advanced {
            return;
        }
        let mut held = vec![false; self.model.bodies.len()];
        while self.mark_crossing(task.state, out, &mut held) {
            self.spread_over_joints(&mut held);
            hold(&self.model, &held, task.state, out);
        }
        let bodies = self.model.bodies.iter().zip(&held);
        let mut names = bodies
            .filter(|(_, held)| **held)
            .map(|(body, _)| &body.name);
        let Some(first) = names.next() else { return };
        let who = match names.count() {
            0 => format!("{first} stays where it was"),
            1 => format!("{first} and another body stay where they were"),
            others => format!("{first} and {others} other bodies stay where they were"),
        };
        let words = format!("; {who}, at rest");
        out.status.reason.push_str(&words);
    }

    /// Marks the moving bodies that are not proven apart from others on the way to the end of a step; returns whether any is new.
    fn mark_crossing(&mut self, from: &State, end: &Step, marks: &mut [bool]) -> bool {
        let model = &self.model;
        let prover = self.legs.search(model, from, end, 0.0);
        let mut new = false;
        for (span, found) in prover.results() {
            if !matches!(found, Some(Err(_))) || !prover.begins_apart(model, span) {
                continue;
            }
            for body in prover.pairs()[span.pair].map(|id| id.body) {
                if model.bodies[body].is_moving() {
                    new |= !std::mem::replace(&mut marks[body], true);
                }
            }
        }
        new
    }
}

/// Puts the marked bodies back to where they were, at rest. The other bodies go straight to the end of the step, without the states in between:
/// the step has no solution any more.
fn hold(model: &Model, held: &[bool], from: &State, out: &mut Step) {
    for (body, _) in held.iter().enumerate().filter(|(_, held)| **held) {
        let at = &mut out.state.bodies[body];
        *at = from.bodies[body];
        (at.velocity, at.angular_velocity) = (Vec3::zeros(), Vec3::zeros());
        if let Some(lead) = out.status.leads.get_mut(body) {
            *lead = 0.0;
        }
    }
    for joint in model.joints.iter().filter(|joint| held[joint.child]) {
        joint.copy_turns(from, &mut out.state);
    }
    out.contacts
        .retain(|contact| !held[contact.first.body] && !held[contact.second.body]);
    out.joints
        .retain(|load| !held[model.joints[load.joint].child]);
    out.status.energy = EnergyBalance::default();
    out.solution.clear();
}
