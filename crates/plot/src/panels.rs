//! Panels one above the other over one axis, each with its own scale and legend.

use super::axis::Axis;
use super::canvas::{Anchor, Canvas, HEADING, TEXT, sheet, width};
use super::frame::Frame;
use super::{Panel, Series, Style};

const MARGIN: i32 = 24;
const LEFT: i32 = 104;
const ACROSS: i32 = 640;
/// Height of a panel that is alone, and of one among several.
const ALONE: i32 = 380;
const SHARED: i32 = 240;
/// Distance from the top of the sheet to the first heading, pixels.
const TOP: i32 = 62;
/// Distance from a heading to its panel, pixels.
const HEADED: i32 = 18;
/// Distance from a panel to the heading of the next one, pixels.
const BETWEEN: i32 = 30;
/// Room below the last panel for ticks and the name of the axis, pixels.
const BELOW: i32 = 64;
/// Distance from one entry of the legend to the next, pixels.
const ENTRY: i32 = 22;
/// Widths of lines.
const THIN: u32 = 2;
const BROAD: u32 = 5;
/// Half widths of dots and crosses.
const DOT: i32 = 4;
const CROSS: i32 = 6;

/// The picture as SVG.
pub(super) fn draw(title: &str, panels: &[Panel], axis: &str) -> String {
    let points = panels.iter().flat_map(|panel| &panel.series);
    let along = points.flat_map(|series| series.points.iter().map(|p| p.0));
    let x = Axis::over(along, false);
    let down = if panels.len() == 1 { ALONE } else { SHARED };
    let mut top = TOP;
    let mut frames = Vec::new();
    for panel in panels {
        top += HEADED;
        let frame = Frame {
            corner: [LEFT, top],
            size: [ACROSS, down],
        };
        frames.push((panel, frame));
        top += down.max(legend(panel).count() as i32 * ENTRY) + BETWEEN;
    }
    let names = panels.iter().flat_map(legend).map(|(_, series)| series);
    let longest = names.map(|series| width(&series.name, TEXT)).max();
    let legends = longest.map_or(0, |longest| MARGIN + 30 + longest);
    let headings = panels.iter().map(|panel| width(&panel.heading, TEXT)).max();
    let across = (LEFT + ACROSS + legends)
        .max(MARGIN + width(title, HEADING))
        .max(LEFT + headings.unwrap_or(0));
    sheet([across + MARGIN, top - BETWEEN + BELOW], |canvas| {
        canvas.text([MARGIN, MARGIN + 2], Anchor::Left, HEADING, title);
        for (k, (panel, frame)) in frames.iter().enumerate() {
            let below = (k + 1 == frames.len()).then_some(axis);
            draw_panel(canvas, panel, frame, (&x, below));
        }
    })
}

/// Series with their indices, those of the legend only.
fn legend(panel: &Panel) -> impl Iterator<Item = (usize, &Series)> {
    let all = panel.series.iter().enumerate();
    all.filter(|(_, series)| !series.name.is_empty())
}

fn draw_panel(canvas: &Canvas, panel: &Panel, frame: &Frame, (x, below): (&Axis, Option<&str>)) {
    let [left, top] = frame.corner;
    let numbers = panel.series.iter().flat_map(|series| &series.points);
    // on a logarithmic axis zero has no place and is not counted
    let y = Axis::over(numbers.map(|p| p.1).chain([0.0]), panel.logarithmic);
    canvas.text([left, top - HEADED], Anchor::Left, TEXT, &panel.heading);
    frame.grid(canvas, [x, &y], below, &panel.axis);
    for (k, series) in panel.series.iter().enumerate() {
        let place = |&(px, py): &(f64, f64)| Some(frame.pixel(x.place(px)?, y.place(py)?));
        let points: Vec<[i32; 2]> = series.points.iter().filter_map(place).collect();
        draw_series(canvas, k, series.style, &points);
    }
    let right = left + ACROSS + MARGIN;
    for (line, (k, series)) in legend(panel).enumerate() {
        let at = top + 10 + line as i32 * ENTRY;
        let sample: &[[i32; 2]] = match series.style {
            Style::Line | Style::Broad => &[[right, at], [right + 22, at]],
            Style::Dots | Style::Crosses => &[[right + 11, at]],
        };
        draw_series(canvas, k, series.style, sample);
        canvas.text([right + 30, at], Anchor::Left, TEXT, &series.name);
    }
}

fn draw_series(canvas: &Canvas, k: usize, style: Style, points: &[[i32; 2]]) {
    match style {
        Style::Line if points.len() != 1 => canvas.series(k, points, THIN),
        Style::Broad if points.len() != 1 => canvas.series(k, points, BROAD),
        Style::Line | Style::Broad | Style::Dots => {
            points.iter().for_each(|&at| canvas.dot(k, at, DOT))
        }
        Style::Crosses => points.iter().for_each(|&at| canvas.cross(at, CROSS)),
    }
}
