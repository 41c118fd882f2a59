//! The contact frame of a pair: one normal, two tangents, and their derivative (docs/formulation.md, section 3).
//!
//! n = push_a / |push_a|, the direction in which the first body is pushed away; against a
//! half-space the plane's own normal.
//! DIFFERENCE from SL Appendix A (an own normal per side): iteration counts are the same to the
//! digit and momentum is conserved to round-off instead of 1e-8.

use crate::math::lanes::{Lanes, Lanes3, cross, dot, minus, plus, scale};
use crate::math::{Mask, Real, Vec3, Vector, least_aligned, norm, tangents_from};

/// Normal and tangents with what their derivative needs.
#[derive(Debug, Default, Clone, Copy)]
pub struct ContactFrame<R: Real = f64> {
    /// Direction in which the first body is pushed away.
    pub n: Vector<R>,
    /// The first tangent, normalise(e_k x n).
    pub t1: Vector<R>,
    /// The second tangent, n x t1.
    pub t2: Vector<R>,
    kappa: R,
    inverse_push: R,
    is_plane: bool,
}

/// The coordinate axis that seeds the tangents, held during a step.
#[derive(Debug, Clone, Copy)]
pub struct Seed<R: Real> {
    /// Whether it is the first axis, the second.
    is: [R::Mask; 2],
    axis: Vector<R>,
}

impl<R: Real> Default for Seed<R> {
    fn default() -> Self {
        Self {
            is: [R::Mask::of(true); 2],
            axis: Vector::x(),
        }
    }
}

impl<R: Real> Seed<R> {
    /// Returns the axis that is least aligned with `n`.
    #[inline(always)]
    pub fn least_aligned(n: &Vector<R>) -> Self {
        let axis = least_aligned(n);
        Self {
            is: [0, 1].map(|i| R::ZERO.below(axis[i])),
            axis,
        }
    }

    /// Returns the entry of `n` along the axis.
    #[inline(always)]
    fn entry(&self, n: &Vector<R>) -> R {
        let other = R::choose(self.is[1], n.y, n.z);
        R::choose(self.is[0], n.x, other)
    }
}

/// Change of the frame.
pub struct FrameChange<const N: usize> {
    /// The change of the normal.
    pub dn: Lanes3<N>,
    /// The change of the first tangent.
    pub dt1: Lanes3<N>,
    /// The change of the second tangent.
    pub dt2: Lanes3<N>,
}

impl<R: Real> ContactFrame<R> {
    /// Returns the frame from the push on the first body, or from a plane's normal.
    #[inline(always)]
    pub fn new(push: &Vector<R>, plane: Option<Vector<R>>, seed: &Seed<R>) -> Self {
        let inverse_push = R::ONE / norm(push);
        let n = plane.unwrap_or(push * inverse_push);
        let (t1, t2) = tangents_from(&n, &seed.axis);
        let along = seed.entry(&n);
        let sine = (R::ONE - along * along).sqrt();
        Self {
            n,
            t1,
            t2,
            kappa: along / sine,
            inverse_push,
            is_plane: plane.is_some(),
        }
    }

    /// Returns the rotation of the tangents about the normal per tilt of the normal along the first tangent.
    #[inline(always)]
    pub fn kappa(&self) -> R {
        self.kappa
    }

    /// Returns 1 / |push|.
    #[inline(always)]
    pub fn inverse_push(&self) -> R {
        self.inverse_push
    }
}

impl ContactFrame {
    /// Returns the change of the frame with the push on the first body and the rotation of the second.
    #[inline(always)]
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
