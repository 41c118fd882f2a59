//! The prediction of a pair: the collision problem solved at the predicted poses. What it gives, p^, H and the
//! lagged arms, are functions of the state alone.

use super::Pair;
use super::carrier::CarrierFrame;
use crate::contact::Collision;
use crate::contact::detection::Detection;
use crate::contact::frame::{ContactFrame, Seed};
use crate::contact::patch::{At, PatchRates};
use crate::contact::setup::PREDICTION;
use crate::contact::setup::{PairSetup, Torsion};
use crate::contact::start::CollisionProblem;
use crate::contact::terms::Prediction;
use crate::ipm::ConeVars;
use crate::math::{Kinematics, Pose, Real, Vector, mul, norm, vectorized_worlds};
use crate::shape::Rows;

/// The collision problem that was solved at the predicted poses, and these poses.
#[derive(Debug, Clone)]
pub(super) struct Predicted {
    pub(super) collision: Collision,
    pub(super) poses: [Pose; 2],
    /// The derivatives of the radius of the patch.
    pub(super) patch: Option<PatchRates>,
}

impl<D: Detection<R>, R: Real> Pair<D, R> {
    /// Solves the collision problem at the predicted pose: p^, H and the lagged arms, functions of
    /// the state alone.
    pub(super) fn solve_prediction(
        &mut self,
        setup: &PairSetup,
        rows: [&Rows; 2],
        bodies: [&Kinematics<R>; 2],
        precise: bool,
    ) -> Prediction<R> {
        let poses = [&bodies[0].pose, &bodies[1].pose];
        let converged = self.solve_collision(setup, rows, poses, PREDICTION, precise);
        self.prediction.set(&self.collision);
        vectorized_worlds::<R, _>(
            #[inline(always)]
            || self.set_prediction(setup, bodies),
        );
        self.set_radius(setup, rows, poses, precise);
        let [a, b] = self.collision.cones().map(ConeVars::duality_gap);
        Prediction {
            gap: self.gap(),
            doubt: self.length * (a + b),
            converged,
        }
    }

    /// Solves the collision problem alone, from scratch; whether that was possible.
    pub(super) fn solve_collision(
        &mut self,
        setup: &PairSetup,
        rows: [&Rows; 2],
        poses: [&Pose<R>; 2],
        c0: f64,
        precise: bool,
    ) -> R::Mask {
        let guess = setup.guess(poses);
        let mut problem = CollisionProblem::start(&mut self.collision, rows, poses, &guess);
        problem
            .solve_all(setup.collision_start(c0), precise)
            .converged()
    }

    /// Sets p^, H and the seed of the tangents from the solution of the prediction.
    #[inline(always)]
    pub(super) fn set_prediction(&mut self, setup: &PairSetup, bodies: [&Kinematics<R>; 2]) {
        let poses = [&bodies[0].pose, &bodies[1].pose];
        self.lagged_arms = [self.collision.p - poses[0].x, self.collision.p - poses[1].x];
        self.inscribed = setup.inscribed;
        self.radii = setup.radii;
        self.mass = setup.mass;
        self.plane = setup.plane;
        let length = R::ONE / norm(&self.collision.push[0]);
        let largest = R::of(setup.largest_length);
        self.capped = largest.below(length);
        self.length = length.min(largest);
        let n = self.plane_normal(poses).unwrap_or(self.collision.push[0]);
        self.seed = Seed::least_aligned(&n);
        self.place_frame(poses);
        self.carrier = CarrierFrame::new(setup.carriers, &self.frame.n, bodies);
    }

    /// Returns what the law sees of bodies that move like this, at the arms of the prediction: slip along both tangents, and spin times
    /// the radius.
    pub(super) fn predicted_slip(&self, bodies: [&Kinematics<R>; 2]) -> [R; 3] {
        let velocity = |s: usize| bodies[s].v + bodies[s].omega.cross(&self.lagged_arms[s]);
        let ContactFrame { n, t1, t2, .. } = &self.frame;
        let (carried, _) = self.carrier.slip(n, &(bodies[0].v - bodies[1].v));
        let slip = velocity(0) - velocity(1) + carried;
        let spin = n.dot(&(bodies[0].omega - bodies[1].omega));
        [t1.dot(&slip), t2.dot(&slip), self.radius * spin]
    }

    /// Sets the radius of the patch at the prediction.
    pub(super) fn set_radius(
        &mut self,
        setup: &PairSetup,
        rows: [&Rows; 2],
        poses: [&Pose<R>; 2],
        precise: bool,
    ) {
        self.resists_by_patch = setup.torsion == Torsion::Patch;
        self.radius = match setup.torsion {
            Torsion::None => R::ZERO,
            Torsion::Radius(radius) => R::of(radius),
            Torsion::Patch => {
                let at = At {
                    rows,
                    poses,
                    prediction: &self.prediction,
                    length: self.length,
                    inscribed: setup.inscribed,
                    radii: setup.radii,
                };
                self.patch.get_or_insert_default().radius(at, precise)
            }
        };
    }

    #[inline(always)]
    pub(super) fn place_frame(&mut self, poses: [&Pose<R>; 2]) {
        let push = &self.collision.push[0];
        self.frame = ContactFrame::new(push, self.plane_normal(poses), &self.seed);
    }

    #[inline(always)]
    fn plane_normal(&self, poses: [&Pose<R>; 2]) -> Option<Vector<R>> {
        let n = self.plane?;
        let n = Vector::new(R::of(n.x), R::of(n.y), R::of(n.z));
        Some(mul(&poses[1].r, &n))
    }
}
