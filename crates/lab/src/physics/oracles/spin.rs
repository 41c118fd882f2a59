//! Torsional friction stops a body that spins on its face.

use super::bodies::{along, fixed, free, own_mass, plane, shaped};
use super::{Ledger, Record, Run};
use drystone::error::Result;
use drystone::math::{Mat3, Rot, Vec3};
use drystone::shape::Shape;
use drystone::world::{MassSpec, Model};

/// Relaxation 1e-8: the torque is short of mu_tor gamma by about rho / (spin in model units).
pub fn torsional_stop(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let (n, h) = record.steps(record.number("duration")?, 1e-3);
    ledger.at_step(h);
    let mut run = top(record, h)?;
    let half = 0.5 * record.expected_number("stop time")?;
    let [mu_torsion, mass, g, inertia] =
        record.get(["mu_torsion", "mass", "gravity", "inertia_zz"])?;
    let torque = mu_torsion * mass * g;
    let (mut stop, mut angle, mut at_half) = (f64::NAN, 0.0, f64::NAN);
    for _ in 0..n {
        let before = *run.body(1);
        run.advance()?;
        let at = run.body(1);
        angle += (at.rotation * before.rotation.inverse()).scaled_axis().z;
        let (w0, w1) = (before.angular_velocity.z, at.angular_velocity.z);
        if at_half.is_nan() && run.time >= half {
            at_half = w1 + (w0 - w1) * (run.time - half) / h;
        }
        // Held: what is left is less than a tenth of what one step takes away.
        if stop.is_nan() && w1.abs() < 0.1 * torque * h / inertia {
            stop = run.time;
        }
    }
    let drift = run.body(1).position.xy().norm();
    ledger.near("stop time", &[stop])?;
    ledger.near("angle turned", &[angle])?;
    ledger.near("omega(stop/2)", &[at_half])?;
    ledger.near("horizontal drift", &[drift])?;
    Ok(())
}

/// A body that spins about the vertical on a floor with torsional friction.
///
/// # Errors
/// When the record is none of this kind.
pub fn top(record: &Record, h: f64) -> Result<Run> {
    let (mass, mu) = (record.number("mass")?, record.number("mu")?);
    let mut placed = record.shape()?;
    if let Shape::Cylinder(_) = placed.shape {
        placed = along(placed.shape, Vec3::z())?;
    }
    let mut floor = fixed("floor", &plane(Vec3::z())?, mu);
    let mut top = shaped(free("top", &placed.shape, mass, mu), placed.clone());
    floor.parts[0].torsional_friction = record.number("mu_torsion")?.into();
    top.parts[0].torsional_friction = record.number("mu_torsion")?.into();
    let own = own_mass(&placed.shape)?;
    let mut inertia: Mat3 = own.inertia * (mass / own.volume);
    inertia[(2, 2)] = record.number("inertia_zz")?;
    top.mass = MassSpec::Full(mass, Vec3::zeros(), inertia);
    let builder = Model::builder()
        .gravity(record.gravity()?)
        .body(floor)
        .body(top);
    let mut run = record.run(builder, h, 1e-8)?;
    let height = placed.support_value(&Vec3::z());
    run.place(1, Vec3::z() * height, Rot::identity());
    run.push(1, Vec3::zeros(), Vec3::z() * record.number("omega0")?);
    run.start_half_step_early();
    Ok(run)
}
