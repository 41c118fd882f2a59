//! A long capsule on two fingers, in a groove, and on fingers that come together.

use crate::case::{Case, Ledger, cases};
use crate::run::{Run, capsule, shaped};
use crate::scenes::{fixed, free};
use drystone::math::{Rot, Vec3};
use drystone::world::{BodySpec, MassSpec, Model, Motion};

/// A capsule along x whose centre of mass is off its middle.
fn beam(case: &Case) -> BodySpec {
    let [mass, radius, length] = ["mass", "radius", "length"].map(|k| case.number(k));
    let placed = capsule(radius, length, Vec3::x());
    let own = placed.shape.mass_properties().unwrap();
    let own = own.placed(&placed.rotation, &Vec3::zeros());
    let centre = Vec3::x() * case.number("com_x");
    let body = shaped(free("beam", &placed.shape, mass, case.number("mu")), placed);
    BodySpec {
        mass: MassSpec::Full(mass, centre, own.inertia * (mass / own.volume)),
        ..body
    }
}

/// A finger: a capsule along y.
fn finger(name: &str, radius: f64, length: f64, mu: f64) -> BodySpec {
    let placed = capsule(radius, length, Vec3::y());
    shaped(fixed(name, &placed.shape, mu), placed)
}

/// Relaxation 1e-6: nothing pulls sideways, so nothing creeps; the beam hovers by
/// rho L / (h sqrt(g/L)), 1e-4 of L at h = 0.002 s.
#[test]
fn two_fingers_carry_a_beam_by_the_lever_rule() {
    let all = cases("capsule_on_two_fingers");
    let mut ledger = Ledger::new();
    for case in &all {
        let (n, h) = case.steps(case.number("duration"), 2e-3);
        let [radius, tip, mu] = ["radius", "finger_radius", "mu"].map(|k| case.number(k));
        let builder = Model::builder()
            .gravity(case.gravity())
            .body(finger("left", tip, 4.0 * radius, mu))
            .body(finger("right", tip, 4.0 * radius, mu))
            .body(beam(case));
        let mut run = Run::new(builder, h, 1e-6);
        for (i, x) in case.numbers("finger_x").into_iter().enumerate() {
            run.place(i, Vec3::new(x, 0.0, -radius - tip), Rot::identity());
        }
        run.start_half_step_early();
        let start = *run.body(2);
        let mut forces = [0.0; 2];
        let mut averaged = 0.0;
        for k in 0..n {
            run.advance();
            if k as f64 * h >= case.number("duration") - 0.2 {
                averaged += h;
                for (i, force) in forces.iter_mut().enumerate() {
                    *force += run.contact(i, 2).map_or(0.0, |c| c.normal_impulse);
                }
            }
        }
        let at = run.body(2);
        let moved = (at.position - start.position).norm();
        ledger.near(case, "normal forces", &forces.map(|f| f / averaged));
        ledger.same(case, "stays", moved < 5e-4 && at.velocity.norm() < 1e-3);
        ledger.near(case, "displacement", &[moved]);
    }
    ledger.settle(&all);
}

/// Relaxation 1e-6: as above; the groove holds without friction.
#[test]
fn a_groove_of_two_fingers_holds_a_capsule() {
    let all = cases("capsule_in_v_groove");
    let mut ledger = Ledger::new();
    for case in &all {
        let [mass, radius, tip] = ["mass", "radius", "finger_radius"].map(|k| case.number(k));
        let (mu, angle) = (
            case.number("mu"),
            case.number("half_angle_between_normal_and_vertical"),
        );
        let h = 2e-3;
        let placed = capsule(radius, 4.0 * radius, Vec3::y());
        let builder = Model::builder()
            .gravity(case.gravity())
            .body(finger("left", tip, 6.0 * radius, mu))
            .body(finger("right", tip, 6.0 * radius, mu))
            .body(shaped(free("rod", &placed.shape, mass, mu), placed));
        let mut run = Run::new(builder, h, 1e-6);
        for (i, sign) in [-1.0, 1.0].into_iter().enumerate() {
            let away = Vec3::new(sign * angle.sin(), 0.0, -angle.cos());
            run.place(i, away * (radius + tip), Rot::identity());
        }
        run.start_half_step_early();
        let mut forces = [0.0; 2];
        for k in 0..250 {
            run.advance();
            if k >= 150 {
                for (i, force) in forces.iter_mut().enumerate() {
                    *force += run.contact(i, 2).map_or(0.0, |c| c.normal_impulse) / (100.0 * h);
                }
            }
        }
        let at = run.body(2);
        let name = "normal force of each finger";
        ledger.near(case, name, &[forces[0]]);
        ledger.near(case, name, &[forces[1]]);
        let stays = at.position.norm() < 5e-4 && at.velocity.norm() < 1e-3;
        ledger.same(case, "stays", stays);
    }
    ledger.settle(&all);
}

/// Relaxation 1e-6: which finger slides is decided by their loads, not by creep.
#[test]
fn fingers_that_come_together_meet_under_the_centre_of_mass() {
    let all = cases("fingers_converge_under_capsule");
    let mut ledger = Ledger::new();
    for case in &all {
        let [radius, speed, mu] = ["radius", "finger_speed", "mu"].map(|k| case.number(k));
        let xs = case.numbers("finger_x");
        let seconds = (xs[1] - xs[0] - case.number("stop_gap")) / (2.0 * speed);
        let (n, h) = case.steps(seconds, 5e-3);
        // The reference leaves the fingers' radius open.
        let tip = 0.4 * radius;
        let mut builder = Model::builder().gravity(case.gravity());
        for name in ["left", "right"] {
            builder = builder.body(BodySpec {
                motion: Motion::Prescribed,
                ..finger(name, tip, 4.0 * radius, mu)
            });
        }
        let mut run = Run::new(builder.body(beam(case)), h, 1e-6);
        let height = -radius - tip;
        for (i, &x) in xs.iter().enumerate() {
            run.place(i, Vec3::new(x, 0.0, height), Rot::identity());
        }
        run.start_half_step_early();
        for k in 1..=n {
            let way = speed * h * k as f64;
            run.input.commands[0].position.x = xs[0] + way;
            run.input.commands[1].position.x = xs[1] - way;
            run.advance();
        }
        println!(
            "{}: gap {:.5}",
            case.id,
            run.body(1).position.x - run.body(0).position.x
        );
        // Relative to the fingers, which do not stay where their midpoint was only if one slips.
        ledger.near(case, "COM x at the end", &[run.body(2).position.x]);
    }
    ledger.settle(&all);
}
