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
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

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

    /// Half of the ways lead along a face at a distance of less than the depth, where few looks find no direction; the answers
    /// are those of 150 poses on the way, each examined for itself.
    #[test]
    fn ways_that_graze_agree_with_many_poses() {
        let mut rng = StdRng::seed_from_u64(1);
        let shape = |h: f64| Shape::Cuboid(Cuboid::new(Vec3::new(h, 0.1, 0.08)).expect("valid"));
        let parts = [0.1, 0.07].map(|h| Placed::at_origin(shape(h)));
        let depth = 1e-3;
        let [mut blocked, mut free] = [0, 0];
        for case in 0..200 {
            let mut any = |size: f64| Vec3::from_fn(|_, _| rng.random_range(-size..size));
            let turn = Rot::from_scaled_axis(any(0.6));
            let spin = Rot::from_scaled_axis(any(0.2));
            let mut along = any(0.3);
            along.z = if case % 2 == 0 { 0.0 } else { along.z };
            let fixed = (Vec3::zeros(), Rot::identity());
            // The lowest point of what moves is just within the upper face of what is fixed at the start.
            let low = parts[1]
                .shape
                .support_value(&turn.inverse_transform_vector(&-Vec3::z()));
            let from = (Vec3::new(0.02, 0.01, 0.08 + low - 0.5 * depth), turn);
            let to = (from.0 + along, turn * spin);
            let path = Path {
                parts: [&parts[0], &parts[1]],
                ends: [[fixed, from], [fixed, to]],
                depth,
            };
            let depth_at = |t: f64| {
                let pose = (from.0.lerp(&to.0, t), from.1.nlerp(&to.1, t));
                deepest_normal(&parts[0], &fixed, &parts[1], &pose, &(pose.0 - fixed.0))
            };
            let (end, normal) = depth_at(1.0);
            if end > 0.0 {
                continue; // A way ends where the parts are apart.
            }
            let deepest = (0..=150).map(|k| depth_at(f64::from(k) / 150.0).0);
            let deepest = deepest.fold(f64::NEG_INFINITY, f64::max);
            // A direction that keeps parts apart at both ends of a turn of 0.35 rad lets them overlap by this on the way, m.
            let by_turning = 0.35_f64.powi(2) / 8.0 * 0.15;
            if deepest > depth + by_turning {
                blocked += 1;
                assert!(path.is_blocked(&normal), "case {case}: {deepest}");
            } else if deepest < 0.9 * depth {
                free += 1;
                assert!(!path.is_blocked(&normal), "case {case}: {deepest}");
            }
        }
        assert!(blocked > 10 && free > 30, "{blocked} {free}");
    }
}
