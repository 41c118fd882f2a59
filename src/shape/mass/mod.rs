//! Volume, centre of volume and inertia of a shape at unit density.
//!
//! Closed forms for the primitives; exact integrals over tetrahedra for polytopes, and over
//! prisms, wedges and sectors of balls for padded ones. A sum whose members are polytopes, boxes,
//! spheres, capsules and padded polytopes is one of these again and exact; every other sum is
//! integrated over a grid of normals with a stated error ([`MassProperties::error`]).

mod moments;
mod padded;
mod quadrature;
mod sum;

use super::{Polytope, Shape};
use crate::math::{Mat3, Rot, Vec3, skew};
use moments::Moments;
use std::f64::consts::PI;

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

    /// A body centred at its origin with principal moments `per_volume` x volume.
    fn diagonal(volume: f64, per_volume: Vec3) -> Self {
        Self {
            volume,
            centre: Vec3::zeros(),
            inertia: Mat3::from_diagonal(&(per_volume * volume)),
            error: 0.0,
        }
    }
}

impl Shape {
    /// Mass properties at unit density in the shape frame; `None` for a half-space.
    pub fn mass_properties(&self) -> Option<MassProperties> {
        Some(match self {
            Shape::HalfSpace(_) => return None,
            Shape::Cuboid(shape) => {
                let s = shape.half_extents.map(|h| h * h);
                let i = Vec3::new(s.y + s.z, s.z + s.x, s.x + s.y) / 3.0;
                MassProperties::diagonal(8.0 * shape.half_extents.product(), i)
            }
            Shape::Sphere(shape) => sphere(shape.radius),
            Shape::Ellipsoid(shape) => {
                let s = shape.semi_axes.map(|a| a * a);
                let i = Vec3::new(s.y + s.z, s.z + s.x, s.x + s.y) / 5.0;
                MassProperties::diagonal(4.0 / 3.0 * PI * shape.semi_axes.product(), i)
            }
            Shape::Capsule(shape) => capsule(shape.radius, shape.length),
            Shape::Cylinder(shape) => cylinder(shape.radius, shape.length),
            Shape::CircularCone(shape) => {
                let (r2, h) = (shape.base_radius().powi(2), shape.height);
                let across = 0.15 * r2 + 0.0375 * h * h;
                MassProperties::diagonal(PI / 3.0 * r2 * h, Vec3::new(across, across, 0.3 * r2))
            }
            Shape::Polytope(shape) => polytope(shape).properties(0.0),
            Shape::PaddedPolytope(shape) => {
                let mut all = polytope(&shape.core);
                all.add(&padded::padding(&shape.core, shape.radius));
                all.properties(0.0)
            }
            Shape::Minkowski(_) => sum::sum(self),
        })
    }
}

fn sphere(radius: f64) -> MassProperties {
    let volume = 4.0 / 3.0 * PI * radius.powi(3);
    MassProperties::diagonal(volume, Vec3::repeat(0.4 * radius * radius))
}

fn cylinder(radius: f64, length: f64) -> MassProperties {
    let r2 = radius * radius;
    let across = 0.25 * r2 + length * length / 12.0;
    MassProperties::diagonal(PI * r2 * length, Vec3::new(across, across, 0.5 * r2))
}

/// Cylinder and two half-balls; the centre of a half-ball is 3R/8 beyond its disc.
fn capsule(radius: f64, length: f64) -> MassProperties {
    let (r2, middle, balls) = (
        radius * radius,
        cylinder(radius, length),
        sphere(radius).volume,
    );
    let half = 0.5 * length;
    let across = balls * (0.4 * r2 + half * half + 0.75 * half * radius);
    let caps = Vec3::new(across, across, 0.4 * r2 * balls);
    MassProperties {
        volume: middle.volume + balls,
        inertia: middle.inertia + Mat3::from_diagonal(&caps),
        ..middle
    }
}

/// Tetrahedra from the origin to the triangles of every face.
fn polytope(shape: &Polytope) -> Moments {
    let mut moments = Moments::default();
    for corners in &shape.corners {
        let at = |k: usize| &shape.vertices[corners[k]];
        for k in 2..corners.len() {
            moments.add_tetrahedron(at(0), at(k - 1), at(k));
        }
    }
    moments
}
