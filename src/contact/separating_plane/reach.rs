//! How far bodies may go along a direction before the plane between them is reached.

use super::SeparatingPlane;
use crate::contact::terms::BodyMotion;
use crate::math::{Rot, Vec3};

/// A step that would reach the plane leaves this part of the room, or as many supports where that is less.
const LEFT: f64 = 0.1;
/// The step is shortened so often at most.
const LOOKS: usize = 6;
/// The boundary fraction of the solve, by which the longest step is shortened.
pub const FRACTION: f64 = 0.9;

impl SeparatingPlane {
    /// Returns the inverse of the longest step along a direction with which both hulls stay on their sides of some plane of this normal; 0
    /// where that is a full step, as all are in the model as published. The room between hulls that do not turn is concave in the step, so
    /// that it is as large as on the chord to a step that leaves none; where they turn, and the chord leads too far, the next one is shorter.
    /// A step that leads to no room all the same is halved by the line search.
    pub(super) fn inverse_step_along(&self, motion: BodyMotion<'_>) -> f64 {
        let bounding = self.plane.filter(|_| !self.is_published());
        let Some(plane) = bounding else { return 0.0 };
        let length = plane.n.norm();
        let n = plane.n / length;
        let planes = if self.is_ground() { 1.0 } else { 2.0 };
        let room_after = |step: f64| {
            let both = [0, 1].map(|side| self.beyond(side, &n, motion[side], step));
            (-both[0] - both[1]) * length
        };
        let room = room_after(0.0);
        let least = (LEFT * room).min(planes * self.support);
        let mut step = 1.0;
        for _ in 0..LOOKS {
            let after = room_after(step);
            if after >= 0.5 * least {
                break;
            }
            step *= (room - least) / (room - after);
        }
        if step == 1.0 { 0.0 } else { FRACTION / step }
    }

    /// Returns how far a hull reaches towards the other after a step along a motion, about the middle of the pair.
    fn beyond(&self, side: usize, n: &Vec3, motion: &[f64; 6], step: f64) -> f64 {
        let h = self.bodies[side].h * step;
        let n = if side == 0 { *n } else { -n };
        let [v, phi] = [0, 3].map(|k| Vec3::new(motion[k], motion[k + 1], motion[k + 2]) * h);
        let hull = &self.hulls[side];
        let from = self.from[side];
        let back = Rot::from_scaled_axis(-phi) * n;
        let along = self.arms[side].iter().zip(&hull.excess);
        let aim = self.aim();
        let along = along.map(|(arm, excess)| back.dot(arm) - (excess + step * (aim - excess)));
        let farthest = along.fold(f64::NEG_INFINITY, f64::max);
        n.dot(&(from + v)) + farthest + hull.radius
    }
}
