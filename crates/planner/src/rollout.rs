//! True steps under a list of commands.

use super::Goal;
use super::provider::Provider;
use drystone::error::Result;
use drystone::step::Step;
use drystone::world::State;
use nalgebra::DVector;

/// Steps from `start`, one per command, up to the first that is not solved.
///
/// # Errors
/// When a step cannot be asked for.
pub fn rollout(
    provider: &mut impl Provider,
    start: &State,
    commands: &[DVector<f64>],
) -> Result<Vec<Step>> {
    let mut out: Vec<Step> = Vec::with_capacity(commands.len());
    for command in commands {
        let from = out.last().map_or(start, |step| &step.state);
        let step = provider.step(from, command)?;
        if !step.status.solved {
            break;
        }
        out.push(step);
    }
    Ok(out)
}

/// States from `start` on, one more than commands, if all steps are solved and the object is at the
/// goal in the end.
///
/// # Errors
/// As [`rollout`].
pub fn arrives(
    provider: &mut impl Provider,
    goal: &Goal,
    start: &State,
    commands: &[DVector<f64>],
) -> Result<Option<Vec<State>>> {
    let steps = rollout(provider, start, commands)?;
    let object = provider.space().spec.object;
    let end = steps.last().map_or(start, |step| &step.state);
    if steps.len() < commands.len() || goal.error(&end.bodies[object]) > 1.0 {
        return Ok(None);
    }
    let states = steps.into_iter().map(|step| step.state);
    Ok(Some(std::iter::once(start.clone()).chain(states).collect()))
}
