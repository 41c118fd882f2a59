//! A scene that starts at a saved state, run with another time step than it was saved with.
//!
//! `start_step` counts time steps, and a `state` carries velocities half a step early. Both are of
//! the time step in the file; another one ([`Overrides::time_step`]) takes the same moment and the
//! velocities half of its own step before it:
//!
//! ```text
//! v += (g + f/m) (h_old - h_new) / 2        f: the mean force between those two times
//! ```
//!
//! Angular velocities are those of the node and stay.

use super::Overrides;
use super::config::Config;
use super::wrench::TimedWrench;
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::shape::table::Exactly;
use crate::world::{Body, Input, Model, State};

/// Part of a time step within which a start counts as a whole number of steps.
const WHOLE: f64 = 1e-6;

/// The time step of a file and the one that replaces it.
#[derive(Debug, Clone, Copy)]
pub(super) struct StepChange {
    /// s.
    from: f64,
    to: f64,
}

impl StepChange {
    /// Returns what `overrides` change about the time step of `config`.
    pub(super) fn of(config: &Config, overrides: &Overrides) -> Self {
        let from = config.simulation.time_step;
        let to = overrides.time_step.unwrap_or(from);
        // What no scene can have was not the step of a saved one.
        let saved = from.is_finite() && from > 0.0;
        Self {
            from: if saved { from } else { to },
            to,
        }
    }

    /// Counts `start_step` in new steps, so that the scene starts at the same time.
    ///
    /// # Errors
    /// That time is not a whole number of new steps.
    pub(super) fn move_clock(&self, config: &mut Config) -> Result<()> {
        let simulation = &mut config.simulation;
        if self.from == self.to || simulation.start_step == 0 {
            return Ok(());
        }
        let time = simulation.start_step as f64 * self.from;
        let steps = (time / self.to).round();
        if (steps * self.to - time).abs() > WHOLE * self.to {
            let why = format!(
                "time step {} s: the scene starts at {time} s (start_step {} of {} s), which is not \
                 a whole number of these",
                self.to, simulation.start_step, self.from
            );
            let whole = self.from / (self.from / self.to).ceil();
            let fix = format!("divide the time step of the scene, e.g. {whole}");
            return Err(Error::usage(why, fix));
        }
        simulation.start_step = steps as u64;
        Ok(())
    }

    /// Moves the velocities of every `state` of the file from half an old step before the start to
    /// half a new one, in `initial` and in `config`.
    pub(super) fn move_velocities(
        &self,
        config: &mut Config,
        model: &Model,
        initial: &mut State,
        wrenches: &[TimedWrench],
    ) {
        if self.from == self.to {
            return;
        }
        let time = config.simulation.start_step as f64 * self.to;
        let (was, is) = (time - 0.5 * self.from, time - 0.5 * self.to);
        let mut input = Input::hold(model, initial);
        for wrench in wrenches {
            wrench.add_force_over([was.min(is), was.max(is)], &mut input);
        }
        let bodies = model.bodies.iter().zip(&mut initial.bodies);
        for (i, (body, at)) in bodies.enumerate() {
            let Some(written) = &mut config.body[i].state else {
                continue;
            };
            if !body.keeps_velocity() {
                continue;
            }
            let wrench = &input.wrenches[i];
            let push = model.gravity + wrench.force / body.mass;
            at.velocity += within_plane(body, push * (is - was));
            *written = Exactly(at.numbers());
        }
    }
}

/// The components of a world vector along the translations that a body has.
fn within_plane(body: &Body, mut vector: Vec3) -> Vec3 {
    let free = body.freedoms();
    for axis in (0..3).filter(|axis| !free.contains(axis)) {
        vector[axis] = 0.0;
    }
    vector
}
