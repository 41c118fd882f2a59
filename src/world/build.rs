//! Checked bodies from what a builder was given.

use super::mass::mass_of;
use super::shared_points::shared_points;
use super::{Body, BodySpec, ContactModel, Motion, Part, PartSpec, Units};
use crate::error::{Error, Result};
use crate::math::{Mat3, Vec3};
use crate::shape::{Rows, Shape};
use std::sync::Arc;

/// Equal rows are searched among this many different parts.
const REMEMBERED: usize = 16;

/// Builds all bodies, whose names have to differ.
pub(super) fn build_bodies(specs: Vec<BodySpec>, model: ContactModel) -> Result<Vec<Body>> {
    let mut bodies = Vec::with_capacity(specs.len());
    for (i, spec) in specs.into_iter().enumerate() {
        if let Some(first) = bodies.iter().position(|b: &Body| b.name == spec.name) {
            return Err(Error::value(
                format!("body[{i}].name"),
                format!("name \"{}\" is already used by body[{first}]", spec.name),
                "rename one",
            ));
        }
        let outer = format!("body.{}", spec.name);
        bodies.push(build_body(spec, model).map_err(|e| e.within(&outer))?);
    }
    Ok(bodies)
}

/// Computes the conic rows of all parts in units of `length`. Equal rows lie in memory once, where a step over a
/// pile of bricks finds them in the cache; they are searched among the last few that differ.
pub(super) fn share_rows(bodies: &mut [Body], length: f64) {
    let mut distinct: Vec<Arc<Rows>> = Vec::new();
    for part in bodies.iter_mut().flat_map(|body| &mut body.parts) {
        let rows = part.placed.rows().in_units_of(length);
        let mut known = distinct.iter().rev().take(REMEMBERED);
        part.rows = match known.find(|known| ***known == rows) {
            Some(known) => Arc::clone(known),
            None => {
                distinct.push(Arc::new(rows));
                Arc::clone(&distinct[distinct.len() - 1])
            }
        };
    }
}

fn build_body(spec: BodySpec, model: ContactModel) -> Result<Body> {
    let spec = spec.checked()?;
    let moving = matches!(spec.motion, Motion::Free | Motion::Driven(_));
    if moving
        && spec
            .parts
            .iter()
            .any(|part| matches!(part.placed.shape, Shape::HalfSpace(_)))
    {
        return Err(Error::value(
            "shape",
            "a half-space is unbounded and cannot move",
            "mark the body fixed, or use a box",
        ));
    }
    if spec.quasi_dynamic && !moving {
        let why = "a fixed or prescribed body has no velocity of its own";
        return Err(Error::value("quasi_dynamic", why, "remove it"));
    }
    let (mass, centre, inertia) = if moving {
        mass_of(&spec.mass, model.has_mass_on_corners(), || {
            let parts = spec.parts.iter();
            parts.map(|part| (&part.placed, part.solid.as_deref()))
        })?
    } else {
        (0.0, Vec3::zeros(), Mat3::zeros())
    };
    let parts = spec.parts.into_iter();
    let parts: Result<Vec<Part>> = parts.map(|part| build_part(part, &centre)).collect();
    let parts = parts?;
    Ok(Body {
        name: spec.name,
        motion: spec.motion,
        plane: spec.plane,
        quasi_dynamic: spec.quasi_dynamic,
        mass,
        inertia,
        centre_of_mass: centre,
        mass_spec: spec.mass,
        points: shared_points(&parts),
        parts,
    })
}

/// Builds a part of a body whose centre of mass is at `centre` in its shape frame.
fn build_part(part: PartSpec, centre: &Vec3) -> Result<Part> {
    non_negative("friction", part.friction, "use 0 for frictionless")?;
    part.torsional_friction.check(part.friction)?;
    let mut placed = part.placed;
    placed.offset -= centre;
    let solid = part.solid;
    let solid = solid.map(|solid| solid.placed(&placed.rotation, &placed.offset));
    let hull = placed.shape.inscribed_radius();
    let solid = solid.transpose()?.map(Arc::new);
    Ok(Part {
        name: part.name,
        friction: part.friction,
        torsional_friction: part.torsional_friction,
        material: part.material,
        rows: Arc::new(placed.rows()),
        soft: None,
        hull: None,
        inscribed_radius: match &solid {
            Some(solid) => solid.half_thickness().min(hull),
            None => hull,
        },
        solid,
        bounds: placed.bounds(),
        bounding_radius: placed.shape.bounding_radius(),
        placed,
    })
}

/// Checks a coefficient of friction.
pub(super) fn non_negative(field: &str, value: f64, fix: &str) -> Result<()> {
    if value.is_finite() && value >= 0.0 {
        return Ok(());
    }
    Err(Error::value(
        field,
        format!("must be >= 0, got {value}"),
        fix,
    ))
}

/// Returns the median over the moving bodies of their half-size, within [`Units::LENGTHS`]: the mean half-extent
/// of the bounds.
pub(super) fn median_half_size(bodies: &[Body]) -> f64 {
    let mut sizes: Vec<f64> = bodies
        .iter()
        .filter(|body| body.is_moving() && !body.parts.is_empty())
        .map(half_size)
        .collect();
    sizes.sort_by(f64::total_cmp);
    match sizes.len() {
        0 => 1.0,
        n => sizes[n / 2].clamp(Units::LENGTHS[0], Units::LENGTHS[1]),
    }
}

/// Returns the half-size of a body: the geometric mean of the half-extents of its bounds in its own frame.
fn half_size(body: &Body) -> f64 {
    let mut low = Vec3::repeat(f64::INFINITY);
    let mut high = -low;
    for part in &body.parts {
        let (part_low, part_high) = part.bounds;
        low = low.inf(&part_low);
        high = high.sup(&part_high);
    }
    ((high - low) * 0.5).product().cbrt()
}
