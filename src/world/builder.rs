//! Builds a checked [`Model`].

use super::gains::check_gains;
use super::mass::{MassSpec, mass_of};
use super::{Body, ContactModel, FrictionLaw, FrictionPoint, Model, Motion, Part, Plane, Units};
use crate::error::{Error, Result, finite, positive};
use crate::math::{Mat3, Vec3};
use crate::shape::{Placed, Rows, Shape};
use std::sync::Arc;

/// So many different parts are searched for one with the same rows.
const REMEMBERED: usize = 16;

/// A convex part as the builder receives it, placed in the body's shape frame.
#[derive(Debug, Clone)]
pub struct PartSpec {
    /// Name for reports.
    pub name: String,
    /// The shape in the body's shape frame.
    pub placed: Placed,
    /// Friction coefficient >= 0.
    pub friction: f64,
    /// Torsional friction coefficient >= 0, m.
    pub torsional_friction: f64,
}

/// A body as the builder receives it.
#[derive(Debug, Clone)]
pub struct BodySpec {
    /// Unique name.
    pub name: String,
    /// How it moves.
    pub motion: Motion,
    /// Restriction to a plane.
    pub plane: Option<Plane>,
    /// Mass; ignored for fixed and prescribed bodies.
    pub mass: MassSpec,
    /// Convex parts, in the shape frame.
    pub parts: Vec<PartSpec>,
}

/// Collects bodies and settings; [`ModelBuilder::build`] checks them.
#[derive(Debug, Clone)]
pub struct ModelBuilder {
    time_step: f64,
    gravity: Vec3,
    length: Option<f64>,
    contact_model: ContactModel,
    friction_law: FrictionLaw,
    friction_point: FrictionPoint,
    bodies: Vec<BodySpec>,
    no_contact: Vec<(String, String)>,
    quasi_dynamic: Vec<String>,
}

impl Default for ModelBuilder {
    fn default() -> Self {
        Self {
            time_step: 0.01,
            gravity: Vec3::new(0.0, 0.0, -9.81),
            length: None,
            contact_model: ContactModel::default(),
            friction_law: FrictionLaw::default(),
            friction_point: FrictionPoint::default(),
            bodies: Vec::new(),
            no_contact: Vec::new(),
            quasi_dynamic: Vec::new(),
        }
    }
}

impl ModelBuilder {
    /// Length of a step, s (default 0.01).
    #[must_use]
    pub fn time_step(mut self, seconds: f64) -> Self {
        self.time_step = seconds;
        self
    }

    /// Gravity, world, m/s^2 (default (0, 0, -9.81)).
    #[must_use]
    pub fn gravity(mut self, gravity: Vec3) -> Self {
        self.gravity = gravity;
        self
    }

    /// Unit of length, m (default: median half-size of the moving bodies).
    #[must_use]
    pub fn length(mut self, metres: f64) -> Self {
        self.length = Some(metres);
        self
    }

    /// How contact is modelled (default single level).
    #[must_use]
    pub fn contact_model(mut self, model: ContactModel) -> Self {
        self.contact_model = model;
        self
    }

    /// Cone or pyramid (default cone).
    #[must_use]
    pub fn friction_law(mut self, law: FrictionLaw) -> Self {
        self.friction_law = law;
        self
    }

    /// Where the slip velocity is taken (default lagged).
    #[must_use]
    pub fn friction_point(mut self, point: FrictionPoint) -> Self {
        self.friction_point = point;
        self
    }

    /// Adds a body.
    #[must_use]
    pub fn body(mut self, spec: BodySpec) -> Self {
        self.bodies.push(spec);
        self
    }

    /// Two bodies, by name, that never touch.
    #[must_use]
    pub fn no_contact(mut self, a: impl Into<String>, b: impl Into<String>) -> Self {
        self.no_contact.push((a.into(), b.into()));
        self
    }

    /// A moving body, by name, that starts every step at rest
    /// (docs/formulation.md, section 3).
    #[must_use]
    pub fn quasi_dynamic(mut self, name: impl Into<String>) -> Self {
        self.quasi_dynamic.push(name.into());
        self
    }

    /// Checks everything and freezes it.
    pub fn build(self) -> Result<Model> {
        positive(
            "time_step",
            self.time_step,
            "must be finite and > 0, e.g. 0.01",
        )?;
        finite("gravity", self.gravity.as_slice(), "e.g. [0, 0, -9.81]")?;
        let mut bodies = Vec::with_capacity(self.bodies.len());
        for (i, spec) in self.bodies.into_iter().enumerate() {
            if let Some(first) = bodies.iter().position(|b: &Body| b.name == spec.name) {
                return Err(Error::value(
                    format!("body[{i}].name"),
                    format!("name \"{}\" is already used by body[{first}]", spec.name),
                    "rename one",
                ));
            }
            let outer = format!("body.{}", spec.name);
            bodies.push(build_body(spec).map_err(|e| e.within(&outer))?);
        }
        for name in &self.quasi_dynamic {
            let mut moving = bodies.iter_mut().filter(|body| body.is_moving());
            let body = moving.find(|body| body.name == *name).ok_or_else(|| {
                let why = format!("no moving body \"{name}\"");
                Error::value("quasi_dynamic", why, "name a free or driven body")
            })?;
            body.quasi_dynamic = true;
        }
        let length = match self.length {
            Some(length) => positive("length", length, "give a typical half-size in metres")?,
            None => median_half_size(&bodies),
        };
        let units = Units::from_length(length);
        for body in &bodies {
            let outer = format!("body.{}", body.name);
            check_gains(body, &units, self.time_step).map_err(|e| e.within(&outer))?;
        }
        share_rows(&mut bodies, units.length);
        let mut model = Model {
            bodies,
            time_step: self.time_step,
            gravity: self.gravity,
            units,
            contact_model: self.contact_model,
            friction_law: self.friction_law,
            friction_point: self.friction_point,
            no_contact: Vec::new(),
        };
        for (a, b) in &self.no_contact {
            let index = |name: &str| {
                model.body_index(name).ok_or_else(|| {
                    Error::value(
                        "no_contact.between",
                        format!("no body \"{name}\""),
                        "name two bodies of the model",
                    )
                })
            };
            let (a, b) = (index(a)?, index(b)?);
            model.no_contact.push((a.min(b), a.max(b)));
        }
        model.no_contact.sort_unstable();
        Ok(model)
    }
}

/// Conic rows of all parts in units of `length`. Equal ones lie in memory once, where a step over a pile of
/// bricks finds them in the cache; looked for among the last few that differ.
fn share_rows(bodies: &mut [Body], length: f64) {
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

fn build_body(spec: BodySpec) -> Result<Body> {
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
    let (mass, centre, inertia) = if moving {
        mass_of(&spec.mass, || spec.parts.iter().map(|part| &part.placed))?
    } else {
        (0.0, Vec3::zeros(), Mat3::zeros())
    };
    let mut parts = Vec::with_capacity(spec.parts.len());
    for part in spec.parts {
        non_negative("friction", part.friction, "use 0 for frictionless")?;
        non_negative(
            "torsional_friction",
            part.torsional_friction,
            "use 0 for none",
        )?;
        let mut placed = part.placed;
        placed.offset -= centre;
        parts.push(Part {
            name: part.name,
            friction: part.friction,
            torsional_friction: part.torsional_friction,
            rows: Arc::new(placed.rows()),
            bounds: placed.bounds(),
            bounding_radius: placed.shape.bounding_radius(),
            inscribed_radius: placed.shape.inscribed_radius(),
            placed,
        });
    }
    Ok(Body {
        name: spec.name,
        motion: spec.motion,
        plane: spec.plane,
        quasi_dynamic: false,
        mass,
        inertia,
        centre_of_mass: centre,
        mass_spec: spec.mass,
        parts,
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

/// Median over the moving bodies of their half-size, within [`Units::LENGTHS`]: the mean half-extent
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

/// Half-size of a body: the geometric mean of the half-extents of its bounds in its own frame.
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
