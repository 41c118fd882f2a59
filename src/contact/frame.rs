//! The contact frame of a pair: one normal, two tangents, and their derivative (docs/formulation.md, section 3).
//!
//! n = push_a / |push_a|, the direction in which the first body is pushed away; against a
//! half-space the plane's own normal.
//! DIFFERENCE from SL Appendix A (an own normal per side): iteration counts are the same to the
//! digit and momentum is conserved to round-off instead of 1e-8.

use crate::math::lanes::{Lanes, Lanes3, cross, dot, minus, plus, scale};
use crate::math::{Vec3, tangents};

/// Normal and tangents with what their derivative needs.
#[derive(Debug, Default, Clone, Copy)]
pub struct Frame {
    /// Direction in which the first body is pushed away.
    pub n: Vec3,
    /// First tangent, normalise(e_k x n).
    pub t1: Vec3,
    /// Second tangent, n x t1.
    pub t2: Vec3,
    kappa: f64,
    inverse_push: f64,
    is_plane: bool,
}

/// Change of the frame.
pub struct FrameChange<const N: usize> {
    /// Of the normal.
    pub dn: Lanes3<N>,
    /// Of the first tangent.
    pub dt1: Lanes3<N>,
    /// Of the second tangent.
    pub dt2: Lanes3<N>,
}

impl Frame {
    /// Frame from the push on the first body, or from a plane's normal; `k` is the axis that
    /// seeds the tangents, held during a step.
    pub fn new(push: &Vec3, plane: Option<Vec3>, k: usize) -> Self {
        let inverse_push = 1.0 / push.norm();
        let n = plane.unwrap_or(push * inverse_push);
        let (t1, t2) = tangents(&n, k);
        let sine = (1.0 - n[k] * n[k]).sqrt();
        Self {
            n,
            t1,
            t2,
            kappa: n[k] / sine,
            inverse_push,
            is_plane: plane.is_some(),
        }
    }

    /// How the tangents turn about the normal per slant of the normal along the first tangent.
    pub fn kappa(&self) -> f64 {
        self.kappa
    }

    /// 1 / |push|.
    pub fn inverse_push(&self) -> f64 {
        self.inverse_push
    }

    /// Change of the frame with the push on the first body and the rotation of the second.
    pub fn change<const N: usize>(
        &self,
        dpush: &Lanes3<N>,
        dtheta_second: &Lanes3<N>,
    ) -> FrameChange<N> {
        let (a1, a2) = if self.is_plane {
            let dn = minus(&Lanes::ZERO3, &cross(&self.n, dtheta_second));
            (dot(&self.t1, &dn), dot(&self.t2, &dn))
        } else {
            let along = |t: &Vec3| dot(t, dpush) * self.inverse_push;
            (along(&self.t1), along(&self.t2))
        };
        FrameChange {
            dn: plus(&scale(&self.t1, a1), &scale(&self.t2, a2)),
            dt1: minus(&scale(&self.t2, a1 * self.kappa), &scale(&self.n, a1)),
            dt2: minus(&scale(&self.t1, a1 * -self.kappa), &scale(&self.n, a2)),
        }
    }
}
