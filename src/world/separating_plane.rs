//! The constants of the separating-plane contact model, and the points that it needs.

use super::{Body, ContactModel, JointSpec};
use crate::error::{Error, Result};
use crate::shape::{HullPointRates, HullPoints, Placed};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The constants of the separating-plane contact model, in units that follow the scene.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SeparatingPlaneSettings {
    /// The weight of the barrier, in weights of a pair of bodies under standard gravity: a heavier barrier holds the same load at a larger
    /// part of its support.
    pub barrier_weight: f64,
    /// The slip speed below which friction grows with the slip, in sqrt(9.81 L) for the unit of length L.
    pub slip_speed: f64,
    /// The weight of the barrier of the model as published, J for lengths in metres: the forces of a barrier are this times P'(x).
    pub barrier_energy: f64,
    /// The normal force below which friction of the model as published is less than in proportion, N.
    pub force_smoothing: f64,
}

impl Default for SeparatingPlaneSettings {
    fn default() -> Self {
        Self {
            barrier_weight: 1.0,
            slip_speed: 1e-3,
            barrier_energy: 1e-4,
            force_smoothing: 1e-3,
        }
    }
}

impl SeparatingPlaneSettings {
    /// Checks that every constant is finite and positive.
    pub(super) fn check(&self) -> Result<()> {
        let given = [
            ("barrier_weight", self.barrier_weight),
            ("slip_speed", self.slip_speed),
            ("barrier_energy", self.barrier_energy),
            ("force_smoothing", self.force_smoothing),
        ];
        for (field, value) in given {
            if !(value.is_finite() && value > 0.0) {
                let why = format!("must be finite and > 0, got {value}");
                return Err(Error::value(
                    format!("separating_plane.{field}"),
                    why,
                    "remove it to take its default",
                ));
            }
        }
        Ok(())
    }
}

/// Gives every part its points, in units of `length`.
pub(super) fn add_hulls(bodies: &mut [Body], length: f64) -> Result<()> {
    for body in bodies {
        for part in &mut body.parts {
            let hull = hull_of(&part.placed, length);
            let hull =
                hull.map_err(|e| e.within(&part.name).within(&format!("body.{}", body.name)));
            part.hull = Some(hull?);
        }
    }
    Ok(())
}

/// Returns the points of a part, in units of `length`.
pub(super) fn hull_of(placed: &Placed, length: f64) -> Result<Arc<HullPoints>> {
    let hull = match placed.hull_points()? {
        Some(hull) => hull,
        None => point_of_plane(placed),
    };
    Ok(Arc::new(hull.in_units_of(length)))
}

/// Returns the point of a half-space's plane that is nearest to the origin.
fn point_of_plane(placed: &Placed) -> HullPoints {
    let normal = placed.shape.plane_normal().unwrap_or_default();
    let normal = placed.rotation * normal;
    HullPoints {
        points: vec![normal * placed.support_value(&normal)],
        radius: 0.0,
    }
}

/// Returns how the points of a part change with one of its parameters, in metres per unit.
pub fn hull_rates(placed: &Placed, index: usize) -> Option<HullPointRates> {
    if placed.shape.is_bounded() {
        return placed.hull_point_rates(index);
    }
    let step = 1e-5;
    let value = placed.parameters().get(index)?.value;
    let [low, high] = [value - step, value + step].map(|value| {
        let changed = placed.with_parameter(index, value).ok()?;
        Some(point_of_plane(&changed).points[0])
    });
    Some(HullPointRates {
        points: vec![(high? - low?) / (2.0 * step)],
        radius: 0.0,
    })
}

/// Checks that a model as published has no joints and no planar bodies: both turn by rows that it does not have.
pub(super) fn check_published(
    model: ContactModel,
    bodies: &[Body],
    joints: &[JointSpec],
) -> Result<()> {
    if model != ContactModel::SeparatingPlaneAsPublished {
        return Ok(());
    }
    let name = model.name();
    let fix = "set contact_model = \"separating_plane\"";
    if let Some(joint) = joints.first() {
        let why = format!("the contact model {name} takes no joints");
        return Err(Error::value(format!("joint.{}", joint.name), why, fix));
    }
    let Some(body) = bodies.iter().find(|body| body.plane.is_some()) else {
        return Ok(());
    };
    let why = format!("the contact model {name} takes no planar bodies");
    Err(Error::value(format!("body.{}.plane", body.name), why, fix))
}
