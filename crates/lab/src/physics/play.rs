//! Runs a scene from its text, step by step.

use drystone::error::Result;
use drystone::scene::Scene;
use drystone::step::{Simulator, Step};
use drystone::world::State;

/// Runs a scene to its end, or to the first step without a new state; `see` gets the state at the
/// start of a step and the step. Returns the last state.
pub fn play(scene: &Scene, mut see: impl FnMut(&State, &Step)) -> Result<State> {
    let mut simulator = Simulator::new(scene.model.clone());
    let mut run = scene.run();
    while let Some(now) = run.advance(&mut simulator)? {
        see(now.before, now.step);
    }
    Ok(run.state().clone())
}
