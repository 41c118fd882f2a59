//! A body as the builder of a model receives it.

use super::{Body, BodyState, Drive, MassSpec, Motion, Plane, TorsionalFriction};
use crate::error::{Error, Result, finite};
use crate::math::{Rot, Vec3};
use crate::shape::{Placed, Shape, Solid};
use std::sync::Arc;

/// Density of a body that is given no mass, kg/m^3.
pub const DEFAULT_DENSITY: f64 = 1000.0;
/// Friction coefficient of a body that is given none.
pub const DEFAULT_FRICTION: f64 = 0.5;

/// A convex part, placed in the shape frame of its body.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PartSpec {
    /// Name for reports.
    pub name: String,
    /// The shape in the body's shape frame.
    pub placed: Placed,
    /// Friction coefficient >= 0.
    pub friction: f64,
    /// This resists its spin about the normal of a contact.
    pub torsional_friction: TorsionalFriction,
    /// The name of its material, for pairs of materials with a friction of their own
    /// ([`ModelBuilder::friction_between`](super::ModelBuilder::friction_between)).
    pub material: Option<String>,
    /// The solid, in the frame of the shape, that the part is and that the shape only encloses.
    pub solid: Option<Arc<Solid>>,
}

impl PartSpec {
    /// A part whose spin friction resists on the patch in which it touches.
    pub fn new(name: impl Into<String>, placed: Placed, friction: f64) -> Self {
        Self {
            name: name.into(),
            placed,
            friction,
            torsional_friction: TorsionalFriction::Patch,
            material: None,
            solid: None,
        }
    }

    /// Names its material.
    #[must_use]
    pub fn material(mut self, name: impl Into<String>) -> Self {
        self.material = Some(name.into());
        self
    }

    /// Makes the part a solid that need not be convex, in the frame of its shape, which encloses it. Its mass is that of the solid;
    /// the contact model has to be one with [`ContactModel::takes_solids`](super::ContactModel::takes_solids).
    #[must_use]
    pub fn solid(mut self, solid: Arc<Solid>) -> Self {
        self.solid = Some(solid);
        self
    }

    /// Sets what resists its spin about the normal of a contact; a number is metres.
    #[must_use]
    pub fn torsional_friction(mut self, torsion: impl Into<TorsionalFriction>) -> Self {
        self.torsional_friction = torsion.into();
        self
    }
}

/// A body as the builder receives it: [`Body::free`] and its siblings start one.
///
/// Defaults: 1000 kg/m^3, friction 0.5 that resists spin on the patch of contact, at rest with the shape frame at the
/// origin of the world. A shape that cannot be made is reported by
/// [`ModelBuilder::build`](super::ModelBuilder::build), with the name of the body.
///
/// # Example
///
/// ```
/// use drystone::shape::Shape;
/// use drystone::world::Body;
///
/// let ball = Body::free("ball").shape(Shape::sphere(0.1)).friction(0.8).at([0.0, 0.0, 1.0]);
/// assert_eq!(ball.parts.len(), 1);
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct BodySpec {
    /// Unique name.
    pub name: String,
    /// How it moves.
    pub motion: Motion,
    /// Restriction to a plane.
    pub plane: Option<Plane>,
    /// It starts every step at rest, whatever its velocity.
    pub quasi_dynamic: bool,
    /// Mass; ignored for fixed and prescribed bodies.
    pub mass: MassSpec,
    /// Convex parts, in the shape frame.
    pub parts: Vec<PartSpec>,
    /// Pose of the shape frame (world, m) at the start; velocity of the centre of mass (world, m/s)
    /// and angular velocity (body frame, rad/s) at the start.
    pub start: BodyState,
    /// Coefficients of friction that [`Self::shape`] gives the parts that it adds.
    friction: f64,
    torsional_friction: TorsionalFriction,
    /// The first shape that could not be made.
    problem: Option<Error>,
}

impl Body {
    /// Starts a body that is part of the world.
    pub fn fixed(name: impl Into<String>) -> BodySpec {
        BodySpec::new(name, Motion::Fixed)
    }

    /// Starts a body whose pose at the end of every step is the command.
    pub fn prescribed(name: impl Into<String>) -> BodySpec {
        BodySpec::new(name, Motion::Prescribed)
    }

    /// Starts a body that moves by forces and contact.
    pub fn free(name: impl Into<String>) -> BodySpec {
        BodySpec::new(name, Motion::Free)
    }

    /// Starts a body that moves by forces, contact and an implicit spring and damper towards its
    /// command.
    pub fn driven(name: impl Into<String>, drive: Drive) -> BodySpec {
        BodySpec::new(name, Motion::Driven(drive))
    }
}

impl BodySpec {
    /// A body without parts, at rest at the origin.
    pub fn new(name: impl Into<String>, motion: Motion) -> Self {
        Self {
            name: name.into(),
            motion,
            plane: None,
            quasi_dynamic: false,
            mass: MassSpec::Density(DEFAULT_DENSITY),
            parts: Vec::new(),
            start: BodyState::at_rest(Vec3::zeros(), Rot::identity()),
            friction: DEFAULT_FRICTION,
            torsional_friction: TorsionalFriction::Patch,
            problem: None,
        }
    }

    /// Adds a convex part at the origin of the shape frame, named after the body, with the friction of
    /// the body.
    #[must_use]
    pub fn shape(mut self, shape: impl Into<Result<Shape>>) -> Self {
        match shape.into() {
            Ok(shape) => {
                let placed = Placed::at_origin(shape);
                let part = PartSpec::new(self.name.clone(), placed, self.friction);
                self.parts
                    .push(part.torsional_friction(self.torsional_friction));
            }
            Err(error) => {
                self.problem.get_or_insert(error);
            }
        }
        self
    }

    /// Adds a convex part with a placement and friction of its own.
    #[must_use]
    pub fn part(mut self, part: PartSpec) -> Self {
        self.parts.push(part);
        self
    }

    /// Sets the friction coefficient of all parts so far, and of those that [`Self::shape`] adds later.
    #[must_use]
    pub fn friction(mut self, coefficient: f64) -> Self {
        self.friction = coefficient;
        for part in &mut self.parts {
            part.friction = coefficient;
        }
        self
    }

    /// Sets what resists the spin about the normal of a contact, of all parts so far and of those that
    /// [`Self::shape`] adds later; a number is metres.
    #[must_use]
    pub fn torsional_friction(mut self, torsion: impl Into<TorsionalFriction>) -> Self {
        self.torsional_friction = torsion.into();
        for part in &mut self.parts {
            part.torsional_friction = self.torsional_friction;
        }
        self
    }

    /// Sets the mass, kg; centre and inertia follow from the shape at uniform density.
    #[must_use]
    pub fn mass(self, kilograms: f64) -> Self {
        self.mass_spec(MassSpec::Mass(kilograms))
    }

    /// Sets the density, kg/m^3.
    #[must_use]
    pub fn density(self, density: f64) -> Self {
        self.mass_spec(MassSpec::Density(density))
    }

    /// Sets mass, centre of mass and inertia in one of the ways in which they can be given.
    #[must_use]
    pub fn mass_spec(mut self, mass: MassSpec) -> Self {
        self.mass = mass;
        self
    }

    /// Restricts the body to a coordinate plane.
    #[must_use]
    pub fn plane(mut self, plane: Plane) -> Self {
        self.plane = Some(plane);
        self
    }

    /// Makes the body start every step at rest
    /// (docs/formulation.md, section 3).
    #[must_use]
    pub fn quasi_dynamic(mut self) -> Self {
        self.quasi_dynamic = true;
        self
    }

    /// Sets where the shape frame starts, world, m.
    #[must_use]
    pub fn at(mut self, position: impl Into<Vec3>) -> Self {
        self.start.position = position.into();
        self
    }

    /// Sets the orientation of the shape frame at the start, body to world.
    #[must_use]
    pub fn rotation(mut self, rotation: Rot) -> Self {
        self.start.rotation = rotation;
        self
    }

    /// Sets the velocity of the centre of mass at the start, world, m/s.
    #[must_use]
    pub fn velocity(mut self, velocity: impl Into<Vec3>) -> Self {
        self.start.velocity = velocity.into();
        self
    }

    /// Sets the angular velocity at the start, body frame, rad/s.
    #[must_use]
    pub fn angular_velocity(mut self, angular_velocity: impl Into<Vec3>) -> Self {
        self.start.angular_velocity = angular_velocity.into();
        self
    }

    /// Returns the body itself, or the first shape of it that could not be made, or what is wrong with its
    /// start.
    pub(super) fn checked(mut self) -> Result<Self> {
        if let Some(error) = self.problem.take() {
            return Err(error.within("shape"));
        }
        self.check_start()?;
        Ok(self)
    }

    fn check_start(&self) -> Result<()> {
        let at = &self.start;
        finite("position", at.position.as_slice(), "give finite metres")?;
        finite("rotation", at.rotation.coords.as_slice(), "give a rotation")?;
        finite("velocity", at.velocity.as_slice(), "give finite m/s")?;
        let spin = at.angular_velocity;
        finite("angular_velocity", spin.as_slice(), "give finite rad/s")?;
        let is_known = matches!(self.motion, Motion::Fixed | Motion::Prescribed);
        for (field, velocity) in [("velocity", at.velocity), ("angular_velocity", spin)] {
            if is_known && velocity != Vec3::zeros() {
                let why = "a fixed or prescribed body has no velocity of its own";
                return Err(Error::value(field, why, "remove it, or make the body free"));
            }
        }
        Ok(())
    }
}
