//! Rays in the tangent plane, and where they leave a contact patch.
//!
//! The patch is what both parts have in common in the tangent plane a hair inside their surfaces. Its boundary is
//! sampled along rays from its middle, in a frame in which it is about round: a line is as good as a disc.

use super::moments::{Moments, Symmetric, determinant, moments};
use super::rows::{PatchRow, SideRows};
use crate::math::Number;

/// cos and sin of 22.5, of 11.25 and of 33.75 degrees.
const C22: f64 = 0.923_879_532_511_286_7;
const S22: f64 = 0.382_683_432_365_089_8;
const C11: f64 = 0.980_785_280_403_230_4;
const S11: f64 = 0.195_090_322_016_128_25;
const C33: f64 = 0.831_469_612_302_545_2;
const S33: f64 = 0.555_570_233_019_602_2;

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
pub(super) const SECOND: [[f64; 2]; 16] = [
    [C11, S11],
    [C33, S33],
    [S33, C33],
    [S11, C11],
    [-S11, C11],
    [-S33, C33],
    [-C33, S33],
    [-C11, S11],
    [-C11, -S11],
    [-C33, -S33],
    [-S33, -C33],
    [-S11, -C11],
    [S11, -C11],
    [S33, -C33],
    [C33, -S33],
    [C11, -S11],
];

/// A slack that a shift of the middle leaves of its own, at least.
const LEAST_SLACK: f64 = 0.01;
/// The share of s0^2 that s0^2 - |s|^2 has at least, within its cone.
const ROUNDING: f64 = 1e-14;
/// The inverse of the longest ray, in units of the frame.
const FARTHEST: f64 = 1e-6;
/// Added to a discriminant, so that a cone that a ray does not change has derivatives.
const TINY: f64 = 1e-300;

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
                    let shift = shift.within(first, rest);
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
        ((a + c) * 0.5 / determinant([a, b, c])).root()
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
                    let shift = shift.within(first, rest);
                    let square = shift.square(first, rest);
                    let inverse = N::constant(1.0) / square;
                    for (nearest, ray) in nearest.iter_mut().zip(rays) {
                        let change = first.along[0] * ray[0] + first.along[1] * ray[1];
                        let (mut own, mut product) = (change * change, shift.moved(first) * change);
                        for row in rest {
                            let change = row.along[0] * ray[0] + row.along[1] * ray[1];
                            own = own - change * change;
                            product = product - shift.moved(row) * change;
                        }
                        *nearest = nearest.or_larger(exit(square, product, own) * inverse);
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

/// Returns `square` over the length x at which a ray leaves a cone: square + 2 product x + own x^2 = 0.
#[inline(always)]
fn exit<N: Number>(square: N, product: N, own: N) -> N {
    let discriminant = product * product - own * square;
    let root = discriminant.or_larger(N::constant(0.0)) + N::constant(TINY);
    root.root() - product
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

    /// Returns as much of the motion as leaves the slacks of a cone within it: from the tip of a cone that leans, a depth
    /// along the normal leads out of it.
    #[inline(always)]
    fn within(&self, first: &PatchRow<N>, rest: &[PatchRow<N>]) -> Self {
        let square = Self([N::constant(0.0); 3]).square(first, rest);
        let change = self.moved(first) - first.slack;
        let (mut own, mut product) = (change * change, first.slack * change);
        for row in rest {
            let change = self.moved(row) - row.slack;
            own = own - change * change;
            product = product - row.slack * change;
        }
        let inverse = exit(square, product, own) / square;
        let most = N::constant(1.0 - LEAST_SLACK);
        let share = most / inverse.or_larger(most);
        Self(self.0.map(|x| x * share))
    }

    /// Returns s0^2 - |s|^2 of a cone after a motion within it.
    #[inline(always)]
    fn square(&self, first: &PatchRow<N>, rest: &[PatchRow<N>]) -> N {
        let head = self.moved(first);
        let mut square = head * head;
        for row in rest {
            let slack = self.moved(row);
            square = square - slack * slack;
        }
        square.or_larger(head * head * ROUNDING)
    }
}

#[inline(always)]
fn add_square<N: Number>(sum: &mut Symmetric<N>, x: N, y: N, sign: f64) {
    sum[0] += x * x * sign;
    sum[1] += x * y * sign;
    sum[2] += y * y * sign;
}
