//! Loops that are hard on a solver: redundant, floating, near dead centres, fast, on limits, with motors that fight.

use crate::joints::loops::{four_bar, hinge, polar};
use crate::joints::mechanism::{Mechanism, Pin};
use crate::joints::run::Run;
use drystone::Vec3;
use drystone::world::{JointAxis, JointKind, Motor};

/// Does steps, all of them solved, and checks that the joints hold.
fn holds(what: &str, mut run: Run, steps: usize, mut command: impl FnMut(&mut Run, usize)) -> Run {
    let mut worst = 0.0_f64;
    for k in 0..steps {
        command(&mut run, k);
        run.step();
        for joint in &run.model.joints {
            let [length, angle] = joint.gap(&run.state);
            worst = worst.max(length / run.model.units.length).max(angle);
        }
    }
    println!("{what}: gap {worst:.1e}");
    assert!(worst < 1e-9, "{what}");
    run
}

fn driven(speed: f64) -> impl FnMut(&mut Run, usize) {
    move |run, _| run.input.motors[0].velocity = speed
}

fn motor() -> JointAxis {
    JointAxis::default().motor(Motor::velocity(100.0, f64::INFINITY))
}

/// A four-bar whose opposite bars are equal: it has a dead centre where all bars lie on a line.
fn parallelogram(angle: f64) -> Run {
    let (a, d) = (Vec3::zeros(), Vec3::x() * 0.5);
    let (b, c) = (a + polar(0.2, angle), d + polar(0.2, angle));
    Mechanism::new(0.01)
        .rod("crank", a, b)
        .rod("coupler", b, c)
        .rod("rocker", d, c)
        .pin(hinge(None, "crank", a).along(motor()))
        .pin(hinge(Some("crank"), "coupler", b))
        .pin(hinge(Some("rocker"), "coupler", c))
        .pin(hinge(None, "rocker", d))
        .run()
}

#[test]
fn mechanisms_pass_their_dead_centres() {
    for angle in [1e-6, 1.0] {
        holds("parallelogram", parallelogram(angle), 500, driven(3.0));
    }
    let [a, b] = [polar(0.3, 1.0), Vec3::x() * (0.6 * 1.0_f64.cos())];
    for speed in [3.0, -3.0, 8.0] {
        let run = Mechanism::new(0.01)
            .rod("crank", Vec3::zeros(), a)
            .rod("rod", a, b)
            .block("slider", b)
            .pin(hinge(None, "crank", Vec3::zeros()).along(motor()))
            .pin(hinge(Some("crank"), "rod", a))
            .pin(hinge(Some("rod"), "slider", b))
            .pin(Pin::new(JointKind::Prismatic, None, "slider", b, Vec3::x()))
            .run();
        holds("slider-crank of equal bars", run, 500, driven(speed));
    }
}

#[test]
fn a_fast_loop_and_one_on_its_limits_hold() {
    for speed in [20.0, 130.0] {
        let what = format!("four-bar at {speed} rad/s");
        holds(&what, four_bar(0.01, motor()), 500, driven(speed));
    }
    let run = four_bar(0.01, motor().limits(-0.5, 4.0));
    holds("four-bar between limits", run, 500, |run, k| {
        run.input.motors[0].velocity = if k % 200 < 100 { 20.0 } else { -20.0 };
    });
}

/// Four bars between four points, each joined to the next one.
fn ring(kind: JointKind) -> Mechanism {
    let points = [[0.0, 0.0], [0.1, 0.2], [0.5, 0.35], [0.45, 0.0]];
    let [a, b, c, d] = points.map(|[x, z]| Vec3::new(x, 0.0, z));
    let pin = |parent, child, at| Pin::new(kind, Some(parent), child, at, -Vec3::y());
    Mechanism::new(0.01)
        .rod("r0", a, b)
        .rod("r1", b, c)
        .rod("r2", c, d)
        .rod("r3", d, a)
        .pin(pin("r0", "r1", b))
        .pin(pin("r1", "r2", c))
        .pin(pin("r2", "r3", d))
        .pin(pin("r3", "r0", a))
}

#[test]
fn a_thrown_ring_holds_and_its_centre_flies_on_a_parabola() {
    let mut run = ring(JointKind::Revolute).run();
    for (i, body) in run.state.bodies.iter_mut().enumerate() {
        body.velocity = Vec3::new(1.0, 0.3, 2.0) * (1.0 + 0.3 * i as f64);
        body.angular_velocity = Vec3::new(1.0, 2.0, -1.5);
    }
    let momentum = |run: &Run| {
        let bodies = run.model.bodies.iter().zip(&run.state.bodies);
        bodies.fold(Vec3::zeros(), |sum, (body, at)| {
            sum + at.velocity * body.mass
        })
    };
    let mass: f64 = run.model.bodies.iter().map(|body| body.mass).sum();
    let before = momentum(&run);
    let run = holds("thrown ring", run, 200, |_, _| {});
    let off = momentum(&run) - before + Vec3::z() * (2.0 * crate::joints::run::G * mass);
    println!("thrown ring: momentum off by {:.1e} kg m/s", off.norm());
    assert!(off.norm() < 1e-9 * before.norm());
}

#[test]
fn welded_rings_and_doors_on_two_hinges_hold() {
    let hung = ring(JointKind::Fixed).pin(hinge(None, "r0", Vec3::zeros()));
    holds("welded ring on a hinge", hung.run(), 500, |_, _| {});
    let door = |axis: JointAxis| {
        let on = |z: f64| {
            let at = Vec3::z() * z;
            Pin::new(JointKind::Revolute, None, "door", at, Vec3::z()).along(axis)
        };
        let door = Mechanism::new(0.01).block("door", Vec3::x() * 0.3);
        door.pin(on(0.3)).pin(on(-0.3)).run()
    };
    let mut run = door(JointAxis::default().friction(0.2).limits(-1.0, 1.0));
    run.state.bodies[0].angular_velocity.z = 5.0;
    run.state.bodies[0].velocity.y = 1.5;
    let run = holds("door with friction and stops", run, 500, |_, _| {});
    assert!(run.at().abs() < 1.0 && run.rate().abs() < 1e-3);
    let fight = JointAxis::default().motor(Motor::velocity(f64::INFINITY, 3.0));
    let run = holds("motors that fight", door(fight), 500, |run, _| {
        (run.input.motors[0].velocity, run.input.motors[1].velocity) = (3.0, -3.0);
    });
    // Neither wins.
    assert!(run.rate().abs() < 1e-6, "{}", run.rate());
}
