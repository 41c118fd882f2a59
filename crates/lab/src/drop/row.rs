//! The figures of a drop.

use super::Run;
use drystone::math::Vec3;
use drystone::scene::Scene;
use drystone::shape::penetration;
use drystone::step::{Rung, Step};
use drystone::world::{BodyState, Model, State};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Iterations of a first attempt, at most; one that fails counts with so many.
const FIRST_ATTEMPT: usize = 30;
/// Part of the run, at its end, that counts for the gap at rest.
const RESTING_PART: f64 = 0.2;
/// The body rests when |v| + |w| L is below this part of the unit of velocity.
const RESTING_SPEED: f64 = 0.01;

/// The figures of a drop.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Name of the run.
    pub name: String,
    /// How it was solved.
    pub method: String,
    /// The body that was dropped.
    pub body: String,
    /// Steps per second.
    pub hertz: u32,
    /// Relaxation.
    pub rho: f64,
    /// Number of its start.
    pub start: u32,
    /// Steps tried.
    pub steps: usize,
    /// Mean iterations of a first attempt; one that failed counts with 30.
    pub iterations: f64,
    /// Most iterations of a first attempt.
    pub most_iterations: usize,
    /// Mean iterations of a step, the safeguard ladder included.
    pub iterations_with_ladder: f64,
    /// Most iterations of a step, the safeguard ladder included.
    pub most_iterations_with_ladder: usize,
    /// Steps whose first attempt failed.
    pub base_failures: usize,
    /// Steps solved in two halves.
    pub r5: usize,
    /// Steps accepted at a larger relaxation only.
    pub r6: usize,
    /// Steps not solved, those of `Relaxed` included.
    pub unsolved: usize,
    /// Steps by the rung of the ladder that solved them, `SmallRotations 2 Halved 1`.
    pub rungs: String,
    /// Deepest overlap with the floor at the end of any step, m, from the shapes alone.
    pub worst_penetration: f64,
    /// Largest distance from the floor, open or overlapping, while the body rests in the last fifth
    /// of the run, m, from the shapes alone; absent when it does not rest.
    pub gap_at_rest: Option<f64>,
    /// A step had no solution at all, and the run ended there.
    pub stopped: bool,
}

impl Row {
    /// Whether some step was not solved by its first attempt: what is published as a failure.
    pub fn failed(&self) -> bool {
        self.base_failures > 0
    }
}

/// Collects the figures of a run.
pub(super) struct Watch<'a> {
    model: &'a Model,
    resting_from: usize,
    steps: usize,
    iterations: [usize; 2],
    most: [usize; 2],
    rungs: BTreeMap<Rung, usize>,
    unsolved: usize,
    deepest: f64,
    gap_at_rest: Option<f64>,
}

impl<'a> Watch<'a> {
    pub(super) fn new(scene: &'a Scene) -> Self {
        let steps = scene.settings.steps as f64;
        Self {
            model: &scene.model,
            resting_from: (steps * (1.0 - RESTING_PART)) as usize,
            steps: 0,
            iterations: [0; 2],
            most: [0; 2],
            rungs: BTreeMap::new(),
            unsolved: 0,
            deepest: 0.0,
            gap_at_rest: None,
        }
    }

    pub(super) fn see(&mut self, step: &Step) {
        let status = &step.status;
        let first = match status.needed_ladder {
            false => status.iterations,
            true => FIRST_ATTEMPT,
        };
        for (k, count) in [first, status.iterations].into_iter().enumerate() {
            self.iterations[k] += count;
            self.most[k] = self.most[k].max(count);
        }
        if status.needed_ladder {
            *self.rungs.entry(status.rung).or_default() += 1;
        }
        self.unsolved += usize::from(!status.solved);
        let gap = self.gap(&step.state);
        self.deepest = self.deepest.max(-gap);
        if self.steps >= self.resting_from && self.rests(&step.state.bodies[1]) {
            self.gap_at_rest = Some(self.gap_at_rest.unwrap_or(0.0).max(gap.abs()));
        }
        self.steps += 1;
    }

    /// Distance of the body from the floor, m; negative when they overlap.
    fn gap(&self, state: &State) -> f64 {
        let [floor, body] = [0, 1].map(|i| &self.model.bodies[i]);
        let [below, at] = [0, 1].map(|i| (state.bodies[i].position, state.bodies[i].rotation));
        let ground = &floor.parts[0].placed;
        let depths = body.parts.iter();
        let depths = depths.map(|part| penetration(ground, &below, &part.placed, &at, &Vec3::z()));
        -depths.fold(f64::NEG_INFINITY, f64::max)
    }

    fn rests(&self, body: &BodyState) -> bool {
        let units = &self.model.units;
        let speed = body.velocity.norm() + body.angular_velocity.norm() * units.length;
        speed < RESTING_SPEED * units.velocity
    }

    pub(super) fn row(self, run: &Run, stopped: bool) -> Row {
        let mean = |sum: usize| sum as f64 / self.steps as f64;
        let count = |rung: Rung| self.rungs.get(&rung).copied().unwrap_or(0);
        let rungs = self.rungs.iter();
        let rungs: Vec<String> = rungs
            .map(|(rung, n)| format!("{} {n}", rung.name()))
            .collect();
        Row {
            name: run.name(),
            method: run.method.name().into(),
            body: run.dropped.name().into(),
            hertz: run.hertz,
            rho: run.rho,
            start: run.start,
            steps: self.steps,
            iterations: mean(self.iterations[0]),
            most_iterations: self.most[0],
            iterations_with_ladder: mean(self.iterations[1]),
            most_iterations_with_ladder: self.most[1],
            base_failures: self.rungs.values().sum(),
            r5: count(Rung::Halved),
            r6: count(Rung::Relaxed),
            unsolved: self.unsolved,
            rungs: rungs.join(" "),
            worst_penetration: self.deepest,
            gap_at_rest: self.gap_at_rest,
            stopped,
        }
    }
}
