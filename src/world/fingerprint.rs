//! Which model a saved state belongs to.

use super::{Body, Joint, Model};
use crate::math::Fnv;
use std::fmt::{self, Write};

impl Model {
    /// Returns FNV-1a (64 bit) of everything that does not change during a simulation, every number by its
    /// bits: bodies by name with motion, mass and parts, time step, gravity, unit of length, contact
    /// model, friction, filtered pairs, joints. Equal models have equal fingerprints; rows and bounds follow
    /// from the rest and do not enter.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Fnv::new();
        self.describe(&mut hash)
            .expect("a hash takes whatever is written");
        hash.value()
    }

    /// Numbers are written as the shortest text that reads back to the same bits.
    fn describe(&self, out: &mut Fnv) -> fmt::Result {
        write!(out, "{:?} {:?} ", self.time_step, self.gravity)?;
        write!(out, "{:?} {:?} ", self.units, self.contact_model)?;
        write!(out, "{:?} {:?} ", self.friction_law, self.friction_point)?;
        write!(out, "{:?}", self.no_contact)?;
        if self.contact_model.uses_clouds() || self.has_solids() {
            write!(out, "{:?}", self.soft_minimum)?;
        }
        if self.contact_model.uses_hulls() {
            write!(out, "{:?}", self.separating_plane)?;
        }
        self.bodies
            .iter()
            .try_for_each(|body| describe(body, out))?;
        if !self.friction_pairs.is_empty() {
            write!(out, "{:?}", self.friction_pairs)?;
            let parts = self.bodies.iter().flat_map(|body| &body.parts);
            for part in parts {
                write!(out, "{:?}", part.material)?;
            }
        }
        self.joints.iter().try_for_each(|joint| {
            let Joint { name, kind, .. } = joint;
            write!(out, "{name:?} {kind:?} {:?} ", joint.bodies())?;
            write!(out, "{:?} {:?}", joint.frames, joint.axes)?;
            match joint.coupling {
                Some(coupling) => write!(out, "{coupling:?}"),
                None => Ok(()),
            }
        })
    }
}

fn describe(body: &Body, out: &mut Fnv) -> fmt::Result {
    write!(out, "{:?} {:?} {:?}", body.name, body.motion, body.plane)?;
    write!(out, "{} {:?} ", body.quasi_dynamic, body.mass)?;
    write!(out, "{:?} {:?}", body.inertia, body.centre_of_mass)?;
    for part in &body.parts {
        write!(out, "{:?} {:?}", part.name, part.placed)?;
        write!(out, "{:?} {:?}", part.friction, part.torsional_friction)?;
        if let Some(solid) = &part.solid {
            write!(out, "{:?}", solid.mesh())?;
        }
    }
    Ok(())
}
