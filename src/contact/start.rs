//! The convex collision problem of a pair alone, poses fixed: the start of a step and the standing
//! query (docs/formulation.md, section 4, step 2).

use super::Collision;
use super::point::SavedCollision;
use super::setup::Guess;
use super::side::larger;
use crate::ipm::{
    Combined, ConeVars, DirectionPart, InverseSteps, Outcome, Outcomes, Problem, Settings, solve,
    solve_all,
};
use crate::math::{Mask, Pose, Real, tr_mul, vectorized_lanes, vectorized_worlds};
use crate::shape::Rows;

/// Residuals of numbers of order 1 that are rounding alone.
const ROUNDING: f64 = 1e-15;
/// Centrality beyond which alpha and the point gain no digit.
const FINE: f64 = 1e-12;

/// Collision problem of one pair at fixed poses, as a problem of the interior point method.
pub struct CollisionProblem<'a, R: Real = f64> {
    /// The collision unknowns of the pair.
    pub collision: &'a mut Collision<R>,
    /// The rows of the two parts.
    pub rows: [&'a Rows; 2],
    /// The poses of the two bodies.
    pub poses: [&'a Pose<R>; 2],
    combined: Combined<R>,
}

impl<'a, R: Real> CollisionProblem<'a, R> {
    /// Returns a problem that starts from scratch.
    pub fn start(
        collision: &'a mut Collision<R>,
        rows: [&'a Rows; 2],
        poses: [&'a Pose<R>; 2],
        guess: &Guess<R>,
    ) -> Self {
        collision.reset(rows);
        collision.p = guess.point();
        collision.alpha = guess.alpha();
        for s in 0..2 {
            let y = tr_mul(&poses[s].r, &(collision.p - poses[s].x));
            collision.sides[s].start(rows[s], &y, collision.alpha, &guess.depth);
        }
        Self::resume(collision, rows, poses)
    }

    /// Returns a problem that goes on from where it stands, at other poses.
    pub fn resume(
        collision: &'a mut Collision<R>,
        rows: [&'a Rows; 2],
        poses: [&'a Pose<R>; 2],
    ) -> Self {
        Self {
            collision,
            rows,
            poses,
            combined: Combined::affine(),
        }
    }

    /// Solves several problems to the central path at `rho`, with `precise` down to rounding.
    pub fn solve_all(&mut self, rho: f64, precise: bool) -> Outcomes<R> {
        solve_all(self, rho, &Self::settings(precise), None)
    }

    /// Solves several problems to the central path at `rho` as fast as that goes: centrality is met, without a digit to spare; with
    /// `precise` down to rounding.
    pub fn solve_all_fast(&mut self, rho: f64, precise: bool) -> Outcomes<R> {
        let settings = Settings {
            polish: 0,
            ..Settings::CONVEX
        };
        solve_all(self, rho, &settings.precise(precise), None)
    }

    /// Returns the settings of the solve, with `precise` down to rounding.
    fn settings(precise: bool) -> Settings {
        Settings {
            max_iterations: 60,
            ..Settings::CONVEX
        }
        .precise(precise)
    }

    #[inline(always)]
    fn mean(&self, f: impl Fn(&ConeVars<R>) -> R) -> R {
        let [a, b] = self.collision.cones();
        let sum = vectorized_worlds::<R, _>(
            #[inline(always)]
            || R::of(-0.0) + f(a) + f(b),
        );
        sum / R::of((a.degree() + b.degree()) as f64)
    }
}

impl CollisionProblem<'_> {
    /// Solves to the central path at `rho`, with `precise` down to rounding. Returns whether it
    /// converged and in how many iterations.
    pub fn solve(&mut self, rho: f64, precise: bool) -> (bool, usize) {
        let outcome = self.solve_with(rho, &Self::settings(precise));
        (outcome.converged, outcome.iterations)
    }

    /// Solves to the central path at `rho`.
    pub fn solve_with(&mut self, rho: f64, settings: &Settings) -> Outcome {
        solve(self, rho, settings, None)
    }

    /// Makes further Newton steps while they bring the solution closer to the central path and more than
    /// rounding is left, at most 6; returns their number. Along a flat contact the point is held by
    /// forces of order rho alone, so residuals count in units of rho.
    pub fn refine(&mut self, rho: f64, from: &Outcome) -> usize {
        let settings = Settings {
            max_iterations: 1,
            residual: 0.0,
            centrality: 0.0,
            ..Settings::CONVEX
        };
        let error = |o: &Outcome| larger(o.centrality, o.residual / rho);
        let mut least = *from;
        let mut before = SavedCollision::default();
        for taken in 0..6 {
            if least.residual <= ROUNDING && least.centrality <= FINE {
                return taken;
            }
            before.set(self.collision);
            let now = solve(self, rho, &settings, None);
            let better = error(&now) < error(&least);
            if !better {
                self.collision.restore(self.rows, &before.point());
                self.collision.evaluate(self.rows, self.poses);
            }
            if !better || error(&now) > 0.5 * error(&least) {
                return taken + usize::from(better);
            }
            least = now;
        }
        6
    }
}

impl<R: Real> Problem<R> for CollisionProblem<'_, R> {
    #[inline(always)]
    fn evaluate(&mut self, _rho: f64) {
        vectorized_lanes::<R, _>(
            #[inline(always)]
            || self.collision.evaluate(self.rows, self.poses),
        );
    }

    #[inline(always)]
    fn residual(&self) -> R {
        self.collision.residual()
    }

    #[inline(always)]
    fn centrality(&self, rho: f64) -> R {
        vectorized_worlds::<R, _>(
            #[inline(always)]
            || {
                let [a, b] = self.collision.cones();
                larger(a.centrality(rho), b.centrality(rho))
            },
        )
    }

    #[inline(always)]
    fn complementarity(&self) -> R {
        self.mean(
            #[inline(always)]
            |cone| cone.complementarity(),
        )
    }

    #[inline(always)]
    fn predict(&mut self, rho: f64, corrector: bool) -> R::Mask {
        vectorized_lanes::<R, _>(
            #[inline(always)]
            || {
                self.collision.condense(self.rows, self.poses, rho);
                self.collision.solve_fixed(DirectionPart::Affine);
                self.collision.solve_fixed(DirectionPart::Unit);
                if corrector {
                    self.collision.condense_corrector();
                    self.collision.solve_fixed(DirectionPart::Corrector);
                }
            },
        );
        R::Mask::of(true)
    }

    #[inline(always)]
    fn affine_step_length(&mut self) -> R {
        let [a, b] = self.collision.cones();
        R::ONE / larger(a.inverse_affine_step(), b.inverse_affine_step())
    }

    #[inline(always)]
    fn complementarity_after_affine(&self, step: R) -> R {
        self.mean(
            #[inline(always)]
            |cone| cone.complementarity_after_affine(step),
        )
    }

    #[inline(always)]
    fn complementarity_after(&self, step: R) -> R {
        self.mean(
            #[inline(always)]
            |cone| cone.complementarity_after(step),
        )
    }

    #[inline(always)]
    fn combine(&mut self, excess: R, corrector: R::Mask) -> R {
        let [longest, _] = self.correct(excess, corrector);
        longest
    }

    #[inline(always)]
    fn correct(&mut self, excess: R, corrector: R::Mask) -> [R; 2] {
        self.combined = Combined {
            excess,
            corrected: corrector,
        };
        vectorized_lanes::<R, _>(
            #[inline(always)]
            || {
                let [a, b] = &mut self.collision.sides;
                let longest = InverseSteps::NONE.and(a.cone.combine(excess, corrector));
                longest.and(b.cone.combine(excess, corrector)).steps()
            },
        )
    }

    #[inline(always)]
    fn withdraw_corrector(&mut self, excess: R, corrected: R::Mask) {
        self.combined = Combined { excess, corrected };
    }

    #[inline(always)]
    fn advance(&mut self, step: R, _rho: f64) {
        let Combined { excess, corrected } = self.combined;
        vectorized_lanes::<R, _>(
            #[inline(always)]
            || {
                self.collision.advance(step, excess, corrected);
                self.collision.evaluate(self.rows, self.poses);
            },
        );
    }
}
