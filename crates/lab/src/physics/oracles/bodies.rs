//! The shapes and bodies of the records.

use drystone::error::{Error, Result};
use drystone::math::{Mat3, Rot, Vec3};
use drystone::shape::{Capsule, Cuboid, HalfSpace, MassProperties, Placed, Shape, Sphere};
use drystone::world::{Body, BodySpec, MassSpec, PartSpec};

/// A free body of one shape at its origin; `mass` in kg.
pub fn free(name: &str, shape: &Shape, mass: f64, friction: f64) -> BodySpec {
    let part = PartSpec::new("part", Placed::at_origin(shape.clone()), friction);
    Body::free(name).mass(mass).part(part)
}

/// A fixed body of one shape.
pub fn fixed(name: &str, shape: &Shape, friction: f64) -> BodySpec {
    let part = PartSpec::new("part", Placed::at_origin(shape.clone()), friction);
    Body::fixed(name).part(part)
}

/// The half-space n.x <= 0.
pub fn plane(n: Vec3) -> Result<Shape> {
    Ok(Shape::HalfSpace(HalfSpace::new(n, 0.0)?))
}

/// A ball; m.
pub fn sphere(radius: f64) -> Result<Shape> {
    Ok(Shape::Sphere(Sphere::new(radius)?))
}

/// A box of three half-lengths, m.
pub fn cuboid(x: f64, y: f64, z: f64) -> Result<Shape> {
    Ok(Shape::Cuboid(Cuboid::new(Vec3::new(x, y, z))?))
}

/// A capsule along an axis; m.
pub fn capsule(radius: f64, length: f64, axis: Vec3) -> Result<Placed> {
    along(Shape::Capsule(Capsule::new(radius, length)?), axis)
}

/// A shape of axis z turned to another one.
pub fn along(shape: Shape, axis: Vec3) -> Result<Placed> {
    let mut placed = Placed::at_origin(shape);
    let turn = Rot::rotation_between(&Vec3::z(), &axis);
    let opposite = || Error::value("axis", "is opposite to z", "turn it a little");
    placed.rotation = turn.ok_or_else(opposite)?;
    Ok(placed)
}

/// Returns the body with its shape placed.
pub fn shaped(spec: BodySpec, placed: Placed) -> BodySpec {
    let mut spec = spec;
    spec.parts[0].placed = placed;
    spec
}

/// Returns the body with mass (kg), centre (m) and principal moments of inertia (kg m^2) given.
pub fn weighing(spec: BodySpec, mass: f64, centre: Vec3, moments: [f64; 3]) -> BodySpec {
    let inertia = Mat3::from_diagonal(&Vec3::from(moments));
    spec.mass_spec(MassSpec::Full(mass, centre, inertia))
}

/// Volume, centre and inertia of a bounded shape.
pub fn own_mass(shape: &Shape) -> Result<MassProperties> {
    let unbounded = || Error::value("shape", "has no volume", "use a bounded one");
    shape.mass_properties().ok_or_else(unbounded)
}
