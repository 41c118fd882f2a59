//! Leaves out of a plan what the goal is reached without.

use super::Goal;
use super::provider::Provider;
use super::regrasp::FREE;
use super::rollout::arrives;
use drystone::error::Result;
use drystone::world::State;
use nalgebra::DVector;

/// A plan by its commands and the states between them.
pub type Path = (Vec<DVector<f64>>, Vec<State>);

/// Whether a plan that reaches its goal may be taken; it differs from the one taken last in the
/// commands from the given one on.
pub type Judge<'a> = &'a mut dyn FnMut(&Path, usize) -> Result<bool>;

/// Shares of a plan that are left out on trial, from halves down.
const SHARES: usize = 4;

/// A plan without stretches that the goal is reached without: every stretch of a half, a quarter, ...
/// is left out on trial, its ends are joined by commands that move no farther than in a free motion,
/// and the rest is simulated anew. What comes out `holds`, if the plan did.
///
/// # Errors
/// When a step cannot be asked for.
pub fn shortcut(
    provider: &mut impl Provider,
    goal: &Goal,
    path: Path,
    holds: Judge,
) -> Result<Path> {
    let mut path = path;
    let mut share = 2;
    for _ in 0..SHARES {
        let mut at = 0;
        loop {
            let length = path.0.len() / share;
            if length == 0 || at + length > path.0.len() {
                break;
            }
            match without(provider, goal, &path, at, length)? {
                Some(shorter) if holds(&shorter, at)? => path = shorter,
                _ => at += length.div_ceil(2),
            }
        }
        share *= 2;
    }
    Ok(path)
}

fn without(
    provider: &mut impl Provider,
    goal: &Goal,
    (commands, states): &Path,
    at: usize,
    length: usize,
) -> Result<Option<Path>> {
    let rest = &commands[at + length..];
    let mut tried = Vec::new();
    if let Some(next) = rest.first() {
        let before = match at {
            0 => provider.space().stay(&states[0]),
            _ => commands[at - 1].clone(),
        };
        let most = FREE * provider.space().model.units.length;
        let farthest = provider.space().in_metres(&(next - &before)).amax();
        let steps = (farthest / most).ceil() as usize;
        for k in 1..steps {
            tried.push(before.lerp(next, k as f64 / steps as f64));
        }
    }
    if tried.len() >= length {
        return Ok(None);
    }
    tried.extend_from_slice(rest);
    let Some(new) = arrives(provider, goal, &states[at], &tried)? else {
        return Ok(None);
    };
    let commands = [&commands[..at], &tried].concat();
    let states = [&states[..at], &new].concat();
    Ok(Some((commands, states)))
}
