//! Mechanisms with loops: gaps, closed-form kinematics, energy, gradients.

use crate::joints::mechanism::{Mechanism, Pin};
use crate::joints::run::Run;
use drystone::Vec3;
use drystone::world::{JointAxis, JointKind, Motor};

/// The relaxation of runs.
const RUN_RHO: f64 = 1e-8;
/// Four-bar: crank, coupler, rocker, distance of the pivots, m; and the angle of the crank at the start.
const BARS: [f64; 4] = [0.2, 0.5, 0.4, 0.45];
const CRANK: f64 = 1.0;
/// Slider-crank: crank and rod, m.
const ROD: [f64; 2] = [0.2, 0.5];

/// The point in the x-z plane at distances `a` from `p` and `b` from `q`, to the left of the way from `p` to `q` as seen
/// against y.
fn meet(p: Vec3, a: f64, q: Vec3, b: f64) -> Vec3 {
    let (way, d) = ((q - p).normalize(), (q - p).norm());
    let along = (a * a - b * b + d * d) / (2.0 * d);
    let up = (a * a - along * along).sqrt();
    p + way * along + way.cross(&Vec3::y()) * up
}

/// Turning by a positive angle about -y leads from x to z.
pub fn polar(length: f64, angle: f64) -> Vec3 {
    Vec3::new(angle.cos(), 0.0, angle.sin()) * length
}

pub fn hinge(parent: Option<&'static str>, child: &'static str, at: Vec3) -> Pin {
    Pin::new(JointKind::Revolute, parent, child, at, -Vec3::y())
}

/// A four-bar of four revolutes, whose crank has what `axis` says.
pub fn four_bar(h: f64, axis: JointAxis) -> Run {
    let [crank, coupler, rocker, ground] = BARS;
    let (a, d) = (Vec3::zeros(), Vec3::x() * ground);
    let b = a + polar(crank, CRANK);
    let c = meet(b, coupler, d, rocker);
    Mechanism::new(h)
        .rod("crank", a, b)
        .rod("coupler", b, c)
        .rod("rocker", d, c)
        .pin(hinge(None, "crank", a).along(axis))
        .pin(hinge(Some("crank"), "coupler", b))
        .pin(hinge(Some("rocker"), "coupler", c))
        .pin(hinge(None, "rocker", d))
        .run()
}

/// A slider-crank: crank, rod, slider on x.
pub fn slider_crank(h: f64, axis: JointAxis) -> Run {
    let [crank, rod] = ROD;
    let a = polar(crank, CRANK);
    let b = Vec3::x() * slider(CRANK);
    assert!(((b - a).norm() - rod).abs() < 1e-12);
    let slide = Pin::new(JointKind::Prismatic, None, "slider", b, Vec3::x());
    Mechanism::new(h)
        .rod("crank", Vec3::zeros(), a)
        .rod("rod", a, b)
        .block("slider", b)
        .pin(hinge(None, "crank", Vec3::zeros()).along(axis))
        .pin(hinge(Some("crank"), "rod", a))
        .pin(hinge(Some("rod"), "slider", b))
        .pin(slide)
        .run()
}

/// Where the slider is for an angle of the crank.
fn slider(angle: f64) -> f64 {
    let [crank, rod] = ROD;
    crank * angle.cos() + (rod * rod - (crank * angle.sin()).powi(2)).sqrt()
}

/// A five-bar: two cranks, two rods that meet.
pub fn five_bar(h: f64, axis: JointAxis) -> Run {
    let (a, e) = (Vec3::zeros(), Vec3::x() * 0.5);
    let (b, d) = (a + polar(0.2, 2.0), e + polar(0.2, 1.0));
    let c = meet(b, 0.51, d, 0.51);
    Mechanism::new(h)
        .rod("left", a, b)
        .rod("right", e, d)
        .rod("first", b, c)
        .rod("second", d, c)
        .pin(hinge(None, "left", a).along(axis))
        .pin(hinge(None, "right", e).along(axis))
        .pin(hinge(Some("left"), "first", b))
        .pin(hinge(Some("right"), "second", d))
        .pin(hinge(Some("first"), "second", c))
        .run()
}

fn driven() -> JointAxis {
    JointAxis::default().motor(Motor::velocity(100.0, f64::INFINITY))
}

/// Does steps, and returns the worst gap in units of length.
fn turn(run: &mut Run, steps: usize, mut visit: impl FnMut(&Run)) -> f64 {
    run.rho = RUN_RHO;
    let mut worst = 0.0_f64;
    for _ in 0..steps {
        run.step();
        for joint in &run.model.joints {
            let [length, angle] = joint.gap(&run.state);
            worst = worst.max(length / run.model.units.length).max(angle);
        }
        visit(run);
    }
    worst
}

/// The angles from the pivot of the crank: crank, coupler, rocker.
fn bar_angles(run: &Run) -> [f64; 3] {
    [0, 1, 2].map(|body| {
        let axis = run.state.bodies[body].rotation * Vec3::x();
        axis.z.atan2(axis.x)
    })
}

fn four_bar_turns(steps: usize) {
    let mut run = four_bar(0.01, driven());
    run.input.motors[0].velocity = 3.0;
    let [a, b, c, d] = BARS;
    let mut worst = 0.0_f64;
    let gap = turn(&mut run, steps, |run| {
        let [crank, coupler, rocker] = bar_angles(run);
        // Freudenstein's equation between crank and rocker, and the one between crank and coupler.
        let outer = d / a * rocker.cos() - d / c * crank.cos()
            + (a * a - b * b + c * c + d * d) / (2.0 * a * c)
            - (crank - rocker).cos();
        let inner = d / b * crank.cos()
            + d / a * coupler.cos()
            + (c * c - d * d - a * a - b * b) / (2.0 * a * b)
            - (crank - coupler).cos();
        worst = worst.max(outer.abs()).max(inner.abs());
    });
    let turns = run.at() / std::f64::consts::TAU;
    println!("four-bar: {steps} steps, {turns:.2} turns, gap {gap:.1e}, Freudenstein {worst:.1e}");
    assert!(gap < 1e-9 && worst < 1e-8);
    assert!((turns / (3.0 * 0.01 * steps as f64) * std::f64::consts::TAU - 1.0).abs() < 0.1);
}

fn slider_crank_turns(steps: usize) {
    let mut run = slider_crank(0.01, driven());
    run.input.motors[0].velocity = 4.0;
    let mut worst = 0.0_f64;
    let gap = turn(&mut run, steps, |run| {
        let x = run.state.bodies[2].position.x;
        worst = worst.max((x - slider(CRANK + run.at())).abs());
    });
    println!("slider-crank: {steps} steps, gap {gap:.1e}, x(angle) {worst:.1e} m");
    assert!(gap < 1e-9 && worst < 1e-8);
}

fn five_bar_turns(steps: usize) {
    let mut run = five_bar(0.01, driven());
    [run.input.motors[0].velocity, run.input.motors[1].velocity] = [3.0, 3.0];
    let mut worst = 0.0_f64;
    let gap = turn(&mut run, steps, |run| {
        let positions = run.state.joint_positions(&run.model);
        let b = polar(0.2, 2.0 + positions[0]);
        let d = Vec3::x() * 0.5 + polar(0.2, 1.0 + positions[1]);
        let c = meet(b, 0.51, d, 0.51);
        let end = &run.state.bodies[2];
        worst = worst.max((end.position + end.rotation * Vec3::x() * 0.255 - c).norm());
    });
    println!("five-bar: {steps} steps, gap {gap:.1e}, end point {worst:.1e} m");
    assert!(gap < 1e-9 && worst < 1e-8);
}

/// Where leg `k` of the platform stands, and where it ends on the platform at the start.
fn leg_ends(k: usize) -> [Vec3; 2] {
    let at = |radius: f64, degrees: f64, z: f64| {
        let angle = degrees.to_radians();
        Vec3::new(radius * angle.cos(), radius * angle.sin(), z)
    };
    let (third, side) = (
        120.0 * (k / 2) as f64,
        if k.is_multiple_of(2) { -1.0 } else { 1.0 },
    );
    [
        at(0.5, third + side * 12.0, 0.0),
        at(0.3, third + side * 45.0, 0.5),
    ]
}

const NAMES: [[&str; 2]; 6] = [
    ["low0", "high0"],
    ["low1", "high1"],
    ["low2", "high2"],
    ["low3", "high3"],
    ["low4", "high4"],
    ["low5", "high5"],
];

/// A platform on six legs, universal at the ground, prismatic with position motors, spherical at the platform.
pub fn stewart(h: f64, motor: Motor) -> Run {
    let centre = Vec3::z() * 0.5;
    let mut all = Mechanism::new(h).block("platform", centre);
    for (k, [low, high]) in NAMES.into_iter().enumerate() {
        let [foot, head] = leg_ends(k);
        let at = |share: f64| foot + (head - foot) * share;
        let along = (head - foot).normalize();
        let first = along.cross(&Vec3::x()).normalize();
        let axis = JointAxis::default().motor(motor);
        let ground = Pin::new(JointKind::Universal, None, low, foot, first);
        let slide = Pin::new(JointKind::Prismatic, Some(low), high, at(0.5), along);
        let ball = Pin::new(
            JointKind::Spherical,
            Some("platform"),
            high,
            head,
            Vec3::z(),
        );
        all = all
            .rod(low, foot, at(0.5))
            .rod(high, at(0.5), head)
            .pin(ground.second(along.cross(&first)))
            .pin(slide.along(axis))
            .pin(ball);
    }
    all.run()
}

fn stewart_moves(steps: usize) {
    let mut run = stewart(0.01, Motor::position(1e5, 2e3, f64::INFINITY));
    let (mut worst, mut off, mut gap) = (0.0_f64, 0.0_f64, 0.0_f64);
    for k in 0..steps {
        for (leg, motor) in run.input.motors.iter_mut().enumerate() {
            motor.position = 0.03 * (0.02 * k as f64 + leg as f64).sin();
        }
        gap = gap.max(turn(&mut run, 1, |_| {}));
        let at = &run.state.bodies[0];
        for leg in 0..6 {
            let [foot, head] = leg_ends(leg);
            let own = at.position + at.rotation * (head - Vec3::z() * 0.5);
            let length = (own - foot).norm() - (head - foot).norm();
            let joint = &run.model.joints[3 * leg + 1];
            worst = worst.max((length - joint.positions(&run.state)[0]).abs());
            // The commands start with a jump.
            if k > 100 {
                off = off.max((length - run.input.motors[leg].position).abs());
            }
        }
    }
    println!(
        "stewart: {steps} steps, gap {gap:.1e}, lengths {worst:.1e} m, off command {off:.1e} m"
    );
    assert!(gap < 1e-9 && worst < 1e-8 && off < 5e-3);
}

#[test]
fn a_four_bar_obeys_freudensteins_equation() {
    four_bar_turns(1000);
}

#[test]
fn a_slider_crank_moves_as_its_crank_says() {
    slider_crank_turns(1000);
}

#[test]
fn a_five_bar_ends_where_its_cranks_say() {
    five_bar_turns(1000);
}

#[test]
fn the_legs_of_a_stewart_platform_are_as_long_as_its_pose_says() {
    stewart_moves(1000);
}

#[test]
#[ignore = "a study of 100,000 steps each"]
fn loops_hold_for_long() {
    four_bar_turns(100_000);
    slider_crank_turns(100_000);
    five_bar_turns(100_000);
    stewart_moves(100_000);
}
