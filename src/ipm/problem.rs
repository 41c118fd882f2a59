//! The interface between the main loop and a problem.

use super::span::Span;
use crate::math::{Mask, Real};

/// A problem that the main loop can solve, or several problems side by side.
pub trait Problem<R: Real = f64> {
    /// Evaluates residuals and scalings at the current iterate of a solve for relaxation `rho`.
    fn evaluate(&mut self, rho: f64);
    /// Returns the largest equality residual.
    fn residual(&self) -> R;
    /// Returns the largest |s o z - rho_b e| / rho_b over all cone blocks.
    fn centrality(&self, rho: f64) -> R;
    /// Returns the mean of s.z / (block factor).
    fn complementarity(&self) -> R;
    /// Factorises the system and finds the direction parts AFFINE and UNIT, with `corrector` also what
    /// CORRECTOR is found from. The result is not set where the system is singular.
    fn predict(&mut self, rho: f64, corrector: bool) -> R::Mask;
    /// Returns the longest step along the direction AFFINE.
    fn affine_step_length(&mut self) -> R {
        self.combine(R::ZERO, R::Mask::of(false))
    }
    /// Returns the mean complementarity after a step along the direction AFFINE, once
    /// [`Self::affine_step_length`] was called.
    fn complementarity_after_affine(&self, step: R) -> R {
        self.complementarity_after(step)
    }
    /// Returns the mean complementarity after a step along the combined direction.
    fn complementarity_after(&self, step: R) -> R;
    /// Combines AFFINE + `excess` UNIT (+ CORRECTOR); returns the longest step to the boundary.
    fn combine(&mut self, excess: R, corrector: R::Mask) -> R;
    /// Finds the direction CORRECTOR and combines as [`Self::combine`]; returns the longest steps along that
    /// direction and along AFFINE + `excess` UNIT.
    fn correct(&mut self, excess: R, corrector: R::Mask) -> [R; 2];
    /// Withdraws the CORRECTOR of the direction that [`Self::correct`] combined, with the same `excess`, where
    /// `corrected` is not set.
    fn withdraw_corrector(&mut self, excess: R, corrected: R::Mask) {
        self.combine(excess, corrected);
    }
    /// Returns the parts of `change` with which steps of length `step` along AFFINE + excess UNIT end within
    /// the cones, for an excess of `from` plus that part. Problems without path continuation keep the default.
    fn feasible_span(&mut self, from: R, change: R, step: f64) -> Span<R> {
        let _ = (from, change, step);
        Span::all()
    }
    /// Returns the largest rotation of a body along the combined direction, rad; 0 without bodies.
    fn rotation(&self) -> R {
        R::ZERO
    }
    /// Advances by `step` times the combined direction, and evaluates as [`Self::evaluate`].
    fn advance(&mut self, step: R, rho: f64);
    /// Returns whether the determinant of the factorised system is negative: the central path leads back up
    /// here.
    fn is_past_fold(&self) -> R::Mask {
        R::Mask::of(false)
    }
    /// Lets the problem take other rows where its iterate shows that it needs them. Returns the problems of `among` that need them and
    /// cannot go on with them; their solve ends.
    fn revise(&mut self, among: R::Mask) -> R::Mask {
        let _ = among;
        R::Mask::of(false)
    }
    /// Returns whether the problem has taken other rows by [`Self::revise`], for traces.
    fn is_revised(&self) -> bool {
        false
    }
    /// Names the rows that bound the combined direction, for traces.
    fn bounding_rows(&self) -> String {
        String::new()
    }
    /// Names the worst row, for traces.
    fn worst_row(&self, rho: f64) -> String {
        let _ = rho;
        String::new()
    }
}
