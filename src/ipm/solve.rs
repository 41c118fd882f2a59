//! The main loop (docs/formulation.md, section 4, step 4).

use super::outcome::{Outcome, Outcomes, Trace};
use super::problem::Problem;
use super::progress::Progress;
use super::settings::Settings;
use super::step_choice::choose_step;
use crate::math::{Mask, Real, vectorized_worlds};

/// A line search halves a step at most this often.
const BACKTRACKS: usize = 25;

/// Solves `problem` at relaxation `rho` from where it stands.
pub fn solve<P: Problem>(problem: &mut P, rho: f64, settings: &Settings, trace: Trace) -> Outcome {
    solve_all::<f64, P>(problem, rho, settings, trace).of(0)
}

/// Solves several problems side by side, each with the bits of a solve of its own: a problem that has
/// ended keeps its iterate until the others have ended. Settings with stages or a line search admit one
/// problem only. The trace describes the first problem.
#[inline(never)]
pub fn solve_all<R: Real, P: Problem<R>>(
    problem: &mut P,
    rho: f64,
    settings: &Settings,
    trace: Trace,
) -> Outcomes<R> {
    vectorized_worlds::<R, _>(
        #[inline(always)]
        || iterate(problem, rho, settings, trace),
    )
}

#[inline(always)]
fn iterate<R: Real, P: Problem<R>>(
    problem: &mut P,
    rho: f64,
    settings: &Settings,
    mut trace: Trace,
) -> Outcomes<R> {
    let mut progress = Progress::new(rho, settings);
    problem.evaluate(progress.stage());
    loop {
        progress.leave(problem.revise(progress.open()));
        progress.measure(problem);
        if progress.is_over() {
            return progress.outcome();
        }
        let corrector = progress.corrector();
        progress.require(problem.predict(progress.stage(), corrector.any()));
        if progress.is_over() {
            return progress.outcome();
        }
        let corrector = corrector.and(progress.going());
        let step = choose_step(problem, progress.point(), settings, corrector);
        progress.report(problem, &step, &mut trace);
        progress.count_stalls(step.length);
        if progress.is_over() {
            return progress.outcome();
        }
        problem.advance(progress.masked(step.length), progress.stage());
        if settings.line_search {
            backtrack(problem, &progress, step.length, settings);
        }
    }
}

/// Halves the `step` that was made while the residual is worse than before it and the centrality, where that counts, no better.
fn backtrack<R: Real, P: Problem<R>>(
    problem: &mut P,
    before: &Progress<R>,
    mut step: R,
    settings: &Settings,
) {
    let rho = before.stage();
    let excuses = R::Mask::of(settings.centrality_excuses);
    for _ in 0..BACKTRACKS {
        let better = problem.residual().at_most(before.residual());
        let central = problem.centrality(rho).below(before.centrality());
        if better.or(central.and(excuses)).all() {
            return;
        }
        step = step * 0.5;
        problem.advance(-step, rho);
    }
}
