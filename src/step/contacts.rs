//! Reads the contact points of a solved step, and converts them and their derivatives to what a user sees.

use super::active::Active;
use super::gradient::CONTACT_ROWS;
use super::slot::Worlds;
use super::workspace::Workspace;
use super::{Contact, PartId};
use crate::broad_phase::Candidate;
use crate::contact::{Block, ContactPoint, ContactRate};
use crate::math::lanes::Lanes;
use crate::world::Model;
use std::ops::Range;

/// Rows of the derivative of a contact point.
pub const CONTACT: usize = CONTACT_ROWS.len();

/// The rows of impulse and torque impulse among them.
pub const IMPULSES: Range<usize> = 7..CONTACT;

/// Friction holds when it uses less than this share of its bound,
const STICKING: f64 = 0.99;
/// and when the parts slip by less than this part of the unit of velocity, sqrt(9.81 L): at a large
/// relaxation a contact slides far inside its cone.
const CREEPING: f64 = 0.01;

/// How the contact points of a pair are reported. A block has the units of the model, and its normal, impulse
/// and slip are those of its first body, which is pushed away; a report has SI units, its first body is the one
/// that comes first in the model, and its normal, impulse and slip are those of the second. Values and
/// derivatives are converted here, and nowhere else.
pub struct ContactReport {
    first: PartId,
    second: PartId,
    /// The factor from what a block says of its first body to what a report says of its second.
    sign: f64,
    /// The unit of length, m.
    length: f64,
    /// The unit of velocity, m/s; that of impulses is as many N s.
    velocity: f64,
}

impl ContactReport {
    /// Returns how the contact points of a pair are reported.
    pub fn new(model: &Model, candidate: &Candidate) -> Self {
        let [a, b] = [0, 1].map(|s| PartId {
            body: candidate.bodies[s],
            part: candidate.parts[s],
        });
        let (first, second, sign) = match a.body < b.body {
            true => (a, b, -1.0),
            false => (b, a, 1.0),
        };
        Self {
            first,
            second,
            sign,
            length: model.units.length,
            velocity: model.units.velocity,
        }
    }

    /// Returns a contact point as it is reported.
    pub fn contact(&self, at: &ContactPoint) -> Contact {
        let (length, sign, velocity) = (self.length, self.sign, self.velocity);
        Contact {
            first: self.first,
            second: self.second,
            point: at.point * length,
            normal: at.normal * sign,
            gap: at.gap * length,
            impulse: at.impulse * (sign * velocity),
            normal_impulse: at.normal.dot(&at.impulse) * velocity,
            torsional_impulse: at.torsion * (velocity * length),
            patch_radius: at.patch_radius * length,
            patch: at.patch.map(|axis| axis * length),
            slip_velocity: at.slip * (sign * velocity),
            sticking: at.friction_used < STICKING && at.slip.norm() < CREEPING,
        }
    }

    /// Returns the change of a contact point as it is reported, rows as [`CONTACT_ROWS`].
    pub fn rate<const N: usize>(&self, rate: &ContactRate<N>) -> [Lanes<N>; CONTACT] {
        let (length, sign, velocity) = (self.length, self.sign, self.velocity);
        let gap = rate.gap * length;
        let [x, y, z] = rate.point.map(|point| point * length);
        let [nx, ny, nz] = rate.normal.map(|normal| normal * sign);
        let [ix, iy, iz] = rate.impulse.map(|impulse| impulse * (sign * velocity));
        let torsion = rate.torsion * (velocity * length);
        [gap, x, y, z, nx, ny, nz, ix, iy, iz, torsion]
    }
}

/// Reads the contact points of the pairs of the `active` bodies in a step of a world, SI units, in the order of the pairs.
pub fn read_contacts<R: Worlds>(
    model: &Model,
    work: &Workspace<R>,
    lane: usize,
    active: Active,
    out: &mut Vec<Contact>,
) {
    out.clear();
    for slot in work.slots() {
        if active.has_both(slot.candidate.bodies) {
            let report = ContactReport::new(model, &slot.candidate);
            slot.block
                .contacts(lane, |at| out.push(report.contact(&at)));
        }
    }
}

/// Adds the impulses of an earlier part of a step to the contacts of a later one: to the nearest one of the same parts; contacts that have
/// none come behind them. Visits the places of the earlier ones in their order.
pub fn merge_earlier(
    earlier: &[Contact],
    contacts: &mut Vec<Contact>,
    mut visit: impl FnMut(usize),
) {
    let later = contacts.len();
    for earlier in earlier {
        let way = |k: &usize| (contacts[*k].point - earlier.point).norm_squared();
        let same = (0..later).filter(|k| same_pair(&contacts[*k], earlier));
        let nearest = same.min_by(|a, b| way(a).total_cmp(&way(b)));
        let place = nearest.unwrap_or(contacts.len());
        match contacts.get_mut(place) {
            Some(contact) => {
                contact.impulse += earlier.impulse;
                contact.normal_impulse += earlier.normal_impulse;
                contact.torsional_impulse += earlier.torsional_impulse;
            }
            None => contacts.push(*earlier),
        }
        visit(place);
    }
}

/// Returns whether two contacts are of the same parts.
fn same_pair(a: &Contact, b: &Contact) -> bool {
    (a.first, a.second) == (b.first, b.second)
}
