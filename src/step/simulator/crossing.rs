//! Did bodies pass through each other in a step?
//!
//! Which pairs are rows of a step, and on which side, is decided at the predicted pose (docs/formulation.md, section 4). A body
//! that is predicted beyond a thin wall is not stopped by it, and one that comes down on another
//! which the floor has just stopped is not expected there. Such a step is told from its end: with n the
//! normal of a pair at the end, from the one to the other,
//!
//! - the pair has changed sides when along n the parts overlapped at the start by more than the sum of their
//!   inscribed radii;
//! - a pair that was left out was needed when it overlaps at the end.
//!
//! Only pairs that the broad phase found are looked at, and of these only those that moved by so much.
//! Quasi-dynamic bodies are left alone: half a step from rest is not half of their step.

use super::Task;
use crate::broad_phase::Candidate;
use crate::contact::PairQuery;
use crate::math::{Rot, Vec3};
use crate::shape::{Shape, gap_certificate, separating_direction};
use crate::step::margin::margin_of;
use crate::step::{PartId, Step};
use crate::world::{Model, Motion, Part, State};

/// An overlap below this (units of length) is none.
const DEPTH: f64 = 1e-3;
/// Relaxation of the query for a normal where these did not find one.
const RHO: f64 = 1e-6;

/// Whether one of the `candidates` changed sides in the step that led to `end`, or was left out and
/// overlaps there.
pub(super) fn passes_through(
    model: &Model,
    candidates: &[Candidate],
    task: &Task,
    end: &Step,
) -> bool {
    let crossing = Crossing { model, task, end };
    let margin = margin_of(model, task.rho) * model.units.length;
    let mut candidates = candidates.iter();
    candidates.any(|candidate| crossing.of(candidate, margin))
}

/// A step from its end.
struct Crossing<'a> {
    model: &'a Model,
    task: &'a Task<'a>,
    end: &'a Step,
}

impl Crossing<'_> {
    fn of(&self, candidate: &Candidate, margin: f64) -> bool {
        let pair = [0, 1].map(|s| PartId {
            body: candidate.bodies[s],
            part: candidate.parts[s],
        });
        let bodies = pair.map(|id| &self.model.bodies[id.body]);
        if bodies.iter().any(|body| body.quasi_dynamic) {
            return false;
        }
        let travel: f64 = pair.iter().map(|&id| self.travel(id)).sum();
        let swerve: f64 = pair.iter().map(|&id| self.swerve(id)).sum();
        (travel > self.inscribed(pair) || swerve > margin) && self.passes(pair)
    }

    fn part(&self, id: PartId) -> &Part {
        &self.model.bodies[id.body].parts[id.part]
    }

    /// Sum of the inscribed radii, m; 0 of a half-space.
    fn inscribed(&self, pair: [PartId; 2]) -> f64 {
        pair.iter().map(|&id| self.part(id).inscribed_radius).sum()
    }

    /// How far a point of a part may have moved in the step, m.
    fn travel(&self, id: PartId) -> f64 {
        let [from, to] = [self.task.state, &self.end.state].map(|state| &state.bodies[id.body]);
        (to.position - from.position).norm() + self.turn(id)
    }

    /// How far a part may be from where it would be without contact, m.
    fn swerve(&self, id: PartId) -> f64 {
        let body = &self.model.bodies[id.body];
        if !matches!(body.motion, Motion::Free | Motion::Driven(_)) {
            return 0.0;
        }
        let [from, to] = [self.task.state, &self.end.state].map(|state| &state.bodies[id.body]);
        let h = self.task.h;
        let pull = self.model.gravity + self.task.input.wrenches[id.body].force / body.mass;
        let free = from.position + (from.velocity + pull * h) * h;
        (to.position - free).norm() + self.turn(id)
    }

    /// How far turning moved a point of a part, at most, m.
    fn turn(&self, id: PartId) -> f64 {
        let part = self.part(id);
        if !part.bounding_radius.is_finite() {
            return 0.0;
        }
        let [from, to] = [self.task.state, &self.end.state].map(|state| &state.bodies[id.body]);
        let chord = (to.rotation.coords - from.rotation.coords).norm();
        2.0 * chord * (part.placed.offset.norm() + part.bounding_radius)
    }

    /// Separation of the pair along `n` at a state, m.
    fn apart(&self, state: &State, pair: [PartId; 2], n: &Vec3) -> f64 {
        let [a, b] = pair.map(|id| &self.part(id).placed);
        let [from, to] = poses(state, pair);
        gap_certificate(a, &from, b, &to, n)
    }

    /// Whether the pair changed sides, or was left out and overlaps at the end.
    fn passes(&self, pair: [PartId; 2]) -> bool {
        let [a, b] = pair.map(|id| &self.part(id).placed);
        let depth = DEPTH * self.model.units.length;
        let [first, second] = poses(&self.end.state, pair);
        if let Shape::HalfSpace(plane) = &b.shape {
            let normal = second.1 * (b.rotation * plane.normal);
            return self.apart(&self.end.state, pair, &-normal) < -depth;
        }
        let changed = |n: &Vec3| self.apart(self.task.state, pair, n) < -self.inscribed(pair);
        if let Some(normal) = self.contact_normal(pair) {
            return changed(&normal);
        }
        if let Some(normal) = separating_direction(a, &first, b, &second, depth) {
            return changed(&normal);
        }
        let near = PairQuery::new(a, b).relaxed(first, second, RHO);
        match near.map(|near| (near.gap, near.normal)) {
            Ok((gap, Some(normal))) => gap < -depth || changed(&normal),
            // no normal: the reference points coincide
            Ok((_, None)) => true,
            Err(_) => false,
        }
    }

    /// The normal from the first to the second, if the pair was a row of the step.
    fn contact_normal(&self, pair: [PartId; 2]) -> Option<Vec3> {
        self.end.contacts.iter().find_map(|contact| {
            let known = [contact.first, contact.second];
            if known == pair {
                return Some(contact.normal);
            }
            (known == [pair[1], pair[0]]).then_some(-contact.normal)
        })
    }
}

fn poses(state: &State, pair: [PartId; 2]) -> [(Vec3, Rot); 2] {
    pair.map(|id| {
        let at = &state.bodies[id.body];
        (at.position, at.rotation)
    })
}
