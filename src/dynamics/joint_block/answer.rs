//! The impulse of an actuator, linearised and eliminated to the slip.

use crate::ipm::Soc;
use crate::math::Real;

/// How the impulse of an actuator answers: dt = offset - stiffness du for a change of the slip u.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Answer<R> {
    /// 2 q0 / (2 q0^2 - 1).
    pub(super) share: R,
    /// (2 q0^2 - 1)^-1 eta^2.
    pub(super) free: R,
    pub(super) q1: R,
    /// The decrease of t per slip.
    pub(super) stiffness: R,
    /// The part of dt that remains beside a compliance: 1 / (1 + stiffness compliance).
    pub(super) less: R,
}

impl<R: Real> Answer<R> {
    /// Linearises a cone (psi, u) o (bound, t), with psi free.
    pub(super) fn new(soc: &Soc<R>, compliance: f64) -> Self {
        let (q, factor) = (soc.scaling.reflected(), soc.scaling.inverse_square());
        let first = R::ONE / (q[0] * 2.0 * q[0] - R::ONE);
        let stiffness = first * factor;
        Self {
            share: q[0] * 2.0 * first,
            free: first / factor,
            q1: q[1],
            stiffness,
            less: R::ONE / (R::ONE + stiffness * compliance),
        }
    }

    /// Returns the offset of dt for offsets of both rows of the cone.
    pub(super) fn offset(&self, [first, second]: [R; 2]) -> R {
        second - first * (self.share * self.q1)
    }
}
