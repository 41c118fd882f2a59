//! Collects the figures of a run step by step.

use super::{About, Drift, FinalBody, Report, Spread, StepTime, true_gap};
use crate::math::{Vec3, wxyz};
use crate::step::{Rung, Step};
use crate::world::{Body, BodyState, Input, Model, Motion, State};
use std::collections::BTreeMap;

/// Part of the run, at its end, that counts for the resting gap.
const RESTING_PART: f64 = 0.2;
/// A body rests when |v| + |w| L is below this part of the unit of velocity sqrt(9.81 L).
const RESTING_SPEED: f64 = 0.01;
/// A contact carries load when its normal impulse is above this part of weight times step.
const LOAD: f64 = 0.1;
/// A body flies when its contacts give less than this part of weight times step.
const FREE: f64 = 1e-3;
/// Gravity in the thresholds, m/s^2; also for scenes without any.
const STANDARD_GRAVITY: f64 = 9.81;

/// Collects the figures of a run step by step.
#[derive(Debug)]
pub struct Tally<'a> {
    model: &'a Model,
    resting_from: usize,
    iterations: Vec<f64>,
    microseconds: Vec<f64>,
    ladder: BTreeMap<String, usize>,
    unsolved: usize,
    deepest: f64,
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
            deepest: 0.0,
            resting_gap: 0.0,
            drift: Drift::default(),
        }
    }

    /// Counts a step that took `microseconds` in the solver.
    pub fn add(&mut self, step: &Step, microseconds: f64) {
        let index = self.iterations.len();
        self.iterations.push(step.status.iterations as f64);
        self.microseconds.push(microseconds);
        let rung = step.status.rung;
        if rung != Rung::Base {
            *self.ladder.entry(rung.name().to_string()).or_default() += 1;
        }
        self.unsolved += usize::from(!step.status.solved);
        for (body, at) in moving(self.model, &step.state) {
            self.drift.linear += (body.mass * at.velocity).norm();
            self.drift.angular += (body.inertia * at.angular_velocity).norm();
        }
        for contact in &step.contacts {
            let gap = true_gap(self.model, &step.state, contact);
            self.deepest = self.deepest.max(-gap);
            let bodies = [contact.first.body, contact.second.body];
            let loaded = contact.normal_impulse > LOAD * self.weight_impulse(&bodies);
            let resting = bodies.iter().all(|&i| self.rests(&step.state, i));
            if index >= self.resting_from && loaded && resting {
                self.resting_gap = self.resting_gap.max(gap.abs());
            }
        }
    }

    /// Number of steps so far that were not solved.
    pub fn unsolved_steps(&self) -> usize {
        self.unsolved
    }

    /// Weight times step of the lightest moving body of `bodies`, N s.
    fn weight_impulse(&self, bodies: &[usize]) -> f64 {
        let masses = bodies.iter().map(|&i| &self.model.bodies[i]);
        let lightest = masses.filter(|b| b.is_moving()).map(|b| b.mass);
        lightest.fold(f64::INFINITY, f64::min) * STANDARD_GRAVITY * self.model.time_step
    }

    fn rests(&self, state: &State, index: usize) -> bool {
        let (at, units) = (&state.bodies[index], &self.model.units);
        let speed = at.velocity.norm() + at.angular_velocity.norm() * units.length;
        speed < RESTING_SPEED * units.velocity
    }

    /// The figures; `last` is the last step that advanced and `input` what acted on it.
    pub fn finish(self, about: About, last: &Step, input: &Input) -> Report {
        let steps = self.iterations.len();
        let mean = |sum: f64| sum / steps.max(1) as f64;
        let bodies = self.model.bodies.iter().zip(&last.state.bodies);
        let bodies = bodies.enumerate().map(|(i, (body, at))| FinalBody {
            name: body.name.clone(),
            position: body.shape_from_centre(&at.position, &at.rotation).into(),
            quat_wxyz: wxyz(&at.rotation),
            velocity: self.node_velocity(i, last, input).into(),
            angular_velocity_world: at.angular_velocity_world().into(),
        });
        Report {
            bodies: bodies.collect(),
            state_hash: format!("{:016x}", last.state.hash()),
            scene: about.scene,
            steps,
            unsolved_steps: self.unsolved,
            time_step: self.model.time_step,
            rho: about.rho,
            iterations: Spread {
                mean: mean(self.iterations.iter().sum()),
                p99: percentile(&self.iterations, 0.99),
                max: percentile(&self.iterations, 1.0),
            },
            max_penetration: self.deepest,
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

    /// Velocity at the node. The state of a body in free flight carries the velocity half a step
    /// earlier (positions are then exact at the nodes); in contact it is the one at the node.
    fn node_velocity(&self, index: usize, last: &Step, input: &Input) -> Vec3 {
        let body = &self.model.bodies[index];
        let mut velocity = last.state.bodies[index].velocity;
        let touching = last.contacts.iter();
        let touching = touching.filter(|c| c.first.body == index || c.second.body == index);
        let impulse: f64 = touching.map(|c| c.normal_impulse).sum();
        let flies = body.motion == Motion::Free && impulse < FREE * self.weight_impulse(&[index]);
        if flies && let Some(wrench) = input.wrenches.get(index) {
            let gain = (self.model.gravity + wrench.force / body.mass) * 0.5 * self.model.time_step;
            for &axis in body.freedoms().iter().filter(|&&axis| axis < 3) {
                velocity[axis] += gain[axis];
            }
        }
        velocity
    }
}

/// The smallest value that a `part` of the values does not exceed; 0 of none.
fn percentile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (part * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.max(1) - 1).copied().unwrap_or(0.0)
}

fn moving<'a>(
    model: &'a Model,
    state: &'a State,
) -> impl Iterator<Item = (&'a Body, &'a BodyState)> {
    let all = model.bodies.iter().zip(&state.bodies);
    all.filter(|(body, _)| body.is_moving())
}

/// Kinetic and potential energy of the moving bodies, J.
pub fn energy(model: &Model, state: &State) -> f64 {
    moving(model, state)
        .map(|(body, at)| {
            let (v, w) = (&at.velocity, &at.angular_velocity);
            let kinetic = 0.5 * (body.mass * v.norm_squared() + w.dot(&(body.inertia * w)));
            kinetic - body.mass * model.gravity.dot(&at.position)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_occurred() {
        let values: Vec<f64> = (1..=200).map(f64::from).collect();
        assert_eq!(percentile(&values, 0.5), 100.0);
        assert_eq!(percentile(&values, 0.99), 198.0);
        assert_eq!(percentile(&values, 1.0), 200.0);
        assert_eq!(percentile(&[], 0.5), 0.0);
    }
}
