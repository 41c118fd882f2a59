//! The main loop (docs/formulation.md, section 4, step 4).

use super::outcome::{Outcome, Outcomes, Trace, TraceRow};
use super::problem::Problem;
use super::search::search;
use super::settings::Settings;
use crate::math::{Mask, Real, widely_abreast};

/// Most halvings of a step.
const BACKTRACKS: usize = 25;

/// Steps shorter than this count as stalled.
const STALL: f64 = 0.02;
/// So many stalled steps in a row lead nowhere: of 600 steps of heaps of 20 bodies 25 instead of 24
/// first attempts fail, and all attempts take 10 % fewer iterations; drops at 10 Hz take 40 % fewer.
const STALLS: f64 = 5.0;

/// Solves `problem` at relaxation `rho` from where it stands.
pub fn solve<P: Problem>(problem: &mut P, rho: f64, settings: &Settings, trace: Trace) -> Outcome {
    solve_all::<f64, P>(problem, rho, settings, trace).of(0)
}

/// Solves several problems side by side, each as it is solved alone: one that has ended stays where
/// it is until the others have. Alone for settings with stages or a line search; a trace tells of the
/// first.
pub fn solve_all<R: Real, P: Problem<R>>(
    problem: &mut P,
    rho: f64,
    settings: &Settings,
    trace: Trace,
) -> Outcomes<R> {
    widely_abreast::<R, _>(
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
    assert!(
        R::LANES == 1 || !(settings.staged || settings.line_search),
        "stages and line searches differ from problem to problem"
    );
    let mut stage = if settings.staged { rho.max(1e-3) } else { rho };
    let mut polished = R::ZERO;
    let mut going = R::Mask::of(true);
    let mut outcome = Outcomes::default();
    let polish = R::of(settings.polish as f64);
    let mut stalled = R::ZERO;
    problem.evaluate(stage);
    for iteration in 0..=settings.max_iterations + settings.polish {
        let residual = problem.residual();
        let mut centrality = problem.centrality(stage);
        if stage > rho
            && residual.at_most(R::of(0.1 * stage)).all()
            && centrality.at_most(R::of(0.5)).all()
        {
            stage = rho.max(0.1 * stage);
            centrality = problem.centrality(stage);
        }
        let meets = |factor: f64| {
            let residual = residual.at_most(R::of(factor * settings.residual));
            residual.and(centrality.at_most(R::of(factor * settings.centrality)))
        };
        let converged = R::Mask::of(stage == rho).and(meets(1.0));
        let now = Outcomes {
            converged,
            iterations: R::of(iteration as f64),
            residual,
            centrality,
        };
        outcome.update(going, &now);
        let number = |x: R| x.abs().below(R::of(f64::INFINITY));
        let broken = !number(residual).and(number(centrality));
        let beyond = iteration as f64 - settings.max_iterations as f64;
        let spent = polished.at_most(R::of(beyond));
        let done = converged.and(meets(settings.fine).or(polish.at_most(polished)));
        going = going.and(!(broken.or(spent).or(done)));
        if !going.any() {
            return outcome;
        }
        polished += R::choose(converged, R::ONE, R::ZERO);
        let c = problem.complementarity();
        // So near the solution the second order adds nothing.
        let corrector = R::Mask::of(settings.corrector).and(!converged).and(going);
        going = going.and(problem.predict(stage, corrector.any()));
        if !going.any() {
            return outcome;
        }
        let corrector = corrector.and(going);
        let (sigma, step, corrected) = search(problem, stage, c, settings, corrector);
        if let Some(trace) = trace.as_mut() {
            trace(TraceRow {
                iteration,
                residual: residual.lane(0),
                complementarity: c.lane(0),
                centrality: centrality.lane(0),
                sigma: sigma.lane(0),
                step_length: step.lane(0),
                corrected: corrected.lane(0),
                turned: problem.is_turned().lane(0),
                limit: problem.limit(),
                blocking: problem.blocking(stage),
            });
        }
        // Steps of nearly nothing, or not a number: this start leads nowhere.
        let stalls = step.below(R::of(STALL));
        stalled = R::choose(stalls, stalled + R::ONE, R::ZERO);
        going = going.and(R::of(1e-10).at_most(step).and(stalled.below(R::of(STALLS))));
        if !going.any() {
            return outcome;
        }
        problem.advance(R::choose(going, step, R::ZERO), stage);
        if settings.line_search {
            backtrack(problem, stage, (residual, centrality), step);
        }
    }
    unreachable!("the loop returns at its last iteration")
}

/// Goes back half way, and again, while residual and centrality are both worse than they were
/// `before` the `step`.
fn backtrack<R: Real, P: Problem<R>>(problem: &mut P, rho: f64, before: (R, R), mut step: R) {
    for _ in 0..BACKTRACKS {
        let better = problem.residual().at_most(before.0);
        if better.or(problem.centrality(rho).at_most(before.1)).all() {
            return;
        }
        step = step * 0.5;
        problem.advance(-step, rho);
    }
}
