//! The blocks of Rust of README and pages, word for word, with what they need around them.

use crate::readme::markdown::root;
use drystone::math::Rot;
use drystone::scene::Robot;
use drystone::step::{Inputs, Member, Sensitivity};
use drystone::world::{JointAxis, JointKind, JointSpec, Motor};
use drystone::{Batch, Body, Input, Model, Result, Scene, Shape, Simulator, Vec3, Wrt};

/// This file.
pub const TEXT: &str = include_str!("snippets.rs");

#[rustfmt::skip] // as wide as in the README
#[test]
fn the_library_example_of_the_readme_runs() -> Result<()> {
    let ground = Body::fixed("ground").shape(Shape::half_space([0.0, 0.0, 1.0], 0.0));
    let ball = Body::free("ball").shape(Shape::sphere(0.1)).friction(0.5).at([0.0, 0.0, 1.0]);
    let (model, mut state) = Model::builder().body(ground).body(ball).build_with_start()?;
    let input = Input::hold(&model, &state);
    let mut simulator = Simulator::new(model);
    for _ in 0..100 {
        let step = simulator.step(&state, &input, 1e-6)?; // rho
        assert!(step.status.solved, "{}", step.status.reason);
        state = step.state;
    }
    assert!((state.bodies[1].position.z - 0.1).abs() < 1e-5);
    Ok(())
}

#[test]
fn the_scene_of_the_readme_runs() -> Result<()> {
    std::env::set_current_dir(root()).expect("a folder");
    let scene = Scene::load("scenarios/box_drop.toml")?;
    let mut simulator = Simulator::new(scene.model.clone());
    let mut run = scene.run();
    while let Some(now) = run.advance(&mut simulator)? {
        println!("{:.2} s: {} contacts", now.time, now.step.contacts.len());
    }
    assert!((run.state().bodies[1].position.z - 0.05).abs() < 1e-6);
    Ok(())
}

fn push() -> Result<(Scene, Input)> {
    let scene = Scene::load(root().join("scenarios/push.toml"))?;
    let mut input = Input::hold(&scene.model, &scene.initial);
    scene.input_at(0, &scene.initial, &mut input);
    Ok((scene, input))
}

#[test]
fn the_example_of_the_gradients_runs() -> Result<()> {
    let (scene, input) = push()?;
    let (model, state) = (&scene.model, scene.initial.clone());
    let mut simulator = Simulator::new(model.clone());
    let mut cost = vec![0.0; model.tangents().len()];
    cost[0] = 1.0;
    let step = simulator.step(&state, &input, 1e-6)?;
    let wrt = Wrt {
        parameters: vec![model.parameter("box.mass")?],
        ..Wrt::state_and_inputs()
    };
    let gradient = simulator.gradient(&step, 3e-3, &wrt)?; // A = gradient.a(), B = gradient.b(), gradient.parameters()
    let pulled = simulator.pullback(&step, 3e-3, &wrt, &cost)?; // cost^T A, cost^T B, ...: one transposed solve
    let a = gradient.a();
    assert_eq!(a.nrows(), model.tangents().len());
    assert!((pulled.state[0] - a[(0, 0)]).abs() < 1e-12);
    Ok(())
}

#[test]
fn the_example_of_the_batches_runs() -> Result<()> {
    let (scene, input) = push()?;
    let model = scene.model.clone();
    let starts = vec![(scene.initial.clone(), input.clone()); 5];
    let wrt = Wrt::state_and_inputs();
    let inputs = |_: usize, _: &_, _: &mut Input| ();
    let members = [Member {
        model: &model,
        first: &scene.initial,
        inputs: Inputs::Function(&inputs),
        steps: 3,
        rho: 1e-6,
        sensitivity: Sensitivity::None,
    }];
    let mut batch = Batch::new(None)?; // all cores
    let steps = batch.step(&model, &starts, 1e-6); // starts: [(state, input)]; a Result<Step> each, in order
    let both = batch.differentiate(&model, &starts, 1e-6, 1e-3, &wrt); // with A, B, parameter columns of every step
    let runs = batch.run(&members, |_done| ()); // whole runs: own model, start, inputs, rho, gradients
    assert_eq!((steps.len(), both.len(), runs.len()), (5, 5, 1));
    assert!(steps.iter().all(|step| step.is_ok()));
    Ok(())
}

#[test]
fn the_example_of_the_joints_runs() -> Result<()> {
    let link = |name: &str, z: f64| {
        let shape = Shape::capsule(0.03, 0.3);
        Body::free(name).shape(shape).at([0.0, 0.0, z])
    };
    let shoulder = JointSpec::new("shoulder", JointKind::Revolute, "upper")
        .anchor(Vec3::new(0.0, 0.0, 1.0))
        .axis(Vec3::y());
    let elbow = JointSpec::new("elbow", JointKind::Revolute, "lower")
        .parent("upper")
        .anchor(Vec3::new(0.0, 0.0, -0.2))
        .axis(Vec3::y())
        .along(
            JointAxis::default()
                .limits(-2.5, 2.5)
                .friction(0.1)
                .motor(Motor::position(40.0, 4.0, 30.0)), // N m/rad, N m s/rad, N m
        );
    let (model, mut state) = Model::builder()
        .body(link("upper", 0.8))
        .body(link("lower", 0.4))
        .joint(shoulder)
        .joint(elbow)
        .build_with_start()?;
    let mut input = Input::hold(&model, &state);
    input.motors[0].position = 1.2; // rad
    let mut simulator = Simulator::new(model.clone());
    for _ in 0..100 {
        state = simulator.step(&state, &input, 1e-6)?.state;
    }
    let positions = state.joint_positions(&model); // shoulder, elbow
    assert!((positions[1] - 1.2).abs() < 0.2, "{positions:?}");
    Ok(())
}

#[test]
fn the_example_of_the_robots_runs() -> Result<()> {
    std::env::set_current_dir(root()).expect("a folder");
    let arm = Robot::load("tests/robots/arm.urdf")?
        .named("left")
        .at(Vec3::new(0.0, 0.3, 0.0), Rot::identity())
        .motor("*", Motor::position(400.0, 40.0, f64::INFINITY)); // N m/rad, N m s/rad, N m
    let (model, start) = arm.add_to(Model::builder())?.build_with_start()?;
    assert_eq!(model.bodies.len(), start.bodies.len());
    assert!(arm.notes().is_empty());
    Ok(())
}
