//! A convex part as the hull of beads, or as a half-space.

use crate::math::Vec3;
use crate::shape::{Bead, Shape};
use crate::world::Part;

/// A part in the centre-of-mass frame of its body.
#[derive(Debug, Clone)]
pub(crate) enum Outline {
    /// The hull of beads.
    Hull(Hull),
    /// The half-space of the points y with `normal`.y <= `offset`.
    HalfSpace {
        /// The outward unit normal.
        normal: Vec3,
        /// The offset, m.
        offset: f64,
    },
}

/// The convex hull of beads.
#[derive(Debug, Clone)]
pub(crate) struct Hull {
    pub beads: Vec<Bead>,
    /// The radius of a sphere about the centre of mass that holds the hull.
    pub reach: f64,
}

impl Hull {
    fn new(beads: Vec<Bead>) -> Self {
        let far = |bead: &Bead| bead.at.norm() + bead.radius + bead.spread();
        let reach = beads.iter().map(far).fold(0.0, f64::max);
        Self { beads, reach }
    }

    /// Returns the value of the support function along `d` of any length.
    pub fn support(&self, d: &Vec3) -> f64 {
        let values = self.beads.iter().map(|bead| bead.support(d));
        values.fold(f64::NEG_INFINITY, f64::max)
    }

    /// Returns the point whose bead reaches farthest along `d`.
    pub fn farthest(&self, d: &Vec3) -> Vec3 {
        let values = self.beads.iter().map(|bead| (bead.support(d), bead.at));
        let none = (f64::NEG_INFINITY, Vec3::zeros());
        let farther = |best: (f64, Vec3), other: (f64, Vec3)| match other.0 > best.0 {
            true => other,
            false => best,
        };
        values.fold(none, farther).1
    }
}

impl Outline {
    /// Describes a part.
    ///
    /// # Errors
    /// Why no proof is known for the part, as the end of a sentence: it is not convex, or a sum of two shapes with round rims.
    pub fn of(part: &Part) -> Result<Self, &'static str> {
        if part.solid.is_some() {
            return Err("is not convex: planes cannot prove that it is apart");
        }
        let placed = &part.placed;
        if let Shape::HalfSpace(plane) = &placed.shape {
            let normal = placed.rotation * plane.normal;
            let offset = plane.offset + normal.dot(&placed.offset);
            return Ok(Self::HalfSpace { normal, offset });
        }
        let beads = placed.beads();
        let why = "is a sum of two shapes with rims, or of too many points: its support function is not known in closed form";
        Ok(Self::Hull(Hull::new(beads.ok_or(why)?)))
    }
}
