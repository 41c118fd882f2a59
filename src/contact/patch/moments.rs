//! Moments of a patch, and the symmetric matrices over its two tangents.

use crate::math::Number;

/// A symmetric matrix over the two tangents: its entries 11, 12, 22.
pub(super) type Symmetric<N> = [N; 3];

/// The middle of a patch and its second moments over its area about the middle, in the tangent plane.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moments<N> {
    pub(super) middle: [N; 2],
    pub(super) second: Symmetric<N>,
}

/// Returns the determinant of a symmetric positive matrix, positive where rounding takes it.
#[inline(always)]
pub(super) fn determinant<N: Number>([a, b, c]: Symmetric<N>) -> N {
    let trace = a + c;
    (a * c - b * b).or_larger(trace * trace * 1e-24)
}

/// Returns the positive root of a symmetric positive matrix.
#[inline(always)]
pub(super) fn root<N: Number>([a, b, c]: Symmetric<N>) -> Symmetric<N> {
    let det = determinant([a, b, c]).root();
    let scale = N::constant(1.0) / (a + c + det * 2.0).root();
    [(a + det) * scale, b * scale, (c + det) * scale]
}

/// Returns the inverse of a symmetric matrix.
#[inline(always)]
pub(super) fn inverse<N: Number>([a, b, c]: Symmetric<N>) -> Symmetric<N> {
    let scale = N::constant(1.0) / determinant([a, b, c]);
    [c * scale, -b * scale, a * scale]
}

/// Returns the moments from the inverses of the lengths of the rays, in units of the frame.
#[inline(always)]
pub(super) fn moments<N: Number, const K: usize>(
    middle: [N; 2],
    [a, b, c]: Symmetric<N>,
    nearest: &[N; K],
    directions: &[[f64; 2]; K],
) -> Moments<N> {
    let zero = N::constant(0.0);
    let (mut area, mut first, mut second) = (zero, [zero; 2], [zero; 3]);
    for (nearest, [x, y]) in nearest.iter().zip(directions) {
        let length = N::constant(1.0) / *nearest;
        let square = length * length;
        area += square;
        let cube = square * length;
        first = [first[0] + cube * *x, first[1] + cube * *y];
        let fourth = square * square;
        second[0] += fourth * (x * x);
        second[1] += fourth * (x * y);
        second[2] += fourth * (y * y);
    }
    let share = N::constant(1.0) / area;
    let [x, y] = first.map(|sum| sum * share * (2.0 / 3.0));
    let [xx, xy, yy] = second.map(|sum| sum * share * 0.5);
    let [xx, xy, yy] = [xx - x * x, xy - x * y, yy - y * y];
    // F S F for the symmetric frame F.
    let left = [
        a * xx + b * xy,
        a * xy + b * yy,
        b * xx + c * xy,
        b * xy + c * yy,
    ];
    Moments {
        middle: [middle[0] + a * x + b * y, middle[1] + b * x + c * y],
        second: [
            left[0] * a + left[1] * b,
            left[0] * b + left[1] * c,
            left[2] * b + left[3] * c,
        ],
    }
}
