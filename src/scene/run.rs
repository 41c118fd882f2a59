//! A scene simulated step by step.

use super::Scene;
use crate::error::Result;
use crate::step::{Simulator, Step, StepTrace};
use crate::world::{Input, State};

/// A simulation of a scene: it gives every step its input and keeps the state.
///
/// # Example
///
/// ```
/// use drystone::{scene::Scene, step::Simulator};
///
/// # fn main() -> drystone::Result<()> {
/// let scene = Scene::parse(drystone::scene::MINIMAL_SCENE, "ball.toml")?;
/// let mut simulator = Simulator::new(scene.model.clone());
/// let mut run = scene.run();
/// while let Some(now) = run.advance(&mut simulator)? {
///     assert!(now.step.status.solved);
/// }
/// assert!((run.state().bodies[1].position.z - 0.1).abs() < 1e-5);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct SceneRun<'a> {
    scene: &'a Scene,
    /// Index of the next step.
    next: usize,
    /// The step that led to the start of the last one; of the first one, only the state has a meaning.
    before: Step,
    input: Input,
    step: Step,
    /// Whether `step` has a new state.
    advanced: bool,
    stopped: bool,
}

/// A step of a [`SceneRun`] with what it was made from.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct SceneStep<'a> {
    /// Index of the step, counted from 0.
    pub index: usize,
    /// Time at its end, s.
    pub time: f64,
    /// State at its start.
    pub before: &'a State,
    /// Input of the step.
    pub input: &'a Input,
    /// The step.
    pub step: &'a Step,
}

impl Scene {
    /// Starts a simulation at the initial state of the scene.
    pub fn run(&self) -> SceneRun<'_> {
        self.run_from(0, self.initial.clone())
    }

    /// Starts a simulation at the beginning of step `index` with `state`.
    pub fn run_from(&self, index: usize, state: State) -> SceneRun<'_> {
        SceneRun {
            scene: self,
            next: index,
            input: Input::hold(&self.model, &state),
            before: Step {
                state,
                ..Step::default()
            },
            step: Step::default(),
            advanced: false,
            stopped: false,
        }
    }
}

impl SceneRun<'_> {
    /// Takes one step at the relaxation of the scene. There is none after the last step of the scene,
    /// or after one without a new state.
    ///
    /// # Errors
    /// Those of [`Simulator::step`].
    pub fn advance(&mut self, simulator: &mut Simulator) -> Result<Option<SceneStep<'_>>> {
        self.explain(simulator, None)
    }

    /// Takes one step as [`Self::advance`] does, and reports every iteration of every attempt.
    ///
    /// # Errors
    /// Those of [`Simulator::step`].
    pub fn explain(
        &mut self,
        simulator: &mut Simulator,
        trace: StepTrace,
    ) -> Result<Option<SceneStep<'_>>> {
        let Scene { settings, .. } = self.scene;
        if self.stopped || self.next >= settings.steps {
            return Ok(None);
        }
        if std::mem::take(&mut self.advanced) {
            std::mem::swap(&mut self.before, &mut self.step);
        }
        let (index, before) = (self.next, &self.before.state);
        self.scene.input_at(index, before, &mut self.input);
        let (input, rho) = (&self.input, settings.relaxation);
        simulator.explain_into(before, input, rho, &mut self.step, trace)?;
        self.next += 1;
        self.advanced = self.step.status.advanced;
        self.stopped = !self.advanced;
        Ok(Some(SceneStep {
            index,
            time: self.scene.time(self.next),
            before,
            input: &self.input,
            step: &self.step,
        }))
    }

    /// The last step that has a new state, with which the next step starts; before there is one, only its
    /// state has a meaning.
    pub fn last(&self) -> &Step {
        match self.advanced {
            true => &self.step,
            false => &self.before,
        }
    }

    /// State with which the next step starts.
    pub fn state(&self) -> &State {
        &self.last().state
    }

    /// Input of the last step.
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// Whether the last step has no new state.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }
}
