//! The part of a sheet where numbers have places: grid, ticks, names of the axes.

use super::axis::Axis;
use super::canvas::{Anchor, BLACK_INK, Canvas, Colour, GREY, TEXT};

const FAINT: Colour = [225, 225, 225];
/// Distance from the left of the sheet to the middle of the name of the upward axis, pixels.
const BESIDE: i32 = 20;
/// Distance from the frame down to the name of the axis below, pixels.
const BELOW: i32 = 42;

/// A rectangle of the sheet, pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    /// Left and top.
    pub(super) corner: [i32; 2],
    /// Across and down.
    pub(super) size: [i32; 2],
}

impl Frame {
    /// Where on the sheet a place in the frame is; places are 0 to 1, from the left and from below.
    pub(super) fn pixel(&self, x: f64, y: f64) -> [i32; 2] {
        let along = |part: f64, length: i32| (part * f64::from(length)).round() as i32;
        let ([left, top], [across, down]) = (self.corner, self.size);
        [left + along(x, across), top + down - along(y, down)]
    }

    /// Grid and names; without a name for the axis below its ticks have none either, for a frame
    /// that stands on another one.
    pub(super) fn grid(&self, canvas: &Canvas, [x, y]: [&Axis; 2], below: Option<&str>, up: &str) {
        for (place, name) in x.ticks() {
            let [at, bottom] = self.pixel(place, 0.0);
            canvas.line(&[[at, bottom], self.pixel(place, 1.0)], FAINT, 1);
            canvas.line(&[[at, bottom], [at, bottom + 5]], GREY, 1);
            if below.is_some() {
                canvas.text([at, bottom + 16], Anchor::Middle, TEXT, &name);
            }
        }
        for (place, name) in y.ticks() {
            let [left, at] = self.pixel(0.0, place);
            canvas.line(&[[left, at], self.pixel(1.0, place)], FAINT, 1);
            canvas.line(&[[left - 5, at], [left, at]], GREY, 1);
            canvas.text([left - 9, at], Anchor::Right, TEXT, &name);
        }
        let corners = [[0.0, 1.0], [0.0, 0.0], [1.0, 0.0]].map(|[x, y]| self.pixel(x, y));
        canvas.line(&corners, BLACK_INK, 1);
        let ([left, top], [across, down]) = (self.corner, self.size);
        if let Some(name) = below {
            let at = [left + across / 2, top + down + BELOW];
            canvas.text(at, Anchor::Middle, TEXT, name);
        }
        canvas.text([BESIDE, top + down / 2], Anchor::Upwards, TEXT, up);
    }
}
