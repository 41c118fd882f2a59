//! Reads the contact points of a solved step.

use super::active::Active;
use super::slot::Worlds;
use super::workspace::Workspace;
use super::{Contact, PartId};
use crate::contact::Block;
use crate::world::Model;

/// Friction holds when it uses less than this share of its bound,
const STICKING: f64 = 0.99;
/// and when the parts slip by less than this part of the unit of velocity, sqrt(9.81 L): at a large
/// relaxation a contact slides far inside its cone.
const CREEPING: f64 = 0.01;

/// Reads the contact points of the pairs of the `active` bodies in a step of a world, SI units, in the order of the pairs.
pub fn read_contacts<R: Worlds>(
    model: &Model,
    work: &Workspace<R>,
    lane: usize,
    active: Active,
    out: &mut Vec<Contact>,
) {
    let units = &model.units;
    out.clear();
    for slot in work.slots() {
        if !active.has_both(slot.candidate.bodies) {
            continue;
        }
        let [a, b] = [0, 1].map(|s| PartId {
            body: slot.candidate.bodies[s],
            part: slot.candidate.parts[s],
        });
        // The block's normal pushes a away, so it points from b to a; impulse and slip are those
        // of a.
        let sign = if a.body < b.body { -1.0 } else { 1.0 };
        let (first, second) = if a.body < b.body { (a, b) } else { (b, a) };
        slot.block.contacts(lane, |at| {
            out.push(Contact {
                first,
                second,
                point: at.point * units.length,
                normal: at.normal * sign,
                gap: at.gap * units.length,
                impulse: at.impulse * (sign * units.velocity),
                normal_impulse: at.normal.dot(&at.impulse) * units.velocity,
                torsional_impulse: at.torsion * (units.velocity * units.length),
                slip_velocity: at.slip * (sign * units.velocity),
                sticking: at.friction_used < STICKING && at.slip.norm() < CREEPING,
            });
        });
    }
}

/// Adds the impulses of the first of two half steps to the contacts of the second.
pub fn merge_first_half(first: &[Contact], contacts: &mut Vec<Contact>) {
    for earlier in first {
        match contacts.iter_mut().find(|c| same_pair(c, earlier)) {
            Some(contact) => {
                contact.impulse += earlier.impulse;
                contact.normal_impulse += earlier.normal_impulse;
                contact.torsional_impulse += earlier.torsional_impulse;
            }
            None => contacts.push(*earlier),
        }
    }
}

/// Returns whether two contacts are of the same parts.
pub fn same_pair(a: &Contact, b: &Contact) -> bool {
    (a.first, a.second) == (b.first, b.second)
}
