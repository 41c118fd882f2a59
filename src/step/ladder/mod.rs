//! The first attempt and the safeguard ladder of an island (docs/formulation.md, section 4, step 5).
//!
//! An island climbs a list of recipes from top to bottom until one of them solves it. Every attempt starts from
//! scratch; every rung keeps p^ and H of the first one, else it would solve another problem.
//!
//! The recipe from free flight is what a peg needs that enters its hole without touching: at a large relaxation the
//! mouth is closed and the peg rests on it, that branch ends before the path reaches rho, and no start at large
//! complementarity gets around (decision D23).

mod abreast;
mod driven;
mod recipe;
mod settings;

pub use abreast::attempt_island;
pub use settings::{finishing, settings};

use super::Rung;
use super::island::{Island, Watch};
use super::slot::{Worlds, pair_rows};
use crate::contact::{Block, CollisionRestart, PairStart};
use crate::dynamics::Start;
use crate::ipm::{Outcome, TraceRow, solve};
use crate::math::Mask;
use crate::world::{FrictionPoint, Model};
use recipe::{Approach, Attempt, FLYING, HEAVY, ORDINARY, RELAXED, STANDING, SlipRows};

/// Receives the rows of every iteration with the attempt they belong to.
pub type StepTrace<'a> = Option<&'a mut dyn FnMut(Rung, &TraceRow)>;

/// Lends a trace.
pub fn reborrow<'a>(trace: &'a mut StepTrace<'_>) -> StepTrace<'a> {
    match trace {
        Some(trace) => Some(&mut **trace),
        None => None,
    }
}

/// Masses in contact that differ by this factor start with the staged solve.
const MASS_RATIO: f64 = 1000.0;

/// Bodies that pass each other faster at a predicted contact point collide: the speed of a fall through
/// L/2, in units of velocity.
const COLLIDING: f64 = 1.0;

/// An island is solved anew with further contact points so often at most.
const COMPLETIONS: usize = 4;

/// The result of the ladder for an island.
pub struct IslandOutcome {
    /// The outcome of the last attempt.
    pub outcome: Outcome,
    /// The recipe of the last attempt.
    pub rung: Rung,
    /// Whether the last attempt is the first one.
    pub is_first: bool,
    /// The number of factorisations of all attempts.
    pub iterations: usize,
    /// The worst rows by name, if the island is not solved.
    pub worst: Vec<(String, f64)>,
}

/// A `Goal` says what an island is solved for.
#[derive(Clone, Copy)]
struct Goal {
    rho: f64,
    precise: bool,
    /// Whether the first attempt watches friction.
    watch: Watch,
}

/// Solves one island by the recipes of its ladder, and again with the contact points that turn out to be missing.
pub fn solve_island(
    model: &Model,
    island: &mut Island,
    rho: f64,
    precise: bool,
    mut trace: StepTrace,
) -> IslandOutcome {
    let goal = Goal {
        rho,
        precise,
        watch: driven::watch(model),
    };
    let mut out = climb(model, island, goal, reborrow(&mut trace));
    for _ in 0..COMPLETIONS {
        if !out.outcome.converged || !island.add_points() {
            break;
        }
        let again = climb(model, island, goal, reborrow(&mut trace));
        out = IslandOutcome {
            iterations: out.iterations + again.iterations,
            ..again
        };
    }
    match driven::needs_slip_at_contact(island, &out, goal) {
        true => driven::solve_driven(model, island, out, goal, trace),
        false => out,
    }
}

/// Returns the name of an attempt at `rung`, which may have taken the slip at the contact points.
fn rung_of(rung: Rung, took_slip: bool) -> Rung {
    match took_slip {
        true => Rung::SlipAtContact,
        false => rung,
    }
}

/// Solves a started attempt, and lends its iterations to the trace.
fn traced(island: &mut Island, attempt: &Attempt, rung: Rung, trace: &mut StepTrace) -> Outcome {
    let mut row_trace = trace
        .as_mut()
        .map(|trace| move |row: TraceRow| trace(rung_of(rung, row.revised), &row));
    let row_trace = row_trace.as_mut().map(|t| t as &mut dyn FnMut(TraceRow));
    solve(island, attempt.rho, &attempt.settings, row_trace)
}

/// Solves one island by the recipes of its ladder; a model that takes the last iterate has one attempt. The first attempt may
/// watch friction; where it fails with the slip at the contact points, the ladder ends.
fn climb(model: &Model, island: &mut Island, goal: Goal, mut trace: StepTrace) -> IslandOutcome {
    let Goal { rho, precise, .. } = goal;
    let follows_path = model.contact_model.follows_path();
    let approach = approach_of(model, island);
    let ladder = match is_heavy(model, island) {
        _ if model.contact_model.starts_where_bodies_stand() => STANDING,
        true => HEAVY,
        false if follows_path && island.is_flying().any() => FLYING,
        false => ORDINARY,
    };
    let recipes = ladder.iter().filter(|recipe| recipe.applies_to(model));
    let last = match model.contact_model.takes_last_iterate() {
        true => ladder[0].rung,
        false => ladder[ladder.len() - 1].rung,
    };
    let settings = settings(model, rho, precise);
    let mut iterations = 0;
    for (k, recipe) in recipes.enumerate() {
        let attempt = Attempt::new(recipe, model, island, rho, settings, approach);
        start(model, island, &attempt, k == 0);
        if k == 0 {
            island.watch_friction(goal.watch);
        }
        let outcome = traced(island, &attempt, recipe.rung, &mut trace);
        iterations += outcome.iterations;
        let took_slip = island.took_slip_at_contact() || island.is_left();
        if outcome.converged || recipe.rung == last || took_slip {
            let mut worst = match outcome.converged || took_slip {
                true => Vec::new(),
                false => island.worst_rows(rho),
            };
            worst.truncate(5);
            return IslandOutcome {
                outcome,
                rung: rung_of(recipe.rung, took_slip),
                is_first: k == 0,
                iterations,
                worst,
            };
        }
    }
    unreachable!("the last recipe of a ladder applies to every island")
}

/// Returns whether masses in contact differ so much that the first attempt is staged.
fn is_heavy<R: Worlds>(model: &Model, island: &Island<R>) -> bool {
    island.pairs().any(|slot| {
        let [a, b] = slot.candidate.bodies.map(|i| model.bodies[i].mass);
        b > 0.0 && a.max(b) >= MASS_RATIO * a.min(b)
    })
}

/// Returns what the bodies of an island do at the prediction; that counts for models alone that follow the central path.
fn approach_of<R: Worlds>(model: &Model, island: &mut Island<R>) -> Approach<R::Mask> {
    if !model.contact_model.follows_path() {
        return Approach::default();
    }
    let colliding = R::of(COLLIDING).below(island.largest_speed());
    Approach {
        colliding,
        clear: island.is_clear().and(!colliding),
    }
}

/// Solves an island by the recipes of its ladder, and by those with collision rows that are relaxed for the inscribed radii where
/// none of them does ([`Rung::Wedged`]).
pub fn solve_wedged(model: &Model, island: &mut Island, rho: f64, precise: bool) -> IslandOutcome {
    let mut out = solve_island(model, island, rho, precise, None);
    if !model.contact_model.follows_path() {
        return out;
    }
    for recipe in ORDINARY {
        if out.outcome.converged {
            break;
        }
        let settings = settings(model, rho, precise);
        let mut attempt = Attempt::new(recipe, model, island, rho, settings, Approach::default());
        attempt.wedged = true;
        start(model, island, &attempt, false);
        let outcome = solve(island, rho, &attempt.settings, None);
        out.iterations += outcome.iterations;
        if outcome.converged {
            (out.outcome, out.rung, out.is_first) = (outcome, Rung::Wedged, false);
            out.worst.clear();
        }
    }
    out
}

/// Solves the island at 10, 100 or 1000 times rho ([`Rung::Relaxed`]). Returns the factor, and the number of
/// iterations.
pub fn accept_softer(model: &Model, island: &mut Island, rho: f64) -> (Option<f64>, usize) {
    let mut iterations = 0;
    for factor in [10.0, 100.0, 1000.0] {
        let softer = rho * factor;
        for recipe in RELAXED {
            let settings = settings(model, softer, false);
            let attempt =
                Attempt::new(recipe, model, island, softer, settings, Approach::default());
            start(model, island, &attempt, false);
            let outcome = solve(island, softer, &attempt.settings, None);
            iterations += outcome.iterations;
            if outcome.converged {
                return (Some(factor), iterations);
            }
        }
    }
    (None, iterations)
}

/// Starts an attempt; a `fresh` one starts from the prediction where it does not solve collision problems anew, and friction against the slip
/// there (decision D87).
fn start<R: Worlds>(model: &Model, island: &mut Island<R>, attempt: &Attempt<R>, fresh: bool) {
    let point = match (model.friction_point, attempt.rows) {
        (point, SlipRows::Own) => point,
        (FrictionPoint::Lagged, SlipRows::Other) => FrictionPoint::Implicit,
        (FrictionPoint::Implicit, SlipRows::Other) => FrictionPoint::Lagged,
    };
    island.watch_friction(Watch::Off);
    let worlds = attempt.anew.or(R::Mask::of(!fresh));
    debug_assert!(worlds.all() || attempt.velocities != Start::FreeFlight);
    if !worlds.all() {
        island.estimate_loads();
    }
    let anew_first = (0..R::LANES).find(|&k| worlds.lane(k));
    island.start(attempt.velocities, attempt.c0, |slot, bodies| {
        let restart = anew_first.map(|k| CollisionRestart {
            worlds,
            c0: attempt.c0.lane(k),
            rows: pair_rows(model, &slot.candidate),
            poses: slot.candidate.bodies.map(|i| &bodies[i].kinematics.pose),
        });
        let load = R::choose(worlds, R::ZERO, slot.load);
        let load = load.max(R::of(slot.least_load));
        let start = PairStart {
            c0: attempt.c0,
            rho: attempt.rho,
            load,
            bodies: fresh.then(|| slot.candidate.bodies.map(|i| &bodies[i].kinematics)),
            point,
            wedged: attempt.wedged,
            restart,
        };
        slot.block.start(&slot.setup, start);
    });
}
