//! The axes of the world in a corner of the picture.

use super::marks::{OUTLINE, Pen};
use super::panel::TIMELINE;
use drystone::math::Vec3;
use kiss3d::prelude::{Color, Font, Vec2};

/// Length of an axis that is seen from the side, and distance of the middle from the right and from the timeline, pixels.
const LENGTH: f32 = 42.0;
const ROOM: f32 = 62.0;
const LETTERS: f32 = 20.0;
const AXES: [(&str, Color); 3] = [
    ("x", Color::new(0.85, 0.15, 0.12, 1.0)),
    ("y", Color::new(0.10, 0.60, 0.15, 1.0)),
    ("z", Color::new(0.12, 0.32, 0.88, 1.0)),
];

impl Pen<'_> {
    /// Draws the axes x (red), y (green) and z (blue) of the world, seen from far away, at the bottom right.
    pub(super) fn triad(&mut self) {
        let size = self.window.size().as_vec2();
        let middle = Vec2::new(size.x - ROOM, size.y - ROOM - TIMELINE);
        let font = Font::default();
        for axis in order(self.ahead()) {
            let (name, ink) = AXES[axis];
            let [x, y] = seen(self.ahead(), Vec3::ith(axis, 1.0));
            let way = Vec2::new(x as f32, -y as f32) * LENGTH;
            self.stroke(middle, middle + way, ink);
            let at = middle + way * 1.3 - Vec2::new(0.25, 0.6) * LETTERS;
            self.window.draw_text(name, at, LETTERS, &font, ink);
        }
        self.window.draw_point_2d(middle, OUTLINE, 6.0);
    }
}

/// Returns the axes in the order in which they are drawn: those that point away from the eye first.
fn order(ahead: Vec3) -> [usize; 3] {
    let mut axes = [0, 1, 2];
    axes.sort_by(|&a, &b| ahead[b].total_cmp(&ahead[a]));
    axes
}

/// Returns a direction in a picture that looks along `ahead`: to the right and upwards.
fn seen(ahead: Vec3, direction: Vec3) -> [f64; 2] {
    let [right, up, _] = super::view::axes(&ahead);
    [direction.dot(&right), direction.dot(&up)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn z_points_up_and_what_comes_towards_the_eye_is_drawn_last() {
        // from the front and above: x to the right, y and z upwards
        let ahead = Vec3::new(0.0, 1.0, -0.5);
        assert_eq!(order(ahead), [1, 0, 2]);
        let [x, y, z] = [Vec3::x(), Vec3::y(), Vec3::z()].map(|axis| seen(ahead, axis));
        assert!((x[0] - 1.0).abs() < 1e-12 && x[1].abs() < 1e-12);
        assert!(y[0].abs() < 1e-12 && y[1] > 0.0);
        assert!(z[0].abs() < 1e-12 && z[1] > y[1]);
    }
}
