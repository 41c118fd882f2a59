//! The single-level contact model: collision, contact and friction rows of a pair in one system
//! (SL eq. 20 in 3D, docs/formulation.md, section 3).
//!
//! DIFFERENCE from SL (one rho everywhere): the collision rows use rho min(1, 1/H); without it a
//! 2 cm body on a 1 m floor hovers at 128 rho L instead of 2.5 rho L.

use super::Collision;
use super::collision::Response;
use super::detection::{Detection, RightSides};
use super::pair::Pair;
use super::setup::PairSetup;
use super::side::Side;
use crate::math::{Kinematics, Pose, Variation};
use crate::shape::Rows;

/// A pair whose collision rows are rows of the step.
pub type SingleLevel = Pair<Joint>;

/// The collision rows are rows of the step.
#[derive(Debug, Default, Clone)]
pub struct Joint;

impl Detection for Joint {
    fn start(&mut self, collision: &mut Collision, _setup: &PairSetup, length: f64) {
        collision.relax(length);
    }

    fn evaluate(
        &mut self,
        collision: &mut Collision,
        rows: [&Rows; 2],
        poses: [&Pose; 2],
        _rho: f64,
    ) {
        collision.evaluate(rows, poses);
    }

    fn residual(&self, collision: &Collision) -> f64 {
        collision.residual()
    }

    fn condense(
        &mut self,
        collision: &mut Collision,
        rows: [&Rows; 2],
        _bodies: [&Kinematics; 2],
        rho: f64,
    ) {
        collision.condense(rows, rho);
        collision.answer_motion();
    }

    fn respond<const N: usize>(
        &self,
        collision: &Collision,
        motion: &[Variation<N>; 2],
        right: &RightSides<N>,
    ) -> Response<N> {
        collision.respond(motion, &right.ports, right.base)
    }

    fn following(&self, rho: f64) -> f64 {
        rho
    }

    fn unknowns(collision: &Collision) -> &[Side] {
        &collision.sides
    }

    fn unknowns_mut(collision: &mut Collision) -> &mut [Side] {
        &mut collision.sides
    }
}
