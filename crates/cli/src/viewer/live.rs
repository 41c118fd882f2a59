//! A simulation that goes on while it is watched, with what is given to it by hand.

use super::hand::Hand;
use drystone::error::Result;
use drystone::recording::Frame;
use drystone::scene::Scene;
use drystone::step::{Simulator, Step};
use drystone::world::{Input, State};

/// Steps after something was done by hand, at most: all frames are kept in memory.
const AFTER_HAND: usize = 20_000;

/// A simulation at its last frame.
pub(super) struct Live {
    simulator: Simulator,
    step: Step,
    input: Input,
    /// Number of steps of the whole run.
    steps: usize,
    /// The last step has no new state.
    stopped: bool,
    /// The steps to come get this by hand.
    pub(super) hand: Hand,
}

impl Live {
    /// At the start of a scene.
    pub(super) fn new(scene: &Scene) -> Self {
        Self {
            simulator: Simulator::new(scene.model.clone()),
            step: from(scene.initial.clone()),
            input: Input::hold(&scene.model, &scene.initial),
            steps: scene.settings.steps,
            stopped: false,
            hand: Hand::default(),
        }
    }

    /// Whether there is a step after step `index`, the last one so far.
    pub(super) fn goes_on(&self, index: usize) -> bool {
        !self.stopped && index < self.steps
    }

    /// Simulates step `index` and returns the frame at its end.
    ///
    /// # Errors
    /// Those of the simulator.
    pub(super) fn advance(&mut self, scene: &Scene, index: usize, rho: f64) -> Result<Frame> {
        let state = &self.step.state;
        scene.input_at(index, state, &mut self.input);
        let by_hand = self.hand.give(state);
        by_hand.add_to(state, &mut self.input);
        let rho = by_hand.rho.unwrap_or(rho);
        self.step = self.simulator.step(state, &self.input, rho)?;
        self.stopped = !self.step.status.advanced;
        let time = scene.time(index + 1);
        Ok(Frame {
            by_hand,
            ..Frame::after(index as u64 + 1, time, &self.step)
        })
    }

    /// Goes back to `state` at the end of step `index`; the run goes on beyond the end of the scene.
    pub(super) fn go_back(&mut self, index: usize, state: State) {
        self.step = from(state);
        self.stopped = false;
        self.steps = self.steps.max(index + AFTER_HAND);
    }
}

fn from(state: State) -> Step {
    Step {
        state,
        ..Step::default()
    }
}
