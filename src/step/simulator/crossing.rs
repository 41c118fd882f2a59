//! Did bodies pass through each other in a step?
//!
//! Which pairs are rows of a step, and on which side, is decided at the predicted pose (docs/formulation.md, section 4). A body
//! that is predicted beyond a thin wall is not stopped by it, and one that comes down on another
//! which the floor has just stopped is not expected there. Such a step is told from its end: with n the
//! normal of a pair at the end, from the one to the other,
//!
//! - the pair has changed sides when along n the parts overlapped at the start by more than the sum of their
//!   inscribed radii, or when parts that were apart overlapped on the way ([`Path`]);
//! - a pair that was left out was needed when it overlaps at the end.
//!
//! Only pairs that the broad phase found are examined, and of these only those that moved by so much.
//!
//! A contact can also be made with another side than the one that was in the way: where bodies are predicted
//! deep inside each other, the shortest way out may lead aside. Contact stops what approaches; a pair that
//! was apart at the start and that contact has pushed out, farther than its parts were ever pressed together, is
//! such a case ([`Passage::Aside`]).
//! Quasi-dynamic bodies are left alone: half a step from rest is not half of their step.

use super::Task;
use super::halves::free_acceleration;
use super::path::Path;
use crate::broad_phase::Candidate;
use crate::math::{Rot, Vec3};
use crate::shape::{gap_certificate, penetration, separating_direction};
use crate::step::margin::margin_of;
use crate::step::workspace::Interval;
use crate::step::{PartId, Step};
use crate::world::{Model, Motion, Part, State};

/// Contacts of clouds that are deeper than this part of the smaller inscribed radius may be nearer to the other side.
const MIDDLE: f64 = 0.75;
/// An overlap below this (units of length) is none.
const DEPTH: f64 = 1e-3;
/// Overlaps on the way, and what contact pushes a pair out by, count beyond this part of the smaller inscribed radius.
pub(super) const ASIDE: f64 = 0.02;
/// 2 sin(1/4): of a body that turned by a rad.
const LARGEST_CHORD: f64 = 0.494_807_918_509_046;
/// A way in which bodies are where they cannot be at the end of a solved step, the gravest last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Passage {
    /// Contact turned a body farther than one solve resolves: the arms of its impulses are those of the end.
    Turned,
    /// Contact stopped a pair that would have met deep within this step: the normal is the one of the end, far from
    /// that of the first touch.
    Deep,
    /// Contact was made with another side than the one that was in the way.
    Aside,
    /// A pair changed sides, or was left out and overlaps.
    Through,
}

/// Sees all that is wrong with the step that led to `end`, among the `candidates` and among its contacts, and the
/// two bodies of which it is.
pub(super) fn visit_passages(
    model: &Model,
    candidates: &[Candidate],
    task: &Task,
    end: &Step,
    mut visit: impl FnMut((Passage, [usize; 2])),
) {
    let crossing = Crossing { model, task, end };
    let margin = margin_of(model, task.rho) * model.units.length;
    let active = |candidate: &&Candidate| task.active.has_both(candidate.bodies);
    for candidate in candidates.iter().filter(active) {
        if crossing.of(candidate, margin) {
            visit((Passage::Through, candidate.bodies));
        }
    }
    for contact in &end.contacts {
        let bodies = [contact.first.body, contact.second.body];
        if let Some(passage) = crossing.meeting(contact) {
            visit((passage, bodies));
        } else if crossing.has_turned(bodies) {
            visit((Passage::Turned, bodies));
        }
    }
}

/// A step from its end.
pub(super) struct Crossing<'a> {
    pub(super) model: &'a Model,
    pub(super) task: &'a Task<'a>,
    pub(super) end: &'a Step,
}

impl Crossing<'_> {
    /// Returns whether one of two bodies has turned too far, by unit quaternions: |q+ - q| = 2 sin(turn / 4).
    fn has_turned(&self, bodies: [usize; 2]) -> bool {
        let keeps = |&body: &usize| self.model.bodies[body].keeps_velocity();
        let mut turning = bodies.into_iter().filter(keeps);
        turning.any(|body| self.chord(body) > LARGEST_CHORD)
    }

    /// Returns the distance of the rotations of a body at the start and at the end, as unit quaternions.
    fn chord(&self, body: usize) -> f64 {
        let [from, to] = [self.task.state, &self.end.state].map(|state| &state.bodies[body]);
        (to.rotation.coords - from.rotation.coords).norm()
    }

    /// Returns the angle between the rotation of a body at the end and the one that its spin at the start leads to, rad.
    pub(super) fn swing(&self, body: usize) -> f64 {
        let to = &self.end.state.bodies[body].rotation;
        self.free(body).1.angle_to(to)
    }

    fn of(&self, candidate: &Candidate, margin: f64) -> bool {
        let pair = [0, 1].map(|s| PartId {
            body: candidate.bodies[s],
            part: candidate.parts[s],
        });
        let bodies = pair.map(|id| &self.model.bodies[id.body]);
        if bodies.iter().any(|body| body.quasi_dynamic) {
            return false;
        }
        if let Some(pierced) = self.pierces(pair) {
            return pierced;
        }
        let travel: f64 = pair.iter().map(|&id| self.travel(id)).sum();
        let swerve: f64 = pair.iter().map(|&id| self.swerve(id)).sum();
        (travel > self.clearance(pair) || swerve > margin) && self.passes(pair)
    }

    pub(super) fn part(&self, id: PartId) -> &Part {
        &self.model.bodies[id.body].parts[id.part]
    }

    /// Returns the sum of the inscribed radii, m; 0 of a half-space.
    fn inscribed(&self, pair: [PartId; 2]) -> f64 {
        pair.iter().map(|&id| self.part(id).inscribed_radius).sum()
    }

    /// Returns how far a pair may move without being examined, m.
    fn clearance(&self, pair: [PartId; 2]) -> f64 {
        let [a, b] = pair.map(|id| self.part(id).inscribed_radius);
        if a.min(b) > 0.0 {
            0.5 * a.min(b)
        } else {
            a + b
        }
    }

    /// Returns how far a point of a part may have moved in the step, m.
    fn travel(&self, id: PartId) -> f64 {
        let [from, to] = [self.task.state, &self.end.state].map(|state| &state.bodies[id.body]);
        (to.position - from.position).norm() + self.rotation_travel(id)
    }

    /// Returns how far a part may be from where it would be without contact, m.
    fn swerve(&self, id: PartId) -> f64 {
        let body = &self.model.bodies[id.body];
        if !matches!(body.motion, Motion::Free | Motion::Driven(_)) {
            return 0.0;
        }
        let to = &self.end.state.bodies[id.body];
        (to.position - self.free(id.body).0).norm() + self.rotation_travel(id)
    }

    /// Returns the pose of a body at the end of the step if it touched nothing.
    pub(super) fn free(&self, body: usize) -> (Vec3, Rot) {
        let (own, from) = (&self.model.bodies[body], &self.task.state.bodies[body]);
        if !own.is_moving() {
            let to = &self.end.state.bodies[body];
            return (to.position, to.rotation);
        }
        let Interval { seconds, .. } = self.task.interval;
        let pull = free_acceleration(self.model, own, &self.task.input.wrenches[body]);
        let velocity = from.velocity + pull * self.task.interval.pull();
        let turn = Rot::from_scaled_axis(from.angular_velocity * seconds);
        (from.position + velocity * seconds, from.rotation * turn)
    }

    /// Returns how far turning moved a point of a part, at most, m.
    fn rotation_travel(&self, id: PartId) -> f64 {
        let part = self.part(id);
        if !part.bounding_radius.is_finite() {
            return 0.0;
        }
        2.0 * self.chord(id.body) * (part.placed.offset.norm() + part.bounding_radius)
    }

    /// Returns the separation of the pair along `n` at a state, m.
    fn apart(&self, state: &State, pair: [PartId; 2], n: &Vec3) -> f64 {
        let [a, b] = pair.map(|id| &self.part(id).placed);
        let [from, to] = poses(state, pair);
        gap_certificate(a, &from, b, &to, n)
    }

    /// Returns whether the pair changed sides, or was left out and overlaps at the end.
    fn passes(&self, pair: [PartId; 2]) -> bool {
        let [a, b] = pair.map(|id| &self.part(id).placed);
        let depth = self.tolerance(pair);
        let [first, second] = poses(&self.end.state, pair);
        if let Some(normal) = b.shape.plane_normal() {
            let normal = second.1 * (b.rotation * normal);
            return self.apart(&self.end.state, pair, &-normal) < -depth;
        }
        let changed = |n: &Vec3| {
            self.apart(self.task.state, pair, n) < -self.inscribed(pair) || self.is_blocked(pair, n)
        };
        // A contact of clouds is one of all parts of two bodies: its normal says little of a pair of parts.
        if !self.model.contact_model.uses_clouds()
            && let Some(normal) = self.contact_normal(pair)
        {
            return changed(&normal);
        }
        if let Some(normal) = separating_direction(a, &first, b, &second, depth) {
            return changed(&normal);
        }
        let guess = second.0 - first.0;
        penetration(a, &first, b, &second, &guess) > depth
            || guess
                .try_normalize(0.0)
                .is_some_and(|guess| self.is_blocked(pair, &guess))
    }

    /// Returns the overlap at the end of a step that is none, m: springs are pressed in, up to half of the thinner part.
    fn tolerance(&self, pair: [PartId; 2]) -> f64 {
        match self.model.contact_model.uses_clouds() {
            true => self.clearance(pair).max(DEPTH * self.model.units.length),
            false => DEPTH * self.model.units.length,
        }
    }

    /// Returns of a pair with a solid whether the parts are deep within each other, or the middle of the other part went through its
    /// surface; nothing of pairs without one. Of two solids, whose middles may be in their hollows, only the depth counts, and solids
    /// over half-spaces, which hold their hulls, are not looked at so.
    fn pierces(&self, pair: [PartId; 2]) -> Option<bool> {
        let parts = pair.map(|id| self.part(id));
        let side = parts.iter().position(|part| part.solid.is_some())?;
        let other = parts[1 - side];
        let is_deep = self.is_deep(pair);
        if is_deep || other.solid.is_some() {
            return Some(is_deep);
        }
        if other.placed.shape.plane_normal().is_some() {
            return None;
        }
        let solid = parts[side].solid.as_ref()?;
        let [from, to] = [self.task.state, &self.end.state].map(|state| {
            let at = poses(state, pair);
            let middle = at[1 - side].0 + at[1 - side].1 * other.placed.offset;
            at[side].1.inverse_transform_vector(&(middle - at[side].0))
        });
        Some(solid.is_crossed(&from, &to))
    }

    /// Returns whether a contact of the pair is deeper than where one surface of the thinner part gives way to the other.
    fn is_deep(&self, pair: [PartId; 2]) -> bool {
        let [a, b] = pair.map(|id| self.part(id).inscribed_radius);
        let thin = if a.min(b) > 0.0 { a.min(b) } else { a + b };
        let mut contacts = self.end.contacts.iter();
        contacts.any(|contact| {
            let known = [contact.first, contact.second];
            (known == pair || known == [pair[1], pair[0]]) && contact.gap < -MIDDLE * thin
        })
    }

    /// Returns whether the pair overlapped on its way to the end, where it is apart along `normal`.
    fn is_blocked(&self, pair: [PartId; 2], normal: &Vec3) -> bool {
        let parts = pair.map(|id| self.part(id));
        let thin = parts[0].inscribed_radius.min(parts[1].inscribed_radius);
        let path = Path {
            parts: parts.map(|part| &part.placed),
            ends: [self.task.state, &self.end.state].map(|state| poses(state, pair)),
            depth: ASIDE * thin + self.hover(),
        };
        path.is_blocked(normal)
    }

    /// Returns the normal from the first to the second, if the pair was a row of the step.
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

pub(super) fn poses(state: &State, pair: [PartId; 2]) -> [(Vec3, Rot); 2] {
    pair.map(|id| {
        let at = &state.bodies[id.body];
        (at.position, at.rotation)
    })
}
