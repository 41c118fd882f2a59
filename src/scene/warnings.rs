//! What is allowed but deserves a word, and what can only be seen in the whole scene.

use super::config::{Config, MaterialConfig};
use super::shape_config::{Kind, ShapeConfig};
use crate::error::{Error, Result};
use crate::shape::mesh::MeshReport;
use crate::world::{Body, Model, Part, State};
use std::collections::BTreeMap;

/// Ratio of sizes, and of masses, beyond which contact loses accuracy.
const MAX_RATIO: f64 = 1e9;

/// Ratio of the unit of length to the median half-size, either way, beyond which a word is said.
const MAX_LENGTH_RATIO: f64 = 10.0;

/// Hausdorff distance of a part of a mesh, as a fraction of its median half extent, beyond which a word is said.
const MAX_RELATIVE_DISTANCE: f64 = 0.05;

/// A warning about the mesh that its convex parts stand for worst, if they do so badly.
pub(super) fn of_meshes(meshes: &BTreeMap<String, MeshReport>) -> Option<Error> {
    let rough = |report: &MeshReport| report.relative_distance > MAX_RELATIVE_DISTANCE;
    let rough: Vec<_> = meshes.iter().filter(|(_, report)| rough(report)).collect();
    let distance = |report: &MeshReport| report.relative_distance;
    let worst = rough
        .iter()
        .max_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
    let (name, report) = worst?;
    let others = match rough.len() {
        1 => String::new(),
        count => format!("; so are parts of {} other meshes", count - 1),
    };
    let why = format!(
        "a part is up to {:.3e} m ({:.0} % of its median half extent) outside of its hull: {} faces were reduced to \
         {}{others}",
        report.distance,
        100.0 * report.relative_distance,
        report.faces_before,
        report.faces_after
    );
    let fix = "raise it, or leave it where that is near enough";
    let field = format!("shape.{name}.mesh.max_faces");
    Some(Error::value(field, why, fix))
}

/// Warnings of a scene, without their places.
pub(super) fn collect(config: &Config, model: &Model) -> Vec<Error> {
    let mut out = Vec::new();
    if model.bodies.is_empty() {
        out.push(Error::value(
            "body",
            "the scene has no bodies: every step does nothing",
            "add a [[body]]",
        ));
    }
    out.extend(size_ratio(config));
    out.extend(mass_ratio(model));
    out.extend(length_ratio(config, model));
    out.extend(unused_torsion(config));
    out.extend(mixed_cloud(model));
    out
}

/// A body whose parts differ in friction and meet other bodies as one cloud.
fn mixed_cloud(model: &Model) -> Option<Error> {
    if !model.contact_model.uses_clouds() && !model.has_solids() {
        return None;
    }
    let named = !model.friction_pairs.is_empty();
    let differ = |a: &Part, b: &Part| a.friction != b.friction || named && a.material != b.material;
    let mixed = |body: &&Body| body.parts.iter().any(|part| differ(part, &body.parts[0]));
    let body = model.bodies.iter().find(mixed)?;
    let why = "its parts have different materials, and meet others as one cloud: the friction is that of the part that is found first";
    let fix = "give its parts one material, or make them bodies that a fixed joint holds together";
    Some(Error::value(format!("body.{}.shape", body.name), why, fix))
}

/// A radius of torsional friction that the contact model does not use.
fn unused_torsion(config: &Config) -> Option<Error> {
    let model = config.simulation.contact_model;
    let given = |material: &MaterialConfig| material.torsional_friction.0.metres() > Some(0.0);
    let mut materials = config.material.iter();
    let (name, _) = materials.find(|(_, material)| model.uses_hulls() && given(material))?;
    let why = format!(
        "the contact model {} does not use it: friction acts at every corner",
        model.name()
    );
    let fix = "remove it, or use contact_model = \"single_level\"";
    let field = format!("material.{name}.torsional_friction");
    Some(Error::value(field, why, fix))
}

/// A unit of length that is unlike the bodies.
fn length_ratio(config: &Config, model: &Model) -> Option<Error> {
    let sized = |body: &Body| body.is_moving() && !body.parts.is_empty();
    let length = config.simulation.length?;
    if !model.bodies.iter().any(sized) {
        return None;
    }
    let typical = model.median_half_size();
    let ratio = (length / typical).max(typical / length);
    (ratio > MAX_LENGTH_RATIO).then(|| {
        let why = format!(
            "{length} m, but the moving bodies have half-sizes of about {typical:.3} m: hover, margins \
             and tolerances count in it, so contact is {ratio:.0} times {} than rho says of these \
             bodies",
            if length > typical { "softer" } else { "harder" }
        );
        let fix = "remove it, or choose rho with it in mind";
        Error::value("simulation.length", why, fix)
    })
}

fn size_ratio(config: &Config) -> Option<Error> {
    let all = config.shape.iter().flat_map(|(name, shape)| {
        let sizes = sizes(shape).into_iter();
        sizes.map(move |(field, size)| (format!("shape.{name}.{field}"), size))
    });
    let sizes: Vec<(String, f64)> = all.filter(|(_, size)| *size > 0.0).collect();
    let smallest = sizes.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let largest = sizes.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let ratio = largest.1 / smallest.1;
    (ratio >= MAX_RATIO).then(|| {
        Error::value(
            smallest.0.clone(),
            format!(
                "{} m here and {} m in {}: size ratio {ratio:.0e} is beyond double precision for \
                 contact (limit {MAX_RATIO:.0e})",
                smallest.1, largest.1, largest.0
            ),
            "rescale, or remove the tiny shape",
        )
    })
}

/// Lengths of a primitive as written, with their keys.
fn sizes(shape: &ShapeConfig) -> Vec<(String, f64)> {
    let Kind::Primitive(kind, table) = shape.kind() else {
        return Vec::new();
    };
    let sizes = table.sizes().into_iter();
    sizes
        .map(|(key, size)| (format!("{kind}.{key}"), size))
        .collect()
}

fn mass_ratio(model: &Model) -> Option<Error> {
    let moving = || model.bodies.iter().filter(|body| body.is_moving());
    let light = moving().min_by(|a, b| a.mass.total_cmp(&b.mass))?;
    let heavy = moving().max_by(|a, b| a.mass.total_cmp(&b.mass))?;
    let ratio = heavy.mass / light.mass;
    (ratio >= MAX_RATIO).then(|| {
        Error::value(
            format!("body.{}.mass, body.{}.mass", light.name, heavy.name),
            format!(
                "{:.3e} kg and {:.3e} kg: mass ratio {ratio:.0e}: contact forces lose accuracy \
                 (limit {MAX_RATIO:.0e})",
                light.mass, heavy.mass
            ),
            "make one fixed or rescale",
        )
    })
}

/// Refuses bodies whose mass cannot be represented.
pub(super) fn check_masses(model: &Model) -> Result<()> {
    for body in model.bodies.iter().filter(|body| body.is_moving()) {
        let moments = body.inertia.diagonal();
        let sane = |x: f64| x.is_finite() && x > 1e-290;
        if !sane(body.mass) || !moments.iter().all(|&x| sane(x)) {
            return Err(Error::value(
                format!("body.{}", body.name),
                format!(
                    "mass {} kg and moments {:?} kg m^2 are not finite numbers > 0",
                    body.mass,
                    moments.as_slice()
                ),
                "give the shape a size that numbers can hold, or give mass and inertia",
            ));
        }
    }
    Ok(())
}

/// Refuses two parts whose reference points coincide: no contact normal exists.
pub(super) fn check_centres(model: &Model, state: &State) -> Result<()> {
    let mut points = Vec::new();
    for (i, (body, at)) in model.bodies.iter().zip(&state.bodies).enumerate() {
        for part in &body.parts {
            if part.placed.shape.is_bounded() {
                points.push((at.position + at.rotation * part.placed.offset, i));
            }
        }
    }
    points.sort_by(|a, b| a.0.x.total_cmp(&b.0.x));
    let near = 1e-9 * model.units.length;
    for (k, (a, i)) in points.iter().enumerate() {
        let rest = points[k + 1..].iter();
        let close = rest.take_while(|(b, _)| b.x - a.x <= near);
        let mut close = close.filter(|(b, j)| (b - a).norm() <= near && model.may_touch(*i, *j));
        if let Some((_, j)) = close.next() {
            let name = |body: usize| &model.bodies[body].name;
            let (first, second) = (name(*i.min(j)), name(*i.max(j)));
            return Err(Error::value(
                format!("body.{first}.position, body.{second}.position"),
                "they overlap completely, centre on centre (alpha = 0): no contact normal exists",
                "move them apart, or disable the pair with [[no_contact]]",
            ));
        }
    }
    Ok(())
}
