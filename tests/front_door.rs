//! Models and runs from the types that a user meets first.

use drystone::math::{Rot, Vec3};
use drystone::scene::Scene;
use drystone::shape::Shape;
use drystone::step::Simulator;
use drystone::world::{Body, Input, Model};

/// What a scene file says and what the builder is told make the same first state and the same steps.
#[test]
fn the_builder_starts_where_a_scene_file_does() {
    let scene = Scene::parse(
        r#"
[simulation]
time_step = 0.01
duration = 0.5
[material.wood]
friction = 0.4
torsional_friction = 0.01
[shape.ground.halfspace]
normal = [0, 0, 1]
[shape.brick.box]
half_extents = [0.1, 0.05, 0.04]
[[body]]
name = "floor"
fixed = true
shape = "ground"
material = "wood"
[[body]]
name = "brick"
shape = "brick"
material = "wood"
density = 600
position = [0.1, 0.2, 0.3]
velocity = [0.5, 0, 0.1]
"#,
        "brick.toml",
    )
    .unwrap();
    let ground = Body::fixed("floor").shape(Shape::half_space([0.0, 0.0, 1.0], 0.0));
    let brick = Body::free("brick")
        .shape(Shape::cuboid([0.1, 0.05, 0.04]))
        .density(600.0)
        .at([0.1, 0.2, 0.3])
        .velocity([0.5, 0.0, 0.1]);
    let rough = |spec: drystone::world::BodySpec| spec.friction(0.4).torsional_friction(0.01);
    let builder = Model::builder().body(rough(ground)).body(rough(brick));
    let (model, mut state) = builder.build_with_start().unwrap();
    assert_eq!(state, scene.initial);

    let input = Input::hold(&model, &state);
    let mut own = Simulator::new(model);
    let mut simulator = Simulator::new(scene.model.clone());
    let mut run = scene.run();
    let mut steps = 0;
    while let Some(now) = run.advance(&mut simulator).unwrap() {
        assert_eq!(now.index, steps);
        assert_eq!(*now.before, state);
        state = own
            .step(&state, &input, scene.settings.relaxation)
            .unwrap()
            .state;
        assert_eq!(now.step.state, state);
        steps += 1;
    }
    assert_eq!((steps, run.state()), (50, &state));
    assert!(!run.is_stopped());
}

/// The pose of a body is that of its shape frame, wherever its centre of mass is.
#[test]
fn a_body_starts_with_its_shape_frame_where_it_is_put() {
    let turn = Rot::from_scaled_axis(Vec3::new(0.3, -0.2, 0.1));
    let points = [
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 3.0],
        [-1.0, -1.0, -1.0],
    ];
    let hull = Shape::hull(&points.map(Vec3::from));
    let spec = Body::free("stone")
        .shape(hull)
        .at([1.0, 2.0, 3.0])
        .rotation(turn);
    let (model, state) = Model::builder().body(spec).build_with_start().unwrap();
    let (body, at) = (&model.bodies[0], &state.bodies[0]);
    assert!(body.centre_of_mass.norm() > 0.1);
    let placed = body.shape_from_centre(&at.position, &at.rotation);
    assert!((placed - Vec3::new(1.0, 2.0, 3.0)).norm() < 1e-14);
}

/// A shape that cannot be made is reported by the builder: with the body, the field and the limit.
#[test]
fn a_bad_shape_is_reported_with_its_body() {
    let spec = Body::free("ball").shape(Shape::sphere(-0.1));
    let error = Model::builder().body(spec).build().unwrap_err();
    assert_eq!(error.field, "body.ball.shape.radius");
    assert!(error.why.contains("-0.1"), "{error}");
    let spec = Body::fixed("wall")
        .shape(Shape::sphere(0.1))
        .quasi_dynamic();
    let error = Model::builder().body(spec).build().unwrap_err();
    assert_eq!(error.field, "body.wall.quasi_dynamic");
}

/// A start that means nothing is refused with body and field.
#[test]
fn a_bad_start_is_reported_with_its_body() {
    let ball = || Body::free("ball").shape(Shape::sphere(0.1));
    let wall = || Body::fixed("wall").shape(Shape::sphere(0.1));
    for (spec, field) in [
        (ball().at([0.0, f64::NAN, 1.0]), "body.ball.position[1]"),
        (
            ball().velocity([0.0, 0.0, f64::INFINITY]),
            "body.ball.velocity[2]",
        ),
        (wall().velocity([1.0, 0.0, 0.0]), "body.wall.velocity"),
        (
            wall().angular_velocity([0.0, 0.0, 2.0]),
            "body.wall.angular_velocity",
        ),
    ] {
        let error = Model::builder().body(spec).build_with_start().unwrap_err();
        assert_eq!(error.field, field, "{error}");
        assert!(!error.fix.is_empty());
    }
}

/// After a step without a solution a run gives no more steps, and keeps the last state.
#[test]
fn a_run_ends_at_a_step_without_a_solution() {
    let scene = Scene::parse(
        r#"
[simulation]
duration = 1.0
[shape.ball.sphere]
radius = 0.1
[shape.plate.box]
half_extents = [1, 1, 0.1]
[[body]]
name = "floor"
fixed = true
shape = "plate"
[[body]]
name = "ball"
shape = "ball"
position = [0, 0, 0.2]
[[body]]
name = "press"
shape = "plate"
prescribed = { keyframes = [
  { time = 0, position = [0, 0, 0.5] },
  { time = 1, position = [0, 0, 0.1] },
] }
"#,
        "press.toml",
    )
    .unwrap();
    let mut simulator = Simulator::new(scene.model.clone());
    let mut run = scene.run();
    let (mut steps, mut last) = (0, scene.initial.clone());
    while let Some(now) = run.advance(&mut simulator).unwrap() {
        steps += 1;
        if now.step.status.advanced {
            last = now.step.state.clone();
        }
    }
    assert!(run.is_stopped() && steps < 100, "{steps} steps");
    assert_eq!(run.state(), &last);
    assert!(run.advance(&mut simulator).unwrap().is_none());
}
