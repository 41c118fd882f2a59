//! The axes in which a pair is condensed.

use crate::math::{Mask, Mat3, Matrix, Real, Vec3, Vector, least_aligned_axis, norm, tangents};

/// A push shorter than this has no direction.
const SHORTEST: f64 = 1e-12;

type Mat4<R> = [[R; 4]; 4];

/// A right-handed frame whose first column is along `push` and whose second is nearly along
/// `stiff`, if that is given and not along `push`.
#[inline(always)]
pub(super) fn frame_along<R: Real>(push: &Vector<R>, stiff: &Vector<R>) -> Matrix<R> {
    let length = norm(push);
    let n = push / length;
    let t1 = stiff - n * n.dot(stiff);
    let square = t1.dot(&t1);
    let told = (stiff.dot(stiff) * 0.01).below(square);
    if R::of(SHORTEST).below(length).and(told).all() {
        let t1 = t1 / square.sqrt();
        return Matrix::from_columns(&[n, t1, n.cross(&t1)]);
    }
    let mut out = Matrix::zeros();
    for k in 0..R::LANES {
        let [push, stiff] = [push, stiff].map(|v| v.map(|x| x.lane(k)));
        let frame = lonely_frame_along(&push, &stiff);
        for (out, x) in out.iter_mut().zip(&frame) {
            R::set_lane(out, k, *x);
        }
    }
    out
}

/// The same of one world.
fn lonely_frame_along(push: &Vec3, stiff: &Vec3) -> Mat3 {
    let Some(n) = push.try_normalize(SHORTEST) else {
        return Mat3::identity();
    };
    let t1 = stiff - n * n.dot(stiff);
    let square = t1.norm_squared();
    if square > 0.01 * stiff.norm_squared() {
        let t1 = t1 / square.sqrt();
        return Mat3::from_columns(&[n, t1, n.cross(&t1)]);
    }
    let (t1, t2) = tangents(&n, least_aligned_axis(&n));
    Mat3::from_columns(&[n, t1, t2])
}

/// Principal axis of the tangential block of a port with the larger stiffness, contact frame, any
/// length: across an edge that lies on a face. Along the edge the stiffness is of order rho, across
/// it 1/rho, and only in this frame do the two not mix.
#[inline(always)]
pub(super) fn stiffest_tangent<R: Real>(port: &Mat4<R>) -> Vector<R> {
    let half = (port[1][1] - port[2][2]) * 0.5;
    let mixed = port[1][2];
    let radius = (half * half + mixed * mixed).sqrt();
    let first = R::ZERO.at_most(half);
    Vector::new(
        R::ZERO,
        R::choose(first, half + radius, mixed),
        R::choose(first, mixed, radius - half),
    )
}
