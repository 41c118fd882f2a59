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
mod plain;
mod prediction;
mod record;
mod report;
mod response;
mod sensitivity;
mod shift;

use super::Collision;
use super::coulomb::{Coefficients, ContactMotion, Impulse, Law};
use super::detection::Detection;
use super::frame::{ContactFrame, Seed};
use super::patch::Patch;
use super::point::SavedCollision;
use super::setup::{PairSetup, Torsion};
use super::terms::PairStart;
use crate::ipm::ConeVars;
use crate::math::{Kinematics, Real, Vec3, Vector};
use crate::shape::Rows;
use crate::world::FrictionPoint;
use carrier::CarrierFrame;
use prediction::Predicted;

/// Unknowns and linearisation of one pair.
#[derive(Debug, Default, Clone)]
pub struct Pair<D, R: Real = f64> {
    /// The collision unknowns.
    pub collision: Collision<R>,
    /// The contact and friction unknowns.
    pub law: Law<R>,
    /// The contact frame at the current iterate.
    pub frame: ContactFrame<R>,
    detection: D,
    lagged_arms: [Vector<R>; 2],
    length: R,
    /// Radius of the contact patch, units of length.
    radius: R,
    patch: Option<Box<Patch<R>>>,
    /// The radius is that of the patch in which the parts touch, not one that is given.
    resists_by_patch: bool,
    seed: Seed<R>,
    mass: f64,
    plane: Option<Vec3>,
    slip_arms: [Vector<R>; 2],
    slip: Vector<R>,
    spin: R,
    impulse: Vector<R>,
    tau: R,
    slip_row: FrictionPoint,
    /// The collision rows are relaxed for the inscribed radii instead of for H.
    wedged: bool,
    carrier: CarrierFrame<R>,
    /// Along the normal: how the slip leans on the change of the normal, besides its own part.
    swept_normal: R,
    /// H is the sum of the bounding radii.
    capped: R::Mask,
    /// Sum of the inscribed radii.
    inscribed: f64,
    /// Bounding radii of the two parts.
    radii: [f64; 2],
    recovery: columns::RecoveryColumns<R>,
    /// The saved solution of the prediction.
    prediction: SavedCollision<R>,
    /// The prediction, restored to be differentiated.
    predicted: Option<Box<Predicted>>,
}

impl<D: Detection<R>, R: Real> Pair<D, R> {
    /// Returns a pair with a contact model.
    pub fn new(detection: D) -> Self {
        Self {
            detection,
            ..Self::default()
        }
    }

    /// Chooses the rows of the law and starts them. The collision problem may be solved anew; p^ and H stay.
    fn start_attempt(&mut self, setup: &PairSetup, start: PairStart<R>) {
        if let Some(restart) = start.restart {
            self.solve_collision(setup, restart.rows, restart.poses, restart.c0, false);
            self.collision
                .restore_worlds(!restart.worlds, &self.prediction);
        }
        self.take_slip_row(start.point);
        self.wedged = start.wedged;
        self.reset_law(setup);
        let gap = self.length * (self.collision.alpha - R::ONE);
        let slip = start
            .bodies
            .map_or([R::ZERO; 3], |bodies| self.predicted_slip(bodies));
        self.law.start(gap, start.c0, start.load, slip);
    }

    /// Takes the slip at the arms of `point` from now on.
    fn take_slip_row(&mut self, point: FrictionPoint) {
        self.slip_row = point;
        self.carrier.choose_arms(point);
    }

    /// Chooses the rows of the law.
    fn reset_law(&mut self, setup: &PairSetup) {
        self.law.reset(Coefficients {
            mu: setup.mu,
            law: setup.law,
            resists_spin: setup.torsion != Torsion::None,
        });
        let length = match self.wedged {
            true => R::of(setup.inscribed),
            false => self.length,
        };
        self.detection.start(&mut self.collision, setup, length);
    }

    /// Returns whether the collision rows are rows of the step.
    #[inline(always)]
    fn has_collision_rows(&self) -> bool {
        !D::unknowns(&self.collision).is_empty()
    }

    /// Returns all cone blocks of the pair that are unknowns of the step.
    #[inline(always)]
    pub fn cones(&self) -> impl Iterator<Item = &ConeVars<R>> {
        let sides = D::unknowns(&self.collision).iter();
        sides.map(|side| &side.cone).chain([&self.law.cone])
    }

    /// Folds `add` over all cone blocks.
    #[inline(always)]
    fn fold_cones(&self, from: R, add: impl Fn(R, &ConeVars<R>) -> R) -> R {
        let mut out = from;
        for side in D::unknowns(&self.collision) {
            out = add(out, &side.cone);
        }
        add(out, &self.law.cone)
    }

    /// Evaluates residuals and wrench at the current iterate of a solve for relaxation `rho`.
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
            self.slip_arms[s] = match self.slip_row {
                FrictionPoint::Lagged => lag + n * n.dot(&(arm - lag)),
                FrictionPoint::Implicit => arm,
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
            spin: self.radius * self.spin,
            bound: R::ZERO,
        });
        let Impulse { gamma, beta, twist } = self.law.impulse();
        self.impulse = n * gamma + self.frame.t1 * beta[0] + self.frame.t2 * beta[1];
        self.tau = self.radius * twist;
    }

    /// Returns the force and torque impulse on a body about its centre, world, in mass x V.
    #[inline(always)]
    fn wrench_on(&self, side: usize) -> (Vector<R>, Vector<R>) {
        let sign = R::of(if side == 0 { self.mass } else { -self.mass });
        let torque = self.collision.arm(side).cross(&self.impulse) + self.frame.n * self.tau;
        (self.impulse * sign, torque * sign)
    }

    /// Returns the pair's length H = 1 / |push| at the predicted pose, units of length: H (alpha - 1) is
    /// the gap.
    pub fn length(&self) -> R {
        self.length
    }

    /// Returns the slip row of the attempt.
    pub fn slip_row(&self) -> FrictionPoint {
        self.slip_row
    }

    /// Returns whether the collision rows of the attempt were relaxed for the inscribed radii.
    pub fn is_wedged(&self) -> bool {
        self.wedged
    }

    /// Returns the distance to first order, units of length.
    fn gap(&self) -> R {
        self.length * (self.collision.alpha - R::ONE)
    }
}
