//! The rotation of one step (docs/formulation.md, section 3): with a = h w / 2,
//! dq(w) = [1; a] / sqrt(1 + |a|^2) and L+(w) = (2/h) (J a + a x J a) / (1 + |a|^2).

use super::{Mat3, Rot, Vec3, skew};

/// dq(w): the rotation over a step `h` at interval angular velocity `w` (body frame, rad per time).
pub fn cayley(w: &Vec3, h: f64) -> Rot {
    let a = w * (0.5 * h);
    Rot::from_quaternion(nalgebra::Quaternion::from_parts(1.0, a))
}

/// The matrix T with dw = T dphi, where h dphi is the small rotation of the pose at the end of
/// the step, in its own body frame: T = I + `[a]x` + a a^T.
pub fn cayley_rate(w: &Vec3, h: f64) -> Mat3 {
    let a = w * (0.5 * h);
    Mat3::identity() + skew(&a) + a * a.transpose()
}

/// L+(w), the discrete angular momentum at the start of the step, body frame.
/// L-(w), the one at its end, is `discrete_momentum(w, j, -h)` (SL eq. 8, variational form).
pub fn discrete_momentum(w: &Vec3, j: &Mat3, h: f64) -> Vec3 {
    let a = w * (0.5 * h);
    let ja = j * a;
    (ja + a.cross(&ja)) * (2.0 / h / (1.0 + a.norm_squared()))
}

/// dL+/dw (3x3).
pub fn discrete_momentum_jacobian(w: &Vec3, j: &Mat3, h: f64) -> Mat3 {
    let a = w * (0.5 * h);
    let ja = j * a;
    let inverse = 1.0 / (1.0 + a.norm_squared());
    let bent = (ja + a.cross(&ja)) * (2.0 * inverse);
    let column = |k: usize| {
        let own = Vec3::from(j.column(k));
        own + a.cross(&own) - bent * a[k]
    };
    let mut out = Mat3::from_columns(&[column(0), column(1), column(2)]);
    out -= skew(&ja);
    out * inverse
}
