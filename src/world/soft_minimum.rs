//! The constants of the soft-minimum contact model.

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
