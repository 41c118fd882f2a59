//! The bookkeeping of a solve: which problems still iterate, what has been measured, how they ended.

use super::outcome::{Outcomes, Trace, TraceRow};
use super::problem::Problem;
use super::settings::Settings;
use super::step_choice::{CentralPoint, StepChoice};
use crate::math::{Mask, Real};

/// A step that is shorter than this is stalled.
const STALL: f64 = 0.02;
/// A step that is shorter than this, or not a number, ends a solve.
const SHORTEST: f64 = 1e-10;

/// The state of a solve between two iterations.
pub(super) struct Progress<'a, R: Real> {
    settings: &'a Settings,
    rho: f64,
    /// The relaxation of the present stage; `rho` without stages.
    stage: f64,
    /// The number of iterations made.
    iteration: usize,
    /// The problems that still iterate.
    going: R::Mask,
    /// The problems that meet the tolerances at the present iterate.
    converged: R::Mask,
    residual: R,
    centrality: R,
    complementarity: R,
    /// How many iterations were made after convergence.
    polished: R,
    /// How many steps in a row were stalled.
    stalled: R,
    outcome: Outcomes<R>,
}

impl<'a, R: Real> Progress<'a, R> {
    /// Starts the bookkeeping of a solve for relaxation `rho`.
    #[inline(always)]
    pub fn new(rho: f64, settings: &'a Settings) -> Self {
        assert!(
            R::LANES == 1 || !(settings.first_stage > 0.0 || settings.line_search),
            "stages and line searches differ from problem to problem"
        );
        Self {
            settings,
            rho,
            stage: rho.max(settings.first_stage),
            iteration: 0,
            going: R::Mask::of(true),
            converged: R::Mask::of(false),
            residual: R::ZERO,
            centrality: R::ZERO,
            complementarity: R::ZERO,
            polished: R::ZERO,
            stalled: R::ZERO,
            outcome: Outcomes::default(),
        }
    }

    /// Returns the relaxation of the present stage.
    #[inline(always)]
    pub fn stage(&self) -> f64 {
        self.stage
    }

    /// Returns the problems that still iterate.
    #[inline(always)]
    pub fn going(&self) -> R::Mask {
        self.going
    }

    /// Returns the problems that still iterate and have not met the tolerances yet.
    #[inline(always)]
    pub fn open(&self) -> R::Mask {
        self.going.and(!self.converged)
    }

    /// Returns the largest equality residual as last measured.
    #[inline(always)]
    pub fn residual(&self) -> R {
        self.residual
    }

    /// Returns the centrality as last measured.
    #[inline(always)]
    pub fn centrality(&self) -> R {
        self.centrality
    }

    /// Returns whether all problems have ended.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        !self.going.any()
    }

    /// Returns how the problems ended.
    #[inline(always)]
    pub fn outcome(&self) -> Outcomes<R> {
        self.outcome
    }

    /// Measures the iterate: moves on to the next stage, notes the outcome so far, and ends the problems that
    /// are done, broken or out of iterations.
    #[inline(always)]
    pub fn measure<P: Problem<R>>(&mut self, problem: &mut P) {
        let settings = self.settings;
        self.residual = problem.residual();
        self.centrality = problem.centrality(self.stage);
        self.change_stage(problem);
        self.converged = R::Mask::of(self.stage == self.rho).and(self.meets(1.0));
        let now = Outcomes {
            converged: self.converged,
            iterations: R::of(self.iteration as f64),
            residual: self.residual,
            centrality: self.centrality,
        };
        self.outcome.update(self.going, &now);
        let number = |x: R| x.abs().below(R::of(f64::INFINITY));
        let broken = !number(self.residual).and(number(self.centrality));
        let beyond = self.iteration as f64 - settings.max_iterations as f64;
        let spent = self.polished.at_most(R::of(beyond));
        let polish = R::of(settings.polish as f64);
        let fine = self.meets(settings.fine).or(polish.at_most(self.polished));
        let done = self.converged.and(fine);
        self.going = self.going.and(!(broken.or(spent).or(done)));
        if self.is_over() {
            return;
        }
        self.iteration += 1;
        self.polished += R::choose(self.converged, R::ONE, R::ZERO);
        self.complementarity = problem.complementarity();
    }

    /// Lowers the relaxation of the stage once the iterate is close to it.
    #[inline(always)]
    fn change_stage<P: Problem<R>>(&mut self, problem: &mut P) {
        if self.stage > self.rho
            && self.residual.at_most(R::of(0.1 * self.stage)).all()
            && self.centrality.at_most(R::of(0.5)).all()
        {
            self.stage = self.rho.max(self.settings.stage_factor * self.stage);
            if self.settings.rows_of_stage {
                problem.evaluate(self.stage);
                self.residual = problem.residual();
            }
            self.centrality = problem.centrality(self.stage);
        }
    }

    /// Returns which problems meet the tolerances times `factor`.
    #[inline(always)]
    fn meets(&self, factor: f64) -> R::Mask {
        let settings = self.settings;
        let residual = self.residual.at_most(R::of(factor * settings.residual));
        residual.and(self.centrality.at_most(R::of(factor * settings.centrality)))
    }

    /// Ends `problems` without a solution, before their iterate is measured.
    #[inline(always)]
    pub fn leave(&mut self, problems: R::Mask) {
        let now = Outcomes {
            converged: R::Mask::of(false),
            iterations: R::of(self.iteration as f64),
            ..self.outcome
        };
        self.outcome.update(problems, &now);
        self.going = self.going.and(!problems);
    }

    /// Returns the problems that may use the corrector: close to the solution the second order adds nothing.
    #[inline(always)]
    pub fn corrector(&self) -> R::Mask {
        R::Mask::of(self.settings.corrector)
            .and(!self.converged)
            .and(self.going)
    }

    /// Ends the problems that are not set in `regular`.
    #[inline(always)]
    pub fn require(&mut self, regular: R::Mask) {
        self.going = self.going.and(regular);
    }

    /// Returns where the iterate is with respect to the central path.
    #[inline(always)]
    pub fn point(&self) -> CentralPoint<R> {
        CentralPoint {
            rho: self.stage,
            complementarity: self.complementarity,
        }
    }

    /// Hands one row to the trace.
    #[inline(always)]
    pub fn report<P: Problem<R>>(&self, problem: &P, step: &StepChoice<R>, trace: &mut Trace) {
        if let Some(trace) = trace.as_mut() {
            trace(TraceRow {
                iteration: self.iteration - 1,
                residual: self.residual.lane(0),
                complementarity: self.complementarity.lane(0),
                centrality: self.centrality.lane(0),
                sigma: step.sigma.lane(0),
                step_length: step.length.lane(0),
                corrected: step.corrected.lane(0),
                past_fold: problem.is_past_fold().lane(0),
                revised: problem.is_revised(),
                bounding_rows: problem.bounding_rows(),
                worst_row: problem.worst_row(self.stage),
            });
        }
    }

    /// Counts stalled steps, and ends the problems that make no progress.
    #[inline(always)]
    pub fn count_stalls(&mut self, step: R) {
        let stalls = step.below(R::of(STALL));
        self.stalled = R::choose(stalls, self.stalled + R::ONE, R::ZERO);
        let moving = R::of(SHORTEST).at_most(step);
        let moving = moving.and(self.stalled.below(R::of(self.settings.stalls)));
        self.going = self.going.and(moving);
    }

    /// Returns the `step` of the problems that still iterate, and 0 for the others.
    #[inline(always)]
    pub fn masked(&self, step: R) -> R {
        R::choose(self.going, step, R::ZERO)
    }
}
