//! The moments of a contact patch, from where rays in the tangent plane leave it.
//!
//! The patch is what both parts have in common in the tangent plane a hair inside their surfaces. Its boundary is
//! sampled along rays from its middle, in a frame in which it is about round: a line is as good as a disc.

use super::rows::{PatchRow, SideRows};
use crate::math::Number;

/// A symmetric matrix over the two tangents: its entries 11, 12, 22.
pub(super) type Symmetric<N> = [N; 3];

/// cos and sin of 22.5 degrees, cos of 30 degrees.
const C22: f64 = 0.923_879_532_511_286_7;
const S22: f64 = 0.382_683_432_365_089_8;
const C30: f64 = 0.866_025_403_784_438_6;

/// Directions of the rays of the first round: they find the middle and the frame. No ray of either round is a diagonal:
/// in its frame a rectangle is a square, and in a corner the nearest row would change.
pub(super) const FIRST: [[f64; 2]; 8] = [
    [C22, S22],
    [S22, C22],
    [-S22, C22],
    [-C22, S22],
    [-C22, -S22],
    [-S22, -C22],
    [S22, -C22],
    [C22, -S22],
];

/// Directions of the rays of the second round.
pub(super) const SECOND: [[f64; 2]; 12] = [
    [1.0, 0.0],
    [C30, 0.5],
    [0.5, C30],
    [0.0, 1.0],
    [-0.5, C30],
    [-C30, 0.5],
    [-1.0, 0.0],
    [-C30, -0.5],
    [-0.5, -C30],
    [0.0, -1.0],
    [0.5, -C30],
    [C30, -0.5],
];

/// A slack that a shift of the middle leaves of its own, at least.
const LEAST_SLACK: f64 = 0.01;
/// The inverse of the longest ray, in units of the frame.
const FARTHEST: f64 = 1e-6;
/// Added to a discriminant, so that a cone that a ray does not change has derivatives.
const TINY: f64 = 1e-300;

/// The middle of a patch and its second moments over its area about the middle, in the tangent plane.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moments<N> {
    pub(super) middle: [N; 2],
    pub(super) second: Symmetric<N>,
}

/// Returns the positive root of a symmetric positive matrix.
#[inline(always)]
pub(super) fn root<N: Number>([a, b, c]: Symmetric<N>) -> Symmetric<N> {
    let trace = a + c;
    let det = (a * c - b * b).or_larger(trace * trace * 1e-24).root();
    let scale = N::constant(1.0) / (trace + det * 2.0).root();
    [(a + det) * scale, b * scale, (c + det) * scale]
}

/// Returns the inverse of a symmetric matrix.
#[inline(always)]
pub(super) fn inverse<N: Number>([a, b, c]: Symmetric<N>) -> Symmetric<N> {
    let scale = N::constant(1.0) / (a * c - b * b);
    [c * scale, -b * scale, a * scale]
}

/// The patch of two sides at a depth, which both reach beyond their surfaces.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slice<'a, N> {
    pub(super) sides: [&'a SideRows<N>; 2],
    pub(super) depth: N,
}

impl<N: Number> Slice<'_, N> {
    /// Calls `visit` for both sides with the shift of a point of the patch.
    #[inline(always)]
    fn each_side(&self, [x, y]: [N; 2], mut visit: impl FnMut(&SideRows<N>, Shift<N>)) {
        let [first, second] = self.sides;
        visit(first, Shift([x, y, self.depth]));
        visit(second, Shift([x, y, -self.depth]));
    }

    /// Returns the Hessian of -log det of the slacks at a point of the patch, along the tangents: its inverse root is a
    /// frame in which the patch is about round.
    #[inline(always)]
    pub(super) fn hessian(&self, at: [N; 2]) -> Symmetric<N> {
        let mut sum = [N::constant(0.0); 3];
        self.each_side(
            at,
            #[inline(always)]
            |side, shift| {
                for row in side.orthant() {
                    let inverse = N::constant(1.0) / shift.slack(row);
                    add_square(
                        &mut sum,
                        row.along[0] * inverse,
                        row.along[1] * inverse,
                        1.0,
                    );
                }
                for cone in side.cones() {
                    let [first, rest @ ..] = cone else { continue };
                    let inverse = N::constant(1.0) / shift.square(first, rest);
                    let scale = inverse.root();
                    let head = shift.moved(first) * inverse;
                    let mut lean = [first.along[0] * head, first.along[1] * head];
                    let [x, y, _] = first.along;
                    add_square(&mut sum, x * scale, y * scale, -1.0);
                    for row in rest {
                        let own = shift.moved(row) * inverse;
                        let [x, y, _] = row.along;
                        lean = [lean[0] - x * own, lean[1] - y * own];
                        add_square(&mut sum, x * scale, y * scale, 1.0);
                    }
                    add_square(&mut sum, lean[0], lean[1], 2.0);
                }
            },
        );
        sum
    }

    /// Returns the size of that frame: the root of the mean square of its principal sizes.
    #[inline(always)]
    pub(super) fn size(&self, at: [N; 2]) -> N {
        let [a, b, c] = self.hessian(at);
        ((a + c) * 0.5 / (a * c - b * b)).root()
    }

    /// Returns the inverses of the lengths, in lengths of the `rays`, at which these leave the patch from a point of it.
    #[inline(always)]
    fn exits<const K: usize>(&self, at: [N; 2], rays: &[[N; 2]; K]) -> [N; K] {
        let mut nearest = [N::constant(FARTHEST); K];
        self.each_side(
            at,
            #[inline(always)]
            |side, shift| {
                for row in side.orthant() {
                    let weight = -(N::constant(1.0) / shift.slack(row));
                    let [x, y] = [row.along[0] * weight, row.along[1] * weight];
                    for (nearest, ray) in nearest.iter_mut().zip(rays) {
                        *nearest = nearest.or_larger(x * ray[0] + y * ray[1]);
                    }
                }
                for cone in side.cones() {
                    let [first, rest @ ..] = cone else { continue };
                    let square = shift.square(first, rest);
                    let inverse = N::constant(1.0) / square;
                    for (nearest, ray) in nearest.iter_mut().zip(rays) {
                        // The inverse x of the length: square x^2 + 2 product x + own = 0.
                        let change = first.along[0] * ray[0] + first.along[1] * ray[1];
                        let (mut own, mut product) = (change * change, shift.moved(first) * change);
                        for row in rest {
                            let change = row.along[0] * ray[0] + row.along[1] * ray[1];
                            own = own - change * change;
                            product = product - shift.moved(row) * change;
                        }
                        let discriminant = product * product - own * square;
                        let root = discriminant.or_larger(N::constant(0.0)) + N::constant(TINY);
                        *nearest = nearest.or_larger((root.root() - product) * inverse);
                    }
                }
            },
        );
        nearest
    }

    /// Returns a point from the origin towards `to`: there if the patch reaches far beyond, at most half way to where it ends.
    #[inline(always)]
    pub(super) fn towards(&self, to: [N; 2]) -> [N; 2] {
        let zero = N::constant(0.0);
        let [exit] = self.exits([zero; 2], &[to]);
        let share = N::constant(1.0) / (exit * exit * 4.0 + N::constant(1.0)).root();
        to.map(|x| x * share)
    }

    /// Samples the patch along `K` rays from `middle` in a `frame`.
    #[inline(always)]
    pub(super) fn sample<const K: usize>(
        &self,
        middle: [N; 2],
        frame: Symmetric<N>,
        directions: &[[f64; 2]; K],
    ) -> Moments<N> {
        let [a, b, c] = frame;
        let rays = directions.map(
            #[inline(always)]
            |[x, y]| [a * x + b * y, b * x + c * y],
        );
        let nearest = self.exits(middle, &rays);
        moments(middle, frame, &nearest, directions)
    }
}

/// A motion along both tangents and the normal.
#[derive(Clone, Copy)]
struct Shift<N>([N; 3]);

impl<N: Number> Shift<N> {
    /// Returns the slack of a row after the motion.
    #[inline(always)]
    fn moved(&self, row: &PatchRow<N>) -> N {
        let [x, y, z] = self.0;
        row.slack + row.along[0] * x + row.along[1] * y + row.along[2] * z
    }

    /// Returns the slack of an orthant row after the motion, positive.
    #[inline(always)]
    fn slack(&self, row: &PatchRow<N>) -> N {
        self.moved(row).or_larger(row.slack * LEAST_SLACK)
    }

    /// Returns s0^2 - |s|^2 of a cone after the motion, positive.
    #[inline(always)]
    fn square(&self, first: &PatchRow<N>, rest: &[PatchRow<N>]) -> N {
        let head = self.moved(first);
        let (mut square, mut own) = (head * head, first.slack * first.slack);
        for row in rest {
            let slack = self.moved(row);
            square = square - slack * slack;
            own = own - row.slack * row.slack;
        }
        square.or_larger(own * LEAST_SLACK)
    }
}

#[inline(always)]
fn add_square<N: Number>(sum: &mut Symmetric<N>, x: N, y: N, sign: f64) {
    sum[0] += x * x * sign;
    sum[1] += x * y * sign;
    sum[2] += y * y * sign;
}

/// Returns the moments from the inverses of the lengths of the rays, in units of the frame.
#[inline(always)]
fn moments<N: Number, const K: usize>(
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
