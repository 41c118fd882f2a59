//! Steps along the central path, around its folds.
//!
//! The points x(t) with zero residuals and s o z = t e are a curve, but t need not fall along it: where a
//! contact lets go, less friction may mean less normal force, and the branch on which it sticks ends at
//! some t above the target. There the determinant of the Jacobian F' goes through zero, the curve turns back
//! to larger t and, further on, down again (an S). Newton's method with a falling target goes
//! to and fro across the fold, ever closer to the boundary.
//!
//! The tangent of the curve in the direction in which it has been followed all along has dt proportional to
//! -det F' (Cramer's rule; Keller 1977). So the sign of the determinant says whether the target has to
//! fall or to rise, with no memory of earlier steps, and what is eliminated before the last system has
//! positive pivots.

use super::problem::Problem;
use crate::math::Real;

/// A turned path is followed up to this multiple of the complementarity in one step, at most.
const RISE: f64 = 4.0;
/// A change of the target by less than this part of the complementarity is no progress: only centre then.
const LEAST: f64 = 1e-3;
/// A step of this length has to end within the cones, so that a full one keeps away from the boundary.
const FULL: f64 = 1.06;

/// Forms, where `along` is set, the direction to the farthest point of the path, seen from complementarity
/// `c`, that a full step reaches within the cones: upwards where it is `turned`; elsewhere the direction with the
/// `excess` over `rho` and the corrector of `chosen`. Returns the excess and the longest step.
pub fn follow<R: Real, P: Problem<R>>(
    problem: &mut P,
    (c, rho): (R, R),
    chosen: (R, R::Mask),
    (along, turned): (R::Mask, R::Mask),
) -> (R, R) {
    let centring = c - rho;
    let whole = R::choose(turned, c * (RISE - 1.0), -centring);
    let change = whole * problem.reach(centring, whole, FULL).farthest();
    let least = change.abs().below(c * LEAST);
    let change = R::choose(least, R::ZERO, change);
    let excess = R::choose(along, centring + change, chosen.0);
    (excess, problem.combine(excess, chosen.1))
}
