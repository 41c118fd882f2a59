//! Wrenches on bodies and efforts of joints explain the motion of a recording, step by step.

mod chart;
mod columns;
mod rows;

pub use chart::EffortChart;
pub use columns::Quantity;
pub use rows::EffortRows;

use crate::replay::Replay;
use columns::quantities;
use drystone::error::Result;
use drystone::recording::Frame;
use drystone::world::{Input, State};
use drystone::{Simulator, Vec3};

/// Explains the steps of a recording, one after the other.
#[derive(Debug)]
pub struct Explainer<'a> {
    replay: &'a Replay,
    simulator: Simulator,
    input: Input,
    quantities: Vec<Quantity>,
}

/// The wrenches and efforts that explain a step.
#[derive(Debug, Clone)]
pub struct Explained {
    /// The index of the node at which the step ended.
    pub step: u64,
    /// The time there, s.
    pub time: f64,
    /// The step was made in halves.
    pub halved: bool,
    /// The numbers of every quantity, N or N m: three of a vector (world axes), one of an effort; the reason where there are none.
    pub numbers: Result<Vec<Vec<f64>>>,
}

impl<'a> Explainer<'a> {
    /// Returns an explainer of the recording of `replay`.
    pub fn new(replay: &'a Replay) -> Self {
        let (model, state) = (&replay.scene.model, &replay.scene.initial);
        Self {
            replay,
            simulator: Simulator::new(model.clone()),
            input: Input::hold(model, state),
            quantities: quantities(model),
        }
    }

    /// Returns what explains a motion: the wrenches on bodies without joints, the efforts of joints, and the wrenches on mechanisms that no
    /// joint ties to the world.
    pub fn quantities(&self) -> &[Quantity] {
        &self.quantities
    }

    /// Returns what explains the step from one frame to the next, besides gravity, contacts, drives, and the springs, limits and friction of
    /// joints: the wrenches of the scene and the efforts of motors are among it.
    pub fn explain(&mut self, before: &Frame, after: &Frame) -> Explained {
        let status = after.status.as_ref();
        Explained {
            step: after.step,
            time: after.time,
            halved: status.is_some_and(|status| status.halved),
            numbers: self.numbers(&before.state(), &after.state(), before.step),
        }
    }

    fn numbers(&mut self, state: &State, next: &State, step: u64) -> Result<Vec<Vec<f64>>> {
        let scene = &self.replay.scene;
        scene.input_at(step as usize, state, &mut self.input);
        for wrench in &mut self.input.wrenches {
            (wrench.force, wrench.torque) = (Vec3::zeros(), Vec3::zeros());
        }
        let rho = self.replay.header.rho;
        let found = self.simulator.inverse(state, next, &self.input, rho)?;
        let all = self.quantities.iter();
        Ok(all.map(|own| own.numbers(&found, state)).collect())
    }
}
