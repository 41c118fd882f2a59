//! What the main loop asks of a problem.

use super::span::Span;
use crate::math::{Mask, Real};

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
