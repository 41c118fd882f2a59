//! Contacts of a solved step that were made with another side, or deep within the step.

use super::crossing::{ASIDE, Crossing, Passage, poses};
use crate::math::Vec3;
use crate::shape::{penetration, separating_direction};
use crate::step::Contact;
use crate::world::Part;

/// A pair meets deep within a step when contact holds it back by more than this part of the smaller inscribed radius.
const DEEP: f64 = 0.5;

/// So much is enough where the surfaces move on by more than the radius.
const GLANCE: f64 = 0.05;

/// A pair also meets deep when contact holds it back by more than this many inscribed radii, and the velocities at the start carry it as
/// far into itself: a pair that touches already is stopped at once, by a normal that may be far from that of the touch.
const STRUCK: f64 = 1.0;

impl Crossing<'_> {
    /// Returns whether contact has pushed a pair out along its normal that was apart at the start, or has stopped one that
    /// came from afar.
    pub(super) fn meeting(&self, contact: &Contact) -> Option<Passage> {
        let pair = [contact.first, contact.second];
        let parts = pair.map(|id| self.part(id));
        let is_plane = |part: &Part| part.placed.shape.plane_normal().is_some();
        if contact.normal_impulse <= 0.0
            || parts.into_iter().any(is_plane)
            || pair
                .iter()
                .any(|id| self.model.bodies[id.body].quasi_dynamic)
        {
            return None;
        }
        // How the material at the contact point moved along the normal: in the step, and by contact alone. What
        // touches at the end overlapped by as much along this normal, what does not was pushed by other pairs.
        let [in_step, by_contact] = self.moved_apart(contact);
        let along = |v: Vec3| v.dot(&contact.normal);
        let (travel, free) = (in_step.norm(), (in_step - by_contact).norm());
        let (in_step, by_contact) = (along(in_step), along(by_contact));
        // Where the step gained energy that nothing explains, any push is one.
        let gained = self.end.status.energy.unexplained() > 0.0;
        // Pushed by drives or by other bodies, not carried in by its own motion.
        if free < 0.5 * by_contact && !gained {
            return None;
        }
        let out = in_step.min(by_contact);
        let thin = parts[0].inscribed_radius.min(parts[1].inscribed_radius);
        let deep = by_contact > DEEP * thin && -in_step > 0.5 * DEEP * thin;
        let far = travel > thin && by_contact > GLANCE * thin && -in_step > 0.5 * GLANCE * thin;
        let struck = by_contact.min(self.carried_in(contact)) > STRUCK * thin;
        if deep || far || struck {
            return Some(Passage::Deep);
        }
        let least = if gained {
            0.0
        } else {
            ASIDE * thin + self.hover()
        };
        if out <= least || contact.gap > 0.5 * out {
            return None;
        }
        if parts.into_iter().any(|part| part.solid.is_some()) {
            return None;
        }
        let [first, second] = poses(self.task.state, pair);
        let [a, b] = [&parts[0].placed, &parts[1].placed];
        let depth = 0.5 * ASIDE * thin;
        let guess = second.0 - first.0;
        let apart = separating_direction(a, &first, b, &second, depth).is_some()
            || penetration(a, &first, b, &second, &guess) < depth;
        apart.then_some(Passage::Aside)
    }

    /// Returns how the surfaces of a contact moved against each other in the step, and how much of it was the doing of
    /// contact, m.
    fn moved_apart(&self, contact: &Contact) -> [Vec3; 2] {
        let mut out = [Vec3::zeros(); 2];
        for (id, sign) in [(contact.first, -1.0), (contact.second, 1.0)] {
            let [from, to] = [self.task.state, &self.end.state].map(|state| &state.bodies[id.body]);
            let arm = to.rotation.inverse() * (contact.point - to.position);
            let free = self.free(id.body);
            let ends = [from.position + from.rotation * arm, free.0 + free.1 * arm];
            for (out, end) in out.iter_mut().zip(ends) {
                *out += (contact.point - end) * sign;
            }
        }
        out
    }

    /// Returns how far the velocities at the start carry the material at the contact point into the other body, m.
    fn carried_in(&self, contact: &Contact) -> f64 {
        let h = self.task.interval.seconds;
        let sides = [(contact.first, 1.0), (contact.second, -1.0)];
        let carried = sides.map(|(id, sign)| {
            let [from, to] = [self.task.state, &self.end.state].map(|state| &state.bodies[id.body]);
            let arm = from.rotation * (to.rotation.inverse() * (contact.point - to.position));
            if !self.model.bodies[id.body].is_moving() {
                return (contact.point - from.position - arm) * sign;
            }
            (from.velocity + from.angular_velocity_world().cross(&arm)) * (h * sign)
        });
        (carried[0] + carried[1]).dot(&contact.normal)
    }

    /// Returns how far the relaxation pushes resting bodies away in a step at most, m.
    pub(super) fn hover(&self) -> f64 {
        let units = &self.model.units;
        4.0 * self.task.rho * units.length * units.time / self.task.interval.seconds
    }
}
