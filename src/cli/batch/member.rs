//! One member of a batch.

use crate::cli::failure;
use drystone::recording::{Spread, Tally};
use drystone::scene::Scene;
use drystone::step::{Step, Worker};
use drystone::world::{Input, State};
use serde::Serialize;

/// A member, as in `--json`.
#[derive(Serialize)]
pub struct Row {
    pub index: u32,
    /// Of the batch: it and the index make the member.
    pub seed: u64,
    /// Every step was made, and solved at the relaxation asked for.
    pub solved: bool,
    pub steps: usize,
    pub unsolved_steps: usize,
    pub iterations: Spread,
    pub max_penetration: f64,
    pub state_hash: String,
    /// What was wrong, of unsolved steps the first; null when nothing was.
    pub error: Option<String>,
}

/// A member and what only the totals need.
pub struct Outcome {
    pub row: Row,
    /// Iterations of every step.
    pub iterations: Vec<f64>,
    /// Steps that led on.
    pub advanced: usize,
}

/// Simulates the member `name` (seed, index) from `first`, as `run` simulates a scene.
pub fn simulate(scene: &Scene, name: (u64, u32), first: State, worker: &mut Worker) -> Outcome {
    let (seed, index) = name;
    let (model, rho) = (&scene.model, scene.settings.relaxation);
    let mut tally = Tally::new(model, scene.settings.steps);
    let mut input = Input::hold(model, &first);
    let (mut step, mut next) = (Step::default(), Step::default());
    step.state = first;
    let (mut error, mut advanced) = (None, 0);
    let simulator = worker.simulator(model);
    for k in 0..scene.settings.steps {
        scene.input_at(k, &step.state, &mut input);
        if let Err(e) = simulator.step_into(&step.state, &input, rho, &mut next) {
            error.get_or_insert_with(|| e.within(&format!("step {k}")).to_string());
            break;
        }
        // Nobody asks for the time of a step of a batch.
        tally.add(&next, 0.0);
        if !next.status.solved {
            error.get_or_insert_with(|| failure::describe(k, scene.time(k), rho, &next));
        }
        if !next.status.advanced {
            break;
        }
        std::mem::swap(&mut step, &mut next);
        advanced += 1;
    }
    let iterations = tally.iterations().to_vec();
    Outcome {
        row: Row {
            index,
            seed,
            solved: error.is_none(),
            steps: iterations.len(),
            unsolved_steps: tally.unsolved_steps(),
            iterations: Spread::of(&iterations),
            max_penetration: tally.max_penetration(),
            state_hash: format!("{:016x}", step.state.hash()),
            error,
        },
        iterations,
        advanced,
    }
}
