//! Euler's disc: a thin disc that wobbles on its rim.

use super::bodies::{along, fixed, free, plane, weighing};
use super::{Ledger, Record};
use drystone::error::Result;
use drystone::math::Vec3;
use drystone::shape::{Cylinder, Shape};
use drystone::world::Model;

/// Relaxation 1e-8: the point where the rim rolls creeps by rho L / (h mu), and hovers by
/// rho L / h in model units; both must stay below the thickness, 0.02 of the radius.
pub fn euler_disc_steady(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let [radius, mass, mu] = record.get(["radius", "mass", "mu"])?;
    let [across, axial] = record.get(["inertia_diametral", "inertia_axial"])?;
    let thickness = 0.02 * radius;
    let turn_time = record.expected_number("turn time")?;
    let (_, h) = record.steps(turn_time, 2e-4);
    ledger.at_step(h);
    let shape = Shape::Cylinder(Cylinder::new(radius, thickness)?);
    let disc = free("disc", &shape, mass, mu);
    let builder = Model::builder()
        .gravity(record.gravity()?)
        .body(fixed("floor", &plane(Vec3::z())?, mu))
        .body(weighing(disc, mass, Vec3::zeros(), [across, across, axial]));
    let mut run = record.run(builder, h, 1e-8)?;
    let normal = record.vector("disc_normal")?;
    let turn = along(shape, normal)?.rotation;
    let tilt = record.number("inclination")?;
    let height = record.number("com_height")? + 0.5 * thickness * tilt.cos();
    run.place(1, Vec3::z() * height, turn);
    run.push(1, record.vector("velocity0")?, record.vector("omega0")?);
    run.start_half_step_early();
    let mut turned = 0.0;
    let mut before = normal;
    let (time, inclination) = loop {
        run.advance()?;
        let axis = run.body(1).rotation * Vec3::z();
        let step = before
            .xy()
            .perp(&axis.xy())
            .atan2(before.xy().dot(&axis.xy()));
        let full = std::f64::consts::TAU;
        if turned + step.abs() >= full {
            let part = (full - turned) / step.abs();
            break (run.time - h * (1.0 - part), axis.z.acos());
        }
        turned += step.abs();
        before = axis;
        record.ensure(run.time < 3.0 * turn_time, "the disc does not precess")?;
    };
    ledger.near("precession rate", &[std::f64::consts::TAU / time])?;
    ledger.near("inclination after one turn", &[inclination])?;
    ledger.near("turn time", &[time])?;
    Ok(())
}
