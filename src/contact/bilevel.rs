//! The bilevel contact model (SL section IV), a fair baseline: in every evaluation of contact and friction
//! the collision problem of the pair is solved at the poses of the iterate, and its solution map is
//! differentiated by the implicit function theorem.
//!
//! All else is as in the single-level model: contact and friction rows, units, linear algebra,
//! starts and tolerances; the collision problem has the relaxation of the step, rho min(1, 1/H), so
//! a solved step is the solution of the single-level model. With a soft collision problem, never
//! stiffer than 1e-4, it is not, but the contact point depends less steeply on the pose: the most
//! robust bilevel model that we know.
//! Its steps get SL's line search, as the published ones had; the single-level model, which it does
//! not change, has none.

use super::Collision;
use super::collision::Response;
use super::detection::{Detection, Differentiable, RightSides};
use super::pair::Pair;
use super::setup::PairSetup;
use super::side::Side;
use super::start::CollisionProblem;
use crate::ipm::Settings;
use crate::math::lanes::Lanes;
use crate::math::{Kinematics, Pose, Variation};
use crate::shape::Rows;

/// A pair whose collision problem is solved within.
pub type Bilevel = Pair<Nested>;

/// This is the least relaxation of a soft collision problem.
const SOFT: f64 = 1e-4;
/// From scratch, down to rounding: along a flat contact forces of order rho alone hold the point, and
/// what its collision problem leaves over, divided by rho, is noise in the rows of the step.
const COLD: Settings = Settings {
    max_iterations: 60,
    boundary_fraction: Settings::CAREFUL,
    polish: 3,
    fine: 1e-6,
    ..Settings::CONVEX
};
/// Warm; after 10 iterations that is given up.
const WARM: Settings = Settings {
    max_iterations: 10,
    ..COLD
};
/// Largest complementarity to which a warm start goes back.
const RECENTRED: f64 = 0.1;

/// The collision problem is solved at every iterate.
#[derive(Debug, Default, Clone)]
pub struct Nested {
    /// The least relaxation of the collision problem.
    least: f64,
    setup: PairSetup,
    /// The length H of the pair.
    length: f64,
    failed: bool,
}

impl Nested {
    /// Returns a detection whose collision problem is never stiffer than 1e-4.
    pub fn soft() -> Self {
        Self {
            least: SOFT,
            ..Self::default()
        }
    }
}

impl Detection for Nested {
    fn start(&mut self, collision: &mut Collision, setup: &PairSetup, length: f64) {
        self.setup = *setup;
        self.length = length;
        collision.relax(length);
    }

    /// Starts warm from the last solution, recentred at a complementarity as large as the residual that the
    /// motion since then has left; if that fails, from scratch.
    fn evaluate(
        &mut self,
        collision: &mut Collision,
        rows: [&Rows; 2],
        poses: [&Pose; 2],
        rho: f64,
    ) {
        let rho = self.following(rho);
        collision.evaluate(rows, poses);
        let c = collision.residual().clamp(rho, RECENTRED.max(rho));
        for side in &mut collision.sides {
            side.cone.recentre(c);
        }
        let warm = CollisionProblem::resume(collision, rows, poses).solve_with(rho, &WARM);
        self.failed = !warm.converged;
        if self.failed {
            let guess = self.setup.guess(poses);
            let mut problem = CollisionProblem::start(collision, rows, poses, &guess);
            problem.collision.relax(self.length);
            self.failed = !problem.solve_with(rho, &COLD).converged;
        }
    }

    fn residual(&self, _collision: &Collision) -> f64 {
        // Without a contact point there is nothing to go on with.
        if self.failed { f64::NAN } else { 0.0 }
    }

    fn condense(
        &mut self,
        collision: &mut Collision,
        rows: [&Rows; 2],
        bodies: [&Kinematics; 2],
        rho: f64,
    ) {
        let poses = bodies.map(|body| &body.pose);
        let port = collision.condense(rows, poses, self.following(rho));
        collision.condense_motion(&port);
    }

    fn unknowns(_collision: &Collision) -> &[Side] {
        &[]
    }

    fn unknowns_mut(_collision: &mut Collision) -> &mut [Side] {
        &mut []
    }
}

impl Differentiable for Nested {
    fn respond<const N: usize>(
        &self,
        collision: &Collision,
        motion: [&Variation<N>; 2],
        right: &RightSides<N>,
    ) -> Response<N> {
        collision.respond(motion, &right.ports, Lanes::ZERO)
    }

    fn following(&self, rho: f64) -> f64 {
        rho.max(self.least)
    }
}
