//! How mass, centre of mass and inertia follow the shape of a body, where they were found from it.

use super::mass::union;
use super::{MassSpec, Model, Parameter};
use crate::error::{Error, Result};
use crate::math::{Mat3, Vec3};
use crate::shape::{MassProperties, Placed};

/// Derivatives of a body's mass properties with respect to one parameter of its shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MassRates {
    /// The derivative of the mass, kg per unit.
    pub mass: f64,
    /// The derivative of the centre of mass in the shape frame, m per unit.
    pub centre: Vec3,
    /// The derivative of the inertia about the (moving) centre of mass, body frame, kg m^2 per unit.
    pub inertia: Mat3,
}

/// First step of the differences, of the size of the part or rad.
const STEP: f64 = 1e-4;
/// Times the step is shortened where a shape does not exist.
const SHORTER: i32 = 4;

impl Model {
    /// Returns how mass, centre and inertia follow a [`ParameterKind::Shape`](super::ParameterKind::Shape) or
    /// [`ParameterKind::Point`](super::ParameterKind::Point) parameter when the body keeps
    /// what was given ([`Body::mass_spec`](super::Body::mass_spec)): its density, its mass, or its
    /// mass and inertia. `None` when nothing follows: other parameters, bodies that do not move by
    /// themselves, everything given.
    ///
    /// Fourth-order central differences of the exact mass properties: relative error 1e-10. It is
    /// 1e-4 where more than three faces of a polytope meet in a corner that moves (the faces there
    /// appear and vanish) and for the sums that are integrated numerically
    /// ([`MassProperties::error`]).
    ///
    /// # Errors
    /// The parameter is not one of this model, or so close to its limit that no difference can be
    /// taken.
    pub fn mass_rates(&self, parameter: &Parameter) -> Result<Option<MassRates>> {
        let Some(body) = parameter.kind.shaped_body() else {
            return Ok(None);
        };
        let named = |e: Error| Error {
            field: parameter.name.clone(),
            ..e
        };
        let moved = self.shaped_parts(parameter.kind);
        for (part, _) in &moved {
            self.part(body, *part).map_err(named)?;
        }
        let body = &self.bodies[body];
        if !body.is_moving() || matches!(body.mass_spec, MassSpec::Full(..)) {
            return Ok(None);
        }
        if body.parts.iter().any(|part| part.solid.is_some()) {
            return Ok(None);
        }
        let placed: Vec<&Placed> = body.parts.iter().map(|part| &part.placed).collect();
        let on_corners = self.contact_model.has_mass_on_corners();
        let own = placed.iter().map(|placed| (*placed, None));
        let Some(now) = union(own, on_corners) else {
            return Ok(None);
        };
        let rates = differences(&placed, &moved, on_corners).map_err(named)?;
        let none = (0.0, Mat3::zeros());
        let (mass, inertia) = match body.mass_spec {
            MassSpec::Density(density) => (rates.volume * density, rates.inertia * density),
            MassSpec::Mass(mass) => {
                let per_volume = rates.inertia - now.inertia * (rates.volume / now.volume);
                (0.0, per_volume * (mass / now.volume))
            }
            MassSpec::Inertia(..) | MassSpec::Full(..) => none,
        };
        Ok(Some(MassRates {
            mass,
            centre: rates.centre,
            inertia,
        }))
    }
}

/// Returns the derivatives of the mass properties of parts with respect to one number that is a parameter of some of them, each as its
/// index and that of the parameter.
fn differences(
    parts: &[&Placed],
    moved: &[(usize, usize)],
    on_corners: bool,
) -> Result<MassProperties> {
    let found = moved.first().and_then(|&(part, index)| {
        let parameter = parts[part].parameters().into_iter().nth(index);
        parameter.map(|parameter| (part, parameter))
    });
    let Some((part, parameter)) = found else {
        let why = "no such parameter of the shape";
        return Err(Error::value("", why, "take it from the list of parameters"));
    };
    let size = match parameter.unit {
        crate::shape::Unit::Metre => parts[part].shape.bounding_radius(),
        crate::shape::Unit::Radian => 1.0,
    };
    let at = |value: f64| -> Result<MassProperties> {
        let mut changed: Vec<Placed> = parts.iter().map(|placed| (*placed).clone()).collect();
        for &(part, index) in moved {
            changed[part] = changed[part].with_parameter(index, value)?;
        }
        let changed = changed.iter().map(|placed| (placed, None));
        union(changed, on_corners)
            .ok_or_else(|| Error::value("", "the shape is unbounded", "mark it fixed"))
    };
    let with_step = |step: f64| -> Result<MassProperties> {
        let near = |times: f64| at(parameter.value + times * step);
        let (a, b, c, d) = (near(-2.0)?, near(-1.0)?, near(1.0)?, near(2.0)?);
        let weight = 1.0 / (12.0 * step);
        Ok(MassProperties {
            volume: ((c.volume - b.volume) * 8.0 - (d.volume - a.volume)) * weight,
            centre: ((c.centre - b.centre) * 8.0 - (d.centre - a.centre)) * weight,
            inertia: ((c.inertia - b.inertia) * 8.0 - (d.inertia - a.inertia)) * weight,
            error: a.error.max(d.error),
        })
    };
    let mut found = with_step(STEP * size);
    for shorter in 1..=SHORTER {
        if found.is_ok() {
            break;
        }
        found = with_step(STEP * size * 0.1_f64.powi(shorter));
    }
    found
}
