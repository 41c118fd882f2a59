//! The single-level contact model: collision, contact and friction rows of a pair in one system
//! (SL eq. 20 in 3D, DESIGN section 3).
//!
//! ```text
//! impulse on a: F = gamma n + T beta at p (and tau n), on b: -F     in units m_ab V, m_ab V L
//! u   = v_a + w_a x r_a - v_b - w_b x r_b,    r_s = n (n.(p - x_s)) + (I - n n^T) r^_s
//! ```
//!
//! DIFFERENCE from SL eq. 11: the tangential part of the arm in the slip row is lagged,
//! r^_s = p^ - x_s at the predicted pose; SL's own row is `FrictionPoint::Implicit`.
//! DIFFERENCE from SL (one rho everywhere): the collision rows use rho min(1, 1/H); without it a
//! 2 cm body on a 1 m floor hovers at 128 rho L instead of 2.5 rho L.

use super::Collision;
use super::coulomb::{Coefficients, Impulse, Law, Slip};
use super::frame::Frame;
use super::side::larger;
use super::start::{CollisionProblem, Guess};
use crate::ipm::ConeVars;
use crate::math::lanes::{Lanes, Lanes3, cross, dot, minus, plus, scale};
use crate::math::{Kinematics, Pose, Variation, Vec3, least_aligned_axis};
use crate::shape::Rows;
use crate::world::{FrictionLaw, FrictionPoint};

/// Complementarity at which the collision problem of the predicted pose is solved.
const PREDICTION: f64 = 1e-2;

/// Lanes of a condensed pair: twelve columns (velocity and turn of both bodies), two right sides.
pub const COLUMNS: usize = 14;

/// Lanes of the right sides AFFINE and UNIT behind the twelve columns.
const WIDE: [(usize, usize); 2] = [(12, 0), (13, 1)];
/// The same alone.
const PAIR: [(usize, usize); 2] = [(0, 0), (1, 1)];
/// The corrector alone.
const SINGLE: [(usize, usize); 1] = [(0, 2)];

/// What a pair is, for one step; `a` is a moving body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairSetup {
    /// Friction, torsion (units of length), cone or pyramid.
    pub mu: f64,
    /// Torsional friction, units of length.
    pub mu_torsion: f64,
    /// Cone or pyramid.
    pub law: FrictionLaw,
    /// Impulse unit m_ab = sqrt(m_a m_b); the moving one's mass against a fixed body.
    pub mass: f64,
    /// Outward normal of the second part in its body frame when it is a half-space.
    pub plane: Option<Vec3>,
    /// Upper bound of H: sum of the bounding radii (a half-space: the other's).
    pub largest_length: f64,
    /// Sum of the inscribed radii.
    pub inscribed: f64,
}

/// Unknowns and linearisation of one pair.
#[derive(Debug, Default, Clone)]
pub struct SingleLevel {
    /// Collision unknowns.
    pub collision: Collision,
    /// Contact and friction unknowns.
    pub law: Law,
    /// Contact frame at the current iterate.
    pub frame: Frame,
    predicted_point: Vec3,
    lagged_arms: [Vec3; 2],
    length: f64,
    axis: usize,
    mass: f64,
    plane: Option<Vec3>,
    slip_arms: [Vec3; 2],
    slip: Vec3,
    spin: f64,
    impulse: Vec3,
    tau: f64,
    lagged: bool,
    /// Wrenches on a (force, torque about its centre) and b, in mass x V: columns and right sides.
    pub tangent: [[f64; COLUMNS]; 12],
}

impl SingleLevel {
    /// Solves the collision problem at the predicted pose: p^, H and the lagged arms, functions of
    /// the state alone. Returns the gap (units of length) and whether the problem converged.
    pub fn predict(
        &mut self,
        setup: &PairSetup,
        rows: [&Rows; 2],
        poses: [&Pose; 2],
        guess: &Guess,
    ) -> (f64, bool) {
        let c0 = PREDICTION * (1.0 / setup.inscribed).min(1.0);
        let (converged, _) =
            CollisionProblem::start(&mut self.collision, rows, poses, guess).solve(c0);
        self.collision.evaluate(rows, poses);
        self.predicted_point = self.collision.p;
        self.lagged_arms = [0, 1].map(|s| self.collision.p - poses[s].x);
        self.mass = setup.mass;
        self.plane = setup.plane;
        self.length = (1.0 / self.collision.push[0].norm()).min(setup.largest_length);
        let n = self.plane_normal(poses).unwrap_or(self.collision.push[0]);
        self.axis = least_aligned_axis(&n);
        (self.length * (self.collision.alpha - 1.0), converged)
    }

    fn plane_normal(&self, poses: [&Pose; 2]) -> Option<Vec3> {
        self.plane.map(|n| poses[1].r * n)
    }

    /// Chooses the rows of the law and starts them at complementarity `c0`. With `again` the
    /// collision problem is solved anew, to `c0` at the given poses; p^ and H stay.
    pub fn start(
        &mut self,
        setup: &PairSetup,
        c0: f64,
        point: FrictionPoint,
        again: Option<([&Rows; 2], [&Pose; 2], &Guess)>,
    ) {
        if let Some((rows, poses, guess)) = again {
            let factor = (1.0 / setup.inscribed).min(1.0);
            CollisionProblem::start(&mut self.collision, rows, poses, guess).solve(c0 * factor);
        }
        self.lagged = point == FrictionPoint::Lagged;
        self.law.reset(Coefficients {
            mu: setup.mu,
            mu_torsion: setup.mu_torsion,
            law: setup.law,
        });
        self.law
            .start(self.length * (self.collision.alpha - 1.0), c0);
        for side in &mut self.collision.sides {
            side.cone.factor = (1.0 / self.length).min(1.0);
        }
    }

    /// All cone blocks of the pair.
    pub fn cones(&self) -> [&ConeVars; 3] {
        let [a, b] = self.collision.cones();
        [a, b, &self.law.cone]
    }

    /// Residuals and wrench at the current iterate.
    pub fn evaluate(&mut self, rows: [&Rows; 2], bodies: [&Kinematics; 2]) {
        let poses = bodies.map(|b| &b.pose);
        self.collision.evaluate(rows, poses);
        self.frame = Frame::new(&self.collision.push[0], self.plane_normal(poses), self.axis);
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
        self.slip = velocity(0) - velocity(1);
        self.spin = n.dot(&(bodies[0].omega - bodies[1].omega));
        self.law.evaluate(&Slip {
            gap: self.length * (self.collision.alpha - 1.0),
            u: [self.frame.t1.dot(&self.slip), self.frame.t2.dot(&self.slip)],
            spin: self.spin,
        });
        let Impulse { gamma, beta, tau } = self.law.impulse();
        self.impulse = n * gamma + self.frame.t1 * beta[0] + self.frame.t2 * beta[1];
        self.tau = tau;
    }

    /// Largest equality residual.
    pub fn residual(&self) -> f64 {
        larger(self.collision.residual(), self.law.worst_residual())
    }

    /// Force and torque impulse on each body about its centre, world, in mass x V.
    pub fn wrench(&self, side: usize) -> (Vec3, Vec3) {
        let sign = if side == 0 { self.mass } else { -self.mass };
        let torque = self.collision.arm(side).cross(&self.impulse) + self.frame.n * self.tau;
        (self.impulse * sign, torque * sign)
    }

    /// Condenses the pair: `tangent` gets the change of both wrenches per unit of body motion and
    /// its right sides AFFINE and UNIT for target `rho`.
    pub fn condense(
        &mut self,
        rows: [&Rows; 2],
        bodies: [&Kinematics; 2],
        columns: &[Variation<COLUMNS>; 2],
        rho: f64,
    ) {
        self.collision.condense(rows, rho);
        self.law.aim(rho);
        let mut base = Lanes::ZERO;
        base.0[12] = 1.0;
        let wrenches = self.respond(bodies, columns, &WIDE, base).wrenches;
        for (row, wrench) in self.tangent.iter_mut().zip(wrenches) {
            *row = wrench.0;
        }
    }

    /// Wrenches of the corrector for fixed bodies.
    pub fn corrector_wrenches(
        &mut self,
        rows: [&Rows; 2],
        bodies: [&Kinematics; 2],
    ) -> [Lanes<1>; 12] {
        self.collision.correct(rows);
        self.law.correct();
        let motion = [Variation::NONE; 2];
        self.respond(bodies, &motion, &SINGLE, Lanes::ZERO).wrenches
    }

    /// Stores the parts AFFINE and UNIT of the direction for the motion of the bodies.
    pub fn recover(&mut self, bodies: [&Kinematics; 2], motion: &[Variation<2>; 2]) {
        self.recover_lanes(bodies, motion, &PAIR, Lanes([1.0, 0.0]));
    }

    /// Stores the part CORRECTOR of the direction for the motion of the bodies.
    pub fn recover_corrector(&mut self, bodies: [&Kinematics; 2], motion: &[Variation<1>; 2]) {
        self.recover_lanes(bodies, motion, &SINGLE, Lanes::ZERO);
    }

    fn recover_lanes<const N: usize>(
        &mut self,
        bodies: [&Kinematics; 2],
        motion: &[Variation<N>; 2],
        kinds: &[(usize, usize)],
        base: Lanes<N>,
    ) {
        let response = self.respond(bodies, motion, kinds, base);
        self.collision.recover(motion, &response.collision, kinds);
        self.law.recover(&response.law, kinds);
    }

    /// The linear answer of the pair to body motion and right sides: the one formula behind the
    /// condensation, the corrector and the back-substitution.
    fn respond<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        motion: &[Variation<N>; 2],
        kinds: &[(usize, usize)],
        base: Lanes<N>,
    ) -> PairResponse<N> {
        let constants = self.collision.constant_lanes(kinds);
        let collision = self.collision.respond(motion, &constants, base);
        let Frame { n, t1, t2, .. } = self.frame;
        let frame = self.frame.change(&collision.dpush, &motion[1].dtheta);

        let mut du = Lanes::ZERO3;
        let mut domega = Lanes::ZERO3;
        for s in 0..2 {
            let moved = minus(&collision.dp, &motion[s].dx);
            let darm = if self.lagged {
                let off = self.collision.arm(s) - self.lagged_arms[s];
                let along = dot(&off, &frame.dn) + dot(&n, &moved);
                plus(&scale(&n, along), &frame.dn.map(|dn| dn * n.dot(&off)))
            } else {
                moved
            };
            let turning = minus(
                &cross(&bodies[s].omega, &darm),
                &cross(&self.slip_arms[s], &motion[s].domega),
            );
            let change = plus(&motion[s].dv, &turning);
            (du, domega) = if s == 0 {
                (plus(&du, &change), plus(&domega, &motion[s].domega))
            } else {
                (minus(&du, &change), minus(&domega, &motion[s].domega))
            };
        }
        let omega = bodies[0].omega - bodies[1].omega;
        let slip = Slip {
            gap: collision.dalpha * self.length,
            u: [
                dot(&t1, &du) + dot(&self.slip, &frame.dt1),
                dot(&t2, &du) + dot(&self.slip, &frame.dt2),
            ],
            spin: dot(&n, &domega) + dot(&omega, &frame.dn),
        };
        let law = self.law.respond(&slip, &self.law.offset_lanes(kinds), base);

        let now = self.law.impulse();
        let dimpulse: Lanes3<N> = std::array::from_fn(|i| {
            law.impulse.gamma * n[i]
                + law.impulse.beta[0] * t1[i]
                + law.impulse.beta[1] * t2[i]
                + frame.dn[i] * now.gamma
                + frame.dt1[i] * now.beta[0]
                + frame.dt2[i] * now.beta[1]
        });
        let dtwist: Lanes3<N> =
            std::array::from_fn(|i| law.impulse.tau * n[i] + frame.dn[i] * self.tau);
        let mut wrenches = [Lanes::ZERO; 12];
        for s in 0..2 {
            let sign = if s == 0 { self.mass } else { -self.mass };
            let moved = minus(&collision.dp, &motion[s].dx);
            let swept = minus(
                &cross(&self.collision.arm(s), &dimpulse),
                &cross(&self.impulse, &moved),
            );
            for i in 0..3 {
                wrenches[6 * s + i] = dimpulse[i] * sign;
                wrenches[6 * s + 3 + i] = (swept[i] + dtwist[i]) * sign;
            }
        }
        PairResponse {
            collision,
            law,
            wrenches,
        }
    }

    /// Moves by `step` times the combined direction.
    pub fn advance(&mut self, step: f64, excess: f64, corrected: bool) {
        self.collision.advance(step, excess, corrected);
        self.law.cone.advance(step);
    }

    /// Forms the combined direction of all cones; inverse of the longest step to the boundary.
    pub fn combine(&mut self, excess: f64, corrector: bool) -> f64 {
        let mut inverse = self.law.cone.combine(excess, corrector);
        for side in &mut self.collision.sides {
            inverse = larger(inverse, side.cone.combine(excess, corrector));
        }
        inverse
    }

    /// Distance to first order, units of length.
    pub fn gap(&self) -> f64 {
        self.length * (self.collision.alpha - 1.0)
    }

    /// Impulse on the first body, world, in mass x V.
    pub fn impulse(&self) -> Vec3 {
        self.impulse * self.mass
    }

    /// Torque impulse about n on the first body, in mass x V x L.
    pub fn torsion(&self) -> f64 {
        self.tau * self.mass
    }

    /// Velocity of the first body relative to the second at the contact, units of velocity.
    pub fn slip_velocity(&self) -> Vec3 {
        self.slip
    }
}

struct PairResponse<const N: usize> {
    collision: super::collision::Response<N>,
    law: super::coulomb::LawResponse<N>,
    wrenches: [Lanes<N>; 12],
}
