//! The collision problem of a pair at given poses: two four-ports that share p and alpha
//! (SL eqs. 14-16 as part of eq. 20).
//!
//! ```text
//! E_p = - sum push_s = 0     E_a = 1 - sum share_s = 0     E_eps = 0     s = h     s o lam = rho_c e
//! ```

mod axes;
mod response;

pub use response::Response;

use super::side::{Port, Side, larger};
use crate::ipm::{ByPart, ConeVars, DirectionPart};
use crate::linalg::Ldl4;
use crate::math::lanes::Lanes;
use crate::math::{Mask, Matrix, Pose, Real, Vector, array, mul, product, tr_mul, zero};
use crate::shape::Rows;
use axes::{frame_along, stiffest_tangent};

/// Contact point, scaling and the two sides of a pair.
#[derive(Debug, Clone)]
pub struct Collision<R: Real = f64> {
    /// Contact point, world.
    pub p: Vector<R>,
    /// Scaling at which the two shapes touch.
    pub alpha: R,
    /// First and second side.
    pub sides: [Side<R>; 2],
    /// Gy^T lambda of each side in the world.
    pub push: [Vector<R>; 2],
    factor: Ldl4<R>,
    /// Whether the second side is softer along the face. The softer one tells the change of the push without
    /// cancellation, where one side is stiff, like 1/rho, and the other soft, like rho; the pushes
    /// of both sides are opposite.
    soft: R::Mask,
    /// First three rows of its port.
    soft_port: [[R; 4]; 3],
    motion_response: MotionResponse<R>,
    /// Columns: contact normal, stiff and soft tangent, world; the frame of the ports.
    frame: Matrix<R>,
    /// The tangent along which the pair was stiffest an iterate ago, world, any length.
    pub(super) stiff: Vector<R>,
    /// That of the iterate in hand, taken over when the pair moves on.
    stiffest: Vector<R>,
    arms: [Vector<R>; 2],
    dp: ByPart<Vector<R>>,
    dalpha: ByPart<R>,
}

impl<R: Real> Default for Collision<R> {
    fn default() -> Self {
        Self {
            p: Vector::zeros(),
            alpha: R::ZERO,
            sides: <[Side<R>; 2]>::default(),
            push: [Vector::zeros(); 2],
            factor: Ldl4::default(),
            soft: R::Mask::default(),
            soft_port: [[R::ZERO; 4]; 3],
            motion_response: [[R::ZERO; 4]; 9],
            frame: Matrix::zeros(),
            stiff: Vector::zeros(),
            stiffest: Vector::zeros(),
            arms: [Vector::zeros(); 2],
            dp: ByPart([Vector::zeros(); 3]),
            dalpha: ByPart([R::ZERO; 3]),
        }
    }
}

/// How contact point and alpha answer to the relative motion of the two bodies at the contact
/// point, column by column: contact point relative to the second body's material (frame of the
/// ports), then alpha, for translation of the first relative to the second, relative rotation,
/// rotation of the second, world.
type MotionResponse<R> = [[R; 4]; 9];

impl<R: Real> Collision<R> {
    /// Prepares for the rows of two parts.
    pub fn reset(&mut self, rows: [&Rows; 2]) {
        for (side, rows) in self.sides.iter_mut().zip(rows) {
            side.reset(rows);
        }
        self.stiff = zero();
        self.stiffest = zero();
    }

    /// The rows get min(1, 1/H) of the relaxations of their parts, `length` = H.
    pub fn relax(&mut self, length: R) {
        for side in &mut self.sides {
            side.relax((R::ONE / length).min(R::ONE));
        }
    }

    /// The cones of both sides.
    #[inline(always)]
    pub fn cones(&self) -> [&ConeVars<R>; 2] {
        [&self.sides[0].cone, &self.sides[1].cone]
    }

    /// Residuals and pushes at the current iterate.
    #[inline(always)]
    pub fn evaluate(&mut self, rows: [&Rows; 2], poses: [&Pose<R>; 2]) {
        for s in 0..2 {
            self.arms[s] = self.p - poses[s].x;
            let y = tr_mul(&poses[s].r, &self.arms[s]);
            self.sides[s].evaluate(rows[s], &y, self.alpha);
            self.push[s] = mul(&poses[s].r, &self.sides[s].push());
        }
        self.frame = frame_along(&self.push[0], &self.stiff);
    }

    /// E_p and E_a.
    #[inline(always)]
    pub fn stationarity(&self) -> (Vector<R>, R) {
        let shares = self.sides[0].share() + self.sides[1].share();
        (-(self.push[0] + self.push[1]), R::ONE - shares)
    }

    /// Largest equality residual.
    #[inline(always)]
    pub fn residual(&self) -> R {
        let (e_p, e_a) = self.stationarity();
        let own = larger(amax(&e_p), e_a.abs());
        let sides = self.sides.iter().map(Side::worst_residual);
        sides.fold(own, larger)
    }

    /// Condenses both sides, for the poses of the iterate, and factorises the 4x4 sum of their
    /// ports; the port of the first for [`Self::condense_motion`].
    #[inline(always)]
    pub fn condense(&mut self, rows: [&Rows; 2], poses: [&Pose<R>; 2], rho: f64) -> Port<R> {
        let into_ports = [self.into_port(&poses[0].r), self.into_port(&poses[1].r)];
        let a = self.sides[0].condense(rows[0], &into_ports[0], rho);
        let b = self.sides[1].condense(rows[1], &into_ports[1], rho);
        let sum: Port<R> = array(|i| array(|k| a[i][k] + b[i][k]));
        self.stiffest = mul(&self.frame, &stiffest_tangent(&sum));
        self.factor = Ldl4::new(&sum);
        let across = |port: &Port<R>| port[1][1] + port[2][2];
        self.soft = across(&b).below(across(&a));
        self.soft_port = array(
            #[inline(always)]
            |i| self.softer(&a[i], &b[i]),
        );
        a
    }

    /// From a body with that `rotation` into the frame of the ports.
    #[inline(always)]
    fn into_port(&self, rotation: &Matrix<R>) -> Matrix<R> {
        product(&self.frame.transpose(), rotation)
    }

    /// Constants of the corrector.
    #[inline(always)]
    pub fn condense_corrector(&mut self) {
        for s in 0..2 {
            self.sides[s].condense_corrector();
        }
    }

    /// Solves for the answer to the relative motion of the bodies, with the `port` that
    /// [`Self::condense`] returns.
    #[inline(always)]
    pub fn condense_motion(&mut self, port: &Port<R>) {
        // The pushes turn with their bodies: sum of push x dtheta, by relative rotation and that of
        // the second body.
        let push = self.push[0];
        let off_balance = push + self.push[1];
        let f = &self.frame;
        let [x, y, z] = [0, 1, 2].map(|i| Vector::new(f[(0, i)], f[(1, i)], f[(2, i)]));
        let none = zero();
        let mut rhs = [
            motion_row(f, &port[0], &push.cross(&x), &off_balance.cross(&x)),
            motion_row(f, &port[1], &push.cross(&y), &off_balance.cross(&y)),
            motion_row(f, &port[2], &push.cross(&z), &off_balance.cross(&z)),
            motion_row(f, &port[3], &none, &none),
        ];
        self.factor.solve(&mut rhs);
        for (k, motion_response) in self.motion_response.iter_mut().enumerate() {
            for (motion_response, row) in motion_response.iter_mut().zip(&rhs) {
                *motion_response = row.0[k];
            }
        }
    }

    /// The answer to the relative motion.
    pub fn motion_response(&self) -> &MotionResponse<R> {
        &self.motion_response
    }

    /// The answer to the constants of one part; AFFINE carries the current residuals.
    #[inline(always)]
    pub fn constant_response(&self, part: DirectionPart) -> [R; 4] {
        let (a, b) = (self.sides[0].constants(), self.sides[1].constants());
        let mut rhs: [R; 4] = array(
            #[inline(always)]
            |i| a[part][i] + b[part][i],
        );
        if part == DirectionPart::Affine {
            rhs[3] -= R::ONE;
        }
        self.factor.solve(&mut rhs);
        rhs
    }

    /// Stores one part of the direction: `moved` is the contact point relative to the material of
    /// the second body (frame of the ports) and alpha, `relative` and `second` the motion of the
    /// first body's material relative to the second's, and of the second's.
    #[inline(always)]
    pub fn recover(
        &mut self,
        part: DirectionPart,
        moved: [R; 4],
        relative: &Vector<R>,
        second: &Vector<R>,
    ) {
        let [x, y, z, dalpha] = moved;
        let moved = Vector::new(x, y, z);
        let local = moved - tr_mul(&self.frame, relative);
        self.sides[0].recover(part, local.into(), dalpha);
        self.sides[1].recover(part, moved.into(), dalpha);
        self.dp[part] = mul(&self.frame, &moved) + second;
        self.dalpha[part] = dalpha;
    }

    /// The frame of the ports: columns contact normal, stiff and soft tangent, world.
    pub fn port_frame(&self) -> &Matrix<R> {
        &self.frame
    }

    /// Whether the second side is the one that is softer along the face.
    pub fn soft(&self) -> R::Mask {
        self.soft
    }

    /// Of the softer side: first three rows of its port.
    #[inline(always)]
    pub fn soft_port(&self) -> &[[R; 4]; 3] {
        &self.soft_port
    }

    /// The constants of its port.
    #[inline(always)]
    pub fn soft_constants(&self, part: DirectionPart) -> [R; 4] {
        let (a, b) = (self.sides[0].constants(), self.sides[1].constants());
        self.softer(&a[part], &b[part])
    }

    /// The push on it.
    #[inline(always)]
    pub fn soft_push(&self) -> Vector<R> {
        let [a, b] = &self.push;
        self.softer(&(*a).into(), &(*b).into()).into()
    }

    #[inline(always)]
    fn softer<const N: usize>(&self, a: &[R; N], b: &[R; N]) -> [R; N] {
        array(
            #[inline(always)]
            |k| R::choose(self.soft, b[k], a[k]),
        )
    }

    /// One part of the direction with the poses fixed.
    #[inline(always)]
    pub fn solve_fixed(&mut self, part: DirectionPart) {
        let still = zero();
        self.recover(part, self.constant_response(part), &still, &still);
    }

    /// Moves by `step` times the direction AFFINE + `excess` UNIT (+ CORRECTOR).
    #[inline(always)]
    pub fn advance(&mut self, step: R, excess: R, corrected: R::Mask) {
        let along = |ByPart([affine, unit, corrector]): ByPart<R>| {
            let plain = affine + unit * excess;
            R::choose(corrected, plain + corrector, plain)
        };
        let moves = step.below(R::ZERO).or(R::ZERO.below(step));
        for i in 0..3 {
            let ByPart([affine, unit, corrector]) = &self.dp;
            let direction = along(ByPart([affine[i], unit[i], corrector[i]]));
            self.p[i] = self.p[i].moved(step, direction);
            self.stiff[i] = R::choose(moves, self.stiffest[i], self.stiff[i]);
        }
        self.alpha = self.alpha.moved(step, along(self.dalpha));
        for side in &mut self.sides {
            side.advance(step, excess, corrected);
        }
    }

    /// Arms p - x of the two bodies.
    #[inline(always)]
    pub fn arm(&self, side: usize) -> Vector<R> {
        self.arms[side]
    }
}

/// A row over relative translation, relative rotation and the rotation of the second body: for the
/// translation that of a port, turned out of its `frame`.
#[inline(always)]
fn motion_row<R: Real>(
    frame: &Matrix<R>,
    port: &[R; 4],
    turned: &Vector<R>,
    second: &Vector<R>,
) -> Lanes<9, R> {
    let moved = mul(frame, &Vector::new(port[0], port[1], port[2]));
    let [a, b, c] = (*turned).into();
    let [d, e, f] = (*second).into();
    Lanes([moved.x, moved.y, moved.z, a, b, c, d, e, f])
}

/// Largest magnitude of the entries.
#[inline(always)]
fn amax<R: Real>(v: &Vector<R>) -> R {
    v.x.abs().max(v.y.abs()).max(v.z.abs())
}
