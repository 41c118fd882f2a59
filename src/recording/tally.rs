//! Collects the figures of a run step by step.

use super::judge::has_solid;
use super::node::weight_impulse;
use super::report::percentile;
use super::{
    About, Drift, EnergyGain, FinalBody, Judge, Loads, NEAR, Report, Spread, StepTime,
    interval_velocity, node_velocity, solids, true_gap,
};
use crate::math::wxyz;
use crate::step::{EnergyBalance, Rung, Step};
use crate::world::{Body, BodyState, Input, Model, State};
use std::collections::BTreeMap;

/// Part of the run, at its end, that counts for the resting gap.
const RESTING_PART: f64 = 0.2;
/// A body rests when |v| + |w| L is below this part of the unit of velocity sqrt(9.81 L).
const RESTING_SPEED: f64 = 0.01;
/// A contact carries load when its normal impulse is above this part of weight times step.
const LOAD: f64 = 0.1;

/// Collects the figures of a run step by step.
#[derive(Debug)]
pub struct Tally<'a> {
    model: &'a Model,
    resting_from: usize,
    iterations: Vec<f64>,
    microseconds: Vec<f64>,
    ladder: BTreeMap<String, usize>,
    unsolved: usize,
    energy_gains: usize,
    worst_energy_gain: Option<EnergyGain>,
    judge: Judge<'a>,
    halved: usize,
    resting_gap: f64,
    drift: Drift,
}

impl<'a> Tally<'a> {
    /// Starts counting a run of `steps` steps.
    pub fn new(model: &'a Model, steps: usize) -> Self {
        Self {
            model,
            resting_from: steps - (steps as f64 * RESTING_PART).ceil() as usize,
            iterations: Vec::with_capacity(steps),
            microseconds: Vec::with_capacity(steps),
            ladder: BTreeMap::new(),
            unsolved: 0,
            energy_gains: 0,
            worst_energy_gain: None,
            judge: Judge::new(model),
            halved: 0,
            resting_gap: 0.0,
            drift: Drift::default(),
        }
    }

    /// Counts a step that took `microseconds` in the solver.
    pub fn add(&mut self, step: &Step, microseconds: f64) {
        let index = self.iterations.len();
        self.iterations.push(step.status.iterations as f64);
        self.microseconds.push(microseconds);
        if step.status.needed_ladder || step.status.rung == Rung::SlipAtContact {
            *self
                .ladder
                .entry(step.status.rung.name().to_string())
                .or_default() += 1;
        }
        self.unsolved += usize::from(!step.status.solved);
        self.balance(index, step);
        self.halved += usize::from(step.status.halved);
        for (i, body, at) in moving(self.model, &step.state) {
            self.drift.linear += body.mass * interval_velocity(self.model, i, step).norm();
            self.drift.angular += (body.inertia * at.angular_velocity).norm();
        }
        self.judge.judge(index, step);
        if index >= self.resting_from {
            self.note_resting_gaps(step);
        }
    }

    /// Notes the gaps of loaded contacts between bodies at rest; a pair with a solid has one, whatever the number of its contacts.
    fn note_resting_gaps(&mut self, step: &Step) {
        let near = NEAR * self.model.units.length;
        let mut solid = None;
        for contact in step.contacts.iter().filter(|contact| contact.gap < near) {
            let bodies = [contact.first.body, contact.second.body];
            let loaded = contact.normal_impulse > LOAD * weight_impulse(self.model, &bodies);
            let resting = bodies.iter().all(|&i| self.rests(step, i));
            let pair = [contact.first, contact.second];
            if !loaded || !resting || solid == Some(pair) {
                continue;
            }
            let gap = if has_solid(self.model, pair) {
                solid = Some(pair);
                solids::gap(self.model, &step.state, pair)
            } else {
                true_gap(self.model, &step.state, pair, &contact.normal)
            };
            if gap.is_finite() {
                self.resting_gap = self.resting_gap.max(gap.abs());
            }
        }
    }

    /// Counts a solved step that gained energy without an explanation.
    fn balance(&mut self, index: usize, step: &Step) {
        let unexplained = step.status.energy.unexplained();
        if !step.status.solved || unexplained == 0.0 {
            return;
        }
        self.energy_gains += 1;
        let worst = self.worst_energy_gain.as_ref();
        if worst.is_none_or(|worst| unexplained > worst.gain - worst.bound) {
            let EnergyBalance { gain, bound } = step.status.energy;
            self.worst_energy_gain = Some(EnergyGain {
                step: index,
                gain,
                bound,
            });
        }
    }

    /// Solved steps so far that gained energy without an explanation.
    pub fn energy_gains(&self) -> usize {
        self.energy_gains
    }

    /// Number of steps so far that were not solved.
    pub fn unsolved_steps(&self) -> usize {
        self.unsolved
    }

    /// Deepest overlap so far, m.
    pub fn max_penetration(&self) -> f64 {
        self.judge.deepest()
    }

    /// Pairs so far whose true gap is not the solver's, counted once per step.
    pub fn gap_disagreements(&self) -> usize {
        self.judge.disagreements()
    }

    /// Newton iterations of every step so far.
    pub fn iterations(&self) -> &[f64] {
        &self.iterations
    }

    fn rests(&self, step: &Step, index: usize) -> bool {
        let (at, units) = (&step.state.bodies[index], &self.model.units);
        let velocity = interval_velocity(self.model, index, step);
        let speed = velocity.norm() + at.angular_velocity.norm() * units.length;
        speed < RESTING_SPEED * units.velocity
    }

    /// The figures; `last` is the last step that advanced and `input` what acted on it.
    pub fn finish(self, about: About, last: &Step, input: &Input) -> Report {
        let steps = self.iterations.len();
        let mean = |sum: f64| sum / steps.max(1) as f64;
        let loads = Loads::of_step(self.model.bodies.len(), last);
        let bodies = self.model.bodies.iter().zip(&last.state.bodies);
        let bodies = bodies.enumerate().map(|(i, (body, at))| FinalBody {
            name: body.name.clone(),
            position: body.shape_from_centre(&at.position, &at.rotation).into(),
            quat_wxyz: wxyz(&at.rotation),
            velocity: node_velocity(self.model, i, &last.state, &loads, input).into(),
            angular_velocity_world: at.angular_velocity_world().into(),
        });
        Report {
            bodies: bodies.collect(),
            state_hash: format!("{:016x}", last.state.hash()),
            scene: about.scene,
            steps,
            unsolved_steps: self.unsolved,
            halved_steps: self.halved,
            time_step: self.model.time_step,
            rho: about.rho,
            iterations: Spread::of(&self.iterations),
            max_penetration: self.judge.deepest(),
            gap_disagreements: self.judge.disagreements(),
            worst_gap_disagreement: self.judge.worst().cloned(),
            energy_gains: self.energy_gains,
            worst_energy_gain: self.worst_energy_gain,
            max_resting_gap: self.resting_gap,
            drift: Drift {
                linear: mean(self.drift.linear),
                angular: mean(self.drift.angular),
            },
            wall_seconds: about.wall_seconds,
            cpu_seconds: about.cpu_seconds,
            step_microseconds: StepTime {
                median: percentile(&self.microseconds, 0.5),
                p99: percentile(&self.microseconds, 0.99),
            },
            ladder: self.ladder,
        }
    }
}

fn moving<'a>(
    model: &'a Model,
    state: &'a State,
) -> impl Iterator<Item = (usize, &'a Body, &'a BodyState)> {
    let all = model.bodies.iter().zip(&state.bodies).enumerate();
    all.map(|(i, (body, at))| (i, body, at))
        .filter(|(_, body, _)| body.is_moving())
}
