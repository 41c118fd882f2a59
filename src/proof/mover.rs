//! A part and how its body moves during a leg.

use super::motion::{ANGLE_PAD, Motion};
use super::outline::Hull;
use super::pieces::Knot;
use crate::math::{Rot, Vec3};
use crate::shape::Placed;

/// The factor of a second derivative in the bound of a clearance between two knots is an eighth, and a little for rounding.
const EIGHTH: f64 = 0.125 * (1.0 + 1e-9);

/// A part and how its body moves during a leg.
#[derive(Clone, Copy)]
pub(crate) struct Mover<'a> {
    pub placed: &'a Placed,
    pub hull: &'a Hull,
    pub motion: &'a Motion,
}

impl Mover<'_> {
    /// Returns the radius of a sphere about the pivot that holds the part.
    pub fn reach(&self) -> f64 {
        self.hull.reach + self.motion.pivot.norm()
    }

    /// Returns the value of the support function from the pivot on along `n` (world) at an attitude.
    pub fn support(&self, attitude: &Rot, n: &Vec3) -> f64 {
        let d = attitude.inverse_transform_vector(n);
        self.hull.support(&d) - d.dot(&self.motion.pivot)
    }

    /// Returns the point of the part (centre-of-mass frame) whose bead reaches farthest along `n` (world) at a time.
    pub fn farthest(&self, time: f64, n: &Vec3) -> Vec3 {
        let d = self.motion.at(time).1.inverse_transform_vector(n);
        self.hull.farthest(&d)
    }

    /// Returns the clearance that the part keeps from a plane between two knots, m. It is on the side to which `side` (1 or -1) times the
    /// normals point; `origins` are the places of its pivot at the knots, from the origin of the planes.
    pub fn kept(&self, knots: [&Knot; 2], side: f64, origins: [Vec3; 2]) -> f64 {
        let part = knots[1].time - knots[0].time;
        let change = (knots[1].normal - knots[0].normal).norm();
        let shift = (origins[1] - origins[0]).norm();
        let (turn, axis) = (self.motion.turn_bound(part), self.motion.axis());
        let pivot = self.motion.pivot;
        let ends = [0, 1].map(|k| {
            let knot = knots[k];
            let attitude = self.motion.at(knot.time).1;
            let d = attitude.inverse_transform_vector(&(knot.normal * -side));
            let height = side * (knot.normal.dot(&origins[k]) + knot.offset);
            (height + d.dot(&pivot), d)
        });
        let rounding = ANGLE_PAD * self.reach();
        let kept = self.hull.beads.iter().map(|bead| {
            let [room, other] = ends.map(|(height, d)| height - bead.support(&d));
            let lever = axis.cross(&(bead.at - pivot)).norm() + bead.spread();
            let rate = turn * lever + rounding;
            let bend = 2.0 * change * (shift + rate) + turn * rate;
            room.min(other) - EIGHTH * bend
        });
        kept.fold(f64::INFINITY, f64::min)
    }
}
