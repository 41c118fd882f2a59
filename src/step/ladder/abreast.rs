//! The first attempt at the islands of worlds side by side.

use super::recipe::{Approach, Attempt, FLYING, ORDINARY};
use super::{approach_of, driven, is_heavy, settings, start};
use crate::ipm::{Outcomes, solve_all};
use crate::math::Mask;
use crate::step::island::Island;
use crate::step::slot::Worlds;
use crate::world::Model;

/// The first attempts of worlds side by side.
pub struct FirstAttempts<R: Worlds> {
    /// The outcomes.
    pub outcomes: Outcomes<R>,
    /// The worlds that were not attempted, because they start from free flight and the others do not.
    pub apart: R::Mask,
}

/// Makes the first attempt alone, of worlds side by side; none for islands whose first attempt is staged.
/// Worlds of `alike` that fly are not solved beside others. Models with joints are not stepped side by side, so none is clear.
pub fn attempt_island<R: Worlds>(
    model: &Model,
    island: &mut Island<R>,
    rho: f64,
    alike: R::Mask,
) -> Option<FirstAttempts<R>> {
    if is_heavy(model, island) {
        return None;
    }
    let approach = approach_of(model, island);
    let mut flying = island.is_flying();
    let flying_alike = flying.and(alike);
    let mut apart = R::Mask::of(false);
    if alike.and(!flying_alike).any() {
        apart = flying_alike;
        flying = R::Mask::of(false);
    }
    let approach = Approach {
        colliding: approach.colliding.and(alike).and(!apart),
        ..approach
    };
    let recipe = match flying.any() {
        true => &FLYING[0],
        false => &ORDINARY[0],
    };
    let settings = settings(model, rho, false);
    let attempt = Attempt::new(recipe, model, island, rho, settings, approach);
    start(model, island, &attempt, true);
    let watch = driven::watch(model);
    island.watch_friction(watch);
    let outcomes = solve_all(island, rho, &attempt.settings, None);
    Some(FirstAttempts {
        outcomes: outcomes.without(apart.or(driven::worlds(watch, island))),
        apart,
    })
}
