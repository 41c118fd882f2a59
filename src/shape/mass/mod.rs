//! Volume, centre of volume and inertia of a shape at unit density.
//!
//! Closed forms for the primitives (in their files); exact integrals over tetrahedra for polytopes, and over
//! prisms, wedges and sectors of balls for padded ones. A sum whose members are polytopes, boxes,
//! spheres, capsules and padded polytopes is one of these again and exact; every other sum is
//! integrated over a grid of normals with a stated error ([`MassProperties::error`]).

mod moments;
mod padding;
pub(super) mod quadrature;

pub(super) use moments::Moments;
pub(super) use padding::padding;

use crate::math::{Mat3, Rot, Vec3, skew};

/// Volume integrals of a body of unit density, in its own frame.
#[derive(Debug, Clone, PartialEq)]
pub struct MassProperties {
    /// Volume, m^3.
    pub volume: f64,
    /// Centre of volume, m.
    pub centre: Vec3,
    /// Inertia about `centre` at unit density, m^5.
    pub inertia: Mat3,
    /// Estimated relative error of `volume` and `inertia`; 0 for closed forms.
    ///
    /// The estimate is the last Richardson step, not a bound: it does not see a corner that only
    /// directions between those of the grids support.
    pub error: f64,
}

impl MassProperties {
    /// Returns the mass properties of the body placed in an enclosing frame.
    #[must_use]
    pub fn placed(&self, rotation: &Rot, offset: &Vec3) -> Self {
        let r = rotation.to_rotation_matrix();
        Self {
            centre: rotation * self.centre + offset,
            inertia: r * self.inertia * r.transpose(),
            ..*self
        }
    }

    /// Returns the mass properties of two bodies taken together; what overlaps counts twice.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let volume = self.volume + other.volume;
        let centre = (self.centre * self.volume + other.centre * other.volume) / volume;
        let inertia = self.inertia_about(&centre) + other.inertia_about(&centre);
        Self {
            volume,
            centre,
            inertia,
            error: self.error.max(other.error),
        }
    }

    fn inertia_about(&self, point: &Vec3) -> Mat3 {
        let d = skew(&(self.centre - point));
        self.inertia - d * d * self.volume
    }

    /// A body centred at its origin with principal moments `per_volume` x volume.
    pub(super) fn diagonal(volume: f64, per_volume: Vec3) -> Self {
        Self {
            volume,
            centre: Vec3::zeros(),
            inertia: Mat3::from_diagonal(&(per_volume * volume)),
            error: 0.0,
        }
    }
}
