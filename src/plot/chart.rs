//! Lines and histograms in one frame with a legend beside it.

use super::axis::Axis;
use super::canvas::{Anchor, BLACK_INK, Canvas, Colour, GREY, HEADING, SERIES, TEXT, sheet, width};

/// The frame, pixels.
const LEFT: i32 = 90;
const TOP: i32 = 56;
const FRAME: [i32; 2] = [640, 380];
const BELOW: i32 = 64;
const MARGIN: i32 = 24;
/// From one entry of the legend to the next.
const ENTRY: i32 = 22;
/// Bins of a histogram.
const BINS: usize = 50;

/// Lines through points as SVG.
pub(super) fn lines(
    title: &str,
    axes: &[String; 2],
    series: &[(String, Vec<(f64, f64)>)],
    logarithmic: [bool; 2],
) -> String {
    let points = || series.iter().flat_map(|(_, points)| points);
    let x = Axis::over(points().map(|p| p.0), logarithmic[0]);
    let y = Axis::over(points().map(|p| p.1), logarithmic[1]);
    let names = series.iter().map(|(name, _)| name.as_str());
    chart(title, axes, [&x, &y], names.collect(), |canvas| {
        for (k, (_, points)) in series.iter().enumerate() {
            let place = |&(px, py): &(f64, f64)| Some(pixel(x.place(px)?, y.place(py)?));
            let points: Vec<[i32; 2]> = points.iter().filter_map(place).collect();
            canvas.series(k, &points, 2);
        }
    })
}

/// Shares of several samples as SVG.
pub(super) fn histogram(
    title: &str,
    what: &str,
    series: &[(String, Vec<f64>)],
    logarithmic: bool,
) -> String {
    let values = series.iter().flat_map(|(_, values)| values.iter().copied());
    let x = Axis::over(values, logarithmic);
    let shares: Vec<[f64; BINS]> = series.iter().map(|(_, v)| shares(&x, v)).collect();
    let largest = shares.iter().flatten().copied();
    let y = Axis::over(largest.chain([0.0]), false);
    let axes = [what.to_string(), "share, %".to_string()];
    let names = series.iter().map(|(name, _)| name.as_str());
    chart(title, &axes, [&x, &y], names.collect(), |canvas| {
        for (shares, colour) in shares.iter().zip(SERIES.into_iter().cycle()) {
            let mut outline = vec![pixel(0.0, 0.0)];
            for (k, &share) in shares.iter().enumerate() {
                let height = y.place(share).unwrap_or(0.0);
                outline.push(pixel(k as f64 / BINS as f64, height));
                outline.push(pixel((k + 1) as f64 / BINS as f64, height));
            }
            outline.push(pixel(1.0, 0.0));
            canvas.shade(&outline, colour);
            canvas.line(&outline, colour, 2);
        }
    })
}

/// Per cent of the values in every bin.
fn shares(axis: &Axis, values: &[f64]) -> [f64; BINS] {
    let mut out = [0.0; BINS];
    for place in values.iter().filter_map(|&value| axis.place(value)) {
        out[((place * BINS as f64) as usize).min(BINS - 1)] += 100.0 / values.len() as f64;
    }
    out
}

/// The frame with its axes and legend around what `draw` draws.
fn chart(
    title: &str,
    names: &[String; 2],
    [x, y]: [&Axis; 2],
    legend: Vec<&str>,
    draw: impl FnOnce(&Canvas),
) -> String {
    let longest = legend.iter().map(|name| width(name, TEXT)).max();
    let right = LEFT + FRAME[0] + MARGIN;
    let across = (right + 30 + longest.unwrap_or(0)).max(MARGIN + width(title, HEADING));
    let down = FRAME[1].max(legend.len() as i32 * ENTRY);
    sheet([across + MARGIN, TOP + down + BELOW], |canvas| {
        canvas.text([MARGIN, MARGIN + 2], Anchor::Left, HEADING, title);
        grid(canvas, names, [x, y]);
        draw(canvas);
        for (k, name) in legend.iter().enumerate() {
            let at = TOP + 10 + k as i32 * ENTRY;
            canvas.series(k, &[[right, at], [right + 22, at]], 3);
            canvas.text([right + 30, at], Anchor::Left, TEXT, name);
        }
    })
}

const FAINT: Colour = [225, 225, 225];

fn grid(canvas: &Canvas, names: &[String; 2], [x, y]: [&Axis; 2]) {
    for (place, name) in x.ticks() {
        let [at, bottom] = pixel(place, 0.0);
        canvas.line(&[[at, bottom], pixel(place, 1.0)], FAINT, 1);
        canvas.line(&[[at, bottom], [at, bottom + 5]], GREY, 1);
        canvas.text([at, bottom + 16], Anchor::Middle, TEXT, &name);
    }
    for (place, name) in y.ticks() {
        let [left, at] = pixel(0.0, place);
        canvas.line(&[[left, at], pixel(1.0, place)], FAINT, 1);
        canvas.line(&[[left - 5, at], [left, at]], GREY, 1);
        canvas.text([left - 9, at], Anchor::Right, TEXT, &name);
    }
    let corners = [[0.0, 1.0], [0.0, 0.0], [1.0, 0.0]].map(|[x, y]| pixel(x, y));
    canvas.line(&corners, BLACK_INK, 1);
    let below = [LEFT + FRAME[0] / 2, TOP + FRAME[1] + 42];
    canvas.text(below, Anchor::Middle, TEXT, &names[0]);
    let beside = [MARGIN - 4, TOP + FRAME[1] / 2];
    canvas.text(beside, Anchor::Upwards, TEXT, &names[1]);
}

/// Where a point of the frame is on the sheet.
fn pixel(x: f64, y: f64) -> [i32; 2] {
    let along = |part: f64, length: i32| (part * f64::from(length)).round() as i32;
    [
        LEFT + along(x, FRAME[0]),
        TOP + FRAME[1] - along(y, FRAME[1]),
    ]
}
