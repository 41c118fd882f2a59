//! A step starts near its solution where joints press, carry, or hold bodies apart (decisions D82 and D86).

use drystone::shape::Shape;
use drystone::step::Simulator;
use drystone::world::{Body, JointAxis, JointKind, JointSpec, Motor};
use drystone::{Input, Model, ModelBuilder, State, Vec3};
use std::sync::Arc;

const RHO: f64 = 1e-6;

/// Returns the mean number of iterations of 40 steps after the first 60; all are solved.
fn mean_iterations(builder: ModelBuilder, efforts: &[f64]) -> f64 {
    let (model, mut state): (Model, State) = builder.build_with_start().expect("a model");
    let model = Arc::new(model);
    let mut input = Input::hold(&model, &state);
    for (motor, effort) in input.motors.iter_mut().zip(efforts) {
        motor.effort = *effort;
    }
    let mut simulator = Simulator::new(model);
    let mut sum = 0;
    for k in 0..100 {
        let step = simulator.step(&state, &input, RHO).expect("a step");
        assert!(step.status.solved, "{}", step.status.reason);
        sum += if k < 60 { 0 } else { step.status.iterations };
        state = step.state;
    }
    sum as f64 / 40.0
}

#[test]
fn what_is_gripped_starts_with_the_order_of_what_fingers_press() {
    let mut builder = Model::builder().time_step(0.01);
    builder = builder.body(Body::fixed("hand").at([0.0, 0.0, 1.0]));
    for (name, side) in [("left", 1.0), ("right", -1.0)] {
        let finger = Body::free(name)
            .shape(Shape::cuboid([0.01, 0.02, 0.05]))
            .mass(0.1)
            .friction(0.8)
            .at([0.03 * side, 0.0, 1.0]);
        let slide = JointSpec::new(format!("{name} slide"), JointKind::Prismatic, name)
            .parent("hand")
            .axis(Vec3::x() * -side)
            .along(JointAxis::default().motor(Motor::effort(50.0)));
        builder = builder.body(finger).joint(slide);
    }
    let cube = Body::free("cube")
        .shape(Shape::cuboid([0.02, 0.02, 0.02]))
        .mass(0.04)
        .friction(0.8)
        .at([0.0, 0.0, 1.0]);
    let mean = mean_iterations(builder.body(cube), &[30.0, 30.0]);
    println!("a cube of 40 g between 30 N: {mean} iterations");
    assert!(mean <= 6.0, "{mean}");
}

#[test]
fn feet_start_with_their_share_of_the_weight_of_all_that_they_carry() {
    let ground = Body::fixed("ground").shape(Shape::half_space([0.0, 0.0, 1.0], 0.0));
    let trunk = Body::free("trunk")
        .shape(Shape::cuboid([0.3, 0.15, 0.05]))
        .mass(40.0)
        .at([0.0, 0.0, 0.35]);
    let mut builder = Model::builder().time_step(0.01).body(ground).body(trunk);
    for (k, (x, y)) in [(0.25, 0.1), (0.25, -0.1), (-0.25, 0.1), (-0.25, -0.1)]
        .into_iter()
        .enumerate()
    {
        let foot = format!("foot {k}");
        let body = Body::free(foot.as_str())
            .shape(Shape::sphere(0.03))
            .mass(0.05)
            .friction(0.7)
            .at([x, y, 0.03]);
        let leg = JointSpec::new(format!("leg {k}"), JointKind::Prismatic, foot.as_str())
            .parent("trunk")
            .anchor(Vec3::new(x, y, -0.32))
            .axis(Vec3::z())
            .along(JointAxis::default().motor(Motor::position(4e4, 2e3, f64::INFINITY)));
        builder = builder.body(body).joint(leg);
    }
    let mean = mean_iterations(builder, &[]);
    println!("40 kg on four feet of 50 g: {mean} iterations");
    assert!(mean <= 4.0, "{mean}");
}

#[test]
fn an_arm_that_nearly_touches_starts_near_the_solution() {
    let wall = Body::fixed("wall")
        .shape(Shape::cuboid([0.5, 0.5, 0.1]))
        .at([0.3, 0.0, -0.1]);
    let arm = Body::free("arm")
        .shape(Shape::cuboid([0.2, 0.05, 0.05]))
        .mass(2.0)
        .friction(0.5)
        .at([0.2, 0.0, 0.06]);
    let shoulder = JointSpec::new("shoulder", JointKind::Revolute, "arm")
        .anchor(Vec3::new(0.0, 0.0, 0.06))
        .axis(Vec3::y())
        .along(JointAxis::default().motor(Motor::position(4e3, 80.0, f64::INFINITY)));
    let builder = Model::builder()
        .time_step(0.01)
        .body(wall)
        .body(arm)
        .joint(shoulder);
    let (model, state) = builder.clone().build_with_start().expect("a model");
    let input = Input::hold(&model, &state);
    let step = Simulator::new(Arc::new(model)).step(&state, &input, RHO);
    assert_eq!(
        step.expect("a step").contacts.len(),
        1,
        "the pair is no part of the step"
    );
    let mean = mean_iterations(builder, &[]);
    println!("an arm 10 mm above a wall: {mean} iterations");
    assert!(mean <= 3.0, "{mean}");
}
