//! The names of the tangents of a joint space, and its inputs.

use super::JointSpace;
use super::space::Entry;
use crate::error::{Error, Result};
use crate::world::Coordinate;

impl JointSpace<'_> {
    /// Returns the 2 nv tangents, positions first: `JOINT.position`, `JOINT.velocity` (with a number where a joint has several), and those of
    /// bodies that no joint holds.
    pub fn tangents(&self) -> Vec<Coordinate> {
        let of_bodies = self.model.tangents();
        let half = of_bodies.len() / 2;
        let places = self.model.tangent_bodies();
        let mut out = Vec::with_capacity(2 * self.nv());
        for (velocity, name) in [(false, "position"), (true, "velocity")] {
            for (entry, _) in &self.entries {
                match *entry {
                    Entry::Body(i) => {
                        let place = places.iter().position(|&p| p == i).unwrap_or(0);
                        let first = 6 * place + if velocity { half } else { 0 };
                        out.extend_from_slice(&of_bodies[first..first + 6]);
                    }
                    Entry::Joint(j) => out.extend(self.names(j, name, velocity)),
                }
            }
        }
        out
    }

    /// Returns the inputs of the joint space, as indices of [`Model::inputs`](crate::world::Model::inputs): those of bodies that no joint holds, then those of motors.
    /// Forces and torques on bodies that joints hold are not among them.
    pub fn inputs(&self) -> Vec<usize> {
        let holder = &self.model.forest.holder;
        let mut out = Vec::new();
        let mut first = 0;
        for (i, body) in self.model.bodies.iter().enumerate() {
            let own = first..first + body.input_count();
            first = own.end;
            if holder[i].is_none() {
                out.extend(own);
            }
        }
        out.extend(first..self.model.nu());
        out
    }

    /// Returns the place of an input among [`Self::inputs`], by its name: a column of B in joint space.
    ///
    /// # Errors
    /// There is no such input, or it is of a body that a joint holds.
    pub fn input(&self, name: &str) -> Result<usize> {
        let index = self.model.input(name)?;
        let place = self.inputs().iter().position(|&own| own == index);
        place.ok_or_else(|| {
            let why = format!("{name} acts on a body that a joint holds");
            let fix = "take an input of a motor or of a body that no joint holds; Simulator::gradient has all";
            Error::value("input", why, fix)
        })
    }

    fn names(&self, j: usize, name: &str, velocity: bool) -> Vec<Coordinate> {
        let joint = &self.model.joints[j];
        if joint.coupling.is_some() {
            return Vec::new();
        }
        let count = joint.velocity_count();
        let coordinates = joint.kind.coordinates();
        let of = |k: usize| {
            let is_angle = coordinates.get(k).is_none_or(|c| c.is_angle());
            Coordinate {
                name: match count {
                    1 => format!("{}.{name}", joint.name),
                    _ => format!("{}.{k}.{name}", joint.name),
                },
                unit: match (is_angle, velocity) {
                    (true, false) => "rad",
                    (true, true) => "rad/s",
                    (false, false) => "m",
                    (false, true) => "m/s",
                },
            }
        };
        (0..count).map(of).collect()
    }
}
