//! The first attempt and the safeguard ladder of an island (docs/formulation.md, section 4, step 5).
//!
//! Rung F, first on the ladder, starts from what happens without contact. A peg that enters its hole
//! without touching needs it: at a large relaxation the mouth is closed and the peg rests on it,
//! that branch ends before the path reaches rho, and no start at large complementarity gets
//! around (round pegs let go 1 to 3 mm above the mouth: 20 of 20 ended in R6, with F 40 of 40 go in).
//! See docs/formulation.md, section 4.
//!
//! Every attempt starts from scratch; every rung keeps p^ and H of the first one, else it would
//! solve another problem.

mod attempt;

pub use attempt::{finishing, settings};

use self::attempt::{Attempt, First, attempt};
use super::Rung;
use super::island::Island;
use super::slot::{Worlds, pair_rows};
use crate::contact::{Block, CollisionRestart, PairStart};
use crate::dynamics::Start;
use crate::ipm::{Outcome, Outcomes, TraceRow, solve, solve_all};
use crate::math::Mask;
use crate::world::{ContactModel, FrictionPoint, Model};

/// Receives the rows of every iteration with the attempt they belong to.
pub type StepTrace<'a> = Option<&'a mut dyn FnMut(Rung, &TraceRow)>;

/// Masses in contact that differ by this factor start with the staged solve.
const HEAVY: f64 = 1000.0;

/// Bodies that pass each other faster at a predicted contact point collide: the speed of a fall through
/// L/2, in units of velocity.
const COLLIDING: f64 = 1.0;

/// Rungs within an island, in order: all but stages, half steps and larger relaxations. Where a
/// contact jams, with lagged directions of slip the path may end in unbounded impulses at some
/// complementarity above rho; the implicit row (R3) has no such end there.
const ORDER: &[Rung] = Rung::ALL.split_at(7).0;
/// The same where masses in contact differ by [`HEAVY`].
const HEAVY_ORDER: &[Rung] = &[
    Rung::S,
    Rung::F,
    Rung::P,
    Rung::Base,
    Rung::R1,
    Rung::R3,
    Rung::R2,
    Rung::R4,
];

/// What the ladder made of an island.
pub struct IslandOutcome {
    pub outcome: Outcome,
    pub rung: Rung,
    /// Factorisations of all attempts.
    pub iterations: usize,
    /// The worst rows by name, if not converged.
    pub worst: Vec<(String, f64)>,
}

/// Solves one island: first attempt, then rungs F to R4 (but for a model that takes the last iterate).
pub fn solve_island(
    model: &Model,
    island: &mut Island,
    rho: f64,
    precise: bool,
    mut trace: StepTrace,
) -> IslandOutcome {
    let heavy = is_heavy(model, island);
    let single_level = model.contact_model == ContactModel::SingleLevel;
    let first = if single_level {
        first_of(island)
    } else {
        First::default()
    };
    let mut iterations = 0;
    let mut fresh = true;
    for &rung in if heavy { HEAVY_ORDER } else { ORDER } {
        if rung == Rung::P && model.contact_model != ContactModel::SingleLevel {
            continue;
        }
        let attempt = attempt(model, island, rung, rho, (precise, first));
        start(model, island, &attempt, fresh);
        fresh = false;
        let mut row_trace = trace
            .as_mut()
            .map(|trace| move |row: TraceRow| trace(rung, &row));
        let row_trace = row_trace.as_mut().map(|t| t as &mut dyn FnMut(TraceRow));
        let outcome = solve(island, rho, &attempt.settings, row_trace);
        iterations += outcome.iterations;
        if outcome.converged {
            // The staged solve is the regular first attempt of heavy islands; the two swap names.
            let rung = match (heavy, rung) {
                (true, Rung::S) => Rung::Base,
                (true, Rung::Base) => Rung::S,
                _ => rung,
            };
            return IslandOutcome {
                outcome,
                rung,
                iterations,
                worst: Vec::new(),
            };
        }
        if rung == Rung::R4 || model.contact_model.takes_last_iterate() {
            let mut worst = island.worst_rows(rho);
            worst.truncate(5);
            return IslandOutcome {
                outcome,
                rung,
                iterations,
                worst,
            };
        }
    }
    unreachable!("R4 is the last rung of both orders")
}

/// Whether masses in contact differ so much that the first attempt is staged.
fn is_heavy<R: Worlds>(model: &Model, island: &Island<R>) -> bool {
    island.pairs().any(|slot| {
        let [a, b] = slot.candidate.bodies.map(|i| model.bodies[i].mass);
        b > 0.0 && a.max(b) >= HEAVY * a.min(b)
    })
}

/// How the first attempts start.
fn first_of<R: Worlds>(island: &mut Island<R>) -> First<R> {
    First {
        colliding: R::of(COLLIDING).below(island.fastest()),
        flying: island.flies(),
    }
}

/// The first attempt alone, of worlds side by side; none for islands whose first attempt is staged.
/// Of the worlds that are set in `alike`, those that fly are not solved beside those that do not: they are told, too.
pub fn attempt_island<R: Worlds>(
    model: &Model,
    island: &mut Island<R>,
    rho: f64,
    alike: R::Mask,
) -> Option<(Outcomes<R>, R::Mask)> {
    if is_heavy(model, island) {
        return None;
    }
    let mut first = first_of(island);
    let flying = first.flying.and(alike);
    let mut apart = R::Mask::of(false);
    if alike.and(!flying).any() {
        apart = flying;
        first.flying = R::Mask::of(false);
    }
    first.colliding = first.colliding.and(alike).and(!apart);
    let attempt = attempt(model, island, Rung::Base, rho, (false, first));
    start(model, island, &attempt, true);
    let outcomes = solve_all(island, rho, &attempt.settings, None);
    Some((outcomes.without(apart), apart))
}

/// Rung R6: accepts the island at 10, 100 or 1000 times rho. Returns the factor.
pub fn accept_softer(model: &Model, island: &mut Island, rho: f64) -> (Option<f64>, usize) {
    let mut iterations = 0;
    for factor in [10.0, 100.0, 1000.0] {
        for rung in [Rung::Base, Rung::R1, Rung::S] {
            let attempt = attempt(model, island, rung, rho * factor, (false, First::default()));
            start(model, island, &attempt, false);
            let outcome = solve(island, rho * factor, &attempt.settings, None);
            iterations += outcome.iterations;
            if outcome.converged {
                return (Some(factor), iterations);
            }
        }
    }
    (None, iterations)
}

fn start<R: Worlds>(model: &Model, island: &mut Island<R>, attempt: &Attempt<R>, fresh: bool) {
    let point = match (model.friction_point, attempt.other_row) {
        (point, false) => point,
        (FrictionPoint::Lagged, true) => FrictionPoint::Implicit,
        (FrictionPoint::Implicit, true) => FrictionPoint::Lagged,
    };
    let worlds = attempt.anew.or(R::Mask::of(!fresh));
    debug_assert!(worlds.all() || attempt.velocities == Start::State);
    if !worlds.all() {
        island.weigh();
    }
    let anew_first = (0..R::LANES).find(|&k| worlds.lane(k));
    island.start(attempt.velocities, |slot, bodies| {
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
            load,
            point,
            restart,
        };
        slot.block.start(&slot.setup, start);
    });
}
