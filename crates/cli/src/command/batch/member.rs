//! One member of a batch.

use crate::command::failure;
use drystone::Result;
use drystone::recording::{Spread, Tally};
use drystone::scene::Scene;
use drystone::step::{Run, Step};
use drystone::world::State;
use serde::Serialize;
use std::ops::ControlFlow;

/// A member, as in `--json`.
#[derive(Serialize)]
pub struct Row {
    pub index: u32,
    /// The seed of the batch; it and the index make the member.
    pub seed: u64,
    /// Every step was made, and solved at the relaxation asked for.
    pub solved: bool,
    pub steps: usize,
    pub unsolved_steps: usize,
    pub iterations: Spread,
    pub max_penetration: f64,
    /// Pairs and steps whose true gap is not the solver's.
    pub gap_disagreements: usize,
    /// Steps that gained energy without an explanation.
    pub energy_gains: usize,
    pub state_hash: String,
    /// The error, of unsolved steps the first; null when nothing was.
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

/// The figures of a member so far.
pub struct Watch<'a> {
    scene: &'a Scene,
    tally: Tally<'a>,
    last: State,
    error: Option<String>,
    advanced: usize,
}

impl<'a> Watch<'a> {
    /// Starts the figures of a member that starts from `first`.
    pub fn new(scene: &'a Scene, first: &State) -> Self {
        Self {
            scene,
            tally: Tally::new(&scene.model, scene.settings.steps),
            last: first.clone(),
            error: None,
            advanced: 0,
        }
    }

    /// Counts step `k`.
    pub fn see(&mut self, k: usize, step: &Step) -> ControlFlow<()> {
        // Nobody asks for the time of a step of a batch.
        self.tally.add(step, 0.0);
        if !step.status.solved {
            let (time, rho) = (self.scene.time(k), self.scene.settings.relaxation);
            self.error
                .get_or_insert_with(|| failure::describe(k, time, rho, step));
        }
        self.last.clone_from(&step.state);
        self.advanced += usize::from(step.status.advanced);
        ControlFlow::Continue(())
    }

    /// The figures of the member `name` (seed, index), which ended as `run`.
    pub fn finish(self, name: (u64, u32), run: Result<Run>) -> Outcome {
        let (seed, index) = name;
        let error = self.error.or(run.err().map(|error| error.to_string()));
        let iterations = self.tally.iterations().to_vec();
        Outcome {
            row: Row {
                index,
                seed,
                solved: error.is_none(),
                steps: iterations.len(),
                unsolved_steps: self.tally.unsolved_steps(),
                iterations: Spread::of(&iterations),
                max_penetration: self.tally.max_penetration(),
                gap_disagreements: self.tally.gap_disagreements(),
                energy_gains: self.tally.energy_gains(),
                state_hash: format!("{:016x}", self.last.hash()),
                error,
            },
            iterations,
            advanced: self.advanced,
        }
    }
}
