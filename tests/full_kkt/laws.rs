//! Every law and every kind of body: pyramid, SL's own slip row, torsion, no friction, driven,
//! prescribed, planar, masses that differ by a thousand.

use crate::common::scenes::*;
use crate::full_kkt::compare::{Run, Tally};
use drystone::math::{Rot, Vec3};
use drystone::shape::Shape;
use drystone::world::{
    BodySpec, BodyState, Drive, FrictionLaw, FrictionPoint, Input, Model, ModelBuilder, Motion,
    Plane, State, TorsionalFriction,
};
use std::sync::Arc;

const HALF: f64 = 0.2;
const STEPS: usize = 40;
const RELAXATIONS: [f64; 2] = [1e-4, 1e-6];

const DRIVEN: Motion = Motion::Driven(Drive {
    stiffness: Vec3::new(300.0, 200.0, 400.0),
    damping: 20.0,
    rotational_stiffness: Vec3::new(30.0, 20.0, 40.0),
    rotational_damping: 2.0,
});

fn shapes() -> Vec<(&'static str, Shape)> {
    let all = droppable(HALF).into_iter().chain(other_shapes(HALF));
    let some = ["box", "cone", "sum", "ellipsoid"];
    all.filter(|(name, _)| some.contains(name)).collect()
}

/// A ground of half-space or box, in turn.
fn floor(k: usize) -> (Shape, f64) {
    match k % 2 {
        0 => (ground(), 0.0),
        _ => (cuboid(1.0, 1.0, 0.3), -0.3),
    }
}

/// Torsional friction that is given, or the patch.
fn given(torsion: Option<f64>) -> TorsionalFriction {
    torsion.map_or(TorsionalFriction::Patch, TorsionalFriction::Metres)
}

fn spec(shape: &Shape, friction: f64, torsion: Option<f64>, motion: Motion) -> BodySpec {
    let mut out = free("body", shape, 1.0, friction);
    out.parts[0].torsional_friction = given(torsion);
    out.motion = motion;
    out
}

/// A body that slides and spins on the floor.
fn slide(model: &Model, height: f64) -> State {
    let mut state = rest(model);
    state.bodies[0].position.z = height;
    let turn = Rot::from_euler_angles(0.1, 0.05, 0.7);
    state.bodies[1] = BodyState::at_rest(Vec3::new(0.02, 0.01, 1.1 * HALF), turn);
    state.bodies[1].velocity = Vec3::new(1.0, 0.4, -0.5);
    state.bodies[1].angular_velocity = Vec3::new(0.5, 1.0, 4.0);
    state
}

/// Slides every shape on both floors under what `with` makes of the builder and the body.
fn slides(
    name: &str,
    (friction, torsion): (f64, Option<f64>),
    motion: Motion,
    with: impl Fn(ModelBuilder, BodySpec) -> ModelBuilder,
) {
    let mut tally = Tally::default();
    for (shape_name, shape) in shapes() {
        for k in 0..4 {
            let (ground, height) = floor(k);
            let mut floor = fixed("floor", &ground, friction);
            floor.parts[0].torsional_friction = given(torsion);
            let builder = Model::builder().time_step(0.02).body(floor);
            let builder = with(builder, spec(&shape, friction, torsion, motion));
            let model = Arc::new(builder.build().expect("valid"));
            let run = Run {
                name: &format!("{name}: {shape_name} on floor {k}"),
                state: slide(&model, height),
                model,
                rho: RELAXATIONS[k / 2],
                steps: STEPS,
            };
            run.go_under(&mut tally, waved);
        }
    }
    tally.finish(name, 400);
}

/// A wrench and a command that change with time.
fn waved(step: usize, state: &State) -> Input {
    let t = 0.02 * step as f64;
    let wave = Vec3::new((3.0 * t).sin(), (5.0 * t).cos(), 0.3 * (4.0 * t).sin());
    let wrench = drystone::world::Wrench {
        force: wave,
        torque: wave * 0.1,
    };
    let command = drystone::world::Command {
        position: Vec3::new(0.5 * t, 0.05 * wave.y, 0.8 * HALF),
        rotation: Rot::from_euler_angles(0.1 * wave.x, 0.0, 0.7 + 2.0 * t),
        velocity: Vec3::new(0.5, 0.0, 0.0),
        angular_velocity: Vec3::z() * 2.0,
    };
    Input {
        wrenches: vec![wrench; state.bodies.len()],
        commands: vec![command; state.bodies.len()],
        ..Input::default()
    }
}

#[test]
fn without_friction() {
    slides(
        "no friction",
        (0.0, Some(0.0)),
        Motion::Free,
        |model, body| model.body(body),
    );
}

#[test]
fn with_torsional_friction() {
    slides("torsion", (0.4, Some(0.05)), Motion::Free, |model, body| {
        model.body(body)
    });
    slides("patch", (0.4, None), Motion::Free, |model, body| {
        model.body(body)
    });
}

#[test]
fn with_the_pyramid() {
    slides("pyramid", (0.5, Some(0.03)), Motion::Free, |model, body| {
        model.friction_law(FrictionLaw::Pyramid).body(body)
    });
}

#[test]
fn with_the_implicit_slip_row() {
    slides("implicit", (0.5, Some(0.0)), Motion::Free, |model, body| {
        model.friction_point(FrictionPoint::Implicit).body(body)
    });
}

#[test]
fn driven_bodies() {
    slides("driven", (0.5, Some(0.02)), DRIVEN, |model, body| {
        model.body(body)
    });
}

#[test]
fn bodies_in_a_plane() {
    for plane in [Plane::Xz, Plane::Yz] {
        slides(
            &format!("{plane:?}"),
            (0.5, Some(0.02)),
            Motion::Free,
            |model, mut body| {
                body.plane = Some(plane);
                model.body(body)
            },
        );
    }
}

/// A body that rides on another, with torsion, under every combination of law and slip row; every
/// other rider is driven.
#[test]
fn riders_under_every_law() {
    let mut tally = Tally::default();
    let laws = [FrictionLaw::Cone, FrictionLaw::Pyramid];
    let points = [FrictionPoint::Lagged, FrictionPoint::Implicit];
    for (k, (name, shape)) in shapes().iter().enumerate() {
        for (law, point) in laws
            .into_iter()
            .flat_map(|law| points.map(|point| (law, point)))
        {
            let gains = if k % 2 == 0 { Motion::Free } else { DRIVEN };
            let mut rider = spec(&shapes()[(k + 1) % 4].1, 0.6, Some(0.03), gains);
            rider.name = "rider".into();
            let model = Model::builder()
                .time_step(0.02)
                .friction_law(law)
                .friction_point(point)
                .body(fixed("floor", &ground(), 0.6))
                .body(spec(shape, 0.6, Some(0.03), Motion::Free))
                .body(rider);
            let model = Arc::new(model.build().expect("valid"));
            let mut state = slide(&model, 0.0);
            let high = Vec3::new(0.05, 0.0, 3.2 * HALF);
            state.bodies[2] = BodyState::at_rest(high, Rot::from_euler_angles(0.1, 0.0, 0.3));
            state.bodies[2].velocity = Vec3::new(1.0, 0.0, -1.0);
            state.bodies[2].angular_velocity = Vec3::new(0.3, 1.0, -3.0);
            let run = Run {
                name: &format!("rider on {name}, {law:?}, {point:?}"),
                model,
                state,
                rho: RELAXATIONS[k / 2],
                steps: STEPS,
            };
            run.go(&mut tally);
        }
    }
    tally.finish("riders", 500);
}

#[test]
fn a_floor_that_moves_as_it_is_told() {
    let mut tally = Tally::default();
    for (name, shape) in shapes() {
        for rho in RELAXATIONS {
            let mut floor = fixed("floor", &cuboid(1.0, 1.0, 0.3), 0.6);
            floor.motion = Motion::Prescribed;
            let model = Model::builder().time_step(0.02).body(floor);
            let model = Arc::new(
                model
                    .body(free("body", &shape, 1.0, 0.6))
                    .build()
                    .expect("valid"),
            );
            let run = Run {
                name,
                state: slide(&model, -0.3),
                model: model.clone(),
                rho,
                steps: STEPS,
            };
            run.go_under(&mut tally, |step, state| {
                let t = 0.02 * (step + 1) as f64;
                let mut input = Input::hold(&model, state);
                let shaken = Vec3::new(0.05 * (9.0 * t).sin(), 0.0, 0.02 * (7.0 * t).sin() - 0.3);
                input.commands[0].position = shaken;
                input.commands[0].rotation = Rot::from_euler_angles(0.0, 0.1 * (5.0 * t).sin(), t);
                input
            });
        }
    }
    tally.finish("shaken floor", 200);
}

#[test]
fn masses_that_differ_by_two_thousand() {
    let mut tally = Tally::default();
    let low = free("light", &cuboid(0.2, 0.2, 0.2), 1.0, 0.5);
    let high = free("heavy", &cuboid(0.2, 0.15, 0.2), 2000.0, 0.5);
    let model = Model::builder()
        .time_step(0.02)
        .body(fixed("floor", &ground(), 0.5));
    let model = Arc::new(model.body(low).body(high).build().expect("valid"));
    for rho in RELAXATIONS {
        let mut state = rest(&model);
        state.bodies[1].position.z = 0.21;
        state.bodies[2].position = Vec3::new(0.01, 0.0, 0.64);
        let run = Run {
            name: "heavy on light",
            model: model.clone(),
            state,
            rho,
            steps: STEPS,
        };
        run.go(&mut tally);
    }
    tally.finish("heavy on light", 30);
}
