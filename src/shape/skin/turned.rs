//! A surface of revolution about z is cut into bands of equal width, and every band into equal cells.
//!
//! Its outline runs from the lower pole to the upper, so that the outside is on its right.

use super::Patch;
use super::cells::Cells;
use crate::math::Vec3;
use std::f64::consts::{PI, TAU};

/// An outline bends at an edge when the cosine of its normals is below this.
const SHARP: f64 = 1.0 - 1e-9;

/// A `Line` is a part of the outline.
#[derive(Debug, Clone, Copy)]
pub(in crate::shape) enum Line {
    /// A straight line between two points, each a distance from the axis and a height (m).
    Straight([f64; 2], [f64; 2]),
    /// An arc about a point of the axis.
    Arc {
        /// Height of the middle, m.
        middle: f64,
        /// Radius, m.
        radius: f64,
        /// Angles from the upper half of the axis, rad, falling.
        angles: [f64; 2],
    },
}

/// A ring of cells, from one place on its line to another.
struct Band {
    /// Radii and heights of its borders, m.
    borders: [[f64; 2]; 2],
    /// Radius and height of the circle that halves its area, m.
    middle: [f64; 2],
    /// Normal on that circle, away from the axis and along it.
    normal: [f64; 2],
    area: f64,
    columns: usize,
}

/// Returns the number of cells.
pub(super) fn count(outline: &[Line], spacing: f64) -> usize {
    let bands = outline.iter().flat_map(|line| line.bands(spacing));
    bands.map(|band| band.columns).sum()
}

/// Adds the cells.
pub(super) fn add(outline: &[Line], cells: &mut Cells) {
    for (k, line) in outline.iter().enumerate() {
        let bands = line.bands(cells.spacing);
        bands.iter().for_each(|band| band.add(cells));
        let Some((band, next)) = bands.last().zip(outline.get(k + 1)) else {
            continue;
        };
        let [a, b] = [line.normal(1.0), next.normal(0.0)];
        if a[0] * b[0] + a[1] * b[1] < SHARP {
            band.mark_end(cells);
        }
    }
}

impl Line {
    fn length(&self) -> f64 {
        match self {
            Self::Straight([r, z], [s, w]) => (s - r).hypot(w - z),
            Self::Arc { radius, angles, .. } => radius * (angles[0] - angles[1]),
        }
    }

    /// Returns the place at a fraction of the length.
    fn place(&self, t: f64) -> [f64; 2] {
        match self {
            Self::Straight(a, b) => [0, 1].map(|k| (1.0 - t) * a[k] + t * b[k]),
            Self::Arc { middle, radius, .. } => {
                let [out, up] = self.normal(t);
                [radius * out, middle + radius * up]
            }
        }
    }

    /// Returns the outward normal at a fraction of the length.
    fn normal(&self, t: f64) -> [f64; 2] {
        match self {
            Self::Straight([r, z], [s, w]) => {
                let length = self.length();
                [(w - z) / length, (r - s) / length]
            }
            Self::Arc { angles: [a, b], .. } => {
                let angle = (1.0 - t) * a + t * b;
                // exactly on the axis at the poles
                let out = if angle == PI { 0.0 } else { angle.sin() };
                [out, angle.cos()]
            }
        }
    }

    fn bands(&self, spacing: f64) -> Vec<Band> {
        if self.length() <= 0.0 {
            return Vec::new();
        }
        let count = Cells::along(self.length(), spacing);
        let at = |k: usize| k as f64 / count as f64;
        let band = |k| self.band([at(k), at(k + 1)], spacing);
        (0..count).map(band).collect()
    }

    fn band(&self, ends: [f64; 2], spacing: f64) -> Band {
        let borders = ends.map(|t| self.place(t));
        let [r, s] = borders.map(|[r, _]| r);
        let (low, high) = (r.min(s), r.max(s));
        let (t, area) = match self {
            Self::Straight(from, to) => {
                let square = 0.5 * (r * r + s * s);
                let flat = (high - low) <= 1e-9 * high;
                let t = match flat {
                    true => 0.5 * (ends[0] + ends[1]),
                    false => (square.sqrt() - from[0]) / (to[0] - from[0]),
                };
                (t, PI * (r + s) * self.length() * (ends[1] - ends[0]))
            }
            Self::Arc { radius, angles, .. } => {
                let [a, b] = ends.map(|t| self.normal(t)[1]);
                let angle = (0.5 * (a + b)).acos();
                let t = (angles[0] - angle) / (angles[0] - angles[1]);
                (t, TAU * radius * radius * (b - a))
            }
        };
        // a band around a pole has the columns of its middle
        let around = if low == 0.0 { 0.5 * high } else { high };
        let quarter = (0.25 * TAU * around / spacing).round().max(1.0);
        Band {
            borders,
            middle: self.place(t),
            normal: self.normal(t),
            area,
            columns: 4 * quarter as usize,
        }
    }
}

impl Band {
    /// Returns the point of a circle at a number of columns.
    fn point(&self, [radius, height]: [f64; 2], columns: f64) -> Vec3 {
        let (sin, cos) = (TAU * columns / self.columns as f64).sin_cos();
        Vec3::new(radius * cos, radius * sin, height)
    }

    fn add(&self, cells: &mut Cells) {
        let [below, above] = self.borders;
        for k in 0..self.columns {
            let (left, right) = (k as f64, ((k + 1) % self.columns) as f64);
            let patch = Patch {
                point: self.point(self.middle, left + 0.5),
                normal: self.point(self.normal, left + 0.5),
                area: self.area / self.columns as f64,
            };
            let mut corners = vec![self.point(below, left)];
            if below[0] > 0.0 {
                corners.push(self.point(below, right));
            }
            corners.push(self.point(above, right));
            if above[0] > 0.0 {
                corners.push(self.point(above, left));
            }
            cells.add(patch, &corners);
        }
    }

    /// Says that its upper border is a sharp edge.
    fn mark_end(&self, cells: &mut Cells) {
        for k in 0..self.columns {
            let ends = [k, (k + 1) % self.columns].map(|k| self.point(self.borders[1], k as f64));
            cells.mark([&ends[0], &ends[1]], ends.into_iter());
        }
    }
}
