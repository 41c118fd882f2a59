//! Bodies that fall on a plane and on each other.

use super::{MODELS, ball, on_ground};
use crate::common::scenes::{cuboid, drop_start, free};
use drystone::shape::Shape;
use drystone::step::Simulator;
use drystone::world::{ContactModel, Input, Model, State};
use std::sync::Arc;

fn dropping(model: ContactModel, shape: &Shape, time_step: f64) -> Arc<Model> {
    let builder = on_ground(model)
        .length(0.5)
        .time_step(time_step)
        .body(free("body", shape, 1.0, 0.5));
    Arc::new(builder.build().expect("a drop"))
}

/// Calls `see` with every state of a drop; returns the number of steps that needed the ladder or were not solved, and of iterations.
fn drop(
    model: &Arc<Model>,
    seed: u64,
    rho: f64,
    seconds: f64,
    mut see: impl FnMut(&State),
) -> [usize; 3] {
    let mut simulator = Simulator::new(model.clone());
    let mut state = drop_start(model, 0.5, seed);
    let input = Input::hold(model, &state);
    let mut counts = [0; 3];
    for _ in 0..(seconds / model.time_step).round() as usize {
        let step = simulator.step(&state, &input, rho).expect("valid");
        counts[0] += usize::from(step.status.needed_ladder);
        counts[1] += usize::from(!step.status.solved);
        counts[2] += step.status.iterations;
        state = step.state;
        see(&state);
    }
    counts
}

#[test]
fn drops_are_solved_and_come_to_rest() {
    for model in MODELS {
        for (name, shape) in [("box", cuboid(0.5, 0.4, 0.3)), ("ball", ball(0.5))] {
            for time_step in [0.01, 0.05] {
                for rho in [1e-2, 1e-4, 1e-6] {
                    let model = dropping(model, &shape, time_step);
                    let (mut counts, mut speed, mut lowest) = ([0; 3], 0.0f64, f64::INFINITY);
                    for seed in 0..3 {
                        let mut last = State::default();
                        let own = drop(&model, seed, rho, 2.0, |state| {
                            lowest = lowest.min(state.bodies[1].position.z);
                            last.clone_from(state);
                        });
                        counts = std::array::from_fn(|k| counts[k] + own[k]);
                        speed = speed.max(last.bodies[1].velocity.norm());
                    }
                    let steps = 3.0 * 2.0 / time_step;
                    println!(
                        "{:?} {name} {time_step} {rho:e}: ladder {}, unsolved {}, {:.2} iterations a step, last speed {speed:.1e}, lowest {lowest:.3}",
                        model.contact_model,
                        counts[0],
                        counts[1],
                        counts[2] as f64 / steps
                    );
                    assert_eq!(counts[1], 0);
                    assert!(counts[0] as f64 <= 0.05 * steps && (counts[2] as f64) < 20.0 * steps);
                    assert!(lowest > 0.25 && speed < 3.0);
                }
            }
        }
    }
}
