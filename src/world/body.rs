//! A body: how it moves, what it weighs, what it is made of.

use super::{BodyState, Command, MassSpec, SharedPoint, TorsionalFriction};
use crate::math::{Mat3, Rot, Vec3};
use crate::shape::{HullPoints, Placed, Rows, SoftSurface, Solid, Surface};
use std::sync::Arc;

/// How a body moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Motion {
    /// The body is a part of the world and never moves.
    Fixed,
    /// Its pose at the end of every step is the command; nothing pushes it away.
    Prescribed,
    /// Moves by forces and contact.
    Free,
    /// Moves by forces, contact and an implicit spring and damper towards its command.
    Driven(Drive),
}

/// Spring and damper of a driven body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drive {
    /// The stiffness along the world axes, N/m.
    pub stiffness: Vec3,
    /// The damping of the translation, N s/m.
    pub damping: f64,
    /// The stiffness about the world axes, N m/rad.
    pub rotational_stiffness: Vec3,
    /// The damping of the rotation, N m s/rad.
    pub rotational_damping: f64,
}

impl Drive {
    /// Returns the force of spring and damper at the end of a step, N, world, where a body is `at` and goes to a command.
    pub fn force(&self, command: &Command, at: &BodyState) -> Vec3 {
        let way = command.position - at.position;
        way.component_mul(&self.stiffness) + (command.velocity - at.velocity) * self.damping
    }
}

/// A coordinate plane to which a body is restricted: two translations, one rotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plane {
    /// The body moves along x and y, and rotates about z.
    Xy,
    /// The body moves along x and z, and rotates about y.
    Xz,
    /// The body moves along y and z, and rotates about x.
    Yz,
}

impl Plane {
    /// Returns the unit normal, world.
    pub fn normal(self) -> Vec3 {
        match self {
            Plane::Xy => Vec3::z(),
            Plane::Xz => Vec3::y(),
            Plane::Yz => Vec3::x(),
        }
    }

    /// Returns the indices of the freedoms among (translation x, y, z, rotation about x, y, z), world axes.
    pub fn freedoms(self) -> &'static [usize] {
        match self {
            Plane::Xy => &[0, 1, 5],
            Plane::Xz => &[0, 2, 4],
            Plane::Yz => &[1, 2, 3],
        }
    }
}

/// One convex part of a body.
#[derive(Debug, Clone)]
pub struct Part {
    /// Name for reports: the shape's name, with an index when the body has several parts.
    pub name: String,
    /// The shape, placed in the centre-of-mass frame of its body.
    pub placed: Placed,
    /// The coefficient of friction.
    pub friction: f64,
    /// This resists its spin about the normal of a contact.
    pub torsional_friction: TorsionalFriction,
    /// The name of its material, which [`Model::friction_pairs`](super::Model::friction_pairs) ask for.
    pub material: Option<String>,
    /// Conic rows in the centre-of-mass frame, in units of the model's length; equal parts may share them.
    pub rows: Arc<Rows>,
    /// The cloud that stands for the part, in units of the model's length, where the contact model needs clouds: that of all bounded
    /// parts of the body together, or the half-space alone.
    pub soft: Option<Arc<SoftSurface>>,
    /// The points of which the part is the hull, in the centre-of-mass frame in units of the model's length, where the contact model needs
    /// them; of a half-space one point of its plane.
    pub hull: Option<Arc<HullPoints>>,
    /// The solid that the part is, in the centre-of-mass frame, where its shape only encloses it.
    pub solid: Option<Arc<Solid>>,
    /// The axis-aligned box around the part in the centre-of-mass frame, (low, high), m.
    pub bounds: (Vec3, Vec3),
    /// Radius of the smallest ball about the part's reference point that contains it, m.
    pub bounding_radius: f64,
    /// Radius of the largest ball about the part's reference point inside it, m.
    pub inscribed_radius: f64,
}

impl Part {
    /// Returns the surface in the centre-of-mass frame; empty for a half-space.
    pub fn surface(&self) -> Surface {
        match &self.solid {
            Some(solid) => solid.surface(),
            None => self.placed.surface(),
        }
    }
}

/// A body of a [`Model`](super::Model).
#[derive(Debug, Clone)]
pub struct Body {
    /// Unique name.
    pub name: String,
    /// How it moves.
    pub motion: Motion,
    /// The restriction to a plane, if any.
    pub plane: Option<Plane>,
    /// It starts every step at rest, whatever its velocity
    /// (docs/formulation.md, section 3).
    pub quasi_dynamic: bool,
    /// The mass, kg (0 for fixed and prescribed bodies).
    pub mass: f64,
    /// The inertia about the centre of mass, body frame, kg m^2.
    pub inertia: Mat3,
    /// The centre of mass in the shape frame, m.
    pub centre_of_mass: Vec3,
    /// How mass, centre and inertia were given when the model was built; without meaning for fixed
    /// and prescribed bodies.
    pub mass_spec: MassSpec,
    /// The convex parts.
    pub parts: Vec<Part>,
    /// The points that hulls among the parts may share.
    pub points: Vec<SharedPoint>,
}

impl Part {
    /// Returns whether the part is a ball.
    pub fn is_ball(&self) -> bool {
        self.bounding_radius == self.inscribed_radius
    }

    /// Returns the parameters of its shape; none of a solid, which the shape only encloses.
    pub(crate) fn shape_parameters(&self) -> Vec<crate::shape::Parameter> {
        match self.solid {
            Some(_) => Vec::new(),
            None => self.placed.parameters(),
        }
    }
}

impl Body {
    /// Returns whether the body's motion is an unknown of the step.
    pub fn is_moving(&self) -> bool {
        matches!(self.motion, Motion::Free | Motion::Driven(_))
    }

    /// Returns a bound of the distance of its farthest point from its origin, m.
    pub fn extent(&self) -> f64 {
        let parts = self.parts.iter();
        let reach = parts.map(|part| part.placed.offset.norm() + part.bounding_radius);
        reach.fold(0.0, f64::max)
    }

    /// Returns whether its velocity at the start of a step is one of the numbers of the step.
    pub fn keeps_velocity(&self) -> bool {
        self.is_moving() && !self.quasi_dynamic
    }

    /// Returns the indices of its freedoms among (translation, rotation), world axes.
    pub fn freedoms(&self) -> &'static [usize] {
        match self.plane {
            None => &[0, 1, 2, 3, 4, 5],
            Some(plane) => plane.freedoms(),
        }
    }

    /// Returns the position of the centre of mass when the shape frame is at `position`, `rotation`.
    pub fn centre_from_shape(&self, position: &Vec3, rotation: &Rot) -> Vec3 {
        position + rotation * self.centre_of_mass
    }

    /// Returns the position of the shape frame when the centre of mass is at `centre`.
    pub fn shape_from_centre(&self, centre: &Vec3, rotation: &Rot) -> Vec3 {
        centre - rotation * self.centre_of_mass
    }
}
