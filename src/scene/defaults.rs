//! Fills every default into a configuration, so that it says all that the simulation will use.

use super::config::{Config, DEFAULT_MATERIAL, MaterialConfig};
use super::joint::JointConfig;
use super::value::in_range;
use crate::error::{Error, Result, finite, positive};
use crate::math::Vec3;
use crate::shape::table::IDENTITY;
use crate::step::{LARGEST_RHO, SMALLEST_RHO};
use crate::world::{DEFAULT_DENSITY, ModelBuilder, Units};

/// Largest number of steps of one run.
const MAX_STEPS: f64 = 1e9;

/// Defaults that depend on the rest of the file.
pub(super) fn fill(config: &mut Config) {
    let unnamed = config.body.iter().any(|body| body.material.is_none());
    if unnamed && !config.material.contains_key(DEFAULT_MATERIAL) {
        let material = MaterialConfig::default();
        config.material.insert(DEFAULT_MATERIAL.into(), material);
    }
    config.joint.iter_mut().for_each(JointConfig::fill);
    for body in &mut config.body {
        let material = body.material.take();
        body.material = Some(material.unwrap_or_else(|| DEFAULT_MATERIAL.to_string()));
        if body.state.is_none() && body.driven.is_none() && body.prescribed.is_none() {
            body.position.get_or_insert_default();
            body.quat_wxyz.get_or_insert(IDENTITY);
        }
        if body.fixed || body.prescribed.is_some() {
            continue;
        }
        if body.state.is_none() {
            body.velocity.get_or_insert_default();
            body.angular_velocity.get_or_insert_default();
        }
        let no_mass = body.mass.is_none() && body.inertia.is_none();
        if no_mass && body.centre_of_mass.is_none() {
            body.density.get_or_insert(DEFAULT_DENSITY);
        }
    }
}

/// Checks `[simulation]` and `[material]` and starts a builder from them.
pub(super) fn builder(config: &Config) -> Result<ModelBuilder> {
    let simulation = &config.simulation;
    check_simulation(config).map_err(|e| e.within("simulation"))?;
    for (name, material) in &config.material {
        let check = |field: &str, value: f64, fix: &str| {
            in_range(field, value, 0.0, 1e6, fix).map_err(|e| e.within(&format!("material.{name}")))
        };
        check("friction", material.friction, "use 0 for frictionless")?;
        if let Some(metres) = material.torsional_friction.0.metres() {
            check("torsional_friction", metres, "use 0 for none")?;
            let torsion = material.torsional_friction.0;
            let checked = torsion.check(material.friction);
            checked.map_err(|e| e.within(&format!("material.{name}")))?;
        }
    }
    let mut builder = ModelBuilder::default()
        .time_step(simulation.time_step)
        .gravity(Vec3::from(simulation.gravity.0))
        .contact_model(simulation.contact_model)
        .friction_law(simulation.friction_cone)
        .friction_point(simulation.friction_point)
        .soft_minimum(config.soft_minimum.unwrap_or_default())
        .separating_plane(config.separating_plane.unwrap_or_default());
    if let Some(length) = simulation.length {
        builder = builder.length(length);
    }
    Ok(builder)
}

fn check_simulation(config: &Config) -> Result<()> {
    let simulation = &config.simulation;
    time_step("time_step", simulation.time_step)?;
    duration("duration", simulation.duration)?;
    let steps = simulation.duration / simulation.time_step;
    if steps > MAX_STEPS {
        let why = format!("{steps:.0} steps; more than the limit of {MAX_STEPS:e}");
        let fix = "shorten the run or lengthen the time step";
        return Err(Error::value("duration", why, fix));
    }
    if steps.round() < 1.0 && simulation.duration > 0.0 {
        let h = simulation.time_step;
        let why = format!(
            "{} s is not even one time step of {h} s",
            simulation.duration
        );
        return Err(Error::value(
            "duration",
            why,
            "lengthen the run or shorten the time step",
        ));
    }
    relaxation("relaxation", simulation.relaxation)?;
    let fix = "e.g. [0, 0, -9.81] m/s^2";
    finite("gravity", &*simulation.gravity, fix)?;
    super::value::vector("gravity", simulation.gravity, fix)?;
    if let Some(length) = simulation.length {
        positive("length", length, "give a typical half-size in metres")?;
        in_range(
            "length",
            length,
            Units::LENGTHS[0],
            Units::LENGTHS[1],
            "give a typical half-size in metres",
        )?;
    }
    Ok(())
}

/// Checks a relaxation for a step.
pub(super) fn relaxation(field: &str, rho: f64) -> Result<f64> {
    let fix = "e.g. 1e-6 (stiff) to 1e-2 (smooth)";
    if !(rho.is_finite() && rho > 0.0) {
        let why = format!("the interior-point path needs rho > 0, got {rho}");
        return Err(Error::value(field, why, fix));
    }
    in_range(field, rho, SMALLEST_RHO, LARGEST_RHO, fix)
}

/// Checks a time step.
pub(super) fn time_step(field: &str, seconds: f64) -> Result<f64> {
    let fix = "e.g. 0.01 seconds";
    positive(field, seconds, fix)?;
    in_range(field, seconds, 1e-9, 1e3, fix)
}

/// Checks a duration.
pub(super) fn duration(field: &str, seconds: f64) -> Result<f64> {
    in_range(field, seconds, 0.0, 1e12, "e.g. 1.5 seconds")
}
