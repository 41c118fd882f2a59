//! A plan in the full dynamic simulator, open loop.

use super::shortcut::Path;
use super::{Goal, Space};
use drystone::error::Result;
use drystone::math::Vec3;
use drystone::step::Simulator;
use drystone::world::{Model, State};
use nalgebra::DVector;
use std::sync::Arc;

/// Steps of the replay per step of the plan.
pub const FINER: usize = 10;

/// How a replay went.
#[derive(Debug, Clone)]
pub struct Replay {
    /// States after every step of the plan, without those at which it stopped.
    pub states: Vec<State>,
    /// Steps that were not solved at the relaxation asked for.
    pub unsolved: usize,
}

/// The model of a plan with bodies that keep their velocities, and steps [`FINER`] times shorter.
fn dynamic(model: &Model) -> Model {
    let mut out = model.clone();
    out.time_step /= FINER as f64;
    for body in &mut out.bodies {
        body.quasi_dynamic = false;
    }
    out
}

/// Replays plans of one space.
#[derive(Debug)]
pub struct Replayer {
    space: Arc<Space>,
    simulator: Simulator,
    rho: f64,
    /// States of the plan accepted last.
    accepted: Vec<State>,
}

impl Replayer {
    /// Steps are made at relaxation `rho`.
    pub fn new(space: Arc<Space>, rho: f64) -> Self {
        let simulator = Simulator::new(Arc::new(dynamic(&space.model)));
        Self {
            space,
            simulator,
            rho,
            accepted: Vec::new(),
        }
    }

    /// Simulates the commands from `start`, at rest; between two commands they move at constant
    /// speed. Stops at a step without a solution.
    ///
    /// # Errors
    /// When a step cannot be asked for.
    pub fn replay(&mut self, start: &State, commands: &[DVector<f64>]) -> Result<Replay> {
        let mut start = start.clone();
        for body in &mut start.bodies {
            (body.velocity, body.angular_velocity) = (Vec3::zeros(), Vec3::zeros());
        }
        let before = self.space.stay(&start);
        self.go_on(start, before, commands)
    }

    /// How far the object ends from where a plan has it, relative to the tolerances of the goal;
    /// infinite where a step has no solution. The plan may differ from the one accepted last in the
    /// commands from `changed` on only, and is accepted when that is at most `allowed`.
    ///
    /// # Errors
    /// As [`Self::replay`].
    pub fn off(
        &mut self,
        goal: &Goal,
        (commands, states): &Path,
        changed: usize,
        allowed: f64,
    ) -> Result<f64> {
        let object = self.space.spec.object;
        let replay = match changed {
            0 => self.replay(&states[0], commands)?,
            k => {
                let from = self.accepted[k - 1].clone();
                self.go_on(from, commands[k - 1].clone(), &commands[k..])?
            }
        };
        let complete = replay.states.len() == commands.len() - changed;
        let end = &states[states.len() - 1].bodies[object];
        let replayed = replay.states.last().filter(|_| complete);
        let off = replayed.map_or(f64::INFINITY, |at| goal.relative(&at.bodies[object], end));
        if off <= allowed {
            self.accepted.truncate(changed);
            self.accepted.extend(replay.states);
        }
        Ok(off)
    }

    fn go_on(
        &mut self,
        from: State,
        mut before: DVector<f64>,
        commands: &[DVector<f64>],
    ) -> Result<Replay> {
        let mut state = from;
        let mut out = Replay {
            states: Vec::with_capacity(commands.len()),
            unsolved: 0,
        };
        for command in commands {
            for k in 1..=FINER {
                let now = before.lerp(command, k as f64 / FINER as f64);
                let input = self.space.input(&state, &now);
                let step = self.simulator.step(&state, &input, self.rho)?;
                out.unsolved += usize::from(!step.status.solved);
                if !step.status.advanced {
                    return Ok(out);
                }
                state = step.state;
            }
            out.states.push(state.clone());
            before.clone_from(command);
        }
        Ok(out)
    }
}
