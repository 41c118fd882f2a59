//! The direction of an iteration and how far to go along it (docs/formulation.md, section 4, step 4).

use super::follow::follow;
use super::problem::Problem;
use super::settings::Settings;
use crate::math::{Mask, Real};

/// Where the affine direction would leave a part r of the complementarity, this times r is left of the way
/// to the boundary. From 0.2 to 0.5 it makes no difference but to towers of four at 100 Hz, which take 3
/// iterations up to 0.3 and 4 beyond; at 0.1 four of the 368 hard steps of `tests/hard_steps` fail that do not above.
const LEFT: f64 = 0.25;

/// Predictor, centring, corrector: (sigma, step length, whether corrected). Leaves the direction
/// to be taken combined in the problem.
#[inline(always)]
pub(super) fn search<R: Real, P: Problem<R>>(
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

    let [least, most] = settings.boundary_fraction.map(R::of);
    let fraction = (R::ONE - ratio * LEFT).within(least, most);
    let within = |longest: R| (longest * fraction).min(R::ONE);
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
