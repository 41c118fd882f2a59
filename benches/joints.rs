//! Time of steps of mechanisms and of their gradients in joint space: `cargo bench --bench joints`.
//! Timings are printed, never asserted.

use criterion::{Criterion, criterion_group, criterion_main};
use drystone::shape::Shape;
use drystone::step::{Gradient, Simulator, Step, Wrt};
use drystone::world::{Body, JointAxis, JointKind, JointSpec, Motor};
use drystone::{Input, Model, ModelBuilder, State, Vec3};
use std::sync::Arc;

const RHO: f64 = 1e-6;

/// Adds an arm of seven links with position motors, hanging on the world.
fn arm(mut builder: ModelBuilder) -> ModelBuilder {
    let axes = [
        Vec3::z(),
        Vec3::y(),
        Vec3::z(),
        Vec3::y(),
        Vec3::z(),
        Vec3::y(),
        Vec3::z(),
    ];
    for (i, axis) in axes.into_iter().enumerate() {
        let shape = Shape::capsule(0.05, 0.12);
        let body = Body::free(format!("link{i}"))
            .shape(shape)
            .at([0.0, 0.0, 1.8 - 0.2 * i as f64]);
        let motor = JointAxis::default()
            .limits(-2.8, 2.8)
            .damping(0.5)
            .motor(Motor::position(200.0, 20.0, 80.0));
        let mut joint =
            JointSpec::new(format!("joint{i}"), JointKind::Revolute, format!("link{i}"))
                .axis(axis)
                .along(motor);
        joint = match i {
            0 => joint.anchor(Vec3::new(0.0, 0.0, 1.9)),
            _ => joint
                .parent(format!("link{}", i - 1))
                .anchor(Vec3::new(0.0, 0.0, -0.1)),
        };
        builder = builder.body(body).joint(joint);
    }
    builder
}

/// Adds a gripper with two fingers on the last link of the arm, and a box between them.
fn gripper(mut builder: ModelBuilder) -> ModelBuilder {
    for (name, side) in [("left", 1.0), ("right", -1.0)] {
        let body = Body::free(name)
            .shape(Shape::cuboid([0.01, 0.02, 0.05]))
            .friction(0.8)
            .at([0.05 * side, 0.0, 0.45]);
        let motor = JointAxis::default().motor(Motor::effort(50.0));
        let joint = JointSpec::new(format!("{name}_slide"), JointKind::Prismatic, name)
            .parent("link6")
            .axis(Vec3::x() * -side)
            .along(motor);
        builder = builder.body(body).joint(joint).no_contact("left", "right");
    }
    let cargo = Body::free("box")
        .shape(Shape::cuboid([0.04, 0.03, 0.03]))
        .friction(0.8)
        .at([0.0, 0.0, 0.42]);
    builder.body(cargo)
}

fn chain(links: usize) -> (Arc<Model>, State) {
    let mut builder = Model::builder().time_step(0.005);
    for i in 0..links {
        let body = Body::free(format!("b{i}"))
            .shape(Shape::cuboid([0.08, 0.03, 0.03]))
            .at([0.2 * i as f64, 0.0, 0.0]);
        let axis = if i % 2 == 0 { Vec3::y() } else { Vec3::z() };
        let joint =
            JointSpec::new(format!("j{i}"), JointKind::Revolute, format!("b{i}")).axis(axis);
        let joint = match i {
            0 => joint.anchor(Vec3::new(-0.1, 0.0, 0.0)),
            _ => joint
                .parent(format!("b{}", i - 1))
                .anchor(Vec3::new(0.1, 0.0, 0.0)),
        };
        builder = builder.body(body).joint(joint);
    }
    built(builder)
}

fn built(builder: ModelBuilder) -> (Arc<Model>, State) {
    let (model, state) = builder.build_with_start().expect("valid");
    (Arc::new(model), state)
}

fn mechanisms(c: &mut Criterion) {
    let held = || {
        let builder = gripper(arm(Model::builder().time_step(0.005)));
        let (model, state) = built(builder);
        let mut input = Input::hold(&model, &state);
        let count = input.motors.len();
        input.motors[count - 2..]
            .iter_mut()
            .for_each(|motor| motor.effort = 20.0);
        (model, state, input)
    };
    let alone = || {
        let (model, state) = built(arm(Model::builder().time_step(0.005)));
        let input = Input::hold(&model, &state);
        (model, state, input)
    };
    for (name, (model, mut state, input)) in
        [("arm of 7", alone()), ("arm of 7, gripper, box", held())]
    {
        let mut simulator = Simulator::new(model.clone());
        for _ in 0..40 {
            state = simulator.step(&state, &input, RHO).expect("valid").state;
        }
        let mut out = Step::default();
        let mut group = c.benchmark_group(name);
        group.bench_function("step", |b| {
            b.iter(|| simulator.step_into(&state, &input, RHO, &mut out));
        });
        let step = simulator.step(&state, &input, RHO).expect("valid");
        println!(
            "{name}: {} iterations, {} contacts",
            step.status.iterations,
            step.contacts.len()
        );
        let wrt = Wrt::state_and_inputs();
        let mut gradient = Gradient::default();
        group.bench_function("A, B of bodies", |b| {
            b.iter(|| simulator.gradient_into(&step, RHO, &wrt, &mut gradient));
        });
        group.bench_function("A, B in joint space", |b| {
            b.iter(|| {
                let made = simulator.joint_gradient(&step, RHO, &wrt);
                made.map(|own| own.a)
            });
        });
        group.finish();
    }
}

fn chains(c: &mut Criterion) {
    let mut group = c.benchmark_group("chain");
    for links in [10, 100, 1000] {
        let (model, mut state) = chain(links);
        let input = Input::hold(&model, &state);
        let mut simulator = Simulator::new(model);
        for _ in 0..10 {
            state = simulator.step(&state, &input, RHO).expect("valid").state;
        }
        let mut out = Step::default();
        group.bench_function(format!("{links} links"), |b| {
            b.iter(|| simulator.step_into(&state, &input, RHO, &mut out));
        });
    }
    group.finish();
}

criterion_group!(benches, mechanisms, chains);
criterion_main!(benches);
