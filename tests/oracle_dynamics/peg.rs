//! A tilted peg in a hole, held at two points: which loads can friction carry?
//!
//! The reference asks whether a static solution exists. The laws of contact leave the impulse
//! with which the walls squeeze the peg open, and without it another motion may obey them too (a
//! wedged peg that is pulled simply leaves). So the peg is held with several squeezes, from the
//! load's size to 1e4 times it: a peg that stays put in one of them is a static solution; a peg
//! that is set moving in all of them has none. A squeeze is given by the room at the contacts,
//! gamma = rho / gap.

use crate::case::{Case, Ledger, cases};
use crate::oracle::{list, numbers, text};
use crate::run::Run;
use crate::scenes::{cuboid, fixed, free};
use drystone::math::{Rot, Vec3};
use drystone::shape::{HalfSpace, Shape};
use drystone::world::{Model, Plane};
use serde_json::Value;

/// Relaxation 1e-10, the smallest: a held peg creeps by rho / (gamma (mu^2 - (beta/gamma)^2)),
/// and near the limit of wedging the bracket is small; steps are short so that the creep does not
/// open the gaps.
const RHO: f64 = 1e-10;

/// The record's plane (x, y) is our (x, z).
fn lift(value: &Value) -> Vec3 {
    let [x, z] = numbers(value)[..] else {
        panic!("{value}: two numbers")
    };
    Vec3::new(x, 0.0, z)
}

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
fn speed(case: &Case, load: &Value, hold: &Hold) -> f64 {
    let [width, length, hole, mu] =
        ["peg_width", "peg_length", "hole_width", "mu"].map(|k| case.number(k));
    let unit = 0.5 * width;
    let time = (unit / 9.81).sqrt();
    let h = hold.h * time;
    let turn = Rot::from_axis_angle(&Vec3::y_axis(), -case.number("tilt"));
    let mut peg = free("peg", &cuboid(unit, unit, 0.5 * length), 1.0, mu);
    peg.plane = Some(Plane::Xz);
    let right = Shape::HalfSpace(HalfSpace::new(-Vec3::x(), -hole).unwrap());
    let builder = Model::builder()
        .gravity(Vec3::zeros())
        .length(unit)
        .body(fixed("left wall", &cuboid(width, width, width), mu))
        .body(fixed("right wall", &right, mu))
        .body(peg);
    let mut run = Run::new(builder, h, RHO);
    // The mouth's corner is the upper right edge of the left wall.
    let room = hold.gap * unit;
    let [a, b] = ["contact_A", "contact_B"].map(|k| lift(&case.params[k]));
    let away = lift(&case.params["normal_A_on_peg"]) * room;
    run.place(0, a - away - Vec3::new(width, 0.0, width), Rot::identity());
    run.place(1, Vec3::x() * room, Rot::identity());
    let corner = Vec3::new(unit, 0.0, -0.5 * length);
    run.place(2, b - turn * corner, turn);
    let force = lift(&load["force"]).normalize();
    let gain = hold.load * unit / time;
    let handle = turn.inverse() * (lift(&load["point"]) - run.body(2).position);
    for _ in 0..STEPS {
        run.clear_wrenches();
        let at = *run.body(2);
        let point = at.position + at.rotation * handle;
        run.input.add_force_at(2, &at, force * (gain / h), point);
        run.advance();
    }
    let at = run.body(2);
    let turning = at.angular_velocity.norm() * length;
    at.velocity.norm().max(turning) / (gain * STEPS as f64)
}

#[test]
fn a_peg_is_wedged_when_the_line_of_its_contacts_lies_in_both_friction_cones() {
    let all = cases("peg_in_hole_wedging");
    let mut ledger = Ledger::new();
    for case in &all {
        let critical = case.number("mu") * case.number("peg_width");
        ledger.near(case, "critical depth", &[critical]);
        let mut wedged = true;
        for load in list(case.expected("loads")) {
            let speeds = holds().into_iter().map(|hold| speed(case, load, &hold));
            let slowest = speeds.fold(f64::INFINITY, f64::min);
            let held = slowest < 1e-2;
            wedged &= held;
            let detail = format!("{}: speed {slowest:.1e}", text(&load["load"]));
            let expected = load["static_solution_exists"].as_bool().unwrap();
            ledger.item(case, "loads", expected, held, &detail);
        }
        ledger.same(case, "wedged", wedged);
    }
    ledger.settle(&all);
}
