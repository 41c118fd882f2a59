//! The laws of the model: creep on slopes, balance of momentum, energy, tipping, and what it shares with the single-level model.

use super::{MODELS, ball, on_ground, tower, two_that_collide};
use crate::common::scenes::{cuboid, fixed, free};
use drystone::math::{Rot, Vec3};
use drystone::shape::{HalfSpace, Shape};
use drystone::step::Simulator;
use drystone::world::{BodyState, ContactModel, Input, Model, SoftMinimumSettings, State};
use std::sync::Arc;

/// Gravity, m/s^2.
const G: f64 = 9.81;

#[test]
fn a_block_on_a_slope_creeps_by_the_law_of_stiction() {
    let (angle, mu, half) = (15f64.to_radians(), 0.5, 0.1);
    let normal = Vec3::new(angle.sin(), 0.0, angle.cos());
    let slope = Shape::HalfSpace(HalfSpace::new(normal, 0.0).expect("a slope"));
    for contact_model in MODELS {
        for v_s in [1e-2, 1e-3] {
            let builder = Model::builder()
                .contact_model(contact_model)
                .length(half)
                .time_step(0.01);
            let settings = SoftMinimumSettings {
                stiction_velocity: v_s,
                ..SoftMinimumSettings::default()
            };
            let builder = builder
                .body(fixed("slope", &slope, mu))
                .soft_minimum(settings);
            let model = Arc::new(
                builder
                    .body(free("block", &cuboid(half, half, half), 1.0, mu))
                    .build()
                    .expect("a model"),
            );
            let mut state = State {
                bodies: vec![
                    BodyState::at_rest(Vec3::zeros(), Rot::identity()),
                    BodyState::at_rest(normal * half, Rot::from_axis_angle(&Vec3::y_axis(), angle)),
                ],
                ..State::default()
            };
            let input = Input::hold(&model, &state);
            let mut simulator = Simulator::precise(model);
            for _ in 0..600 {
                state = simulator.step(&state, &input, 1e-6).expect("valid").state;
            }
            let tan = angle.tan();
            let law = v_s * tan / (mu * mu - tan * tan).sqrt();
            let speed = state.bodies[1].velocity.norm();
            println!("{contact_model:?}, v_s {v_s}: {speed:.9} m/s after the law {law:.9}");
            assert!(
                (speed / law - 1.0).abs() < 1e-6,
                "{contact_model:?}: {speed} {law}"
            );
        }
    }
}

#[test]
fn two_tumbling_bodies_keep_their_momentum_and_the_balance_of_their_spins() {
    for contact_model in MODELS {
        let builder = Model::builder()
            .contact_model(contact_model)
            .gravity(Vec3::zeros())
            .time_step(0.01)
            .length(0.2);
        let builder = builder
            .body(free("box", &cuboid(0.2, 0.15, 0.1), 1.0, 0.5))
            .body(free("ball", &ball(0.2), 0.7, 0.5));
        let model = Arc::new(builder.build().expect("a model"));
        let mut state = two_that_collide();
        let linear = |state: &State| -> Vec3 {
            model
                .bodies
                .iter()
                .zip(&state.bodies)
                .map(|(body, at)| at.velocity * body.mass)
                .sum()
        };
        let spin = |i: usize, state: &State| {
            let at = &state.bodies[i];
            at.rotation * (model.bodies[i].inertia * at.angular_velocity)
        };
        let before = linear(&state);
        let input = Input::hold(&model, &state);
        let mut simulator = Simulator::precise(model.clone());
        let (mut pushed, mut worst, mut drift) = (0, 0.0f64, 0.0f64);
        for _ in 0..1000 {
            let step = simulator.step(&state, &input, 1e-4).expect("valid");
            assert!(step.status.solved);
            pushed += usize::from(
                step.contacts
                    .iter()
                    .any(|contact| contact.normal_impulse > 1e-3),
            );
            let change = |i: usize| {
                let impulse = (step.state.bodies[i].velocity - state.bodies[i].velocity)
                    * model.bodies[i].mass;
                spin(i, &step.state) - spin(i, &state)
                    + step.state.bodies[i].position.cross(&impulse)
            };
            if !step.status.halved {
                worst = worst.max((change(0) + change(1)).norm());
            }
            drift = drift.max((linear(&step.state) - before).norm());
            state = step.state;
        }
        println!(
            "{contact_model:?}: {pushed} steps in touch, linear {drift:.1e}, spins {worst:.1e}"
        );
        assert!(pushed > 2 && drift < 1e-12 && worst < 1e-12);
    }
}

#[test]
fn a_ball_that_bounces_never_gains_energy() {
    for contact_model in MODELS {
        let builder = on_ground(contact_model)
            .length(0.1)
            .time_step(0.001)
            .body(free("ball", &ball(0.1), 1.0, 0.0));
        let settings = SoftMinimumSettings {
            dissipation_velocity: 10.0,
            stiffness: Some(5e3),
            smoothing: Some(1e-3),
            ..SoftMinimumSettings::default()
        };
        let model = Arc::new(builder.soft_minimum(settings).build().expect("a model"));
        let mut state = State {
            bodies: vec![
                BodyState::at_rest(Vec3::zeros(), Rot::identity()),
                BodyState::at_rest(Vec3::z() * 0.4, Rot::identity()),
            ],
            ..State::default()
        };
        let input = Input::hold(&model, &state);
        let mut simulator = Simulator::new(model);
        let (mut tops, mut rising) = (vec![0.3], false);
        for _ in 0..8000 {
            let step = simulator.step(&state, &input, 1e-6).expect("valid");
            let velocity = step.state.bodies[1].velocity.z;
            if rising && velocity <= 0.0 {
                tops.push(state.bodies[1].position.z - 0.1);
            }
            rising = velocity > 0.0;
            state = step.state;
        }
        println!("{contact_model:?}: {:?}", &tops[..tops.len().min(12)]);
        assert!(tops.len() > 10, "{}", tops.len());
        // to the precision with which nodes see a top
        assert!(
            tops.windows(2).all(|pair| pair[1] <= pair[0] + G * 1e-6),
            "{tops:?}"
        );
    }
}

#[test]
fn a_box_tips_at_the_moment_of_its_edge() {
    for contact_model in MODELS {
        let half = 0.1;
        let tips = |moment: f64| {
            let model = tower(contact_model, 1, half);
            let at = |z: f64| BodyState::at_rest(Vec3::z() * z, Rot::identity());
            let mut state = State {
                bodies: vec![at(0.0), at(half)],
                ..State::default()
            };
            let mut input = Input::hold(&model, &state);
            let mut simulator = Simulator::new(model);
            for k in 0..300 {
                // slowly, so that nothing rocks
                input.wrenches[1].torque.y = moment * G * half * (k as f64 / 150.0).min(1.0);
                state = simulator.step(&state, &input, 1e-8).expect("valid").state;
            }
            state.bodies[1].rotation.angle() > 0.1
        };
        println!(
            "{contact_model:?}: {:?}",
            [0.97, 0.98, 0.99, 1.0, 1.01].map(tips)
        );
        assert!(!tips(0.99) && tips(1.01), "{contact_model:?}");
    }
}

#[test]
fn bodies_that_are_far_apart_move_as_under_the_single_level_model() {
    let half = 0.1;
    let run = |contact_model: ContactModel| {
        let builder = on_ground(contact_model).length(half).body(free(
            "cube",
            &cuboid(half, half, half),
            1.0,
            0.5,
        ));
        let model = Arc::new(builder.build().expect("a model"));
        let at = |z: f64| BodyState::at_rest(Vec3::z() * z, Rot::identity());
        let mut state = State {
            bodies: vec![at(0.0), at(0.5)],
            ..State::default()
        };
        let input = Input::hold(&model, &state);
        let mut simulator = Simulator::precise(model);
        (0..300)
            .map(|_| {
                state = simulator.step(&state, &input, 1e-8).expect("valid").state;
                state.bodies[1].position.z
            })
            .collect::<Vec<f64>>()
    };
    let heights = run(ContactModel::SingleLevel);
    let e3 = 1e-4 * half;
    let far = heights
        .iter()
        .take_while(|z| **z > half + 40.0 * e3)
        .count();
    assert!(far > 20);
    for contact_model in MODELS {
        let own = run(contact_model);
        for (z, own) in heights.iter().zip(&own).take(far) {
            // what the single-level model lets through from afar is rho L
            assert!(
                (z - own).abs() < 1e-7 * half,
                "{contact_model:?}: {z} {own}"
            );
        }
        let (z, own) = (heights[299], own[299]);
        println!(
            "{contact_model:?}: {:.3} e3 below the single-level model",
            (z - own) / e3
        );
        assert!(
            (z - own).abs() < 0.6 * e3,
            "{contact_model:?}: at rest {z} {own}"
        );
    }
}
