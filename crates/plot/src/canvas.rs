//! A sheet of paper: rectangles, lines and text in pixels.

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A colour, red, green and blue from 0 to 255.
pub(super) type Colour = [u8; 3];
pub(super) const BLACK_INK: Colour = [30, 30, 30];
pub(super) const GREY: Colour = [150, 150, 150];
/// Colours of the series of a chart, told apart by everybody (Okabe and Ito).
pub(super) const SERIES: [Colour; 7] = [
    [0, 114, 178],
    [213, 94, 0],
    [0, 158, 115],
    [204, 121, 167],
    [230, 159, 0],
    [86, 180, 233],
    [100, 100, 100],
];
/// Colour of what went wrong.
pub(super) const ALARM: Colour = [190, 0, 30];
/// Size of text, pixels.
pub(super) const TEXT: i32 = 16;
/// Size of headings, pixels.
pub(super) const HEADING: i32 = 22;

/// Which point of a text its place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Left,
    Middle,
    Right,
    /// Middle of a text that runs upwards.
    Upwards,
}

/// A sheet while it is drawn on.
pub(super) struct Canvas<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
}

/// Why drawing cannot fail.
const IN_MEMORY: &str = "drawing into memory";

/// A sheet of `size` (pixels), white, as the text of an SVG file.
pub(super) fn sheet(size: [i32; 2], draw: impl FnOnce(&Canvas)) -> String {
    let mut svg = String::new();
    {
        let size = (size[0] as u32, size[1] as u32);
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE).expect(IN_MEMORY);
        let canvas = Canvas { area };
        draw(&canvas);
        canvas.area.present().expect(IN_MEMORY);
    }
    svg
}

/// Width of a text, pixels, rather too large.
pub(super) fn width(text: &str, size: i32) -> i32 {
    (text.chars().count() as f64 * f64::from(size) * 0.52) as i32 + 1
}

impl Canvas<'_> {
    pub(super) fn text(&self, at: [i32; 2], anchor: Anchor, size: i32, text: &str) {
        self.coloured_text(at, anchor, (size, BLACK_INK), text);
    }

    pub(super) fn coloured_text(
        &self,
        at: [i32; 2],
        anchor: Anchor,
        (size, colour): (i32, Colour),
        text: &str,
    ) {
        let font = ("sans-serif", size).into_font();
        let (horizontal, font) = match anchor {
            Anchor::Left => (HPos::Left, font),
            Anchor::Middle => (HPos::Center, font),
            Anchor::Right => (HPos::Right, font),
            Anchor::Upwards => (HPos::Center, font.transform(FontTransform::Rotate270)),
        };
        let ink = rgb(colour);
        let style = TextStyle::from(font)
            .color(&ink)
            .pos(Pos::new(horizontal, VPos::Center));
        let text = Text::new(text.to_string(), (at[0], at[1]), style);
        self.area.draw(&text).expect(IN_MEMORY);
    }

    /// A filled rectangle.
    pub(super) fn fill(&self, from: [i32; 2], to: [i32; 2], colour: Colour) {
        let corners = [(from[0], from[1]), (to[0], to[1])];
        let style = rgb(colour).filled();
        self.area
            .draw(&Rectangle::new(corners, style))
            .expect(IN_MEMORY);
    }

    pub(super) fn line(&self, points: &[[i32; 2]], colour: Colour, width: u32) {
        let points: Vec<(i32, i32)> = points.iter().map(|p| (p[0], p[1])).collect();
        let line = PathElement::new(points, rgb(colour).stroke_width(width));
        self.area.draw(&line).expect(IN_MEMORY);
    }

    /// The line of series `k`: a colour each, dashed when the colours come round again.
    pub(super) fn series(&self, k: usize, points: &[[i32; 2]], width: u32) {
        let colour = SERIES[k % SERIES.len()];
        if k < SERIES.len() {
            return self.line(points, colour, width);
        }
        let points: Vec<(i32, i32)> = points.iter().map(|p| (p[0], p[1])).collect();
        let style = rgb(colour).stroke_width(width);
        let line = DashedPathElement::new(points, 8, 5, style);
        self.area.draw(&line).expect(IN_MEMORY);
    }

    /// The dot of series `k`: a colour each, hollow when the colours come round again.
    pub(super) fn dot(&self, k: usize, [x, y]: [i32; 2], radius: i32) {
        let ink = rgb(SERIES[k % SERIES.len()]);
        let style = match k < SERIES.len() {
            true => ink.filled(),
            false => ink.stroke_width(2),
        };
        let dot = Circle::new((x, y), radius, style);
        self.area.draw(&dot).expect(IN_MEMORY);
    }

    /// A cross of half width `reach`, where something went wrong.
    pub(super) fn cross(&self, [x, y]: [i32; 2], reach: i32) {
        for way in [reach, -reach] {
            self.line(&[[x - reach, y - way], [x + reach, y + way]], ALARM, 3);
        }
    }

    /// A filled outline that lets through what lies behind it.
    pub(super) fn shade(&self, points: &[[i32; 2]], colour: Colour) {
        let points: Vec<(i32, i32)> = points.iter().map(|p| (p[0], p[1])).collect();
        let shape = Polygon::new(points, rgb(colour).mix(0.25).filled());
        self.area.draw(&shape).expect(IN_MEMORY);
    }
}

fn rgb([red, green, blue]: Colour) -> RGBColor {
    RGBColor(red, green, blue)
}
