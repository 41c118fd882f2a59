//! A long capsule on two fingers, in a groove, and on fingers that come together.

use super::bodies::{capsule, fixed, free, own_mass, shaped};
use super::{Ledger, Record};
use drystone::error::Result;
use drystone::math::{Rot, Vec3};
use drystone::world::{BodySpec, MassSpec, Model, Motion};

/// A capsule along x whose centre of mass is off its middle.
fn beam(record: &Record) -> Result<BodySpec> {
    let [mass, radius, length] = record.get(["mass", "radius", "length"])?;
    let placed = capsule(radius, length, Vec3::x())?;
    let own = own_mass(&placed.shape)?;
    let own = own.placed(&placed.rotation, &Vec3::zeros());
    let centre = Vec3::x() * record.number("com_x")?;
    let body = shaped(
        free("beam", &placed.shape, mass, record.number("mu")?),
        placed,
    );
    Ok(body.mass_spec(MassSpec::Full(
        mass,
        centre,
        own.inertia * (mass / own.volume),
    )))
}

/// A finger: a capsule along y.
fn finger(name: &str, radius: f64, length: f64, mu: f64) -> Result<BodySpec> {
    let placed = capsule(radius, length, Vec3::y())?;
    Ok(shaped(fixed(name, &placed.shape, mu), placed))
}

/// Relaxation 1e-6: nothing pulls sideways, so nothing creeps; the beam hovers by
/// rho L / (h sqrt(g/L)), 1e-4 of L at h = 0.002 s.
pub fn capsule_on_two_fingers(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let (n, h) = record.steps(record.number("duration")?, 2e-3);
    let [radius, tip, mu] = record.get(["radius", "finger_radius", "mu"])?;
    let builder = Model::builder()
        .gravity(record.gravity()?)
        .body(finger("left", tip, 4.0 * radius, mu)?)
        .body(finger("right", tip, 4.0 * radius, mu)?)
        .body(beam(record)?);
    let mut run = record.run(builder, h, 1e-6)?;
    for (i, x) in record.numbers("finger_x")?.into_iter().enumerate() {
        run.place(i, Vec3::new(x, 0.0, -radius - tip), Rot::identity());
    }
    run.start_half_step_early();
    let start = *run.body(2);
    let mut forces = [0.0; 2];
    let mut averaged = 0.0;
    for k in 0..n {
        run.advance()?;
        if k as f64 * h >= record.number("duration")? - 0.2 {
            averaged += h;
            for (i, force) in forces.iter_mut().enumerate() {
                *force += run.contact(i, 2).map_or(0.0, |c| c.normal_impulse);
            }
        }
    }
    let at = run.body(2);
    let moved = (at.position - start.position).norm();
    ledger.near("normal forces", &forces.map(|f| f / averaged))?;
    ledger.same("stays", moved < 5e-4 && at.velocity.norm() < 1e-3)?;
    ledger.near("displacement", &[moved])?;
    Ok(())
}

/// Relaxation 1e-6: as above; the groove holds without friction.
pub fn capsule_in_v_groove(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let [mass, radius, tip] = record.get(["mass", "radius", "finger_radius"])?;
    let (mu, angle) = (
        record.number("mu")?,
        record.number("half_angle_between_normal_and_vertical")?,
    );
    let h = record.time_step(2e-3);
    let placed = capsule(radius, 4.0 * radius, Vec3::y())?;
    let builder = Model::builder()
        .gravity(record.gravity()?)
        .body(finger("left", tip, 6.0 * radius, mu)?)
        .body(finger("right", tip, 6.0 * radius, mu)?)
        .body(shaped(free("rod", &placed.shape, mass, mu), placed));
    let mut run = record.run(builder, h, 1e-6)?;
    for (i, sign) in [-1.0, 1.0].into_iter().enumerate() {
        let away = Vec3::new(sign * angle.sin(), 0.0, -angle.cos());
        run.place(i, away * (radius + tip), Rot::identity());
    }
    run.start_half_step_early();
    let mut forces = [0.0; 2];
    for k in 0..250 {
        run.advance()?;
        if k >= 150 {
            for (i, force) in forces.iter_mut().enumerate() {
                *force += run.contact(i, 2).map_or(0.0, |c| c.normal_impulse) / (100.0 * h);
            }
        }
    }
    let at = run.body(2);
    let name = "normal force of each finger";
    let right = record.expected_number(name)?;
    let [left, other] = forces.map(|force| (force - right).abs());
    ledger.near(name, &[forces[usize::from(other > left || other.is_nan())]])?;
    let stays = at.position.norm() < 5e-4 && at.velocity.norm() < 1e-3;
    ledger.same("stays", stays)?;
    Ok(())
}

/// Relaxation 1e-6: which finger slides is decided by their loads, not by creep.
pub fn fingers_converge_under_capsule(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let [radius, speed, mu] = record.get(["radius", "finger_speed", "mu"])?;
    let xs = record.numbers("finger_x")?;
    let seconds = (xs[1] - xs[0] - record.number("stop_gap")?) / (2.0 * speed);
    let (n, h) = record.steps(seconds, 5e-3);
    // The reference leaves the fingers' radius open.
    let tip = 0.4 * radius;
    let mut builder = Model::builder().gravity(record.gravity()?);
    for name in ["left", "right"] {
        let mut finger = finger(name, tip, 4.0 * radius, mu)?;
        finger.motion = Motion::Prescribed;
        builder = builder.body(finger);
    }
    let mut run = record.run(builder.body(beam(record)?), h, 1e-6)?;
    let height = -radius - tip;
    for (i, &x) in xs.iter().enumerate() {
        run.place(i, Vec3::new(x, 0.0, height), Rot::identity());
    }
    run.start_half_step_early();
    for k in 1..=n {
        let way = speed * h * k as f64;
        run.input.commands[0].position.x = xs[0] + way;
        run.input.commands[1].position.x = xs[1] - way;
        run.advance()?;
    }
    // Relative to the fingers, which do not stay where their midpoint was only if one slips.
    ledger.near("COM x at the end", &[run.body(2).position.x])?;
    Ok(())
}
