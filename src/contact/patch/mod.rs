//! How large a contact is: the radius of the patch in which the parts of a pair touch.
//!
//! The collision problem is solved further at the predicted pose, to a complementarity at which its point, its normal
//! and its slacks are those of the shapes. There the patch is what both parts have in common in the tangent plane, a hair
//! inside their surfaces; rays find its boundary, its second moments give the radius at which friction acts:
//!
//! ```text
//! r = 0.93 sqrt(trace S) / max(alpha, 0.5),    S = second moments of the patch about its middle, per area
//! ```
//!
//! Under uniform pressure a disc holds a torque of 0.943, a square of 0.937, a line of 0.866 times mu gamma sqrt(trace S).
//! The radius is a function of the state alone, like p^ and H.

mod deep;
mod hessian;
mod moments;
mod posed;
mod rates;
mod rays;
mod rows;

use super::Collision;
use super::point::SavedCollision;
use super::setup::{PREDICTION, collision_start};
use super::start::CollisionProblem;
use crate::math::{
    Mask, Number, Pose, Real, Vec3, Vector, least_aligned, mul, norm, tr_mul, vectorized_lanes,
    zero,
};
use crate::shape::Rows;
use moments::{Symmetric, inverse, root};
pub use rates::PatchRates;
use rays::{FIRST, SECOND, Slice};
use rows::SideRows;

/// The complementarity of the problem whose slacks measure the patch.
const DEEP: f64 = 1e-5;
/// The tilt, rad, that a face may have against another one and counts as a face.
const TILT: f64 = 5e-3;
/// By how much the slacks of auxiliaries count as larger, over the smaller bounding radius.
const ROOM: f64 = 0.05;
/// How often the depth follows the size of the patch at that depth, from that of a patch as large as the length of the
/// deep problem.
const DEPTHS: usize = 3;
/// The radius at which friction acts, over the root of the trace of the second moments.
const KAPPA: f64 = 0.93;
/// The patch of shapes that are scaled by less than this is not scaled back to their size.
const DEEPEST: f64 = 0.5;
/// Pairs at this distance and beyond, units of length, have no patch.
const REACH: f64 = 0.3;

/// The patch of a pair at its predicted pose.
#[derive(Debug, Clone)]
pub struct Patch<R: Real = f64> {
    collision: Collision<R>,
    sides: [SideRows<R>; 2],
    /// The tangents, and the second moments over them, in units of length.
    tangents: [Vector<R>; 2],
    second: Symmetric<R>,
}

impl<R: Real> Default for Patch<R> {
    fn default() -> Self {
        Self {
            collision: Collision::default(),
            sides: <[SideRows<R>; 2]>::default(),
            tangents: [zero(); 2],
            second: [R::ZERO; 3],
        }
    }
}

/// The patch of a pair is measured here.
#[derive(Debug, Clone, Copy)]
pub struct At<'a, R: Real = f64> {
    /// The rows of the two parts.
    pub rows: [&'a Rows; 2],
    /// The predicted poses of the two bodies.
    pub poses: [&'a Pose<R>; 2],
    /// The solution of the prediction.
    pub prediction: &'a SavedCollision<R>,
    /// The length of the prediction: its distance over alpha - 1.
    pub length: R,
    /// The sum of the inscribed radii.
    pub inscribed: f64,
    /// The bounding radii of the two parts, infinite for a half-space.
    pub radii: [f64; 2],
}

impl<R: Real> At<'_, R> {
    /// Returns the sum of the bounding radii; of a half-space's pair the other one.
    fn reach(&self) -> f64 {
        self.radii.iter().filter(|radius| radius.is_finite()).sum()
    }

    /// Returns the least distance that the parts can have, units of length.
    fn least_gap(&self) -> R {
        let alpha = self.prediction.point().alpha;
        self.length * (alpha - R::ONE - R::of(self.doubt(PREDICTION)))
    }

    /// Returns the duality gap of the problem at a start of `c0`: alpha is that much too large at most.
    fn doubt(&self, c0: f64) -> f64 {
        let [a, b] = self.rows.map(share);
        collision_start(c0, self.inscribed) * (a + b)
    }

    /// Returns which part is the smaller one.
    fn smaller(&self) -> usize {
        usize::from(self.radii[1] < self.radii[0])
    }
}

impl<R: Real> Patch<R> {
    /// Returns the radius of the patch, units of length.
    pub fn radius(&mut self, at: At<'_, R>, precise: bool) -> R {
        if R::of(REACH).at_most(at.least_gap()).all() {
            return R::ZERO;
        }
        let (rows, poses) = (at.rows, at.poses);
        self.collision.reset(rows);
        let all = R::Mask::of(true);
        self.collision.restore_worlds(all, at.prediction);
        let mut problem = CollisionProblem::resume(&mut self.collision, rows, poses);
        problem.solve_all_fast(collision_start(DEEP, at.inscribed), precise);
        vectorized_lanes::<R, _>(
            #[inline(always)]
            || self.measure(at),
        )
    }

    /// Returns the radius where the deep problem stands.
    #[inline(always)]
    fn measure(&mut self, at: At<'_, R>) -> R {
        let [t1, t2, n] = axes(&self.collision, &at.poses[at.smaller()].r);
        let largest = R::of(at.radii[at.smaller()]);
        for s in 0..2 {
            let local = [t1, t2, n].map(|axis| tr_mul(&at.poses[s].r, &axis).into());
            let slacks = self.collision.sides[s].cone.s();
            self.sides[s].set(at.rows[s], &at.rows[s].g, slacks, &local);
            self.sides[s].follow(largest * ROOM);
        }
        let soft = at.prediction.point().p - self.collision.p;
        let soft = [t1.dot(&soft), t2.dot(&soft)];
        // Beyond both radii it is the length of a problem in which nothing touches: the one lies in the other.
        let least = R::of(1.0 / (2.0 * at.reach()));
        let length = R::ONE / norm(&self.collision.push[1]).up(least);
        self.second = second_moments(&self.sides, soft, length, self.collision.alpha);
        self.tangents = [t1, t2];
        let gap = length * (self.collision.alpha - R::ONE - R::of(at.doubt(DEEP)));
        radius(&self.second) * fade(gap)
    }

    /// Returns two half axes, world, of the ellipse with the second moments of the patch of a world that
    /// [`Self::radius`] has measured last: conjugate ones, its points are those at cos a times the one plus sin a times the other.
    pub fn half_axes(&self, lane: usize) -> [Vec3; 2] {
        let one = |v: &Vector<R>| v.map(|x| x.lane(lane));
        let [t1, t2] = self.tangents.each_ref().map(one);
        let [a, b, c] = root(self.second.map(|x| x.lane(lane)));
        [(t1 * a + t2 * b) * 2.0, (t1 * b + t2 * c) * 2.0]
    }
}

/// Returns the contact frame: both tangents, seeded by the axes of the smaller part's body of that `rotation`, and the direction
/// in which the first body is pushed away.
#[inline(always)]
fn axes<R: Real>(collision: &Collision<R>, rotation: &crate::math::Matrix<R>) -> [Vector<R>; 3] {
    let push = &collision.push[1];
    let n = -(push * (R::ONE / norm(push)));
    let seed = mul(rotation, &least_aligned(&tr_mul(rotation, &n)));
    let (t1, t2) = crate::math::tangents_from(&n, &seed);
    [t1, t2, n]
}

/// Returns what the rows of a part add to the duality gap of a problem, over its complementarity.
fn share(rows: &Rows) -> f64 {
    rows.relaxation * rows.degree() as f64
}

/// Returns the radius of a patch with these second moments.
#[inline(always)]
fn radius<N: Number>([xx, _, yy]: &Symmetric<N>) -> N {
    (*xx + *yy).root() * KAPPA
}

/// Returns the second moments of the patch of two sides; `soft` is the contact point of the prediction along the
/// tangents, and `length` that of the deep problem.
#[inline(always)]
fn second_moments<N: Number>(
    sides: &[SideRows<N>; 2],
    soft: [N; 2],
    length: N,
    alpha: N,
) -> Symmetric<N> {
    let [a, b] = sides;
    let mut slice = Slice {
        sides: [a, b],
        depth: length * TILT,
    };
    for _ in 0..DEPTHS {
        slice.depth = slice.size(slice.towards(soft)) * TILT;
    }
    let middle = slice.towards(soft);
    let frame = inverse(root(slice.hessian(middle)));
    let rough = slice.sample(middle, frame, &FIRST);
    let frame = root(rough.second.map(|x| x * 3.0));
    let fine = slice.sample(rough.middle, frame, &SECOND);
    // A part that is deep within the other one is scaled to nothing, and what its patch leaves is relaxation.
    let alpha = alpha.or_larger(N::constant(DEEPEST));
    let scale = N::constant(1.0) / (alpha * alpha);
    fine.second.map(|x| x * scale)
}

/// Returns the share of the patch that counts at a distance, from 1 where the parts touch to 0 at the reach. The distance is the least
/// that the deep problem leaves open: its own one grows with the length of the parts along the normal.
#[inline(always)]
fn fade<N: Number>(gap: N) -> N {
    let (zero, one) = (N::constant(0.0), N::constant(1.0));
    let part = (gap * (1.0 / REACH)).or_larger(zero);
    let left = (one - part * part).or_larger(zero);
    left * left
}
