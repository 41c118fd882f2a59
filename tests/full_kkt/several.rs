//! Several bodies: every pair of shapes, towers, bundles, islands that meet.

use crate::common::scenes::*;
use crate::full_kkt::compare::{Run, Tally};
use drystone::math::{Mat3, Rot, Vec3};
use drystone::shape::{Placed, Shape};
use drystone::world::{BodySpec, BodyState, MassSpec, Model};
use std::sync::Arc;

fn all_shapes(h: f64) -> Vec<(&'static str, Shape)> {
    droppable(h).into_iter().chain(other_shapes(h)).collect()
}

#[test]
fn every_shape_on_every_shape() {
    let mut tally = Tally::default();
    for (i, (low_name, low)) in all_shapes(0.5).iter().enumerate() {
        for (j, (high_name, high)) in all_shapes(0.4).iter().enumerate() {
            let model = Model::builder()
                .time_step(1.0 / 30.0)
                .body(fixed("floor", &ground(), 0.5))
                .body(free("low", low, 2.0, 0.5))
                .body(free("high", high, 0.7, 0.8))
                .build()
                .expect("valid");
            let turn = |k: usize| Rot::from_euler_angles(k as f64, 0.3 * k as f64, 0.2);
            let mut state = rest(&model);
            state.bodies[1] = BodyState::at_rest(Vec3::new(0.0, 0.0, 0.9), turn(i));
            state.bodies[2] = BodyState::at_rest(Vec3::new(0.1, -0.05, 2.0), turn(j));
            state.bodies[2].velocity = Vec3::new(0.3, 0.2, -2.0);
            state.bodies[2].angular_velocity = Vec3::new(1.0, -2.0, 0.5);
            let run = Run {
                name: &format!("{high_name} on {low_name}"),
                model: Arc::new(model),
                state,
                rho: [1e-4, 1e-6][(i + j) % 2],
                steps: 25,
            };
            run.go(&mut tally);
        }
    }
    tally.finish("every shape on every shape", 1200);
}

/// A tower that starts a little above itself and moves a little sideways.
fn tower_of(n: usize, name: &str, shape: &Shape, rho: f64, steps: usize, tally: &mut Tally) {
    let mut builder = Model::builder().body(fixed("floor", &ground(), 0.5));
    for i in 0..n {
        builder = builder.body(free(&format!("body {i}"), shape, 1.0, 0.5));
    }
    let model = Arc::new(builder.build().expect("valid"));
    let mut state = rest(&model);
    for i in 0..n {
        let at = Vec3::new(0.002 * i as f64, 0.0, 0.1 * (2 * i + 1) as f64 + 0.003);
        state.bodies[i + 1] = BodyState::at_rest(at, Rot::identity());
        state.bodies[i + 1].velocity.y = 0.02 * i as f64;
    }
    let name = &format!("tower of {n}: {name}");
    let run = Run {
        name,
        model,
        state,
        rho,
        steps,
    };
    run.go(tally);
}

#[test]
fn towers() {
    let mut tally = Tally::default();
    let shapes = droppable(0.1);
    for rho in [1e-4, 1e-6] {
        for (name, shape) in &shapes[..3] {
            tower_of(2, name, shape, rho, 80, &mut tally);
        }
        tower_of(4, shapes[0].0, &shapes[0].1, rho, 60, &mut tally);
    }
    tally.finish("towers", 500);
}

/// A hammer: a handle through a head, with a centre of mass and an inertia of its own.
fn hammer(name: &str) -> BodySpec {
    let inertia = Mat3::new(0.02, 0.001, 0.0, 0.001, 0.03, -0.002, 0.0, -0.002, 0.025);
    let mut spec = free(name, &cuboid(0.1, 0.08, 0.06), 1.0, 0.6);
    spec.mass = MassSpec::Full(1.2, Vec3::new(0.02, 0.01, 0.03), inertia);
    let (_, capsule) = &other_shapes(0.12)[2];
    let mut handle = part(capsule, 0.3);
    handle.placed = Placed {
        shape: capsule.clone(),
        offset: Vec3::new(0.05, 0.0, -0.15),
        rotation: Rot::from_euler_angles(0.2, 0.1, 0.0),
    };
    spec.parts.push(handle);
    spec.parts[0].torsional_friction = 0.02.into();
    spec
}

#[test]
fn bundles() {
    let mut tally = Tally::default();
    for (frequency, rho) in [(30.0, 1e-4), (60.0, 1e-6), (100.0, 1e-5)] {
        let mut floor = fixed("floor", &cuboid(1.0, 1.0, 0.2), 0.7);
        floor.parts[0].torsional_friction = 0.01.into();
        let model = Model::builder()
            .time_step(1.0 / frequency)
            .body(floor)
            .body(hammer("hammer"))
            .body(free("ball", &other_shapes(0.1)[0].1, 0.3, 0.4))
            .body(hammer("another"))
            .build()
            .expect("valid");
        let mut state = rest(&model);
        state.bodies[0].position.z = -0.2;
        for i in 1..4 {
            let at = Vec3::new(0.06 * i as f64, 0.03, 0.3 * i as f64);
            let turn = Rot::from_euler_angles(0.5 * i as f64, 0.2, 0.1);
            state.bodies[i] = BodyState::at_rest(at, turn);
            state.bodies[i].angular_velocity = Vec3::new(1.0, -1.0, 2.0);
        }
        let run = Run {
            name: "bundles",
            model: Arc::new(model),
            state,
            rho,
            steps: (1.2 * frequency) as usize,
        };
        run.go(&mut tally);
    }
    tally.finish("bundles", 150);
}
