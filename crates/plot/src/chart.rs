//! Lines and histograms in one frame with a legend beside it.

use super::axis::Axis;
use super::canvas::{Anchor, Canvas, HEADING, SERIES, TEXT, sheet, width};
use super::frame::Frame;

const FRAME: Frame = Frame {
    corner: [90, 56],
    size: [640, 380],
};
const BELOW: i32 = 64;
const MARGIN: i32 = 24;
/// Distance from one entry of the legend to the next, pixels.
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
            let place = |&(px, py): &(f64, f64)| Some(FRAME.pixel(x.place(px)?, y.place(py)?));
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
            let mut outline = vec![FRAME.pixel(0.0, 0.0)];
            for (k, &share) in shares.iter().enumerate() {
                let height = y.place(share).unwrap_or(0.0);
                outline.push(FRAME.pixel(k as f64 / BINS as f64, height));
                outline.push(FRAME.pixel((k + 1) as f64 / BINS as f64, height));
            }
            outline.push(FRAME.pixel(1.0, 0.0));
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
    let ([left, top], [across, down]) = (FRAME.corner, FRAME.size);
    let right = left + across + MARGIN;
    let across = (right + 30 + longest.unwrap_or(0)).max(MARGIN + width(title, HEADING));
    let down = down.max(legend.len() as i32 * ENTRY);
    sheet([across + MARGIN, top + down + BELOW], |canvas| {
        canvas.text([MARGIN, MARGIN + 2], Anchor::Left, HEADING, title);
        FRAME.grid(canvas, [x, y], Some(&names[0]), &names[1]);
        draw(canvas);
        for (k, name) in legend.iter().enumerate() {
            let at = top + 10 + k as i32 * ENTRY;
            canvas.series(k, &[[right, at], [right + 22, at]], 3);
            canvas.text([right + 30, at], Anchor::Left, TEXT, name);
        }
    })
}
