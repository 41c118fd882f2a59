//! The single-level contact model: collision, contact and friction rows of a pair in one system
//! (SL eq. 20 in 3D, docs/formulation.md, section 3).
//!
//! DIFFERENCE from SL (one rho everywhere): the collision rows use rho min(1, 1/H) times the relaxation of
//! their part ([`Rows::relaxation_of`]); without the former a 2 cm body on a 1 m floor hovers at 128 rho L
//! instead of 2.5 rho L, without the latter stones of many faces fall through it.

use super::Collision;
use super::collision::Response;
use super::detection::{Detection, Differentiable, RightSides};
use super::pair::Pair;
use super::setup::PairSetup;
use super::side::Side;
use crate::math::{Kinematics, Pose, Real, Variation};
use crate::shape::Rows;

/// A pair whose collision rows are rows of the step.
pub type SingleLevel<R = f64> = Pair<InStep, R>;

/// The collision rows are rows of the step.
#[derive(Debug, Default, Clone)]
pub struct InStep;

impl<R: Real> Detection<R> for InStep {
    fn start(&mut self, collision: &mut Collision<R>, _setup: &PairSetup, length: R) {
        collision.relax(length);
    }

    #[inline(always)]
    fn evaluate(
        &mut self,
        collision: &mut Collision<R>,
        rows: [&Rows; 2],
        poses: [&Pose<R>; 2],
        _rho: f64,
    ) {
        collision.evaluate(rows, poses);
    }

    #[inline(always)]
    fn residual(&self, collision: &Collision<R>) -> R {
        collision.residual()
    }

    #[inline(always)]
    fn condense(
        &mut self,
        collision: &mut Collision<R>,
        rows: [&Rows; 2],
        bodies: [&Kinematics<R>; 2],
        rho: f64,
    ) {
        let port = collision.condense(rows, bodies.map(|body| &body.pose), rho);
        collision.condense_motion(&port);
    }

    #[inline(always)]
    fn unknowns(collision: &Collision<R>) -> &[Side<R>] {
        &collision.sides
    }

    #[inline(always)]
    fn unknowns_mut(collision: &mut Collision<R>) -> &mut [Side<R>] {
        &mut collision.sides
    }
}

impl Differentiable for InStep {
    #[inline(always)]
    fn respond<const N: usize>(
        &self,
        collision: &Collision,
        motion: [&Variation<N>; 2],
        right: &RightSides<N>,
    ) -> Response<N> {
        collision.respond(motion, &right.ports, right.base)
    }

    fn following(&self, rho: f64) -> f64 {
        rho
    }
}
