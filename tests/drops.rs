//! Random drops (SL Fig. 9 in 3D): every step is solved, in few iterations.

use crate::common::scenes::*;
use drystone::shape::Shape;
use drystone::step::{Simulator, Step};
use drystone::world::Input;
use std::sync::Arc;

const FREQUENCIES: [f64; 6] = [10.0, 17.0, 30.0, 50.0, 100.0, 200.0];
const RELAXATIONS: [f64; 9] = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10];

#[derive(Default, Debug, Clone)]
struct Tally {
    steps: usize,
    iterations: usize,
    coarse_rescued: usize,
    fine_rescued: usize,
    unsolved: usize,
    histogram: Vec<usize>,
}

fn drop(shape: &Shape, frequency: f64, rho: f64, seed: u64, tally: &mut Tally) {
    let model = on_floor(&ground(), shape, 0.5)
        .time_step(1.0 / frequency)
        .length(0.5);
    let model = Arc::new(model.build().unwrap());
    let mut simulator = Simulator::new(model.clone());
    let mut state = drop_start(&model, 0.5, seed);
    let input = Input::hold(&model, &state);
    let mut step = Step::default();
    for k in 0..(1.5 * frequency).round() as usize {
        simulator.step_into(&state, &input, rho, &mut step).unwrap();
        tally.steps += 1;
        tally.iterations += step.status.iterations;
        let bin = step.status.iterations.min(60);
        tally.histogram.resize(61, 0);
        tally.histogram[bin] += 1;
        if step.status.needed_ladder {
            if frequency < 25.0 {
                tally.coarse_rescued += 1;
            } else {
                tally.fine_rescued += 1;
                println!(
                    "  rescued: {frequency} Hz rho {rho:e} seed {seed} step {k} rung {}",
                    step.status.rung.name()
                );
            }
        }
        if !step.status.solved {
            tally.unsolved += 1;
            println!(
                "  unsolved: {frequency} Hz rho {rho:e} seed {seed} step {k}: {:?}",
                step.status
            );
            return;
        }
        state.clone_from(&step.state);
    }
}

#[test]
fn random_drops_are_all_solved_in_few_iterations() {
    let seeds = std::env::var("DRYSTONE_SEEDS")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(10);
    for (name, shape) in droppable(0.5) {
        let mut tally = Tally::default();
        for frequency in FREQUENCIES {
            for rho in RELAXATIONS {
                for seed in 0..seeds {
                    drop(&shape, frequency, rho, seed, &mut tally);
                }
            }
        }
        let mean = tally.iterations as f64 / tally.steps as f64;
        let percentile = |p: f64| {
            let mut left = (p * tally.steps as f64) as usize;
            tally.histogram.iter().position(|&n| {
                let stop = n > left;
                left = left.saturating_sub(n);
                stop
            })
        };
        println!(
            "{name}: {} steps, mean {mean:.2} iterations, p95 {:?}, p99 {:?}, rescued {} below and {} above 30 Hz, unsolved {}",
            tally.steps,
            percentile(0.95),
            percentile(0.99),
            tally.coarse_rescued,
            tally.fine_rescued,
            tally.unsolved
        );
        assert_eq!(tally.unsolved, 0, "{name}");
        assert!(mean <= 7.0, "{name}: {mean}");
    }
}
