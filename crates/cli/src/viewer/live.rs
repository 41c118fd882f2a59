//! A simulation that goes on while it is watched, with the commands that are given to its motors by hand.

use drystone::error::Result;
use drystone::recording::Frame;
use drystone::scene::Scene;
use drystone::step::{Simulator, Step};
use drystone::world::{Input, MotorCommand, State};

/// Steps after a command by hand, at most: all frames are kept in memory.
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
    /// Commands that replace those of the scene, one per motor.
    by_hand: Vec<Option<MotorCommand>>,
}

impl Live {
    /// At the start of a scene.
    pub(super) fn new(scene: &Scene) -> Self {
        let input = Input::hold(&scene.model, &scene.initial);
        Self {
            simulator: Simulator::new(scene.model.clone()),
            step: from(scene.initial.clone()),
            by_hand: vec![None; input.motors.len()],
            input,
            steps: scene.settings.steps,
            stopped: false,
        }
    }

    /// Whether there is a step after step `index`, the last one so far.
    pub(super) fn goes_on(&self, index: usize) -> bool {
        !self.stopped && index < self.steps
    }

    /// Whether a motor has a command by hand.
    pub(super) fn is_steered(&self) -> bool {
        self.by_hand.iter().any(Option::is_some)
    }

    /// Simulates step `index` and returns the frame at its end.
    ///
    /// # Errors
    /// Those of the simulator.
    pub(super) fn advance(&mut self, scene: &Scene, index: usize, rho: f64) -> Result<Frame> {
        let state = &self.step.state;
        scene.input_at(index, state, &mut self.input);
        replace(&mut self.input.motors, &self.by_hand);
        self.step = self.simulator.step(state, &self.input, rho)?;
        self.stopped = !self.step.status.advanced;
        let time = scene.time(index + 1);
        Ok(Frame::after(index as u64 + 1, time, &self.step))
    }

    /// Goes back to `state` at the end of step `index`, and commands a motor from there on.
    pub(super) fn steer(&mut self, index: usize, state: State, motor: usize, to: MotorCommand) {
        self.step = from(state);
        self.stopped = false;
        self.steps = self.steps.max(index + AFTER_HAND);
        self.by_hand[motor] = Some(to);
    }

    /// Replaces commands of the scene by those that are given by hand.
    pub(super) fn overrule(&self, commands: &mut [MotorCommand]) {
        replace(commands, &self.by_hand);
    }
}

fn replace(commands: &mut [MotorCommand], by_hand: &[Option<MotorCommand>]) {
    for (command, own) in commands.iter_mut().zip(by_hand) {
        *command = own.unwrap_or(*command);
    }
}

fn from(state: State) -> Step {
    Step {
        state,
        ..Step::default()
    }
}
