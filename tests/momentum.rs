//! Momentum and free flight: what the integrator keeps to round-off.

use crate::common::scenes::*;
use drystone::math::{Rot, Vec3};
use drystone::step::{Simulator, Step};
use drystone::world::{BodyState, Input, Model, State};
use std::sync::Arc;

const BRICK: [f64; 3] = [0.5, 0.25, 0.125];

fn brick_in_space(h: f64, gravity: Vec3) -> Arc<Model> {
    let brick = cuboid(BRICK[0], BRICK[1], BRICK[2]);
    let builder = Model::builder().gravity(gravity).time_step(h);
    Arc::new(
        builder
            .body(free("brick", &brick, 1.0, 0.5))
            .build()
            .unwrap(),
    )
}

fn world_momentum(model: &Model, body: usize, at: &BodyState) -> Vec3 {
    at.rotation * (model.bodies[body].inertia * at.angular_velocity)
}

#[test]
fn a_torque_free_body_keeps_its_angular_momentum_to_round_off() {
    for turn in [0.1, 0.5, 0.9] {
        let h = 0.01;
        let model = brick_in_space(h, Vec3::zeros());
        let mut simulator = Simulator::new(model.clone());
        let mut state = rest(&model);
        state.bodies[0].angular_velocity = Vec3::new(0.3, 0.2, 1.0).normalize() * (turn / h);
        let start = world_momentum(&model, 0, &state.bodies[0]);
        let input = Input::hold(&model, &state);
        let mut step = Step::default();
        let mut worst = 0.0_f64;
        for _ in 0..1000 {
            simulator
                .step_into(&state, &input, 1e-6, &mut step)
                .unwrap();
            assert!(step.status.solved);
            state.clone_from(&step.state);
            let now = world_momentum(&model, 0, &state.bodies[0]);
            worst = worst.max((now - start).norm() / start.norm());
        }
        println!("h|w| = {turn}: relative change of the angular momentum {worst:.1e}");
        assert!(worst < 1e-12);
    }
}

#[test]
fn a_contact_changes_spin_by_the_moment_of_its_impulse_about_the_new_centre() {
    let h = 0.01;
    let brick = cuboid(BRICK[0], BRICK[1], BRICK[2]);
    let model = on_floor(&ground(), &brick, 0.5)
        .time_step(h)
        .build()
        .unwrap();
    let model = Arc::new(model);
    let mut simulator = Simulator::new(model.clone());
    let (mut worst, mut touched) = (0.0_f64, 0);
    let (mut linear, mut halved) = (0.0_f64, 0);
    for seed in 0..20 {
        let mut state = drop_start(&model, 0.5, seed);
        state.bodies[1].angular_velocity *= if seed % 4 == 0 { 100.0 } else { 10.0 };
        let input = Input::hold(&model, &state);
        for _ in 0..80 {
            let step = simulator.step(&state, &input, 1e-6).unwrap();
            assert!(step.status.solved);
            let (old, new) = (&state.bodies[1], &step.state.bodies[1]);
            let pushed: Vec3 = step.contacts.iter().map(|contact| contact.impulse).sum();
            let mass = model.bodies[1].mass;
            let gained = (new.velocity - old.velocity - model.gravity * h) * mass;
            let scale = mass * old.velocity.norm().max(9.81 * h);
            linear = linear.max((gained - pushed).norm() / scale);
            halved += usize::from(step.status.halved);
            // contacts of two halves are told at the point of the second
            if !step.status.halved {
                let mut moment = Vec3::zeros();
                let mut impulse = Vec3::zeros();
                for contact in &step.contacts {
                    moment += (contact.point - new.position).cross(&contact.impulse)
                        + contact.normal * contact.torsional_impulse;
                    impulse += contact.impulse;
                }
                let change = world_momentum(&model, 1, new) - world_momentum(&model, 1, old);
                let scale = world_momentum(&model, 1, old).norm().max(moment.norm());
                worst = worst.max((change - moment).norm() / scale);
                touched += usize::from(impulse.norm() > 1e-3);
            }
            state = step.state;
        }
    }
    println!("{touched} steps with contact, worst imbalance of spin momentum {worst:.1e}");
    println!("{halved} steps in halves, worst imbalance of linear momentum {linear:.1e}");
    assert!(touched > 100 && halved > 10);
    assert!(linear < 1e-7);
    assert!(worst < 1e-12);
}

#[test]
fn free_flight_is_exact_at_the_nodes_at_any_step_size() {
    for frequency in [5.0, 10.0, 33.0, 100.0, 1000.0] {
        let (h, g) = (1.0 / frequency, Vec3::new(0.1, 0.0, -9.81));
        let model = brick_in_space(h, g);
        let mut simulator = Simulator::new(model.clone());
        let v0 = Vec3::new(1.0, -0.5, 3.0);
        let mut start = BodyState::at_rest(Vec3::new(0.2, 0.1, 5.0), Rot::identity());
        start.velocity = v0;
        let mut state = State {
            bodies: vec![start],
            ..State::default()
        };
        model.start_half_step_early(&mut state, &[Vec3::zeros()]);
        let input = Input::hold(&model, &state);
        let mut worst = 0.0_f64;
        for k in 1..=(2.0 * frequency) as usize {
            state = simulator.step(&state, &input, 1e-6).unwrap().state;
            let t = k as f64 * h;
            let exact = start.position + v0 * t + g * (0.5 * t * t);
            worst = worst.max((state.bodies[0].position - exact).norm());
        }
        println!("{frequency} Hz: position error at the nodes {worst:.1e} m");
        assert!(worst < 1e-11 * frequency.max(100.0) / 100.0);
    }
}
