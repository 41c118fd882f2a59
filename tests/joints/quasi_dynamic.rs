//! Mechanisms of which every step starts at rest: statics, what resists a motion, and gradients.

use crate::joints::chains::{Chain, KINDS, after};
use crate::joints::differences::{Case, RHO};
use crate::joints::run::{G, INERTIA, Run, wheel};
use drystone::shape::Shape;
use drystone::world::{Body, JointAxis, JointKind, JointSpec, Motor};
use drystone::{Input, Model, ModelBuilder, Vec3};
use std::sync::Arc;

/// Mass (kg) and length (m) of a link.
const MASS: f64 = 0.4;
const LINK: f64 = 0.3;
/// Length of a step, s.
const STEP: f64 = 0.05;

/// An arm of two links along x whose joints turn about -y: positive angles lift it.
fn arm(first: JointAxis, second: JointAxis, follows: bool) -> ModelBuilder {
    let link = |name: &str, x: f64| {
        let shape = Shape::cuboid([0.5 * LINK, 0.01, 0.01]);
        let body = Body::free(name).shape(shape).mass(MASS).quasi_dynamic();
        body.at([x, 0.0, 0.0])
    };
    let joint = |name: &str, child: &str, axis: JointAxis| {
        let spec = JointSpec::new(name, JointKind::Revolute, child);
        spec.axis(-Vec3::y()).along(axis)
    };
    let elbow = joint("elbow", "lower", second).parent("upper");
    let elbow = elbow.anchor(Vec3::new(0.5 * LINK, 0.0, 0.0));
    Model::builder()
        .time_step(STEP)
        .body(link("upper", 0.5 * LINK))
        .body(link("lower", 1.5 * LINK))
        .joint(joint("shoulder", "upper", first))
        .joint(match follows {
            true => elbow.mimic("shoulder", [0.0, -0.5, 0.0, 0.0, 0.0]),
            false => elbow,
        })
}

/// Torques of gravity along shoulder and elbow, N m: weights times their levers.
fn weights([a, b]: [f64; 2]) -> [f64; 2] {
    let (upper, lower) = (0.5 * LINK * a.cos(), 0.5 * LINK * (a + b).cos());
    let elbow = -MASS * G * lower;
    [-MASS * G * (upper + LINK * a.cos()) + elbow, elbow]
}

/// The angles of an arm after 100 steps under constant commands.
fn settled(builder: ModelBuilder, commands: &[f64]) -> [f64; 2] {
    let mut run = Run::new(builder);
    for (motor, command) in run.input.motors.iter_mut().zip(commands) {
        motor.position = *command;
    }
    run.steps(100);
    let angles = run.state.joint_positions(&run.model);
    [angles[0], angles[1]]
}

fn close(found: [f64; 2], expected: [f64; 2]) {
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    }
}

/// Every joint gives way by the torque that it carries over its stiffness.
#[test]
fn an_arm_held_by_position_motors_sags_by_torque_over_stiffness() {
    let commands = [0.4, -0.7];
    let motor = |stiffness| JointAxis::default().motor(Motor::position(stiffness, 2.0, 50.0));
    let found = settled(arm(motor(60.0), motor(40.0), false), &commands);
    let [first, second] = weights(found);
    close(found, [0.4 + first / 60.0, -0.7 + second / 40.0]);
    assert!(found[0] < 0.38, "it sags by centimetres: {found:?}");
}

#[test]
fn an_arm_held_by_springs_hangs_where_they_balance_its_weight() {
    let spring = |stiffness, rest| JointAxis::default().spring(stiffness, rest).damping(0.5);
    let found = settled(arm(spring(60.0, 0.4), spring(40.0, -0.7), false), &[]);
    let [first, second] = weights(found);
    close(found, [0.4 + first / 60.0, -0.7 + second / 40.0]);
}

/// The elbow turns by -1/2 of the shoulder, so the motor carries the first torque and -1/2 of the second.
#[test]
fn a_motor_carries_its_share_of_a_joint_that_follows() {
    let motor = JointAxis::default().motor(Motor::position(60.0, 2.0, 50.0));
    let found = settled(arm(motor, JointAxis::default(), true), &[0.4]);
    let [first, second] = weights(found);
    let shoulder = 0.4 + (first - 0.5 * second) / 60.0;
    close(found, [shoulder, -0.5 * shoulder]);
}

/// The motor can carry 2 N m, the weight of the upper link alone is 0.6 N m and that of the arm 2.4 N m: it falls to its stop.
#[test]
fn a_motor_gives_way_at_its_limit_and_a_stop_holds() {
    let weak = JointAxis::default().motor(Motor::position(60.0, 2.0, 2.0));
    let strong = JointAxis::default().motor(Motor::position(500.0, 2.0, 50.0));
    let found = settled(arm(weak.limits(-0.3, 1.0), strong, false), &[0.0, 0.0]);
    assert!((found[0] + 0.3).abs() < 1e-5, "{found:?}");
}

/// A wheel of inertia I with an armature I_a goes (k + d/h + (I + I_a)/h^2) dtheta = k (command - theta), in every step anew.
#[test]
fn inertia_and_armature_resist_every_step_from_rest() {
    let (stiffness, damping, armature) = (6.0, 0.2, 0.004);
    let axis = JointAxis::default().armature(armature);
    let axis = axis.motor(Motor::position(stiffness, damping, f64::INFINITY));
    let mut run = wheel(STEP, 0.0, axis);
    let mut model = (*run.model).clone();
    model.bodies[0].quasi_dynamic = true;
    model.bodies[0].inertia = drystone::Mat3::identity() * INERTIA;
    let model = Arc::new(model);
    let mut simulator = drystone::Simulator::new(model.clone());
    let resistance = damping / STEP + (INERTIA + armature) / (STEP * STEP);
    let mut expected = 0.0;
    for _ in 0..5 {
        run.input.motors[0].position = 0.01;
        // Whatever the velocities of the state are.
        run.state.bodies[0].angular_velocity = Vec3::new(0.0, 0.0, 3.0);
        run.state = simulator.step(&run.state, &run.input, 1e-8).unwrap().state;
        expected += stiffness * (0.01 - expected) / (stiffness + resistance);
        let found = run.at();
        assert!((found - expected).abs() < 1e-8, "{found} {expected}");
    }
    assert!(expected > 0.004);
}

/// A chain of three links, all quasi-dynamic, in motion.
fn case(kind: JointKind, axis: JointAxis, coupled: bool) -> Case {
    let chain = Chain {
        coupled,
        gravity: Vec3::new(0.0, 0.0, -G),
        anchored: true,
        axis,
        ..Chain::free(kind, 3, 5, STEP)
    };
    let (model, start) = chain.build();
    let mut model = (*model).clone();
    for body in &mut model.bodies {
        body.quasi_dynamic = true;
    }
    let model = Arc::new(model);
    let mut input = Input::hold(&model, &start);
    for (k, motor) in input.motors.iter_mut().enumerate() {
        motor.position += 0.03 - 0.02 * k as f64;
    }
    let state = after(&model, &start, &input, 2, RHO);
    Case {
        model,
        state,
        input,
        rho: RHO,
    }
}

#[test]
fn gradients_agree_with_central_differences() {
    let plain = JointAxis::default();
    let motor = |limit| plain.motor(Motor::position(400.0, 5.0, limit));
    let axes = [
        motor(f64::INFINITY).armature(0.05),
        motor(30.0).limits(-0.05, 0.05).friction(0.3),
        plain.spring(300.0, 0.1).damping(5.0),
    ];
    for kind in KINDS {
        for axis in axes {
            if kind.coordinates().is_empty() {
                continue;
            }
            let coupled = matches!(kind, JointKind::Revolute | JointKind::Prismatic);
            for coupled in if coupled {
                &[false, true][..]
            } else {
                &[false]
            } {
                let case = case(kind, axis, *coupled);
                case.check_adjoint();
                let (error, entry) = &case.errors()[0];
                println!("{:12} {error:.1e} {entry}", kind.name());
                assert!(*error < 1e-5, "{kind:?} {coupled}: {error} {entry}");
                let nv = case.model.nv();
                let a = case.gradient().0.a();
                assert!(a.columns(nv, nv).iter().all(|x| *x == 0.0), "{kind:?}");
            }
        }
    }
}
