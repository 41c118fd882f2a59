//! Volume, centre of volume and inertia of a shape at unit density.

use super::Shape;
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
    /// Relative error that the method guarantees for `volume` and `inertia`; 0 for closed forms.
    pub error: f64,
}

impl MassProperties {
    /// The same body placed in an enclosing frame.
    #[must_use]
    pub fn placed(&self, rotation: &Rot, offset: &Vec3) -> Self {
        let r = rotation.to_rotation_matrix();
        Self {
            centre: rotation * self.centre + offset,
            inertia: r * self.inertia * r.transpose(),
            ..*self
        }
    }

    /// Two bodies taken together; what overlaps counts twice.
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
}

impl Shape {
    /// Mass properties at unit density in the shape frame; `None` for a half-space.
    pub fn mass_properties(&self) -> Option<MassProperties> {
        let diagonal = |volume: f64, i: Vec3| MassProperties {
            volume,
            centre: Vec3::zeros(),
            inertia: Mat3::from_diagonal(&(i * volume)),
            error: 0.0,
        };
        match self {
            Shape::Cuboid(shape) => {
                let s = shape.half_extents.component_mul(&shape.half_extents);
                let i = Vec3::new(s.y + s.z, s.z + s.x, s.x + s.y) / 3.0;
                Some(diagonal(8.0 * shape.half_extents.product(), i))
            }
            Shape::Sphere(shape) => {
                let r2 = shape.radius * shape.radius;
                let volume = 4.0 / 3.0 * std::f64::consts::PI * r2 * shape.radius;
                Some(diagonal(volume, Vec3::repeat(0.4 * r2)))
            }
            _ => None,
        }
    }
}
