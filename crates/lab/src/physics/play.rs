//! Runs a scene from its text, step by step.

use drystone::error::Result;
use drystone::scene::Scene;
use drystone::step::{Simulator, Step};
use drystone::world::{Input, State};

/// Runs a scene to its end, or to the first step without a new state; `see` gets the state at the
/// start of a step and the step. Returns the last state.
pub fn play(scene: &Scene, mut see: impl FnMut(&State, &Step)) -> Result<State> {
    let mut simulator = Simulator::new(scene.model.clone());
    let mut state = scene.initial.clone();
    let mut input = Input::hold(&scene.model, &state);
    let mut step = Step::default();
    for index in 0..scene.settings.steps {
        scene.input_at(index, &state, &mut input);
        simulator.step_into(&state, &input, scene.settings.relaxation, &mut step)?;
        see(&state, &step);
        if !step.status.advanced {
            break;
        }
        state.clone_from(&step.state);
    }
    Ok(state)
}
