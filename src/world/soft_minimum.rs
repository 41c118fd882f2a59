//! The constants of the soft-minimum contact model.

use super::{Integrator, Model};
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// The constants of the soft-minimum contact model, in SI units; what is not given follows the relaxation or the bodies.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SoftMinimumSettings {
    /// The stiffness k of a pair of bodies, N/m; by default such that k times the smoothing is the weight of the pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stiffness: Option<f64>,
    /// The velocity v_d of dissipation, m/s: bodies that part at twice this speed do not push.
    pub dissipation_velocity: f64,
    /// The velocity v_s of stiction, m/s: below it friction grows with the slip, so that nothing sticks.
    pub stiction_velocity: f64,
    /// The temperature e1 of the soft signed distance, in squares of the cloud's spacing; by default 0.25 for flat and 0.5 for
    /// curved surfaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// The temperature e2 of the soft minimum over queries, m; by default the smoothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub separation: Option<f64>,
    /// The temperature e3 of the force, m; by default the unit of length times the square root of the relaxation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smoothing: Option<f64>,
    /// The distance between the patches of a cloud, m; by default a tenth of the extent of the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spacing: Option<f64>,
    /// How the motion is integrated.
    #[serde(skip_serializing_if = "Integrator::is_implicit")]
    pub integrator: Integrator,
}

impl Default for SoftMinimumSettings {
    fn default() -> Self {
        Self {
            stiffness: None,
            dissipation_velocity: 0.1,
            stiction_velocity: 1e-3,
            temperature: None,
            separation: None,
            smoothing: None,
            spacing: None,
            integrator: Integrator::Implicit,
        }
    }
}

impl SoftMinimumSettings {
    /// Checks that every constant is finite and positive.
    pub(super) fn check(&self) -> Result<()> {
        let given = [
            ("stiffness", self.stiffness),
            ("dissipation_velocity", Some(self.dissipation_velocity)),
            ("stiction_velocity", Some(self.stiction_velocity)),
            ("temperature", self.temperature),
            ("separation", self.separation),
            ("smoothing", self.smoothing),
            ("spacing", self.spacing),
        ];
        for (field, value) in given {
            let Some(value) = value else { continue };
            if !(value.is_finite() && value > 0.0) {
                let why = format!("must be finite and > 0, got {value}");
                return Err(Error::value(
                    format!("soft_minimum.{field}"),
                    why,
                    "remove it to take its default",
                ));
            }
        }
        Ok(())
    }
}

impl Model {
    /// Returns how the motion is integrated: by the implicit step but where a soft-minimum model asks for another.
    pub fn integrator(&self) -> Integrator {
        match self.contact_model.uses_clouds() {
            true => self.soft_minimum.integrator,
            false => Integrator::Implicit,
        }
    }

    /// Checks that the model has what an explicit integrator can step.
    pub(super) fn check_integrator(&self) -> Result<()> {
        let integrator = self.integrator();
        if integrator.is_implicit() {
            return Ok(());
        }
        let name = integrator.name();
        if self.soft_minimum.stiffness.is_none() {
            let why = format!("the integrator {name} is explicit and needs a stiffness");
            let fix = "give N/m, e.g. 1000: a step should be shorter than about 1 / sqrt(stiffness / mass)";
            return Err(Error::value("soft_minimum.stiffness", why, fix));
        }
        let quasi_dynamic = self.bodies.iter().find(|body| body.quasi_dynamic);
        let what = match (self.joints.first(), quasi_dynamic) {
            (Some(joint), _) => format!("joint {} ", joint.name),
            (None, Some(body)) => format!("quasi-dynamic body {} ", body.name),
            (None, None) => return Ok(()),
        };
        let why = format!("the integrator {name} is explicit, and {what}is not stepped by it");
        let fix = "use integrator = \"implicit\"";
        Err(Error::value("soft_minimum.integrator", why, fix))
    }
}
