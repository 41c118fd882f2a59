//! How a scene is simulated, and what a caller may change about that.

use super::config::Config;
use super::defaults;
use super::robot::Base;
use crate::error::{Error, ErrorKind, Result};
use crate::world::ContactModel;

/// How long and how hard to simulate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// s.
    pub duration: f64,
    /// The relaxation rho of every step.
    pub relaxation: f64,
    /// Number of steps: duration / time step, rounded.
    pub steps: usize,
    /// Index of the first step; it begins at `start_step` times the time step.
    pub start_step: u64,
    /// Which contact model solves the steps.
    pub contact_model: ContactModel,
    /// For whatever draws random numbers around the scene; the simulation itself draws none.
    pub seed: u64,
}

/// Values that replace those of a file before anything is built.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Overrides {
    /// Duration, s.
    pub duration: Option<f64>,
    /// Time step, s.
    pub time_step: Option<f64>,
    /// Relaxation.
    pub relaxation: Option<f64>,
    /// Contact model.
    pub contact_model: Option<ContactModel>,
    /// Whether the bases of robots move freely.
    pub floating: bool,
    /// Whether anything in the file of a robot that is not understood is an error.
    pub strict: bool,
    /// Whether masses and inertias of robots that no body can have are mended.
    pub repair: bool,
}

impl Overrides {
    /// Mistakes here are those of a caller, not of a file.
    pub(super) fn check(&self) -> Result<()> {
        let check = || {
            if let Some(rho) = self.relaxation {
                defaults::relaxation("rho", rho)?;
            }
            if let Some(time_step) = self.time_step {
                defaults::time_step("time_step", time_step)?;
            }
            if let Some(duration) = self.duration {
                defaults::duration("seconds", duration)?;
            }
            Ok(())
        };
        check().map_err(|e| Error {
            kind: ErrorKind::Usage,
            ..e
        })
    }

    pub(super) fn apply(&self, config: &mut Config) {
        let simulation = &mut config.simulation;
        simulation.duration = self.duration.unwrap_or(simulation.duration);
        simulation.time_step = self.time_step.unwrap_or(simulation.time_step);
        simulation.relaxation = self.relaxation.unwrap_or(simulation.relaxation);
        simulation.contact_model = self.contact_model.unwrap_or(simulation.contact_model);
        for robot in &mut config.robot {
            robot.strict |= self.strict;
            robot.repair |= self.repair;
            if self.floating {
                robot.base = Some(Base::Floating);
            }
        }
    }
}

impl Settings {
    pub(super) fn of(config: &Config) -> Self {
        let simulation = &config.simulation;
        Self {
            duration: simulation.duration,
            relaxation: simulation.relaxation,
            steps: (simulation.duration / simulation.time_step).round() as usize,
            start_step: simulation.start_step,
            contact_model: simulation.contact_model,
            seed: simulation.seed,
        }
    }
}
