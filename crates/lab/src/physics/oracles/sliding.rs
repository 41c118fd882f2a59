//! Blocks that slide or stick.

use super::bodies::{cuboid, fixed, free, plane};
use super::{Ledger, Record};
use drystone::error::Result;
use drystone::math::{Rot, Vec3};
use drystone::world::Model;

/// Relaxation at which a block on a slope creeps at `speed` (docs/formulation.md, section 3):
/// rho L tan(theta) / (h cos(theta) |mu^2 - tan(theta)^2|).
fn rho_for_creep(slope: f64, mu: f64, length: f64, h: f64, speed: f64) -> f64 {
    let tan = slope.tan();
    let unit = length * tan / (h * slope.cos() * (mu * mu - tan * tan).abs());
    (speed / unit).clamp(1e-10, 1e-6)
}

/// Half of the three numbers `size`.
fn half_size(record: &Record) -> Result<Vec3> {
    Ok(record.vector("size")? * 0.5)
}

/// Relaxation: a block that sticks creeps by rho L tan / (h cos (mu^2 - tan^2)), with mu close to
/// tan 100 times rho L / h and more; a block that starts to slide runs ahead by as much. rho is
/// chosen so that this is a fiftieth of the tolerance of one that sticks.
pub fn block_on_incline(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let (mu, slope) = (record.number("mu")?, record.number("slope_angle")?);
    let seconds = record.number("duration")?;
    let (n, h) = record.steps(seconds, 1e-3);
    ledger.at_step(h);
    let half = half_size(record)?;
    let length = half.product().cbrt();
    let rho = rho_for_creep(slope, mu, length, h, 4e-6 / seconds);
    // The block's x axis points downhill, its z axis along the normal.
    let turn = Rot::from_axis_angle(&Vec3::z_axis(), record.number("slope_yaw")?)
        * Rot::from_axis_angle(&Vec3::y_axis(), slope);
    let [down, aside, normal] = [Vec3::x(), Vec3::y(), Vec3::z()].map(|e| turn * e);
    let block = cuboid(half.x, half.y, half.z)?;
    let builder = Model::builder()
        .gravity(record.gravity()?)
        .body(fixed("slope", &plane(normal)?, mu))
        .body(free("block", &block, record.number("mass")?, mu));
    let mut run = record.run(builder, h, rho)?;
    let start = normal * half.z;
    run.place(1, start, turn);
    run.start_half_step_early();
    let mut middle = 0.0;
    for k in 0..n {
        run.advance()?;
        if k + 1 == n / 2 {
            middle = run.body(1).velocity.dot(&down);
        }
    }
    let at = run.body(1);
    let moved = at.position - start;
    let gained = at.velocity.dot(&down) - middle;
    let acceleration = gained / ((n - n / 2) as f64 * h);
    ledger.same("slides", !run.sticks(0, 1))?;
    ledger.near("downhill acceleration", &[acceleration])?;
    ledger.near("downhill displacement(T)", &[moved.dot(&down)])?;
    ledger.near("sideways displacement(T)", &[moved.dot(&aside)])?;
    let angle = turn.angle_to(&at.rotation);
    ledger.near("rotation angle(T)", &[angle])?;
    Ok(())
}

/// Relaxation 1e-7: friction is short of mu gamma by about rho / u, u the sliding speed; in the
/// last step before rest u is about mu g h, so rho must be well below (mu g h / V)^2 = 1e-5.
pub fn block_slides_to_stop(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let (n, h) = record.steps(record.number("duration")?, 1e-3);
    ledger.at_step(h);
    let half = half_size(record)?;
    let mu = record.number("mu")?;
    let block = cuboid(half.x, half.y, half.z)?;
    let builder = Model::builder()
        .gravity(record.gravity()?)
        .body(fixed("floor", &plane(Vec3::z())?, mu))
        .body(free("block", &block, record.number("mass")?, mu));
    let mut run = record.run(builder, h, 1e-7)?;
    run.place(1, Vec3::z() * half.z, Rot::identity());
    let yaw = record.number("direction_yaw")?;
    let direction = Vec3::new(yaw.cos(), yaw.sin(), 0.0);
    run.push(1, direction * record.number("v0")?, Vec3::zeros());
    run.start_half_step_early();
    let mut stop = f64::NAN;
    for _ in 0..n {
        run.advance()?;
        if stop.is_nan() && run.sticks(0, 1) {
            stop = run.time;
        }
    }
    let distance = run.body(1).position.dot(&direction);
    ledger.near("stop time", &[stop])?;
    ledger.near("stop distance", &[distance])?;
    Ok(())
}
