//! Statics of a semicircular arch of equal wedge-shaped stones: does a line of thrust fit into it?
//!
//! From the crown, where by symmetry the thrust H is horizontal, to a joint at angle p from the vertical the stones have the
//! weight V and the moment M = sum of weight times distance from the crown. The thrust passes the joint at a
//! distance r from the centre of the circle, with N = H cos p + V sin p on the joint and Q = V cos p - H sin p along it:
//!
//! ```text
//! r N = G + M,     G = H times the height of the thrust at the crown
//! ```
//!
//! By Heyman's safe theorem the arch stands when some H and G keep every r between the inner and the outer radius, and
//! |Q| <= mu N. Both are linear in H and G.

use std::f64::consts::{FRAC_PI_2, PI};

/// A semicircular arch of mean radius 1 on two level feet; stones are wedges with flat faces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Voussoirs {
    /// Number of stones; odd: the one at the crown is the keystone.
    pub stones: u32,
    /// Thickness, part of the mean radius.
    pub thickness: f64,
}

/// A joint: angle from the vertical (rad), weight above it and its moment, weights as areas.
struct Joint {
    angle: f64,
    weight: f64,
    moment: f64,
}

impl Voussoirs {
    /// Inner and outer radius.
    pub fn radii(&self) -> [f64; 2] {
        [1.0 - 0.5 * self.thickness, 1.0 + 0.5 * self.thickness]
    }

    /// The joints of one half, from the crown down to the foot.
    fn joints(&self) -> Vec<Joint> {
        let angle = PI / f64::from(self.stones);
        let [inner, outer] = self.radii();
        let area = 0.5 * (outer * outer - inner * inner) * angle.sin();
        // distance of the centroid of a stone from the centre, and of a half stone from its middle
        let (near, far) = (inner * (0.5 * angle).cos(), outer * (0.5 * angle).cos());
        let centroid = near + (far - near) * (inner + 2.0 * outer) / (3.0 * (inner + outer));
        let squares = (inner * inner + inner * outer + outer * outer) / 3.0;
        let half_moment = 0.5 * (0.5 * angle).sin().powi(2) * squares * (far - near);
        let mut joint = Joint {
            angle: 0.5 * angle,
            weight: 0.5 * area,
            moment: half_moment,
        };
        let mut out = Vec::new();
        while joint.angle < FRAC_PI_2 - 1e-9 {
            let next = Joint {
                angle: joint.angle + angle,
                weight: joint.weight + area,
                moment: joint.moment + area * centroid * (joint.angle + 0.5 * angle).sin(),
            };
            out.push(std::mem::replace(&mut joint, next));
        }
        out.push(joint);
        out
    }

    /// The thrust (area) for which most room is left for its line, and that room: negative when no line fits.
    fn best_thrust(&self, joints: &[Joint]) -> (f64, f64) {
        let [inner, outer] = self.radii();
        let room = |thrust: f64| {
            let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
            for joint in joints {
                let normal = thrust * joint.angle.cos() + joint.weight * joint.angle.sin();
                low = low.max(inner * normal - joint.moment);
                high = high.min(outer * normal - joint.moment);
            }
            high - low
        };
        // a concave function of the thrust
        let [mut low, mut high] = [0.0, 10.0 * joints[joints.len() - 1].weight];
        for _ in 0..200 {
            let third = (high - low) / 3.0;
            match room(low + third) < room(high - third) {
                true => low += third,
                false => high -= third,
            }
        }
        (low, room(low))
    }

    /// Whether a line of thrust fits, friction aside.
    pub fn stands(&self) -> bool {
        self.best_thrust(&self.joints()).1 >= 0.0
    }

    /// Largest ratio of the force along a joint to that on it, for the line of thrust with most room.
    pub fn slope(&self) -> f64 {
        let joints = self.joints();
        let (thrust, _) = self.best_thrust(&joints);
        let ratio = |joint: &Joint| {
            let (sine, cosine) = joint.angle.sin_cos();
            let along = joint.weight * cosine - thrust * sine;
            (along / (thrust * cosine + joint.weight * sine)).abs()
        };
        joints.iter().map(ratio).fold(0.0, f64::max)
    }

    /// The least thickness with which so many stones stand, part of the mean radius.
    pub fn least_thickness(stones: u32) -> f64 {
        let [mut falls, mut stands] = [0.01, 0.5];
        for _ in 0..50 {
            let thickness = 0.5 * (falls + stands);
            match (Self { stones, thickness }).stands() {
                true => stands = thickness,
                false => falls = thickness,
            }
        }
        stands
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Milankovitch (1907): 0.1075 of the mean radius for stones without number.
    #[test]
    fn very_many_stones_need_the_thickness_in_the_books() {
        let least = Voussoirs::least_thickness(2001);
        assert!((least - 0.10748).abs() < 2e-5, "{least}");
    }

    /// Fewer joints are fewer places for hinges.
    #[test]
    fn few_stones_may_be_thinner_than_many() {
        let least = [5, 7, 9, 11, 19].map(Voussoirs::least_thickness);
        assert!(least.is_sorted() && least[4] < 0.10748, "{least:?}");
    }
}
