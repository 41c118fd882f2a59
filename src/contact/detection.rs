//! How the collision problem of a pair enters a step: what contact models with one contact point
//! per pair differ in.

use super::Collision;
use super::collision::Response;
use super::pair::Pair;
use super::setup::PairSetup;
use super::side::Side;
use super::terms::BodyMotion;
use crate::ipm::DirectionPart;
use crate::math::lanes::Lanes;
use crate::math::{Kinematics, Pose, Real, Variation};
use crate::shape::Rows;

/// Right sides of an answer: constants of both ports, and the lanes that carry residuals.
#[derive(Debug, Clone, Copy)]
pub struct RightSides<const N: usize> {
    /// The constants of both ports.
    pub ports: [[Lanes<N>; 4]; 2],
    /// This is 1 in the lanes that carry the current residuals, else 0.
    pub base: Lanes<N>,
}

/// How a pair detects contact: its collision problem is solved with the step, or within every evaluation.
pub trait Detection<R: Real = f64>: Default + Clone + Send + Sync + std::fmt::Debug {
    /// Prepares for an attempt from the collision problem as it stands; `length` is H.
    fn start(&mut self, collision: &mut Collision<R>, setup: &PairSetup, length: R);

    /// Brings the collision problem to the given poses in a solve for relaxation `rho`.
    fn evaluate(
        &mut self,
        collision: &mut Collision<R>,
        rows: [&Rows; 2],
        poses: [&Pose<R>; 2],
        rho: f64,
    );

    /// Returns the largest residual of its rows among those of the step.
    fn residual(&self, collision: &Collision<R>) -> R;

    /// Linearises it for target `rho`.
    fn condense(
        &mut self,
        collision: &mut Collision<R>,
        rows: [&Rows; 2],
        bodies: [&Kinematics<R>; 2],
        rho: f64,
    );

    /// Returns the sides whose slacks and duals are unknowns of the step: both or none.
    fn unknowns(collision: &Collision<R>) -> &[Side<R>];

    /// Returns the sides of [`Self::unknowns`], to be set.
    fn unknowns_mut(collision: &mut Collision<R>) -> &mut [Side<R>];

    /// Returns of the rows of the tangent of a pair: here, and in the next two, for a linearised collision
    /// problem.
    #[inline(always)]
    fn set_tangent(
        pair: &mut Pair<Self, R>,
        bodies: [&Kinematics<R>; 2],
        visit: &mut impl FnMut(usize, &[R], [R; 2]),
    ) {
        pair.condense_columns(bodies, visit);
    }

    /// Returns the wrenches of the corrector for bodies that stand still.
    #[inline(always)]
    fn corrector_wrenches(pair: &mut Pair<Self, R>, bodies: [&Kinematics<R>; 2]) -> [R; 12] {
        pair.corrector_wrenches(bodies)
    }

    /// Stores a part of the direction of a pair.
    #[inline(always)]
    fn recover(
        pair: &mut Pair<Self, R>,
        part: DirectionPart,
        bodies: [&Kinematics<R>; 2],
        motion: BodyMotion<'_, R>,
    ) {
        pair.recover_direction(part, bodies, motion);
    }
}

/// A detection whose answers can be differentiated.
pub trait Differentiable: Detection {
    /// Returns the response of contact point, alpha and push to the motion of the bodies.
    fn respond<const N: usize>(
        &self,
        collision: &Collision,
        motion: [&Variation<N>; 2],
        right: &RightSides<N>,
    ) -> Response<N>;

    /// Returns the part of its relaxation that follows H as rho min(1, 1/H): `rho` or nothing.
    fn following(&self, rho: f64) -> f64;
}
