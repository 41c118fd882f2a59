//! Do two convex parts overlap on the way from one pair of poses to another?
//!
//! Every body goes on a straight line and turns about one axis. Where one direction keeps the parts apart at two
//! poses, they are apart between them: along it the separation of what does not turn changes at a constant rate
//! (of what turns by a rad, up to an eighth of its radius). Where none is known that does, the pose half way is examined, and both halves.

use crate::math::{Rot, Vec3};
use crate::shape::{Placed, deepest_normal, gap_certificate, separating_direction};

/// The poses between two that are examined: 2^LEVELS - 1 at most.
const LEVELS: u32 = 6;

/// Position and rotation of a body.
type Pose = (Vec3, Rot);

/// The way of two parts through a step.
pub struct Path<'a> {
    /// The parts in the frames of their bodies.
    pub parts: [&'a Placed; 2],
    /// Poses of both bodies at the start and at the end.
    pub ends: [[Pose; 2]; 2],
    /// Overlaps up to this (m) are none.
    pub depth: f64,
}

/// Poses on the way, and a direction that keeps the parts apart there.
struct Place {
    poses: [Pose; 2],
    /// A direction from the first to the second along which they are apart.
    apart_along: Vec3,
}

impl Path<'_> {
    /// Returns whether parts that are apart at the start overlap on the way to the end, where they are apart along `normal`
    /// (world, from the first to the second).
    pub fn is_blocked(&self, normal: &Vec3) -> bool {
        let [from, to] = self.ends;
        let to = Place {
            poses: to,
            apart_along: *normal,
        };
        if self.separation(&from, normal) > -self.depth {
            return false;
        }
        let from = self.place(from);
        from.is_some_and(|from| self.is_blocked_between(&from, &to, LEVELS))
    }

    fn is_blocked_between(&self, from: &Place, to: &Place, levels: u32) -> bool {
        let apart = |place: &Place, n: &Vec3| self.separation(&place.poses, n) > -self.depth;
        let mut known = [from.apart_along, to.apart_along].into_iter();
        if known.any(|n| apart(from, &n) && apart(to, &n)) || levels == 0 {
            return false;
        }
        let half = [0, 1].map(|k| {
            let (a, b) = (from.poses[k], to.poses[k]);
            ((a.0 + b.0) * 0.5, a.1.nlerp(&b.1, 0.5))
        });
        let Some(half) = self.place(half) else {
            return true;
        };
        self.is_blocked_between(from, &half, levels - 1)
            || self.is_blocked_between(&half, to, levels - 1)
    }

    /// Returns the parts at some poses; nothing where they overlap.
    fn place(&self, poses: [Pose; 2]) -> Option<Place> {
        let ([a, b], [first, second]) = (self.parts, poses);
        let apart_along = match separating_direction(a, &first, b, &second, self.depth) {
            Some(normal) => normal,
            // Few looks do not always find a direction; the search for the deepest one does.
            None => {
                let guess = second.0 - first.0;
                let (depth, normal) = deepest_normal(a, &first, b, &second, &guess);
                (depth <= self.depth).then_some(normal)?
            }
        };
        Some(Place { poses, apart_along })
    }

    fn separation(&self, [first, second]: &[Pose; 2], n: &Vec3) -> f64 {
        let [a, b] = self.parts;
        gap_certificate(a, first, b, second, n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Cuboid, Shape};

    #[test]
    fn a_cube_that_jumps_over_another_is_blocked_and_one_that_passes_is_not() {
        let shape = Cuboid::new(Vec3::repeat(0.1)).expect("valid");
        let cube = Placed::at_origin(Shape::Cuboid(shape));
        let at = |x: f64, y: f64| (Vec3::new(x, y, 0.0), Rot::identity());
        let fixed = at(0.0, 0.0);
        let blocked = |from: Pose, to: Pose, normal: Vec3| {
            let path = Path {
                parts: [&cube, &cube],
                ends: [[fixed, from], [fixed, to]],
                depth: 1e-3,
            };
            path.is_blocked(&normal)
        };
        assert!(blocked(at(-0.5, 0.0), at(0.5, 0.0), Vec3::x()));
        assert!(blocked(at(-0.5, 0.15), at(0.5, 0.15), Vec3::x()));
        assert!(blocked(at(-0.3, 0.0), at(0.0, 0.21), Vec3::y()));
        assert!(!blocked(at(-0.5, 0.21), at(0.5, 0.21), Vec3::x()));
        assert!(!blocked(at(-0.5, 0.0), at(-0.201, 0.0), -Vec3::x()));
        // around the corner without touching it
        assert!(!blocked(at(-0.5, 0.0), at(0.0, 0.9), Vec3::y()));
    }
}
