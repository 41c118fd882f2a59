//! The axes in which a pair is condensed.

use crate::math::{Mask, Matrix, Real, Vector, least_aligned, norm, tangents_from};

/// A push shorter than this has no direction.
const SHORTEST: f64 = 1e-12;

type Mat4<R> = [[R; 4]; 4];

/// Returns a right-handed frame whose first column is along `push` and whose second is nearly along
/// `stiff`, if that is given and not along `push`.
#[inline(always)]
pub(super) fn frame_along<R: Real>(push: &Vector<R>, stiff: &Vector<R>) -> Matrix<R> {
    let length = norm(push);
    let n = push / length;
    let t1 = stiff - n * n.dot(stiff);
    let square = t1.dot(&t1);
    let known = (stiff.dot(stiff) * 0.01).below(square);
    if R::of(SHORTEST).below(length).and(known).all() {
        let t1 = t1 / square.sqrt();
        return Matrix::from_columns(&[n, t1, n.cross(&t1)]);
    }
    let (seeded, _) = tangents_from(&n, &least_aligned(&n));
    let t1 = t1 / square.sqrt();
    let t1 = Vector::from_fn(|i, _| R::choose(known, t1[i], seeded[i]));
    let frame = Matrix::from_columns(&[n, t1, n.cross(&t1)]);
    let far = R::of(SHORTEST).below(length);
    Matrix::from_fn(|i, j| {
        let own = if i == j { R::ONE } else { R::ZERO };
        R::choose(far, frame[(i, j)], own)
    })
}

/// Returns the principal axis of the tangential block of a port with the larger stiffness, port frame, any
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
