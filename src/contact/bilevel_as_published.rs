//! The bilevel contact model as SL's published scripts ran it: the collision problem solved from
//! scratch in every evaluation, at relaxation 1e-4 whatever that of the step, to 1e-4 in at most 20
//! iterations, and its solution map differentiated by forward differences.
//!
//! DIFFERENCE from the scripts: differences are taken over the poses alone, 8 nested solves per
//! iteration of a planar pair. There every unknown of the step was varied, 13 nested solves, though
//! the solution map depends on the poses only. Contact and friction rows, outer solver, starts and
//! units are those of the other models.

use super::Collision;
use super::collision::Response;
use super::detection::{Detection, Differentiable, RightSides};
use super::pair::Pair;
use super::setup::PairSetup;
use super::side::Side;
use super::start::CollisionProblem;
use super::terms::BodyMotion;
use crate::ipm::{DirectionPart, Settings};
use crate::math::lanes::{Lanes, Lanes3, plus};
use crate::math::{Kinematics, Pose, Rot, Variation, Vec3};
use crate::shape::Rows;

/// A pair whose collision problem is solved within, and differentiated by differences.
pub type BilevelAsPublished = Pair<Differenced>;

/// Relaxation of the collision problem.
const RHO: f64 = 1e-4;
/// The collision problem ends by these settings.
const NESTED: Settings = Settings {
    max_iterations: 20,
    boundary_fraction: Settings::CAREFUL,
    residual: 1e-4,
    centrality: 1.0,
    polish: 0,
    ..Settings::CONVEX
};
/// Change of a pose for a difference: the root of the rounding error.
const CHANGE: f64 = 1.5e-8;

/// Contact point, alpha and push.
type ContactResult = [f64; 7];

/// The solution map of the collision problem with its derivative by differences.
#[derive(Debug, Default, Clone)]
pub struct Differenced {
    setup: PairSetup,
    /// The derivatives by translation and rotation (world) of the first, then of the second body.
    slopes: [ContactResult; 12],
    /// The problem at a changed pose.
    changed: Collision,
}

impl Differenced {
    /// Solves from scratch; as published, a solve that did not end is taken as it is.
    fn solve(
        setup: &PairSetup,
        collision: &mut Collision,
        rows: [&Rows; 2],
        poses: [&Pose; 2],
    ) -> ContactResult {
        let guess = setup.guess(poses);
        CollisionProblem::start(collision, rows, poses, &guess).solve_with(RHO, &NESTED);
        let (p, push) = (collision.p, collision.push[0]);
        [p.x, p.y, p.z, collision.alpha, push.x, push.y, push.z]
    }
}

impl Detection for Differenced {
    fn start(&mut self, _collision: &mut Collision, setup: &PairSetup, _length: f64) {
        self.setup = *setup;
    }

    fn evaluate(
        &mut self,
        collision: &mut Collision,
        rows: [&Rows; 2],
        poses: [&Pose; 2],
        _rho: f64,
    ) {
        Self::solve(&self.setup, collision, rows, poses);
    }

    fn residual(&self, _collision: &Collision) -> f64 {
        0.0
    }

    fn condense(
        &mut self,
        collision: &mut Collision,
        rows: [&Rows; 2],
        bodies: [&Kinematics; 2],
        _rho: f64,
    ) {
        let poses = bodies.map(|b| &b.pose);
        let port = collision.condense(rows, poses, RHO);
        collision.condense_motion(&port);
        let here = Self::solve(&self.setup, &mut self.changed, rows, poses);
        self.slopes = [[0.0; 7]; 12];
        for s in 0..2 {
            if bodies[s].h == 0.0 {
                continue;
            }
            for k in 0..6 {
                let mut pose = *poses[s];
                let change = Vec3::ith(k % 3, CHANGE);
                if k < 3 {
                    pose.x += change;
                } else {
                    pose.r = Rot::new(change).to_rotation_matrix().matrix() * pose.r;
                }
                let mut varied = poses;
                varied[s] = &pose;
                let there = Self::solve(&self.setup, &mut self.changed, rows, varied);
                self.slopes[6 * s + k] = std::array::from_fn(|i| (there[i] - here[i]) / CHANGE);
            }
        }
    }

    fn unknowns(_collision: &Collision) -> &[Side] {
        &[]
    }

    fn unknowns_mut(_collision: &mut Collision) -> &mut [Side] {
        &mut []
    }

    fn set_tangent(
        pair: &mut Pair<Self>,
        bodies: [&Kinematics; 2],
        visit: &mut impl FnMut(usize, &[f64], [f64; 2]),
    ) {
        pair.differentiate(bodies, visit);
    }

    fn corrector_wrenches(pair: &mut Pair<Self>, bodies: [&Kinematics; 2]) -> [f64; 12] {
        pair.plain_corrector(bodies)
    }

    fn recover(
        pair: &mut Pair<Self>,
        part: DirectionPart,
        bodies: [&Kinematics; 2],
        motion: BodyMotion<'_>,
    ) {
        pair.recover_plainly(part, bodies, motion);
    }
}

impl Differentiable for Differenced {
    fn respond<const N: usize>(
        &self,
        collision: &Collision,
        motion: [&Variation<N>; 2],
        right: &RightSides<N>,
    ) -> Response<N> {
        // A change of shape, not of pose, is differentiated as elsewhere.
        let still = [&Variation::NONE; 2];
        let mut response = collision.respond(still, &right.ports, Lanes::ZERO);
        let mut moved = [Lanes::ZERO; 7];
        for (s, motion) in motion.iter().enumerate() {
            let along: [Lanes<N>; 6] = std::array::from_fn(|k| match k {
                0..=2 => motion.dx[k],
                _ => motion.dtheta[k - 3],
            });
            for (along, slopes) in along.iter().zip(&self.slopes[6 * s..]) {
                for (moved, slope) in moved.iter_mut().zip(slopes) {
                    *moved = *moved + *along * *slope;
                }
            }
        }
        let three = |first: usize| -> Lanes3<N> { std::array::from_fn(|i| moved[first + i]) };
        response.dp = plus(&response.dp, &three(0));
        response.dalpha = response.dalpha + moved[3];
        response.dpush = plus(&response.dpush, &three(4));
        response
    }

    fn following(&self, _rho: f64) -> f64 {
        0.0
    }
}
