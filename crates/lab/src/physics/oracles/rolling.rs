//! Spheres and cylinders that slip and roll.

use super::bodies::{along, fixed, free, plane, shaped, sphere, weighing};
use super::{Ledger, Record, Run};
use drystone::error::Result;
use drystone::math::{Rot, Vec3};
use drystone::shape::{Cylinder, Shape};
use drystone::world::Model;

/// Relaxation 1e-8: when the sphere rolls, it slips on by rho / (mu gamma) with gamma = m g h, in
/// model units about rho / 1e-3; that must stay far below the friction of one step, 1e-3.
pub fn sphere_slip_then_roll(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let (n, h) = record.steps(record.number("duration")?, 1e-3);
    ledger.at_step(h);
    let (mass, radius) = (record.number("mass")?, record.number("radius")?);
    let (mu, inertia) = (record.number("mu")?, record.number("inertia")?);
    let ball = free("ball", &sphere(radius)?, mass, mu);
    let builder = Model::builder()
        .gravity(record.gravity()?)
        .body(fixed("floor", &plane(Vec3::z())?, mu))
        .body(weighing(ball, mass, Vec3::zeros(), [inertia; 3]));
    let mut run = record.run(builder, h, 1e-8)?;
    run.place(1, Vec3::z() * radius, Rot::identity());
    let spin = Vec3::y() * record.number("omega0")?;
    run.push(1, Vec3::x() * record.number("v0")?, spin);
    run.start_half_step_early();
    let mut switch = None;
    for _ in 0..n {
        run.advance()?;
        if switch.is_none() && run.sticks(0, 1) {
            switch = Some((run.time, run.body(1).position.x));
        }
    }
    let (time, distance) = switch.unwrap_or((f64::NAN, f64::NAN));
    let at = run.body(1);
    ledger.near("v_final", &[at.velocity.x])?;
    ledger.near("omega_final", &[at.angular_velocity_world().y])?;
    ledger.near("t_switch", &[time])?;
    ledger.near("distance at switch", &[distance])?;
    ledger.near("x(T)", &[at.position.x])?;
    Ok(())
}

/// Relaxation 1e-8: as for the sphere; the slip of a cylinder that rolls with mu close to what it
/// needs is rho tan / (h (mu^2 - needed^2)), the creep of docs/formulation.md, section 3.
pub fn cylinder_on_incline(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let (n, h) = record.steps(record.number("duration")?, 1e-3);
    ledger.at_step(h);
    let (mass, radius) = (record.number("mass")?, record.number("radius")?);
    let (length, axial) = (record.number("length")?, record.number("axial_inertia")?);
    let (mu, slope) = (record.number("mu")?, record.number("slope_angle")?);
    let turn = Rot::from_axis_angle(&Vec3::y_axis(), slope);
    let [down, normal] = [Vec3::x(), Vec3::z()].map(|e| turn * e);
    let shape = Shape::Cylinder(Cylinder::new(radius, length)?);
    let across = 0.5 * axial + mass * length * length / 12.0;
    let roller = shaped(free("roller", &shape, mass, mu), along(shape, Vec3::y())?);
    let roller = weighing(roller, mass, Vec3::zeros(), [across, axial, across]);
    let builder = Model::builder()
        .gravity(record.gravity()?)
        .body(fixed("slope", &plane(normal)?, mu))
        .body(roller);
    let mut run = record.run(builder, h, 1e-8)?;
    let start = normal * radius;
    run.place(1, start, Rot::identity());
    run.start_half_step_early();
    let mut middle = (0.0, 0.0);
    let measure = |run: &Run| {
        let at = run.body(1);
        (at.velocity.dot(&down), at.angular_velocity_world().y)
    };
    for k in 0..n {
        run.advance()?;
        if k + 1 == n / 2 {
            middle = measure(&run);
        }
    }
    let end = measure(&run);
    let seconds = (n - n / 2) as f64 * h;
    let mode = if run.sticks(0, 1) { "rolls" } else { "slips" };
    ledger.same("mode", mode)?;
    ledger.near("acceleration", &[(end.0 - middle.0) / seconds])?;
    ledger.near("angular acceleration", &[(end.1 - middle.1) / seconds])?;
    let moved = (run.body(1).position - start).dot(&down);
    ledger.near("distance(T)", &[moved])?;
    ledger.near("speed(T)", &[end.0])?;
    let beta = record.number("inertia_factor")?;
    let same = (beta - axial / (mass * radius * radius)).abs() < 1e-9;
    record.ensure(same, "inertia_factor is not that of axial_inertia")?;
    let needed = slope.tan() * beta / (1.0 + beta);
    ledger.derived("mu needed to roll", needed)?;
    Ok(())
}
