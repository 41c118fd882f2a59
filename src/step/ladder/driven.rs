//! Islands whose friction drives bodies are solved with SL's own slip row (decision D88).
//!
//! The lagged slip row has the slip at the arms of the prediction, while friction acts at the contact point of the solution. On a face the
//! two may lie far apart: the former is near its middle, wherever the load acts. Friction against the slip at the one may then push along the
//! slip at the other.

use super::recipe::{Attempt, DRIVEN};
use super::{IslandOutcome, StepTrace, approach_of, climb, settings, start, traced};
use crate::math::Mask;
use crate::step::island::Island;
use crate::step::slot::Worlds;
use crate::world::{FrictionPoint, Model};

/// Returns the worlds in which friction drives bodies because of its lagged slip row.
pub(super) fn worlds<R: Worlds>(model: &Model, island: &Island<R>) -> R::Mask {
    match model.friction_point {
        FrictionPoint::Lagged if model.contact_model.watches_friction() => {
            island.is_driven_by_friction()
        }
        _ => R::Mask::of(false),
    }
}

/// Solves an island, which friction drives in the solution `out`, with the slip at the contact points
/// ([`Rung::SlipAtContact`](crate::step::Rung)). Where no attempt does, that solution is found again.
pub(super) fn solve_driven(
    model: &Model,
    island: &mut Island,
    out: IslandOutcome,
    (rho, precise): (f64, bool),
    mut trace: StepTrace,
) -> IslandOutcome {
    let approach = approach_of(model, island);
    let settings = settings(model, rho, precise);
    let mut iterations = out.iterations;
    for recipe in DRIVEN {
        let attempt = Attempt::new(recipe, model, island, rho, settings, approach);
        start(model, island, &attempt, false);
        let outcome = traced(island, &attempt, recipe.rung, &mut trace);
        iterations += outcome.iterations;
        if outcome.converged {
            return IslandOutcome {
                outcome,
                rung: recipe.rung,
                iterations,
                ..out
            };
        }
    }
    let again = climb(model, island, rho, precise, trace);
    IslandOutcome {
        iterations: iterations + again.iterations,
        ..again
    }
}
