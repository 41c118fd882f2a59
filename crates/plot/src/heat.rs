//! Heat maps side by side under one scale of colours, the numbers in the cells.

use super::HeatMap;
use super::axis::Axis;
use super::canvas::{Anchor, BLACK_INK, Canvas, Colour, GREY, HEADING, TEXT, sheet, width};
use super::short;

const CELL: [i32; 2] = [60, 36];
const MARGIN: i32 = 24;
/// Between panels, and between a panel and the names of its rows.
const GAP: [i32; 2] = [28, 8];
/// Distance from the top of the sheet to the titles of the panels, pixels.
const TOP: i32 = 88;
/// Distance from the title of a panel to its cells, pixels.
const TITLE: i32 = 24;
/// Width of the colour bar.
const BAR: i32 = 20;
/// Colours of the scale, evenly spaced.
const SCALE: [[f64; 3]; 5] = [
    [247.0, 251.0, 255.0],
    [198.0, 219.0, 239.0],
    [107.0, 174.0, 214.0],
    [33.0, 113.0, 181.0],
    [8.0, 48.0, 107.0],
];

/// Panels side by side, before the next line of panels begins.
const PER_LINE: usize = 3;
/// Below a panel: the names of its columns and of their axis.
const BELOW: i32 = 78;

/// The picture as SVG.
pub(super) fn draw(title: &str, what: &str, panels: &[HeatMap], logarithmic: bool) -> String {
    let values = panels
        .iter()
        .flat_map(|panel| panel.values.iter().flatten());
    let axis = Axis::over(values.copied(), logarithmic);
    let most = |of: &dyn Fn(&HeatMap) -> i32| panels.iter().map(of).max().unwrap_or(0);
    let names = most(&|panel| longest(panel.rows.iter().chain([&panel.axes[1]]))) + GAP[1];
    let cells = |panel: &HeatMap| panel.columns.len() as i32 * CELL[0];
    let across = names + most(&|panel| cells(panel).max(width(&panel.title, TEXT))) + GAP[0];
    let down = most(&|panel| panel.rows.len() as i32) * CELL[1];
    let line = TITLE + down + BELOW;
    let lines = panels.len().div_ceil(PER_LINE) as i32;
    let right = MARGIN + panels.len().min(PER_LINE) as i32 * across;
    let ticks = axis.ticks();
    let bar = BAR + 2 * GAP[1] + longest(ticks.iter().map(|tick| &tick.1));
    let headings = width(title, HEADING).max(width(what, TEXT)) + MARGIN;
    let size = [(right + bar).max(headings) + MARGIN, TOP + lines * line];
    sheet(size, |canvas| {
        canvas.text([MARGIN, MARGIN + 6], Anchor::Left, HEADING, title);
        canvas.text([MARGIN, MARGIN + 30], Anchor::Left, TEXT, what);
        for (k, panel) in panels.iter().enumerate() {
            let [column, row] = [k % PER_LINE, k / PER_LINE].map(|n| n as i32);
            let left = MARGIN + column * across + names;
            draw_panel(canvas, panel, &axis, [left, TOP + row * line]);
        }
        draw_bar(
            canvas,
            &axis,
            [right, TOP + TITLE],
            lines * line - TITLE - BELOW,
        );
    })
}

fn longest<'a>(texts: impl Iterator<Item = &'a String>) -> i32 {
    texts.map(|text| width(text, TEXT)).max().unwrap_or(0)
}

fn draw_panel(canvas: &Canvas, panel: &HeatMap, axis: &Axis, [left, title]: [i32; 2]) {
    let top = title + TITLE;
    let across = panel.columns.len() as i32 * CELL[0];
    let down = panel.rows.len() as i32 * CELL[1];
    let above = match width(&panel.title, TEXT) > across {
        true => ([left, title], Anchor::Left),
        false => ([left + across / 2, title], Anchor::Middle),
    };
    canvas.text(above.0, above.1, TEXT, &panel.title);
    canvas.text([left - GAP[1], title], Anchor::Right, TEXT, &panel.axes[1]);
    for (i, (name, values)) in panel.rows.iter().zip(&panel.values).enumerate() {
        let y = top + i as i32 * CELL[1];
        canvas.text([left - GAP[1], y + CELL[1] / 2], Anchor::Right, TEXT, name);
        for (k, &value) in values.iter().enumerate() {
            let x = left + k as i32 * CELL[0];
            let (fill, ink) = colours(axis.place(value));
            canvas.fill([x, y], [x + CELL[0] - 1, y + CELL[1] - 1], fill);
            let middle = [x + CELL[0] / 2, y + CELL[1] / 2];
            canvas.coloured_text(middle, Anchor::Middle, (TEXT, ink), &short(value));
        }
    }
    for (k, name) in panel.columns.iter().enumerate() {
        let x = left + k as i32 * CELL[0] + CELL[0] / 2;
        canvas.text([x, top + down + 14], Anchor::Middle, TEXT, name);
    }
    let below = [left + across / 2, top + down + 38];
    canvas.text(below, Anchor::Middle, TEXT, &panel.axes[0]);
}

fn draw_bar(canvas: &Canvas, axis: &Axis, [left, top]: [i32; 2], height: i32) {
    for y in 0..height {
        let place = 1.0 - f64::from(y) / f64::from(height.max(2) - 1);
        let at = top + y;
        canvas.fill([left, at], [left + BAR, at + 1], colours(Some(place)).0);
    }
    for (place, name) in axis.ticks() {
        let y = top + height - (place * f64::from(height)) as i32;
        let right = left + BAR;
        canvas.line(&[[right, y], [right + 4, y]], GREY, 1);
        canvas.text([right + GAP[1], y], Anchor::Left, TEXT, &name);
    }
}

/// Colour of a cell and of the number in it.
fn colours(place: Option<f64>) -> (Colour, Colour) {
    let Some(place) = place else {
        return ([225, 225, 225], BLACK_INK);
    };
    let last = SCALE.len() - 1;
    let along = place * last as f64;
    let k = (along as usize).min(last - 1);
    let part = along - k as f64;
    let mix = |c: usize| SCALE[k][c] + part * (SCALE[k + 1][c] - SCALE[k][c]);
    let fill = [0, 1, 2].map(|c| mix(c).round() as u8);
    (fill, if place > 0.55 { [255; 3] } else { BLACK_INK })
}
