//! Steps along the central path, around its folds.
//!
//! The points x(t) with zero residuals and s o z = t e are a curve, but t need not fall along it: where a
//! contact lets go, less friction may mean less normal force, and the branch on which it sticks ends at
//! some t above the target. There the determinant of the Jacobian F' goes through zero, the curve turns back
//! to larger t and, further on, down again (an S). Newton's method with a falling target goes
//! to and fro across the fold, ever closer to the boundary.
//!
//! The tangent of the curve in the direction in which it has been traversed all along has dt proportional to
//! -det F' (Cramer's rule; Keller 1977). So the sign of the determinant says whether the target has to
//! fall or to rise, with no memory of earlier steps, and what is eliminated before the last system has
//! positive pivots.

use super::problem::Problem;
use super::step_choice::CentralPoint;
use crate::math::Real;

/// One step past a fold raises the target to at most this multiple of the complementarity.
const RISE: f64 = 4.0;
/// A change of the target by less than this part of the complementarity, and not to rho itself, is no progress; the step then only centres.
const LEAST: f64 = 1e-3;
/// A step of this length has to end within the cones, so that a full one keeps away from the boundary.
const FULL: f64 = 1.06;

/// Which problems continue along the path, and the direction of the others.
pub(super) struct Continuation<R: Real> {
    /// The problems that continue along the central path.
    pub along_path: R::Mask,
    /// The problems whose target has to rise.
    pub past_fold: R::Mask,
    /// The excess of the other problems over rho.
    pub excess: R,
    /// Whether the direction of the other problems contains the corrector.
    pub corrected: R::Mask,
}

/// Combines, for the problems that continue along the path, the direction to its farthest point that a full
/// step reaches within the cones, and for the others the direction that was chosen. Returns the excess over rho and
/// the longest step.
pub(super) fn continue_path<R: Real, P: Problem<R>>(
    problem: &mut P,
    point: CentralPoint<R>,
    continuation: Continuation<R>,
) -> (R, R) {
    let (c, rho) = (point.complementarity, R::of(point.rho));
    let centring = c - rho;
    let whole = R::choose(continuation.past_fold, c * (RISE - 1.0), -centring);
    let change = whole * problem.feasible_span(centring, whole, FULL).farthest();
    let least = change.abs().below((c * LEAST).min(whole.abs()));
    let change = R::choose(least, R::ZERO, change);
    let excess = R::choose(
        continuation.along_path,
        centring + change,
        continuation.excess,
    );
    (excess, problem.combine(excess, continuation.corrected))
}
