//! The collision problem of a pair at given poses: two four-ports that share p and alpha
//! (SL eqs. 14-16 as part of eq. 20).
//!
//! ```text
//! E_p = - sum push_s = 0     E_a = 1 - sum share_s = 0     E_eps = 0     s = h     s o lam = rho_c e
//! ```

mod axes;
mod condense;
mod recover;
mod response;

pub use response::Response;

use super::side::{Side, larger};
use crate::ipm::{ByPart, ConeVars};
use crate::linalg::Ldl4;
use crate::math::{Matrix, Pose, Real, Vector, mul, tr_mul, zero};
use crate::shape::Rows;
use axes::frame_along;

/// Contact point, scaling and the two sides of a pair.
#[derive(Debug, Clone)]
pub struct Collision<R: Real = f64> {
    /// Contact point, world.
    pub p: Vector<R>,
    /// Scaling at which the two shapes touch.
    pub alpha: R,
    /// The first and the second side.
    pub sides: [Side<R>; 2],
    /// Gy^T lambda of each side in the world.
    pub push: [Vector<R>; 2],
    factor: Ldl4<R>,
    /// Whether the second side is softer along the face. The softer one gives the change of the push without
    /// cancellation, where one side is stiff, like 1/rho, and the other soft, like rho; the pushes
    /// of both sides are opposite.
    soft: R::Mask,
    /// The first three rows of the port of the softer side.
    soft_port: [[R; 4]; 3],
    motion_response: MotionResponse<R>,
    /// The port frame; its columns are contact normal, stiff and soft tangent, world.
    frame: Matrix<R>,
    /// The tangent along which the pair was stiffest an iterate ago, world, any length.
    pub(super) stiff: Vector<R>,
    /// The stiff tangent of the iterate in hand; it replaces `stiff` when the pair advances.
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

    /// Relaxes the rows by min(1, 1/H) of the relaxations of their parts, `length` = H.
    pub fn relax(&mut self, length: R) {
        for side in &mut self.sides {
            side.relax((R::ONE / length).min(R::ONE));
        }
    }

    /// Returns the cones of both sides.
    #[inline(always)]
    pub fn cones(&self) -> [&ConeVars<R>; 2] {
        [&self.sides[0].cone, &self.sides[1].cone]
    }

    /// Evaluates residuals and pushes at the current iterate.
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

    /// Returns E_p and E_a.
    #[inline(always)]
    pub fn stationarity(&self) -> (Vector<R>, R) {
        let shares = self.sides[0].share() + self.sides[1].share();
        (-(self.push[0] + self.push[1]), R::ONE - shares)
    }

    /// Returns the largest equality residual.
    #[inline(always)]
    pub fn residual(&self) -> R {
        let (e_p, e_a) = self.stationarity();
        let own = larger(amax(&e_p), e_a.abs());
        let sides = self.sides.iter().map(Side::worst_residual);
        sides.fold(own, larger)
    }

    /// Returns the arms p - x of the two bodies.
    #[inline(always)]
    pub fn arm(&self, side: usize) -> Vector<R> {
        self.arms[side]
    }
}

/// Returns the largest magnitude of the entries.
#[inline(always)]
fn amax<R: Real>(v: &Vector<R>) -> R {
    v.x.abs().max(v.y.abs()).max(v.z.abs())
}
