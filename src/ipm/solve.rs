//! The main loop (docs/formulation.md, section 4, step 4).

use super::follow::follow;
use super::span::Span;
use crate::math::{Mask, Real, widely_abreast};

/// Most halvings of a step.
const BACKTRACKS: usize = 25;

/// Steps shorter than this count as stalled.
const STALL: f64 = 0.02;
/// So many stalled steps in a row lead nowhere: of 600 steps of heaps of 20 bodies 25 instead of 24
/// first attempts fail, and all attempts take 10 % fewer iterations; drops at 10 Hz take 40 % fewer.
const STALLS: f64 = 5.0;

/// What the main loop needs of a problem, or of several side by side.
pub trait Problem<R: Real = f64> {
    /// Residuals and scalings at the current iterate of a solve for relaxation `rho`.
    fn evaluate(&mut self, rho: f64);
    /// Largest equality residual.
    fn residual(&self) -> R;
    /// Largest |s o z - rho_b e| / rho_b over all cone blocks.
    fn centrality(&self, rho: f64) -> R;
    /// Mean of s.z / (block factor).
    fn complementarity(&self) -> R;
    /// Factorises and finds the directions AFFINE and UNIT, with `corrector` also what CORRECTOR is
    /// found from; not set where it is singular.
    fn predict(&mut self, rho: f64, corrector: bool) -> R::Mask;
    /// The longest step along the direction AFFINE.
    fn longest_affine(&mut self) -> R {
        self.combine(R::ZERO, R::Mask::of(false))
    }
    /// Mean complementarity after a step along the direction AFFINE, after [`Self::longest_affine`].
    fn complementarity_after_affine(&self, step: R) -> R {
        self.complementarity_after(step)
    }
    /// Mean complementarity after a step along the combined direction.
    fn complementarity_after(&self, step: R) -> R;
    /// Forms AFFINE + `excess` UNIT (+ CORRECTOR); returns the longest step to the boundary.
    fn combine(&mut self, excess: R, corrector: R::Mask) -> R;
    /// Finds the direction CORRECTOR, then as [`Self::combine`]; the longest steps along that direction and
    /// along AFFINE + `excess` UNIT.
    fn correct(&mut self, excess: R, corrector: R::Mask) -> [R; 2];
    /// Takes back the CORRECTOR of the direction that [`Self::correct`] combined, with the same `excess`, where
    /// `corrected` is not set.
    fn restrict(&mut self, excess: R, corrected: R::Mask) {
        self.combine(excess, corrected);
    }
    /// The parts of `change` with which steps of length `step` along AFFINE + excess UNIT end within the
    /// cones, for an excess of `from` and that; not asked of problems whose path is not followed.
    fn reach(&mut self, from: R, change: R, step: f64) -> Span<R> {
        let _ = (from, change, step);
        Span::all()
    }
    /// Largest rotation of a body along the combined direction, rad; 0 without bodies.
    fn turn(&self) -> R {
        R::ZERO
    }
    /// Moves by `step` times the combined direction, then as [`Self::evaluate`].
    fn advance(&mut self, step: R, rho: f64);
    /// Whether the determinant of the factorised system is negative: the central path leads back up
    /// here.
    fn is_turned(&self) -> R::Mask {
        R::Mask::of(false)
    }
    /// Name of what bounds the combined direction, for traces.
    fn limit(&self) -> String {
        String::new()
    }
    /// Name of the worst row, for traces.
    fn blocking(&self, rho: f64) -> String {
        let _ = rho;
        String::new()
    }
}

/// How a solve goes about it; the defaults are docs/formulation.md, section 4.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// Largest number of factorisations.
    pub max_iterations: usize,
    /// Fraction of the longest step that is taken.
    pub boundary_fraction: f64,
    /// Whether the second-order corrector may be used.
    pub corrector: bool,
    /// A corrected step may raise the mean complementarity by this factor: where the second order
    /// of a large step is wrong, it throws the iterate off the central path, next to a boundary
    /// (361 steps of drops whose first attempt failed: with 2, 75 of them need no ladder).
    pub growth: f64,
    /// Largest rotation of a body per iteration, rad.
    pub turn_limit: f64,
    /// Equality residuals at the solution.
    pub residual: f64,
    /// |s o z - rho e| / rho at the solution.
    pub centrality: f64,
    /// Steps shorter than this follow the central path instead, around its folds; 0: never.
    pub follow: f64,
    /// Go through 1e-3, 1e-4, ... instead of aiming at rho at once.
    pub staged: bool,
    /// Halve a step that makes both the residual and the centrality worse, as SL does.
    pub line_search: bool,
    /// Further iterations once converged, at most.
    pub polish: usize,
    /// None is made once both tolerances are met with this factor to spare.
    pub fine: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Settings {
    /// docs/formulation.md, section 4.
    pub const DEFAULT: Self = Self {
        max_iterations: 30,
        boundary_fraction: 0.95,
        corrector: true,
        growth: 2.0,
        turn_limit: f64::INFINITY,
        residual: 1e-8,
        centrality: 1e-4,
        follow: 0.0,
        staged: false,
        line_search: false,
        polish: 1,
        fine: 0.03,
    };

    /// For convex problems: they come back from anywhere, and now and then have to go there (with
    /// a limit, one of 880 collision problems of the oracles does not converge).
    pub const CONVEX: Self = Self {
        growth: f64::INFINITY,
        ..Self::DEFAULT
    };

    /// With `precise`, down to rounding.
    #[must_use]
    pub fn precise(self, precise: bool) -> Self {
        match precise {
            true => Self {
                polish: 3,
                fine: 0.0,
                ..self
            },
            false => self,
        }
    }
}

/// How a solve ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// Converged within the settings.
    pub converged: bool,
    /// Factorisations made.
    pub iterations: usize,
    /// Last equality residual.
    pub residual: f64,
    /// Last centrality.
    pub centrality: f64,
}

/// How the solves of several worlds ended.
#[derive(Debug, Clone, Copy, Default)]
pub struct Outcomes<R: Real> {
    converged: R::Mask,
    iterations: R,
    residual: R,
    centrality: R,
}

impl<R: Real> Outcomes<R> {
    /// Without those that are set in `others`: these did not converge.
    #[must_use]
    pub fn without(mut self, others: R::Mask) -> Self {
        self.converged = self.converged.and(!others);
        self
    }

    /// Which of them converged.
    pub fn converged(&self) -> R::Mask {
        self.converged
    }

    /// That of one of them.
    pub fn of(&self, lane: usize) -> Outcome {
        Outcome {
            converged: self.converged.lane(lane),
            iterations: self.iterations.lane(lane) as usize,
            residual: self.residual.lane(lane),
            centrality: self.centrality.lane(lane),
        }
    }
}

/// One row of the explanation of a solve.
#[derive(Debug, Clone, PartialEq)]
pub struct TraceRow {
    /// Iteration, from 0.
    pub iteration: usize,
    /// Largest equality residual.
    pub residual: f64,
    /// Mean complementarity.
    pub complementarity: f64,
    /// |s o z - rho e| / rho.
    pub centrality: f64,
    /// Centring parameter of the step that led away from here.
    pub sigma: f64,
    /// Step length taken.
    pub step_length: f64,
    /// Whether the corrector was used.
    pub corrected: bool,
    /// Whether the path led back up from here.
    pub turned: bool,
    /// What bounds the step.
    pub limit: String,
    /// The worst row.
    pub blocking: String,
}

/// Receives one row per iteration.
pub type Trace<'a> = Option<&'a mut dyn FnMut(TraceRow)>;

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

impl<R: Real> Outcomes<R> {
    /// Takes over those of the problems that are set in `going`.
    #[inline(always)]
    fn update(&mut self, going: R::Mask, now: &Self) {
        let choose = |old: R, new: R| R::choose(going, new, old);
        self.converged = going.and(now.converged).or(self.converged.and(!going));
        self.iterations = choose(self.iterations, now.iterations);
        self.residual = choose(self.residual, now.residual);
        self.centrality = choose(self.centrality, now.centrality);
    }
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

/// Predictor, centring, corrector: (sigma, step length, whether corrected). Leaves the direction
/// to be taken combined in the problem.
#[inline(always)]
fn search<R: Real, P: Problem<R>>(
    problem: &mut P,
    rho: f64,
    c: R,
    settings: &Settings,
    corrector: R::Mask,
) -> (R, R, R::Mask) {
    let target = R::of(rho);
    let longest_affine = problem.longest_affine().min(R::ONE);
    let c_affine = problem.complementarity_after_affine(longest_affine);
    let ratio = (c_affine - target).abs() / (c - target).max(R::of(1e-3 * rho));
    let ratio = ratio.within(R::ZERO, R::ONE);
    let sigma = ratio * ratio * ratio;
    let excess = sigma * (c - target).max(R::ZERO);

    let within = |longest: R| (longest * settings.boundary_fraction).min(R::ONE);
    let mut corrected = corrector;
    let longest = if corrector.any() {
        let [longest, plain] = problem.correct(excess, corrector);
        let after = problem.complementarity_after(within(longest));
        let most = c.max(target + excess) * settings.growth;
        let least = plain.within(R::of(0.3), R::ONE);
        let long = least.at_most(longest).or(!longest.below(R::ONE));
        corrected = corrected.and(after.at_most(most)).and(long);
        if corrected != corrector {
            problem.restrict(excess, corrected);
        }
        R::choose(corrected, longest, plain)
    } else {
        problem.combine(excess, corrected)
    };
    let mut step = within(longest);
    let mut sigma = sigma;
    if settings.follow > 0.0 {
        let turned = problem.is_turned();
        let along = turned.or(step.below(R::of(settings.follow)));
        if along.any() {
            corrected = corrected.and(!along);
            let along = follow(problem, (c, target), (excess, corrected), (along, turned));
            sigma = along.0 / (c - target).max(R::of(1e-3 * rho));
            step = within(along.1);
        }
    }
    let turn = problem.turn();
    let limit = R::of(settings.turn_limit);
    step = R::choose(limit.below(turn * step), limit / turn, step);
    (sigma, step, corrected)
}
