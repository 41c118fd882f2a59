//! Gradients of mechanisms against central differences, for every kind of joint and what acts along it.

use crate::joints::chains::{Chain, KINDS, after};
use crate::joints::differences::{Case, RHO};
use crate::joints::motions::carried;
use drystone::math::Rot;
use drystone::scene::Scene;
use drystone::world::{Body, JointAxis, JointKind, JointSpec, Motor};
use drystone::{Input, Model, Shape, Simulator, Vec3};
use std::path::Path;
use std::sync::Arc;

fn case(kind: JointKind, axis: JointAxis) -> Case {
    coupled_case(kind, axis, false)
}

fn coupled_case(kind: JointKind, axis: JointAxis, coupled: bool) -> Case {
    let chain = Chain {
        coupled,
        gravity: Vec3::new(0.0, 0.0, -9.81),
        anchored: true,
        axis,
        ..Chain::free(kind, 3, 5, 0.01)
    };
    let (model, start) = chain.build();
    let mut input = Input::hold(&model, &start);
    for (k, motor) in input.motors.iter_mut().enumerate() {
        motor.position += 0.3 - 0.2 * k as f64;
        motor.velocity = 0.4;
        motor.effort = 0.7 - 0.4 * k as f64;
    }
    let state = after(&model, &start, &input, 3, RHO);
    Case {
        model,
        state,
        input,
        rho: RHO,
    }
}

fn axes() -> Vec<(&'static str, JointAxis)> {
    let axis = JointAxis::default();
    let position = |limit| Motor::position(20.0, 2.0, limit);
    vec![
        ("free", axis),
        ("limits", axis.limits(-0.02, 0.02)),
        ("spring", axis.spring(30.0, 0.2).damping(0.5)),
        ("friction", axis.friction(1.5)),
        ("armature", axis.armature(0.05)),
        ("position motor", axis.motor(position(f64::INFINITY))),
        ("limited motor", axis.motor(position(3.0)).friction(0.3)),
        (
            "velocity motor",
            axis.motor(Motor::velocity(f64::INFINITY, 4.0)),
        ),
        (
            "effort motor",
            axis.motor(Motor::effort(0.6)).armature(0.02),
        ),
    ]
}

#[test]
fn gradients_agree_with_central_differences() {
    let mut all = Vec::new();
    for kind in KINDS {
        for (name, axis) in axes() {
            if kind.coordinates().is_empty() && name != "free" {
                continue;
            }
            let case = case(kind, axis);
            case.check_adjoint();
            case.check_joint_space();
            let errors = case.errors();
            let (worst, label) = &errors[0];
            println!("{:12} {name:15} {worst:.1e}  {label}", kind.name());
            all.extend(errors.into_iter().map(|(error, _)| error));
        }
    }
    all.sort_by(f64::total_cmp);
    let part = |p: f64| all[(p * all.len() as f64) as usize];
    let (median, most, worst) = (part(0.5), part(0.99), all[all.len() - 1]);
    println!(
        "{} entries: median {median:.1e}, 99 % {most:.1e}, worst {worst:.1e}",
        all.len()
    );
    assert!(median < 1e-9 && most < 1e-6 && worst < 1e-4);
}

#[test]
fn gradients_of_steps_in_halves_agree_with_central_differences() {
    for kind in [
        JointKind::Revolute,
        JointKind::Spherical,
        JointKind::Universal,
    ] {
        let axis = JointAxis::default().armature(0.02).damping(0.3);
        let mut case = case(kind, axis);
        for body in &mut case.state.bodies {
            body.angular_velocity *= 1.0;
        }
        let n = case.model.joint_coordinate_count();
        let positions = case.state.joint_positions(&case.model);
        let fast: Vec<f64> = (0..n).map(|k| if k == 0 { 130.0 } else { -3.0 }).collect();
        case.state = case
            .state
            .with_joint_positions(&case.model, &positions, &fast)
            .unwrap();
        if n == 0 {
            case.state.bodies[0].angular_velocity = Vec3::new(90.0, 70.0, 40.0);
        }
        let mut simulator = drystone::Simulator::new(case.model.clone());
        let step = simulator.step(&case.state, &case.input, RHO).unwrap();
        assert!(step.status.halved, "{kind:?}");
        case.check_adjoint();
        agree(&case, kind);
    }
}

/// The base is prescribed: the commands of the first half follow its state and the commands of the whole.
#[test]
fn gradients_of_steps_in_halves_on_a_prescribed_base_agree_with_central_differences() {
    for kind in [JointKind::Revolute, JointKind::Universal] {
        let cuboid = |size| Shape::cuboid([0.05, 0.04, size]);
        let hand = Body::prescribed("hand").shape(cuboid(0.05));
        let tool = Body::free("tool").shape(cuboid(0.2));
        let axis = JointAxis::default().armature(0.02).damping(0.3);
        let joint = JointSpec::new("joint", kind, "tool").parent("hand");
        let joint = joint.anchor(Vec3::new(0.01, 0.02, 0.03));
        let axes = kind.coordinates();
        let joint = match axes.len() {
            1 => joint.axis(Vec3::y()),
            _ => joint.axes(Vec3::y(), Vec3::x()),
        };
        let joint = axes.iter().fold(joint, |joint, _| joint.along(axis));
        let builder = Model::builder().time_step(0.01).body(hand);
        let builder = builder.body(tool.at(Vec3::new(0.0, 0.0, -0.25)));
        let (model, start) = builder.joint(joint).build_with_start().unwrap();
        let positions = start.joint_positions(&model);
        let mut fast = vec![-3.0; positions.len()];
        fast[0] = 130.0;
        let state = start.with_joint_positions(&model, &positions, &fast);
        let mut input = Input::hold(&model, &start);
        input.commands[0].position = Vec3::new(0.02, 0.01, -0.01);
        input.commands[0].rotation = Rot::from_euler_angles(0.1, -0.2, 0.3);
        let case = Case {
            state: state.unwrap(),
            model: Arc::new(model),
            input,
            rho: RHO,
        };
        let mut simulator = Simulator::new(case.model.clone());
        let step = simulator.step(&case.state, &case.input, RHO).unwrap();
        assert!(step.status.halved, "{kind:?}");
        case.check_adjoint();
        agree(&case, kind);
    }
}

#[test]
fn gradients_of_coupled_joints_agree_with_central_differences() {
    for kind in [
        JointKind::Revolute,
        JointKind::Prismatic,
        JointKind::Screw { pitch: 0.2 },
    ] {
        let plain = JointAxis::default();
        for axis in [
            plain,
            plain.armature(0.05).damping(0.3),
            plain.motor(Motor::position(20.0, 2.0, 3.0)),
        ] {
            let case = coupled_case(kind, axis, true);
            let q = case.state.joint_positions(&case.model);
            let goal = -0.8 * q[1] + 0.3 * q[1].powi(2) + 0.1 * q[1].powi(3);
            assert!((q[2] - goal).abs() < 1e-9, "{kind:?}: {} {goal}", q[2]);
            case.check_adjoint();
            agree(&case, kind);
        }
    }
}

/// The derivative in joint space is that of the bodies, also where bodies touch, a loop closes, and the base is prescribed.
#[test]
fn gradients_in_joint_space_are_those_of_the_bodies() {
    for (name, steps) in [
        ("gripper_lift", 60),
        ("quadruped_stand", 30),
        ("door", 20),
        ("stewart", 20),
        ("push", 10),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/{name}.toml"));
        let scene = Scene::load(path).expect("valid");
        let mut simulator = Simulator::new(scene.model.clone());
        let mut input = Input::hold(&scene.model, &scene.initial);
        let mut state = scene.initial.clone();
        for k in 0..steps {
            scene.input_at(k, &state, &mut input);
            state = simulator.step(&state, &input, 1e-6).expect("valid").state;
        }
        scene.input_at(steps, &state, &mut input);
        let case = Case {
            model: scene.model.clone(),
            state,
            input,
            rho: RHO,
        };
        case.check_joint_space();
    }
    let mut run = carried(JointKind::Revolute, 3.0);
    run.steps(3);
    run.input.commands[0].position.x = 0.02;
    Case {
        model: run.model.clone(),
        state: run.state.clone(),
        input: run.input.clone(),
        rho: RHO,
    }
    .check_joint_space();
}

/// Asserts that the worst entry of the gradients of a case is within 1e-5 of central differences.
fn agree(case: &Case, kind: JointKind) {
    case.check_joint_space();
    let (error, entry) = &case.errors()[0];
    println!("{:12} {error:.1e} {entry}", kind.name());
    assert!(*error < 1e-5, "{kind:?}: {error} {entry}");
}
