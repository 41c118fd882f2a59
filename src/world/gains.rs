//! How stiff a spring and damper may be.
//!
//! A position is known to about 1e-16 of its size, so the momentum row of a step (in units of m V)
//! is known to 1e-16 h k L / (m V) only. It has to reach 1e-8; beyond a gain of [`MAX_GAIN`] it does
//! not, whatever the body does.

use super::{Body, Motion, Units};
use crate::error::{Error, Result};

/// Largest h k L / (m V) of a spring, and largest h d / m of a damper; of rotations the same with a
/// further L each. Measured: all steps of free bodies of 1 g to 1 t and 1 cm to 1 m, at steps of 1 to
/// 100 ms, are solved at 1e7, none at 1e9 (`tests/input_limits.rs`).
const MAX_GAIN: f64 = 1e7;

/// Refuses a driven body whose gains leave no digits for the rest of its equations.
pub(super) fn check_gains(body: &Body, units: &Units, time_step: f64) -> Result<()> {
    let Motion::Driven(drive) = &body.motion else {
        return Ok(());
    };
    let length = units.length;
    let spring = MAX_GAIN * body.mass * units.velocity / (time_step * length);
    let damper = MAX_GAIN * body.mass / time_step;
    let turning = length * length;
    let gains = [
        ("stiffness", drive.stiffness.amax(), spring, "N/m"),
        ("damping", drive.damping, damper, "N s/m"),
        (
            "rotational_stiffness",
            drive.rotational_stiffness.amax(),
            spring * turning,
            "N m/rad",
        ),
        (
            "rotational_damping",
            drive.rotational_damping,
            damper * turning,
            "N m s/rad",
        ),
    ];
    let Some((field, gain, limit, unit)) = gains.into_iter().find(|(_, gain, most, _)| gain > most)
    else {
        return Ok(());
    };
    let why = format!(
        "{gain:e} {unit} is too stiff to be solved: the limit is {limit:.3e} {unit} for {} kg, steps of \
         {time_step} s and a unit of length of {length} m",
        body.mass
    );
    let fix = "lower it, or shorten the time step; what nothing may push aside is prescribed";
    Err(Error::value(format!("driven.{field}"), why, fix))
}
