//! Motions of mechanisms: turns, screws, planes, moving parents, order of the step.

use crate::joints::run::{G, INERTIA, Run, pendulum, wheel};
use drystone::shape::Shape;
use drystone::world::{Body, BodySpec, JointAxis, JointKind, JointSpec, Motor, Plane};
use drystone::{Model, ModelBuilder, Rot, Vec3};
use std::f64::consts::TAU;

#[test]
fn a_revolute_joint_counts_its_turns() {
    for spin in [7.0, -7.0] {
        let h = 0.01;
        let mut run = wheel(h, spin, JointAxis::default());
        let turn = h * spin;
        let steps = (20.3 * TAU / turn.abs()).round() as usize;
        for k in 1..=steps {
            run.step();
            let expected = turn * k as f64;
            assert!(
                (run.at() - expected).abs() < 1e-9,
                "{} {expected}",
                run.at()
            );
            assert!((f64::from(run.state.turns[0]) * TAU - run.at()).abs() < 3.2);
        }
        println!("{} turns, {} counted", run.at() / TAU, run.state.turns[0]);
        assert_eq!(run.state.turns[0], if spin > 0.0 { 20 } else { -20 });
        // Backwards, to where it came from.
        run.state.bodies[0].angular_velocity *= -1.0;
        run.steps(steps);
        assert!(run.at().abs() < 1e-8 && run.state.turns[0] == 0);
    }
}

#[test]
fn a_position_motor_goes_four_turns_round() {
    for target in [4.0 * TAU, -4.0 * TAU] {
        let motor = Motor::position(2.0, 0.2, f64::INFINITY);
        let mut run = wheel(0.01, 0.0, JointAxis::default().motor(motor));
        run.input.motors[0].position = target;
        run.steps(500);
        println!("position motor: {:.9} of {target:.9}", run.at());
        assert!((run.at() - target).abs() < 1e-6 && run.rate().abs() < 1e-6);
        assert_eq!(run.state.turns[0], (target / TAU).round() as i32);
    }
}

#[test]
fn limits_of_more_than_one_turn_hold() {
    let axis = JointAxis::default().limits(-1.5 * TAU, 2.5 * TAU);
    let mut run = wheel(0.01, 0.0, axis.motor(Motor::effort(1.0)));
    for (effort, limit) in [(0.1, 2.5 * TAU), (-0.1, -1.5 * TAU)] {
        run.input.motors[0].effort = effort;
        run.steps(400);
        println!("limit {limit:.6}: {:.9}", run.at());
        assert!((run.at() - limit).abs() < 1e-5);
    }
}

/// A screw along z: `pitch` metres a turn, with an effort motor.
fn screw(h: f64, pitch: f64) -> Run {
    let nut = Body::free("nut").shape(Shape::cuboid([0.1, 0.1, 0.05]));
    let mass = 4.0 * 0.1 * 0.1 * 0.1 * 1000.0;
    let axis = JointAxis::default().motor(Motor::effort(f64::INFINITY));
    let kind = JointKind::Screw { pitch };
    let joint = JointSpec::new("screw", kind, "nut").along(axis);
    let builder = Model::builder().time_step(h).gravity(Vec3::zeros());
    Run::new(builder.body(nut.mass(mass)).joint(joint))
}

#[test]
fn a_screw_advances_by_its_pitch_per_turn() {
    let (h, pitch) = (0.01, 0.2);
    let mut run = screw(h, pitch);
    let body = &run.model.bodies[0];
    let inertia = body.inertia[(2, 2)] + body.mass * (pitch / TAU).powi(2);
    run.input.motors[0].effort = 0.5;
    for k in 1..=500 {
        if k == 250 {
            run.input.motors[0].effort = -0.5;
        }
        run.step();
        let advance = run.state.bodies[0].position.z - pitch * run.at() / TAU;
        assert!(advance.abs() < 1e-10, "step {k}: {advance:e}");
        if k == 100 {
            let expected = 0.5 / inertia;
            println!("screw: {:.9} rad/s, expected {expected:.9}", run.rate());
            assert!((run.rate() / expected - 1.0).abs() < 1e-3);
        }
    }
    println!("screw: {:.3} turns", run.at() / TAU);
    assert!(run.at() > 3.0 * TAU);
}

/// A cart on a rail along x that carries a pendulum.
fn cart(plane: Option<Plane>) -> Run {
    let shape = |name: &str, size: [f64; 3]| {
        let body: BodySpec = Body::free(name).shape(Shape::cuboid(size));
        plane.map_or(body.clone(), |plane| body.plane(plane))
    };
    let axis = JointAxis::default().damping(0.05).friction(0.02);
    let rail = JointSpec::new("rail", JointKind::Prismatic, "cart")
        .axis(Vec3::x())
        .along(axis.limits(-0.3, 0.3));
    let pivot = JointSpec::new("pivot", JointKind::Revolute, "pole")
        .parent("cart")
        .axis(Vec3::y())
        .along(axis);
    let pole = shape("pole", [0.3, 0.02, 0.02]).at([0.3, 0.0, 0.0]);
    let builder = Model::builder().time_step(0.005);
    let builder = builder.body(shape("cart", [0.1, 0.08, 0.05])).body(pole);
    Run::new(builder.joint(rail).joint(pivot))
}

#[test]
fn a_planar_model_moves_like_the_spatial_one() {
    let (mut flat, mut full) = (cart(Some(Plane::Xz)), cart(None));
    let mut worst = 0.0_f64;
    for _ in 0..600 {
        flat.step();
        full.step();
        let [a, b] = [&flat, &full].map(|run| run.state.joint_positions(&run.model));
        worst = a
            .iter()
            .zip(&b)
            .fold(worst, |w, (a, b)| w.max((a - b).abs()));
    }
    println!("planar against spatial: {worst:.1e}");
    assert!(worst < 1e-6);
}

#[test]
fn every_joint_that_fits_a_plane_loses_the_rows_that_say_nothing_there() {
    // Revolute about the normal, prismatic in the plane, and planar: freedoms 3 - rows.
    for (kind, axis, rows) in [
        (JointKind::Revolute, Vec3::y(), 2),
        (JointKind::Prismatic, Vec3::x(), 2),
        (JointKind::Planar, Vec3::y(), 0),
        (JointKind::Fixed, Vec3::y(), 3),
    ] {
        let body = Body::free("part").shape(Shape::cuboid([0.1, 0.1, 0.1]));
        let joint = JointSpec::new("joint", kind, "part").axis(axis);
        let builder = Model::builder().body(body.plane(Plane::Xz));
        let mut run = Run::new(builder.joint(joint));
        run.input.wrenches[0].torque = Vec3::y() * 0.1;
        run.steps(20);
        let [length, angle] = run.model.joints[0].gap(&run.state);
        assert!(length < 1e-11 && angle < 1e-11);
        println!(
            "{} in a plane: gaps {length:.1e} m, {angle:.1e} rad",
            kind.name()
        );
        let free = 3 - rows;
        assert_eq!(freedoms(&mut run), 2 * free, "{kind:?}");
    }
}

/// Returns the rank of A without the three coordinates of the pose that leave the plane, which A keeps: freedoms of positions
/// and of velocities.
fn freedoms(run: &mut Run) -> usize {
    let mut simulator = drystone::Simulator::new(run.model.clone());
    let step = simulator.step(&run.state, &run.input, run.rho).unwrap();
    let wrt = drystone::Wrt::state_and_inputs();
    let a = simulator.gradient(&step, run.rho, &wrt).unwrap().a();
    a.singular_values().iter().filter(|&&x| x > 1e-6).count() - 3
}

/// A child joined to a prescribed parent, which accelerates along x from rest.
pub fn carried(kind: JointKind, acceleration: f64) -> Run {
    let angle = (acceleration / G).atan();
    let turn = Rot::from_axis_angle(&Vec3::y_axis(), angle);
    let hand = Body::prescribed("hand").shape(Shape::cuboid([0.05, 0.05, 0.05]));
    let tool = Body::free("tool")
        .shape(Shape::cuboid([0.02, 0.02, 0.2]))
        .rotation(turn)
        .at(turn * Vec3::new(0.0, 0.0, -0.25));
    let joint = JointSpec::new("joint", kind, "tool")
        .parent("hand")
        .axis(Vec3::y());
    let builder = Model::builder().time_step(0.005).body(hand).body(tool);
    Run::new(builder.joint(joint))
}

#[test]
fn a_child_follows_a_prescribed_parent() {
    let (h, acceleration) = (0.005, 3.0);
    for kind in [JointKind::Fixed, JointKind::Revolute] {
        let mut run = carried(kind, acceleration);
        let mut worst = [0.0_f64; 2];
        for k in 1..=400 {
            let t = h * k as f64;
            run.input.commands[0].position.x = 0.5 * acceleration * t * t;
            run.step();
            let [length, angle] = run.model.joints[0].gap(&run.state);
            let swing = run.state.joint_positions(&run.model);
            worst[0] = worst[0].max(length).max(angle);
            worst[1] = swing.iter().fold(worst[1], |w, x| w.max(x.abs()));
        }
        let x = run.state.bodies[1].position.x;
        println!(
            "{}: x {x:.6} m, gap {:.1e}, swing {:.1e} rad",
            kind.name(),
            worst[0],
            worst[1]
        );
        // It hangs at the angle of its apparent weight, and stays there.
        assert!(worst[0] < 1e-10 && worst[1] < 1e-4);
    }
}

/// A double pendulum of two rods, horizontal at the start.
fn double_pendulum(h: f64) -> ModelBuilder {
    let rod = |name: &str, x: f64| {
        Body::free(name)
            .shape(Shape::cuboid([0.2, 0.02, 0.02]))
            .at([x, 0.0, 0.0])
    };
    let pin = |name: &str, child: &str| {
        let joint = JointSpec::new(name, JointKind::Revolute, child);
        joint.axis(Vec3::y())
    };
    Model::builder()
        .time_step(h)
        .body(rod("upper", 0.2))
        .body(rod("lower", 0.6))
        .joint(pin("shoulder", "upper"))
        .joint(
            pin("elbow", "lower")
                .parent("upper")
                .anchor(Vec3::x() * 0.2),
        )
}

#[test]
fn a_double_pendulum_converges_at_second_order() {
    let ends = [0.008, 0.004, 0.002, 0.001, 0.000_25].map(|h| {
        let mut run = Run::new(double_pendulum(h));
        run.steps((0.8_f64 / h).round() as usize);
        run.state.joint_positions(&run.model)
    });
    let errors: Vec<f64> = (0..4)
        .map(|k| (ends[k][0] - ends[4][0]).hypot(ends[k][1] - ends[4][1]))
        .collect();
    let orders: Vec<f64> = errors.windows(2).map(|e| (e[0] / e[1]).log2()).collect();
    println!("double pendulum: errors {errors:?}, orders {orders:.3?}");
    assert!(orders.iter().all(|&order| order > 1.9));
}

/// The period of a pendulum in small swings: 2 pi sqrt(inertia about the pivot / m g l).
#[test]
fn a_pendulum_swings_through_its_rest_position_in_its_period() {
    let mut run = pendulum(1e-3, JointAxis::default());
    // It starts at 90 degrees: the period is 1.18034 times that of small swings.
    let (mass, arm) = (crate::joints::run::MASS, crate::joints::run::ARM);
    let small = TAU * ((INERTIA + mass * arm * arm) / (mass * G * arm)).sqrt();
    let mut steps = 0;
    while run.rate() >= 0.0 {
        run.step();
        steps += 1;
    }
    let half = 1e-3 * (steps as f64 - 0.5);
    println!(
        "pendulum: period {:.5} s, expected {:.5}",
        2.0 * half,
        1.180_340_6 * small
    );
    assert!((2.0 * half / (1.180_340_6 * small) - 1.0).abs() < 2e-3);
}
