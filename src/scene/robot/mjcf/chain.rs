//! Joints of one body that are no single joint together: a chain of joints with bodies between them.
//!
//! A thin rod on the axis of a hinge moves alike on both sides of the hinge. So a body between two joints is such a rod, and its mass is taken
//! from the child where the last joint is a hinge, from the parent where the first one is. Masses, centres and the mass matrix are
//! those of the file, but for the moment of the rod about its own axis.

use super::combine::combine;
use super::joint::{Kind, Simple};
use super::reader::Reader;
use crate::error::{Error, Result};
use crate::math::{Mat3, Rot, Vec3};
use crate::scene::robot::description::{Inertial, Link, Pose, Root};
use crate::scene::robot::mass::fault;
use crate::scene::robot::xml::Element;

/// The shares of a mass that a rod may have; it has the first one that leaves an inertia that a body can have.
const SHARES: [f64; 3] = [1e-3, 1e-4, 1e-5];
/// The radius of gyration of a rod about its axis, m.
const ABOUT: f64 = 1.2e-5;
/// The radius of gyration of a rod across its axis, m.
const ACROSS: f64 = 1e-3;
/// Sines and distances (m) below this one are zero.
const ZERO: f64 = 1e-6;

/// A line: a point and a direction of length 1.
type Line = [Vec3; 2];

/// A body between two joints.
pub(super) struct Between {
    link: usize,
    /// The link that its mass is taken from.
    from: usize,
    /// The axis of the hinge in the frame of that link, and in its own.
    axes: [Line; 2],
    /// The error where that link has no mass to give.
    refused: Error,
}

impl Reader<'_, '_> {
    /// Connects a link by all its joints, one after the other; `refused` is the error where that cannot be.
    pub(super) fn chain(
        &mut self,
        body: Element<'_>,
        joints: &[Simple],
        ends: [usize; 2],
        zero: Pose,
        refused: Error,
    ) -> Result<()> {
        let is_single = |joint: &Simple| matches!(joint.kind, Kind::Hinge | Kind::Slide);
        let are_alike = joints.windows(2).any(|pair| are_alike(&pair[0], &pair[1]));
        if are_alike || !joints.iter().all(is_single) {
            return Err(refused);
        }
        let (mut outer, mut own_zero) = (ends[0], zero);
        for (k, joint) in joints.iter().enumerate() {
            let next = match k + 1 == joints.len() {
                true => ends[1],
                false => self.between(body, joints, k, ends, zero, &refused)?,
            };
            let alone = std::slice::from_ref(joint);
            let Ok(combined) = combine(alone) else {
                return Err(refused);
            };
            self.join(body, alone, &combined, [outer, next], own_zero)?;
            (outer, own_zero) = (next, (Vec3::zeros(), Rot::identity()));
        }
        let [parent, child] = ends.map(|link| self.out.links[link].name.clone());
        let words = format!(
            "{child}: its {} joints are joints of their own, with thin rods between them that have a part of the masses",
            joints.len()
        );
        self.notes.say(body.offset(), words);
        if !self.fixed.contains(&ends[0]) {
            self.out.no_contact.push([parent, child]);
        }
        Ok(())
    }
}

impl Reader<'_, '_> {
    /// Adds the link behind joint `k` of a chain.
    fn between(
        &mut self,
        body: Element<'_>,
        joints: &[Simple],
        k: usize,
        [parent, child]: [usize; 2],
        zero: Pose,
        refused: &Error,
    ) -> Result<usize> {
        let (first, last) = (&joints[0], &joints[joints.len() - 1]);
        let line = |hinge: &Simple| [hinge.anchor, hinge.axis];
        let (from, axes) = if k + 2 == joints.len() && last.kind == Kind::Hinge {
            (child, [line(last); 2])
        } else if k == 0 && !self.fixed.contains(&parent) && first.kind == Kind::Hinge {
            let on_parent = [zero.0 + zero.1 * first.anchor, zero.1 * first.axis];
            (parent, [on_parent, line(first)])
        } else {
            return Err(refused.clone());
        };
        let link = self.out.links.len();
        let mut name = format!("{}:{}", self.out.links[child].name, joints[k].name);
        if !self.names.insert(name.clone()) {
            name = self.new_name("body");
        }
        self.poses.push(self.poses[child]);
        self.out.links.push(Link {
            name,
            place: body.offset(),
            root: Root::Base,
            inertial: None,
            collisions: Vec::new(),
            visuals: Vec::new(),
        });
        self.between.push(Between {
            link,
            from,
            axes,
            refused: refused.clone(),
        });
        Ok(link)
    }

    /// Gives the bodies between joints their masses, once all others have theirs.
    pub(super) fn share_masses(&mut self) -> Result<()> {
        for between in std::mem::take(&mut self.between) {
            let Some(own) = self.out.links[between.from].inertial else {
                return Err(between.refused);
            };
            let [on_giver, on_link] = between.axes;
            let along = on_giver[1].dot(&(own.centre - on_giver[0]));
            let mut shares = SHARES.iter().map(|share| {
                let mass = share * own.mass;
                (
                    own.plus(&rod(-mass, on_giver, along)),
                    rod(mass, on_link, along),
                )
            });
            let Some((rest, rod)) = shares.find(|(rest, _)| fault(Some(rest)).is_none()) else {
                return Err(between.refused);
            };
            self.out.links[between.from].inertial = Some(rest);
            self.out.links[between.link].inertial = Some(rod);
        }
        Ok(())
    }
}

/// Returns a thin rod on a line, whose centre is `along` it.
fn rod(mass: f64, [point, direction]: Line, along: f64) -> Inertial {
    let about = direction * direction.transpose();
    let across = Mat3::identity() - about;
    Inertial {
        mass,
        centre: point + direction * along,
        inertia: (about * (ABOUT * ABOUT) + across * (ACROSS * ACROSS)) * mass,
    }
}

/// Returns whether two joints leave the same motion free, so that no body between them would have a place.
fn are_alike(a: &Simple, b: &Simple) -> bool {
    let are_parallel = a.axis.cross(&b.axis).norm() < ZERO;
    let offset = (b.anchor - a.anchor).cross(&a.axis).norm();
    a.kind == b.kind && are_parallel && (a.kind == Kind::Slide || offset < ZERO)
}
