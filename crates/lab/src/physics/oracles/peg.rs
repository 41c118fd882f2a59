//! A tilted peg in a hole, held at two points: which loads can friction carry?
//!
//! The reference asks whether a static solution exists. The laws of contact leave the impulse
//! with which the walls squeeze the peg open, and without it another motion may obey them too (a
//! wedged peg that is pulled simply leaves). So the peg is held with several squeezes, from the
//! load's size to 1e4 times it: a peg that stays put in one of them is a static solution; a peg
//! that is set moving in all of them has none. A squeeze is given by the room at the contacts,
//! gamma = rho / gap.

use super::bodies::{cuboid, fixed, free};
use super::record::{list, upright};
use super::{Ledger, Record};
use drystone::error::Result;
use drystone::math::{Rot, Vec3};
use drystone::shape::{HalfSpace, Shape};
use drystone::world::{Model, Plane};
use serde_json::Value;

/// Relaxation 1e-10, the smallest: a held peg creeps by rho / (gamma (mu^2 - (beta/gamma)^2)),
/// and near the limit of wedging the bracket is small; steps are short so that the creep does not
/// open the gaps.
const RHO: f64 = 1e-10;

/// Steps of every attempt.
const STEPS: usize = 10;

/// A way to hold the peg, in model units.
struct Hold {
    /// Room at both contacts; at 0 the contacts carry about 0.3.
    gap: f64,
    /// Impulse of the load in a step.
    load: f64,
    /// Step length.
    h: f64,
}

/// The attempts: squeezes of 1 to 300 times the load, then of 1e4 times.
fn holds() -> Vec<Hold> {
    let load = 1e-3;
    let squeezes = [1.0, 3.0, 10.0, 30.0, 100.0, f64::INFINITY];
    let mut holds: Vec<Hold> = squeezes
        .iter()
        .map(|squeeze| Hold {
            gap: RHO / (squeeze * load),
            load,
            h: 1e-4,
        })
        .collect();
    holds.push(Hold {
        gap: 0.0,
        load: 1e-5,
        h: 1e-3,
    });
    holds
}

/// Speed that the load brings about, relative to that of a free peg.
fn speed(record: &Record, load: &Value, hold: &Hold) -> Result<f64> {
    let [width, length, hole, mu] = record.get(["peg_width", "peg_length", "hole_width", "mu"])?;
    let unit = 0.5 * width;
    let time = (unit / 9.81).sqrt();
    let h = hold.h * time;
    let turn = Rot::from_axis_angle(&Vec3::y_axis(), -record.number("tilt")?);
    let mut peg = free("peg", &cuboid(unit, unit, 0.5 * length)?, 1.0, mu);
    peg.plane = Some(Plane::Xz);
    let right = Shape::HalfSpace(HalfSpace::new(-Vec3::x(), -hole)?);
    let builder = Model::builder()
        .gravity(Vec3::zeros())
        .length(unit)
        .body(fixed("left wall", &cuboid(width, width, width)?, mu))
        .body(fixed("right wall", &right, mu))
        .body(peg);
    let mut run = record.run(builder, h, RHO)?;
    // The mouth's corner is the upper right edge of the left wall.
    let room = hold.gap * unit;
    let (a, b) = (record.upright("contact_A")?, record.upright("contact_B")?);
    let away = record.upright("normal_A_on_peg")? * room;
    run.place(0, a - away - Vec3::new(width, 0.0, width), Rot::identity());
    run.place(1, Vec3::x() * room, Rot::identity());
    let corner = Vec3::new(unit, 0.0, -0.5 * length);
    run.place(2, b - turn * corner, turn);
    let force = upright("force", &load["force"])?.normalize();
    let gain = hold.load * unit / time;
    let handle = turn.inverse() * (upright("point", &load["point"])? - run.body(2).position);
    for _ in 0..STEPS {
        run.clear_wrenches();
        let at = *run.body(2);
        let point = at.position + at.rotation * handle;
        run.input.add_force_at(2, &at, force * (gain / h), point);
        run.advance()?;
    }
    let at = run.body(2);
    let turning = at.angular_velocity.norm() * length;
    Ok(at.velocity.norm().max(turning) / (gain * STEPS as f64))
}

/// A peg is wedged when the line of its contacts lies in both friction cones.
pub fn peg_in_hole_wedging(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let critical = record.number("mu")? * record.number("peg_width")?;
    ledger.near("critical depth", &[critical])?;
    let mut wedged = true;
    let (mut expected, mut obtained) = (Vec::new(), Vec::new());
    for load in list("loads", record.expected("loads")?)? {
        let mut slowest = f64::INFINITY;
        for hold in holds() {
            slowest = slowest.min(speed(record, load, &hold)?);
        }
        let held = slowest < 1e-2;
        wedged &= held;
        obtained.push(held);
        let exists = load["static_solution_exists"].as_bool();
        record.ensure(exists.is_some(), "static_solution_exists: not a yes or no")?;
        expected.extend(exists);
    }
    ledger.answers("loads", &expected, &obtained);
    ledger.same("wedged", wedged)?;
    Ok(())
}
