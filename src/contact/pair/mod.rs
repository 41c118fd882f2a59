//! A pair with one contact point: contact and friction rows at the solution, or the current
//! iterate, of its collision problem (SL eqs. 9-13 in 3D, docs/formulation.md, section 3). How that
//! problem enters the step is the contact model: see [`Detection`].
//!
//! ```text
//! impulse on a: F = gamma n + T beta at p (and tau n), on b: -F     in units m_ab V, m_ab V L
//! u   = v_a + w_a x r_a - v_b - w_b x r_b,    r_s = n (n.(p - x_s)) + (I - n n^T) r^_s
//! ```
//!
//! DIFFERENCE from SL eq. 11: the tangential part of the arm in the slip row is lagged,
//! r^_s = p^ - x_s at the predicted pose; SL's own row is `FrictionPoint::Implicit`.

mod block;
mod carrier;
mod columns;
mod record;
mod response;
mod sensitivity;

use super::Collision;
use super::coulomb::{Coefficients, ContactMotion, Impulse, Law};
use super::detection::Detection;
use super::frame::{ContactFrame, Seed};
use super::setup::PairSetup;
use super::start::CollisionProblem;
use super::terms::{CollisionRestart, ContactPoint, Prediction};
use crate::ipm::ConeVars;
use crate::math::{Kinematics, Pose, Real, Vec3, Vector, mul, norm, widely_abreast};
use crate::shape::Rows;
use crate::world::FrictionPoint;
use carrier::CarrierFrame;

/// Complementarity at which the collision problem of the predicted pose is solved.
const PREDICTION: f64 = 1e-2;

/// Unknowns and linearisation of one pair.
#[derive(Debug, Default, Clone)]
pub struct Pair<D, R: Real = f64> {
    /// Collision unknowns.
    pub collision: Collision<R>,
    /// Contact and friction unknowns.
    pub law: Law<R>,
    /// Contact frame at the current iterate.
    pub frame: ContactFrame<R>,
    detection: D,
    lagged_arms: [Vector<R>; 2],
    length: R,
    seed: Seed<R>,
    mass: f64,
    plane: Option<Vec3>,
    slip_arms: [Vector<R>; 2],
    slip: Vector<R>,
    spin: R,
    impulse: Vector<R>,
    tau: R,
    lagged: bool,
    carrier: CarrierFrame<R>,
    /// Along the normal: how the slip leans on the change of the normal, besides its own part.
    swept_normal: R,
    /// H is the sum of the bounding radii.
    capped: R::Mask,
    /// Sum of the inscribed radii.
    inscribed: f64,
    recovery: columns::RecoveryColumns<R>,
    /// The solution of the prediction, saved.
    prediction: Vec<R>,
    /// The same, restored to be differentiated.
    predicted: Option<Box<Predicted>>,
}

/// The collision problem solved at the predicted poses, and these.
#[derive(Debug, Clone)]
struct Predicted {
    collision: Collision,
    poses: [Pose; 2],
}

impl<D: Detection<R>, R: Real> Pair<D, R> {
    /// A pair with a contact model.
    pub fn new(detection: D) -> Self {
        Self {
            detection,
            ..Self::default()
        }
    }

    /// Solves the collision problem at the predicted pose: p^, H and the lagged arms, functions of
    /// the state alone.
    fn solve_prediction(
        &mut self,
        setup: &PairSetup,
        rows: [&Rows; 2],
        bodies: [&Kinematics<R>; 2],
        precise: bool,
    ) -> Prediction<R> {
        let poses = [&bodies[0].pose, &bodies[1].pose];
        let converged = self.solve_collision(setup, rows, poses, PREDICTION, precise);
        self.prediction.clear();
        self.collision.save(&mut self.prediction);
        widely_abreast::<R, _>(
            #[inline(always)]
            || self.set_prediction(setup, bodies),
        );
        let [a, b] = self.collision.cones().map(ConeVars::duality_gap);
        Prediction {
            gap: self.gap(),
            doubt: self.length * (a + b),
            converged,
        }
    }

    /// Solves the collision problem alone, from scratch; whether that was possible.
    fn solve_collision(
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

    /// p^, H and the seed of the tangents from the solution of the prediction.
    #[inline(always)]
    fn set_prediction(&mut self, setup: &PairSetup, bodies: [&Kinematics<R>; 2]) {
        let poses = [&bodies[0].pose, &bodies[1].pose];
        self.lagged_arms = [self.collision.p - poses[0].x, self.collision.p - poses[1].x];
        self.inscribed = setup.inscribed;
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

    #[inline(always)]
    fn place_frame(&mut self, poses: [&Pose<R>; 2]) {
        let push = &self.collision.push[0];
        self.frame = ContactFrame::new(push, self.plane_normal(poses), &self.seed);
    }

    #[inline(always)]
    fn plane_normal(&self, poses: [&Pose<R>; 2]) -> Option<Vector<R>> {
        let n = self.plane?;
        let n = Vector::new(R::of(n.x), R::of(n.y), R::of(n.z));
        Some(mul(&poses[1].r, &n))
    }

    /// Chooses the rows of the law and starts them at complementarity `c0`. The collision problem may be
    /// solved anew; p^ and H stay.
    fn start_attempt(
        &mut self,
        setup: &PairSetup,
        (c0, load): (R, R),
        point: FrictionPoint,
        anew: Option<CollisionRestart<R>>,
    ) {
        if let Some(anew) = anew {
            self.solve_collision(setup, anew.rows, anew.poses, anew.c0, false);
            self.collision
                .restore_worlds(!anew.worlds, &self.prediction);
        }
        self.lagged = point == FrictionPoint::Lagged;
        self.carrier.choose_arms(self.lagged);
        self.reset_law(setup);
        let gap = self.length * (self.collision.alpha - R::ONE);
        self.law.start(gap, c0, load);
    }

    /// Chooses the rows of the law.
    fn reset_law(&mut self, setup: &PairSetup) {
        self.law.reset(Coefficients {
            mu: setup.mu,
            mu_torsion: setup.mu_torsion,
            law: setup.law,
        });
        self.detection
            .start(&mut self.collision, setup, self.length);
    }

    /// Whether the collision rows are rows of the step.
    #[inline(always)]
    fn has_collision_rows(&self) -> bool {
        !D::unknowns(&self.collision).is_empty()
    }

    /// All cone blocks of the pair that are unknowns of the step.
    #[inline(always)]
    pub fn cones(&self) -> impl Iterator<Item = &ConeVars<R>> {
        let sides = D::unknowns(&self.collision).iter();
        sides.map(|side| &side.cone).chain([&self.law.cone])
    }

    /// What `add` makes of one cone block after the other.
    #[inline(always)]
    fn fold_cones(&self, from: R, add: impl Fn(R, &ConeVars<R>) -> R) -> R {
        let mut out = from;
        for side in D::unknowns(&self.collision) {
            out = add(out, &side.cone);
        }
        add(out, &self.law.cone)
    }

    /// Residuals and wrench at the current iterate of a solve for relaxation `rho`.
    #[inline(always)]
    fn evaluate_at(&mut self, rows: [&Rows; 2], bodies: [&Kinematics<R>; 2], rho: f64) {
        let poses = [&bodies[0].pose, &bodies[1].pose];
        self.detection
            .evaluate(&mut self.collision, rows, poses, rho);
        // Where the second body's motion is known, a half-space keeps the frame of the prediction.
        if self.plane.is_none() || bodies[1].h > 0.0 {
            self.place_frame(poses);
        }
        let n = self.frame.n;
        for s in 0..2 {
            let arm = self.collision.arm(s);
            let lag = self.lagged_arms[s];
            self.slip_arms[s] = if self.lagged {
                lag + n * n.dot(&(arm - lag))
            } else {
                arm
            };
        }
        let velocity = |s: usize| bodies[s].v + bodies[s].omega.cross(&self.slip_arms[s]);
        let (carried, swept) = self.carrier.slip(&n, &(bodies[0].v - bodies[1].v));
        self.slip = velocity(0) - velocity(1) + carried;
        self.swept_normal = n.dot(&swept);
        self.spin = n.dot(&(bodies[0].omega - bodies[1].omega));
        self.law.evaluate(&ContactMotion {
            gap: self.length * (self.collision.alpha - R::ONE),
            u: [self.frame.t1.dot(&self.slip), self.frame.t2.dot(&self.slip)],
            spin: self.spin,
            bounds: [R::ZERO; 2],
        });
        let Impulse { gamma, beta, tau } = self.law.impulse();
        self.impulse = n * gamma + self.frame.t1 * beta[0] + self.frame.t2 * beta[1];
        self.tau = tau;
    }

    /// Force and torque impulse on a body about its centre, world, in mass x V.
    #[inline(always)]
    fn wrench_on(&self, side: usize) -> (Vector<R>, Vector<R>) {
        let sign = R::of(if side == 0 { self.mass } else { -self.mass });
        let torque = self.collision.arm(side).cross(&self.impulse) + self.frame.n * self.tau;
        (self.impulse * sign, torque * sign)
    }

    /// The rows of the first world that bound a direction, and the inverse of the longest step there.
    fn find_limit(&self, excess: R, corrected: R::Mask) -> (f64, &'static str) {
        let (inverse, row) = self.law.cone.bounding_rows(excess, corrected);
        let mut most = (inverse, self.law.row_name(row));
        for side in D::unknowns(&self.collision) {
            let (inverse, _) = side.cone.bounding_rows(excess, corrected);
            if inverse > most.0 {
                most = (inverse, "collision");
            }
        }
        most
    }

    /// The pair's length H = 1 / |push| at the predicted pose, units of length: H (alpha - 1) is
    /// the gap.
    pub fn length(&self) -> R {
        self.length
    }

    /// Whether the slip row takes the arm of the prediction.
    pub fn is_lagged(&self) -> bool {
        self.lagged
    }

    /// Distance to first order, units of length.
    fn gap(&self) -> R {
        self.length * (self.collision.alpha - R::ONE)
    }

    /// The contact point of a world.
    pub fn contact(&self, lane: usize) -> ContactPoint {
        let one = |v: &Vector<R>| v.map(|x| x.lane(lane));
        let (n, slip) = (one(&self.frame.n), one(&self.slip));
        ContactPoint {
            point: one(&self.collision.p),
            normal: n,
            gap: self.gap().lane(lane),
            impulse: one(&self.impulse) * self.mass,
            torsion: self.tau.lane(lane) * self.mass,
            slip: slip - n * n.dot(&slip),
            friction_used: self.law.friction_used(lane),
        }
    }

    /// Names the groups of rows of the first world with their largest residual or |s o z - rho e| / rho.
    fn name_rows(&self, rho: f64, names: [&str; 2], mut visit: impl FnMut(String, f64)) {
        let pair = format!("pair {}-{}", names[0], names[1]);
        visit(
            format!("{pair}: contact rows"),
            self.law.worst_residual().lane(0),
        );
        let (value, row) = self.law.cone.worst_row(rho);
        let row = self.law.row_name(row);
        visit(format!("{pair}: complementarity of {row} / rho"), value);
        if !self.has_collision_rows() {
            return;
        }
        let (e_p, e_a) = self.collision.stationarity();
        for (axis, value) in ["x", "y", "z"].into_iter().zip(e_p.iter()) {
            visit(
                format!("{pair}: stationarity p.{axis}"),
                value.lane(0).abs(),
            );
        }
        visit(format!("{pair}: stationarity alpha"), e_a.lane(0).abs());
        for (side, name) in self.collision.sides.iter().zip(names) {
            visit(
                format!("{pair}: collision rows of {name}"),
                side.worst_residual().lane(0),
            );
            let value = side.cone.centrality(rho).lane(0);
            visit(
                format!("{pair}: complementarity of {name}'s rows / rho"),
                value,
            );
        }
    }
}
