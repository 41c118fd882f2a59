//! The rotation of one step (docs/formulation.md, section 3): with a = h w / 2,
//! dq(w) = [1; a] / sqrt(1 + |a|^2) and L+(w) = (2/h) (J a + a x J a) / (1 + |a|^2).

use super::{Matrix, Real, Rot, Vec3, Vector, mul, skew};

/// dq(w): the rotation over a step `h` at interval angular velocity `w` (body frame, rad per time).
pub fn cayley(w: &Vec3, h: f64) -> Rot {
    let a = w * (0.5 * h);
    Rot::from_quaternion(nalgebra::Quaternion::from_parts(1.0, a))
}

/// The matrix T with dw = T dphi, where h dphi is the small rotation of the pose at the end of
/// the step, in its own body frame: T = I + `[a]x` + a a^T.
#[inline(always)]
pub fn cayley_rate<R: Real>(w: &Vector<R>, h: f64) -> Matrix<R> {
    let a = w * R::of(0.5 * h);
    let square = Matrix::from_columns(&[a * a.x, a * a.y, a * a.z]);
    let (one, zero) = (R::ONE, R::ZERO);
    let identity = Matrix::new(one, zero, zero, zero, one, zero, zero, zero, one);
    identity + skew(&a) + square
}

/// L+(w), the discrete angular momentum at the start of the step, body frame.
/// L-(w), the one at its end, is `discrete_momentum(w, j, -h)` (SL eq. 8, variational form).
#[inline(always)]
pub fn discrete_momentum<R: Real>(w: &Vector<R>, j: &Matrix<R>, h: f64) -> Vector<R> {
    let a = w * R::of(0.5 * h);
    let ja = mul(j, &a);
    (ja + a.cross(&ja)) * (R::of(2.0 / h) / (R::ONE + a.dot(&a)))
}

/// dL+/dw (3x3).
#[inline(always)]
pub fn discrete_momentum_jacobian<R: Real>(w: &Vector<R>, j: &Matrix<R>, h: f64) -> Matrix<R> {
    let a = w * R::of(0.5 * h);
    let ja = mul(j, &a);
    let inverse = R::ONE / (R::ONE + a.dot(&a));
    let bent = (ja + a.cross(&ja)) * (inverse * 2.0);
    let column = |k: usize| {
        let own = Vector::new(j[(0, k)], j[(1, k)], j[(2, k)]);
        own + a.cross(&own) - bent * a[k]
    };
    let mut out = Matrix::from_columns(&[column(0), column(1), column(2)]);
    out -= skew(&ja);
    out * inverse
}
