//! The planes that separate bodies under the model of separating planes: a translucent disc at every contact.

use super::marks::Pen;
use drystone::math::{Vec3, tangents};
use drystone::recording::{Frame, FrameContact};
use drystone::world::Model;
use kiss3d::prelude::Color;

/// The ink of planes.
pub(super) const PLANE: Color = Color::new(0.25, 0.55, 0.95, 0.35);
/// Corners of the rim.
const CORNERS: usize = 48;
/// Distance of the lines that fill a disc, pixels; they are as wide.
const SPACING: f32 = 3.0;
/// A disc has at most so many of them.
const LINES: usize = 200;

impl Pen<'_> {
    /// Draws the plane of every contact of a frame, as large as the smaller of the two parts.
    pub(super) fn planes(&mut self, model: &Model, frame: &Frame) {
        if model.contact_model.uses_hulls() {
            for contact in &frame.contacts {
                self.plane(contact, radius(model, contact));
            }
        }
    }

    fn plane(&mut self, contact: &FrameContact, radius: f64) {
        let (middle, normal) = (Vec3::from(contact.point), Vec3::from(contact.normal));
        let (first, second) = tangents(&normal);
        let on = |x: f64, y: f64| middle + (first * x + second * y) * radius;
        let rim = |k: usize| {
            let (sin, cos) = (k as f64 * std::f64::consts::TAU / CORNERS as f64).sin_cos();
            on(cos, sin)
        };
        let pixels: Vec<_> = (0..=CORNERS).map(|k| self.pixel(&rim(k))).collect();
        for ends in pixels.windows(2) {
            if let [Some(from), Some(to)] = *ends {
                self.window.draw_line_2d(from, to, PLANE, 1.5);
            }
        }
        // Chords along one tangent, as far apart as they are wide.
        let ends = [self.pixel(&on(0.0, -1.0)), self.pixel(&on(0.0, 1.0))];
        let [Some(low), Some(high)] = ends else {
            return;
        };
        let count = (((high - low).length() / SPACING) as usize).clamp(1, LINES);
        for k in 0..count {
            let y = (2 * k + 1) as f64 / count as f64 - 1.0;
            let half = (1.0 - y * y).sqrt();
            let ends = [self.pixel(&on(-half, y)), self.pixel(&on(half, y))];
            if let [Some(from), Some(to)] = ends {
                let width = (high - low).length() / count as f32;
                self.window.draw_line_2d(from, to, PLANE, width);
            }
        }
    }
}

/// Returns the smaller bounding radius of the two parts, m.
fn radius(model: &Model, contact: &FrameContact) -> f64 {
    let parts = contact.parts();
    let radii = parts.map(|id| model.bodies[id.body].parts[id.part].bounding_radius);
    radii[0].min(radii[1])
}
