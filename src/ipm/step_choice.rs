//! The direction of an iteration and the length of its step (docs/formulation.md, section 4, step 4).

use super::continuation::{Continuation, continue_path};
use super::problem::Problem;
use super::settings::Settings;
use crate::math::{Mask, Real};

/// A step leaves this times r of the way to the boundary, where the affine direction leaves a part r of the
/// complementarity (decision D19).
const LEFT: f64 = 0.25;

/// A corrected step is taken if it is at least this long, or at least as long as the uncorrected one.
const LONG_ENOUGH: f64 = 0.3;

/// Where an iterate is with respect to the central path.
#[derive(Clone, Copy)]
pub(super) struct CentralPoint<R> {
    /// The relaxation of the solve.
    pub rho: f64,
    /// The mean complementarity of the iterate.
    pub complementarity: R,
}

impl<R: Real> CentralPoint<R> {
    /// Returns how far the complementarity is above rho, at least a thousandth of rho.
    #[inline(always)]
    fn distance(&self) -> R {
        (self.complementarity - R::of(self.rho)).max(R::of(1e-3 * self.rho))
    }
}

/// The step of an iteration; its direction is combined in the problem.
pub(super) struct StepChoice<R: Real> {
    /// The centring parameter.
    pub sigma: R,
    /// The step length.
    pub length: R,
    /// Whether the direction contains the corrector.
    pub corrected: R::Mask,
}

/// Chooses centring, corrector and step length, and combines the direction in the problem.
#[inline(always)]
pub(super) fn choose_step<R: Real, P: Problem<R>>(
    problem: &mut P,
    point: CentralPoint<R>,
    settings: &Settings,
    corrector: R::Mask,
) -> StepChoice<R> {
    let (c, target) = (point.complementarity, R::of(point.rho));
    let affine_step = problem.affine_step_length().min(R::ONE);
    let c_affine = problem.complementarity_after_affine(affine_step);
    let ratio = (c_affine - target).abs() / point.distance();
    let ratio = ratio.within(R::ZERO, R::ONE);
    let mut sigma = ratio * ratio * ratio;
    let excess = sigma * (c - target).max(R::ZERO);

    let [least, most] = settings.boundary_fraction.map(R::of);
    let fraction = (R::ONE - ratio * LEFT).within(least, most);
    let shorten = |longest: R| (longest * fraction).min(R::ONE);
    let mut corrected = corrector;
    let longest = if corrector.any() {
        let [longest, plain] = problem.correct(excess, corrector);
        let after = problem.complementarity_after(shorten(longest));
        let most = c.max(target + excess) * settings.growth;
        let least = plain.within(R::of(LONG_ENOUGH), R::ONE);
        let long = least.at_most(longest).or(!longest.below(R::ONE));
        corrected = corrected.and(after.at_most(most)).and(long);
        if corrected != corrector {
            problem.withdraw_corrector(excess, corrected);
        }
        R::choose(corrected, longest, plain)
    } else {
        problem.combine(excess, corrected)
    };
    let mut length = shorten(longest);
    if settings.continuation > 0.0 {
        let past_fold = problem.is_past_fold();
        let along_path = past_fold.or(length.below(R::of(settings.continuation)));
        if along_path.any() {
            corrected = corrected.and(!along_path);
            let continuation = Continuation {
                along_path,
                past_fold,
                excess,
                corrected,
            };
            let (excess, longest) = continue_path(problem, point, continuation);
            sigma = excess / point.distance();
            length = shorten(longest);
        }
    }
    StepChoice {
        sigma,
        length: limit_rotation(problem, settings, length),
        corrected,
    }
}

/// Returns the step length with which no body rotates farther than the settings allow.
#[inline(always)]
fn limit_rotation<R: Real, P: Problem<R>>(problem: &P, settings: &Settings, length: R) -> R {
    let rotation = problem.rotation();
    let limit = R::of(settings.rotation_limit);
    R::choose(limit.below(rotation * length), limit / rotation, length)
}
