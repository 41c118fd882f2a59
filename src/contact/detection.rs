//! How the collision problem of a pair enters a step: what contact models with one contact point
//! per pair differ in.

use super::Collision;
use super::collision::Response;
use super::setup::PairSetup;
use super::side::Side;
use crate::math::lanes::Lanes;
use crate::math::{Kinematics, Pose, Variation};
use crate::shape::Rows;

/// Right sides of an answer: constants of both ports, and the lanes that carry residuals.
#[derive(Debug, Clone, Copy)]
pub struct RightSides<const N: usize> {
    /// Constants of both ports.
    pub ports: [[Lanes<N>; 4]; 2],
    /// Which lanes carry the current residuals.
    pub base: Lanes<N>,
}

/// Where the collision problem is solved: with the step, or within every look at it.
pub trait Detection: Default + Clone + std::fmt::Debug {
    /// Whether the answer to a motion of the bodies is that of the linearised collision problem.
    const LINEARISED: bool = true;

    /// Prepares for an attempt from the collision problem as it stands; `length` is H.
    fn start(&mut self, collision: &mut Collision, setup: &PairSetup, length: f64);

    /// Brings the collision problem to the given poses in a solve for relaxation `rho`.
    fn evaluate(
        &mut self,
        collision: &mut Collision,
        rows: [&Rows; 2],
        poses: [&Pose; 2],
        rho: f64,
    );

    /// Largest residual of its rows among those of the step.
    fn residual(&self, collision: &Collision) -> f64;

    /// Linearises it for target `rho`.
    fn condense(
        &mut self,
        collision: &mut Collision,
        rows: [&Rows; 2],
        bodies: [&Kinematics; 2],
        rho: f64,
    );

    /// Answer of contact point, alpha and push to the motion of the bodies.
    fn respond<const N: usize>(
        &self,
        collision: &Collision,
        motion: &[Variation<N>; 2],
        right: &RightSides<N>,
    ) -> Response<N>;

    /// The part of its relaxation that follows H as rho min(1, 1/H): `rho` or nothing.
    fn following(&self, rho: f64) -> f64;

    /// The sides whose slacks and duals are unknowns of the step: both or none.
    fn unknowns(collision: &Collision) -> &[Side];

    /// See [`Self::unknowns`].
    fn unknowns_mut(collision: &mut Collision) -> &mut [Side];
}
