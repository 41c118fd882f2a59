//! Islands whose friction drives bodies are solved with SL's own slip row (decision D88).
//!
//! The lagged slip row has the slip at the arms of the prediction, while friction acts at the contact point of the solution. On a face the
//! two may lie far apart: the former is near its middle, wherever the load acts. Friction against the slip at the one may then push along the
//! slip at the other. A first attempt that sees this takes the slip at the contact points and goes on.

use super::recipe::{Attempt, DRIVEN};
use super::{Goal, IslandOutcome, StepTrace, approach_of, climb, settings, start, traced};
use crate::math::Mask;
use crate::step::island::{Island, Watch};
use crate::step::slot::Worlds;
use crate::world::{FrictionPoint, Model};

/// Returns whether first attempts look for friction that drives bodies because of its lagged slip row.
pub(super) fn watch(model: &Model) -> Watch {
    match model.friction_point {
        FrictionPoint::Lagged if model.contact_model.watches_friction() => Watch::On,
        _ => Watch::Off,
    }
}

/// Returns the worlds in which friction drives bodies at the end of an attempt, where friction is watched.
pub(super) fn worlds<R: Worlds>(watch: Watch, island: &Island<R>) -> R::Mask {
    match watch {
        Watch::On => island.is_driven_by_friction(),
        _ => R::Mask::of(false),
    }
}

/// Returns whether an island has to be solved with the slip at the contact points from the start: whether friction drives in the
/// solution `out`, which a later attempt has found, or the first attempt took that slip and did not arrive, or was left for it.
pub(super) fn needs_slip_at_contact(island: &Island, out: &IslandOutcome, goal: Goal) -> bool {
    match out.outcome.converged {
        true => worlds(goal.watch, island),
        false => island.took_slip_at_contact() || island.is_left(),
    }
}

/// Solves an island with the slip at the contact points ([`Rung::SlipAtContact`](crate::step::Rung)) from the start. Where no attempt does,
/// the ladder solves it with the slip row of the model.
pub(super) fn solve_driven(
    model: &Model,
    island: &mut Island,
    out: IslandOutcome,
    goal: Goal,
    mut trace: StepTrace,
) -> IslandOutcome {
    let approach = approach_of(model, island);
    let Goal { rho, precise, .. } = goal;
    let settings = settings(model, rho, precise);
    let is_first = out.is_first && (out.outcome.converged || island.is_left());
    let mut iterations = out.iterations;
    for (k, recipe) in DRIVEN.iter().enumerate() {
        let attempt = Attempt::new(recipe, model, island, rho, settings, approach);
        start(model, island, &attempt, false);
        let outcome = traced(island, &attempt, recipe.rung, &mut trace);
        iterations += outcome.iterations;
        if outcome.converged {
            return IslandOutcome {
                outcome,
                rung: recipe.rung,
                is_first: is_first && k == 0,
                iterations,
                worst: Vec::new(),
            };
        }
    }
    let watch = Watch::Off;
    let again = climb(model, island, Goal { watch, ..goal }, trace);
    IslandOutcome {
        iterations: iterations + again.iterations,
        is_first: false,
        ..again
    }
}
