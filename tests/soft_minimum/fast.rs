//! Fast bodies, thin ones and large ones: steps that end solved, without halving where nothing is passed.

use super::{ball, on_ground};
use crate::common::scenes::{cuboid, fixed, free};
use drystone::Scene;
use drystone::math::{Rot, Vec3};
use drystone::recording::Judge;
use drystone::shape::{Placed, Shape};
use drystone::step::{Rung, Simulator};
use drystone::world::{
    Body, BodySpec, BodyState, ContactModel, Input, Model, PartSpec, SoftMinimumSettings, State,
};
use std::sync::Arc;

/// The results of a run.
struct Run {
    state: State,
    unsolved: usize,
    halved: usize,
    /// The deepest overlap, m.
    deepest: f64,
}

fn run(model: &Arc<Model>, state: State, rho: f64, steps: usize) -> Run {
    let input = Input::hold(model, &state);
    let mut simulator = Simulator::new(Arc::clone(model));
    let mut judge = Judge::new(model);
    let (mut state, mut unsolved, mut halved) = (state, 0, 0);
    for k in 0..steps {
        let step = simulator.step(&state, &input, rho).expect("valid");
        unsolved += usize::from(!step.status.solved);
        halved += usize::from(step.status.halved || step.status.rung == Rung::Halved);
        judge.judge(k, &step);
        state = step.state;
    }
    let deepest = judge.deepest();
    Run {
        state,
        unsolved,
        halved,
        deepest,
    }
}

/// A body that moves without turning.
fn moving(position: Vec3, velocity: Vec3) -> BodyState {
    BodyState {
        velocity,
        ..BodyState::at_rest(position, Rot::identity())
    }
}

fn at_origin() -> BodyState {
    BodyState::at_rest(Vec3::zeros(), Rot::identity())
}

fn states(bodies: Vec<BodyState>) -> State {
    State {
        bodies,
        ..State::default()
    }
}

/// Springs that are pressed in by millimetres are no passage: a box that slides at 6 m/s is not halved.
#[test]
fn a_fast_box_slides_without_halving() {
    let builder = on_ground(ContactModel::SoftMinimum).time_step(0.02);
    let builder = builder.body(free("box", &cuboid(0.1, 0.1, 0.1), 1.0, 0.5));
    let model = Arc::new(builder.build().expect("a box"));
    let start = moving(Vec3::new(0.0, 0.0, 0.0995), Vec3::x() * 6.0);
    let out = run(&model, states(vec![at_origin(), start]), 1e-2, 50);
    assert_eq!((out.unsolved, out.halved), (0, 0));
    // v^2 / (2 mu g) = 3.67 m in all; it is still on its way after 1 s: 6 - 0.5 g / 2 = 3.55 m
    let way = out.state.bodies[1].position.x;
    assert!((way - 3.55).abs() < 0.1, "{way}");
}

/// A plate of 10 mm that a ball meets at 20 m/s, 0.4 m a step.
#[test]
fn a_thin_plate_stops_a_fast_ball() {
    let builder = Model::builder()
        .contact_model(ContactModel::SoftMinimum)
        .time_step(0.02)
        .body(fixed("plate", &cuboid(0.5, 0.5, 0.005), 0.5))
        .body(free("ball", &ball(0.03), 0.1, 0.5));
    let model = Arc::new(builder.build().expect("a plate"));
    let start = moving(Vec3::new(0.02, 0.01, 1.0), Vec3::z() * -20.0);
    let out = run(&model, states(vec![at_origin(), start]), 1e-6, 50);
    assert_eq!(out.unsolved, 0);
    let height = out.state.bodies[1].position.z;
    assert!(
        height > 0.03 && out.deepest < 5e-3,
        "{height} {}",
        out.deepest
    );
}

/// A floor of 10 m and a post on it are one body of two polyhedra: they hold a ball and a cube.
#[test]
fn a_floor_of_large_boxes_holds_small_things() {
    let place = |shape: Shape, z: f64| Placed {
        offset: Vec3::new(z * 6.0, z * 6.0, z),
        ..Placed::at_origin(shape)
    };
    let slab = place(cuboid(5.0, 5.0, 0.1), 0.0);
    let post = place(cuboid(0.1, 0.1, 0.5), 0.5);
    let parts = [("slab", slab), ("post", post)];
    let parts = parts.map(|(name, placed)| PartSpec::new(name, placed, 0.5));
    let room = parts.into_iter().fold(Body::fixed("room"), BodySpec::part);
    let builder = Model::builder()
        .contact_model(ContactModel::SoftMinimum)
        .body(room)
        .body(free("ball", &ball(0.05), 0.1, 0.5))
        .body(free("cube", &cuboid(0.1, 0.1, 0.1), 1.0, 0.5));
    let model = Arc::new(builder.build().expect("a room"));
    let at = |x: f64, y: f64, z: f64| moving(Vec3::new(x, y, z), Vec3::zeros());
    let bodies = vec![at(0.0, 0.0, -0.1), at(0.33, 0.21, 0.2), at(3.0, 2.75, 0.3)];
    let out = run(&model, states(bodies), 1e-6, 150);
    assert_eq!(out.unsolved, 0);
    assert!(out.deepest < 5e-3, "{}", out.deepest);
    for (i, height) in [(1, 0.05), (2, 0.1)] {
        let z = out.state.bodies[i].position.z;
        assert!((z - height).abs() < 1e-3, "{i}: {z}");
    }
}

/// The hole of a ring is no surface: a ball that flies through it fast is not held, and no step is halved.
#[test]
fn a_ball_flies_through_a_ring() {
    let folder = crate::mesh::makers::Folder::new();
    folder.write(
        "ring.stl",
        &crate::mesh::makers::binary_stl(&crate::mesh::makers::torus(0.1, 0.02)),
    );
    let text = r#"
[simulation]
contact_model = "soft_minimum"
gravity = [0, 0, 0]
time_step = 0.02
[[body]]
name = "ring"
fixed = true
shape = { cloud = { file = "ring.stl", spacing = 0.008 } }
[[body]]
name = "ball"
mass = 0.1
shape = { sphere = { radius = 0.03 } }
position = [0.01, 0.0, 0.31]
velocity = [0, 0, -10]
"#;
    let scene = Scene::parse(text, &folder.0.join("ring.toml").display().to_string());
    let scene = scene.expect("a scene");
    let out = run(&scene.model, scene.initial.clone(), 1e-6, 5);
    assert_eq!((out.unsolved, out.halved), (0, 0));
    let ball = &out.state.bodies[1];
    assert!((ball.position.z + 0.69).abs() < 1e-6, "{}", ball.position);
}

/// The soft distance of a coarse cloud is much less than that to the box around it: a finger 15 mm away pushes, as with finer clouds.
#[test]
fn a_pair_of_coarse_clouds_is_not_left_out() {
    for model in super::MODELS {
        for spacing in [0.01, 0.0125, 0.015, 0.018, 0.02, 0.03] {
            let settings = SoftMinimumSettings {
                spacing: Some(spacing),
                ..SoftMinimumSettings::default()
            };
            let builder = Model::builder()
                .contact_model(model)
                .soft_minimum(settings)
                .gravity(Vec3::zeros())
                .length(0.05)
                .body(free("box", &cuboid(0.05, 0.05, 0.05), 0.5, 0.5))
                .body(free("finger", &ball(0.015), 0.5, 0.5));
            let model = Arc::new(builder.build().expect("a model"));
            let at = |x: f64| moving(Vec3::new(x, 0.0, 0.0), Vec3::zeros());
            let out = run(&model, states(vec![at(0.0), at(0.08)]), 1e-2, 1);
            let speed = -out.state.bodies[0].velocity.x;
            println!(
                "{:?}, spacing {spacing}: {speed:.2e} m/s",
                model.contact_model
            );
            assert!(out.unsolved == 0 && speed > 1e-7, "{speed}");
        }
    }
}
