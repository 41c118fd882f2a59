//! The three angles of a gimbal: M = Rx(a) Ry(b) Rz(c), for |b| below a quarter turn.
//!
//! With e1, e2, e3 the axes of the three turns in the parent's frame, the relative angular velocity is e1 a' + e2 b' + e3 c'. The
//! duals t1, t2, t3 (ti . ej = 1 for i = j, else 0) are the derivatives of the angles by a rotation, and the couples of
//! unit impulses along them. All follow from e3 = (u, v, w), the third column of M, with q = v^2 + w^2 = cos^2 b:
//!
//! ```text
//! t1 = (1, -u v / q, -u w / q)    t2 = (0, w, -v) / sqrt q    t3 = (0, v, w) / q
//! ```

use crate::math::lanes::{Lanes, Lanes3, cross, scale};
use crate::math::{Matrix, Real, Vec3, Vector};

/// Returns sine and cosine of an angle, up to a common factor.
#[inline(always)]
pub(super) fn direction<R: Real>(k: usize, m: &Matrix<R>) -> [R; 2] {
    match k {
        0 => [-m[(1, 2)], m[(2, 2)]],
        1 => [m[(0, 2)], square(m).sqrt()],
        _ => [-m[(0, 1)], m[(0, 0)]],
    }
}

/// Returns the axis of a turn in the parent's frame.
pub(super) fn axis(k: usize, m: &Matrix<f64>) -> Vec3 {
    match k {
        0 => Vec3::x(),
        // It is its own dual.
        1 => dual(1, m),
        _ => m.column(2).into(),
    }
}

/// Returns the derivative of an angle by a rotation, in the parent's frame.
#[inline(always)]
pub(super) fn dual<R: Real>(k: usize, m: &Matrix<R>) -> Vector<R> {
    let (u, v, w) = (m[(0, 2)], m[(1, 2)], m[(2, 2)]);
    let one = R::ONE / square(m);
    match k {
        0 => Vector::new(R::ONE, -u * v * one, -u * w * one),
        1 => Vector::new(R::ZERO, w, -v) * one.sqrt(),
        _ => Vector::new(R::ZERO, v, w) * one,
    }
}

/// Returns the change of a dual when the child turns by `turn` in the parent's frame.
pub(super) fn dual_rate<const N: usize>(k: usize, m: &Matrix<f64>, turn: &Lanes3<N>) -> Lanes3<N> {
    let e3: Vec3 = m.column(2).into();
    let [du, dv, dw] = cross(&e3, turn).map(|lanes| -lanes);
    let (u, v, w) = (e3.x, e3.y, e3.z);
    let one = 1.0 / square(m);
    // The relative change of q.
    let dq = (dv * v + dw * w) * (2.0 * one);
    let own = dual(k, m);
    match k {
        0 => {
            let by_q = scale(&Vec3::new(0.0, own.y, own.z), dq);
            let y = (dv * u + du * v) * -one - by_q[1];
            let z = (dw * u + du * w) * -one - by_q[2];
            [Lanes::ZERO, y, z]
        }
        1 => {
            let by_q = scale(&own, dq * 0.5);
            let root = one.sqrt();
            [Lanes::ZERO, dw * root - by_q[1], dv * -root - by_q[2]]
        }
        _ => {
            let by_q = scale(&own, dq);
            [Lanes::ZERO, dv * one - by_q[1], dw * one - by_q[2]]
        }
    }
}

/// Returns cos^2 b.
#[inline(always)]
fn square<R: Real>(m: &Matrix<R>) -> R {
    let (v, w) = (m[(1, 2)], m[(2, 2)]);
    v * v + w * w
}
