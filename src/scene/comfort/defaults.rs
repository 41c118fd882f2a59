//! `[defaults]`: what bodies have that do not say otherwise.

use crate::scene::config::{BodyConfig, Config, PlaneConfig};
use serde::{Deserialize, Serialize};

/// `[defaults]`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct DefaultsConfig {
    pub material: Option<String>,
    /// kg/m^3, of bodies that are given neither a density nor a mass.
    pub density: Option<f64>,
    pub planar: Option<PlaneConfig>,
    pub group: Option<String>,
    /// Red, green and blue, from 0 to 1.
    pub color: Option<crate::shape::table::Triple>,
}

/// Gives the bodies what they leave out.
pub(super) fn settle(config: &mut Config) {
    let Some(defaults) = config.defaults.take() else {
        return;
    };
    for body in &mut config.body {
        fill(body, &defaults);
    }
}

fn fill(body: &mut BodyConfig, defaults: &DefaultsConfig) {
    let moves = !body.fixed && body.prescribed.is_none();
    if body.shape.is_some() {
        body.material = body.material.take().or(defaults.material.clone());
    }
    if moves && body.mass.is_none() && body.inertia.is_none() {
        body.density = body.density.or(defaults.density);
    }
    if moves {
        body.planar = body.planar.or(defaults.planar);
    }
    body.group = body.group.take().or(defaults.group.clone());
    body.color = body.color.or(defaults.color);
}
