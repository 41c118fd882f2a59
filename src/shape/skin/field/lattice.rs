//! Points sorted into the cells of a uniform grid, so that those near another point are found quickly.
//!
//! The points of a row of cells along z are neighbours in the list: a search visits one range a row.

use crate::math::Vec3;
use std::ops::Range;

/// Most cells for each point.
const CELLS: f64 = 8.0;

/// A `Lattice` is a uniform grid over a list of points in the order of its cells.
#[derive(Debug, Clone)]
pub(super) struct Lattice {
    pub low: Vec3,
    pub high: Vec3,
    /// Side of a cell, m.
    side: f64,
    counts: [usize; 3],
    /// Index of the first point of every cell, and the number of points.
    starts: Vec<u32>,
    /// A point near the middle of every cell.
    hints: Vec<u32>,
}

impl Lattice {
    /// Returns a grid of cells with about this side (m), and the order of the points in it.
    pub fn new(points: &[Vec3], side: f64) -> (Self, Vec<usize>) {
        let far = Vec3::repeat(f64::INFINITY);
        let low = points.iter().fold(far, |low, p| low.inf(p));
        let high = points.iter().fold(-far, |high, p| high.sup(p));
        let most = CELLS * points.len() as f64;
        let numbers = |side: f64| [0, 1, 2].map(|k| ((high[k] - low[k]) / side).floor() + 1.0);
        let mut side = side;
        while numbers(side).iter().product::<f64>() > most {
            side *= 1.1;
        }
        let mut lattice = Self {
            low,
            high,
            side,
            counts: numbers(side).map(|n| n as usize),
            starts: Vec::new(),
            hints: Vec::new(),
        };
        let cells: Vec<usize> = points.iter().map(|p| lattice.cell(p)).collect();
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by_key(|&i| cells[i]);
        let first = |cell| order.partition_point(|&i| cells[i] < cell) as u32;
        lattice.starts = (0..=lattice.cells()).map(first).collect();
        let sorted: Vec<Vec3> = order.iter().map(|&i| points[i]).collect();
        lattice.find_hints(&sorted);
        (lattice, order)
    }

    fn cells(&self) -> usize {
        self.counts.iter().product()
    }

    /// Returns the place of a coordinate along an axis, that of the nearest cell for one outside.
    fn place(&self, x: f64, k: usize) -> usize {
        let place = (x - self.low[k]) / self.side;
        // a negative number becomes 0
        (place as usize).min(self.counts[k] - 1)
    }

    /// Returns the index of the cell of a point, of the nearest cell for one outside.
    fn cell(&self, p: &Vec3) -> usize {
        let [i, j, k] = [0, 1, 2].map(|k| self.place(p[k], k));
        (i * self.counts[1] + j) * self.counts[2] + k
    }

    /// Finds the nearest point of every cell's middle, starting from what was found for the cell before.
    fn find_hints(&mut self, sorted: &[Vec3]) {
        let mut hints = Vec::with_capacity(self.cells());
        let mut guess = 0;
        for cell in 0..self.cells() {
            let k = cell % self.counts[2];
            let j = cell / self.counts[2] % self.counts[1];
            let i = cell / self.counts[2] / self.counts[1];
            let place = Vec3::new(i as f64, j as f64, k as f64);
            let middle = self.low + (place + Vec3::repeat(0.5)) * self.side;
            guess = self.nearest_from(guess, &middle, |i| sorted[i]);
            hints.push(guess as u32);
        }
        self.hints = hints;
    }

    /// Returns the index of the point nearest to `y`; `at` knows the points in the order of the grid.
    pub fn nearest(&self, y: &Vec3, at: impl Fn(usize) -> Vec3) -> usize {
        self.nearest_from(self.hints[self.cell(y)] as usize, y, at)
    }

    /// Returns the index of the nearest point: `guess` where it is one of several, else the first of them.
    fn nearest_from(&self, guess: usize, y: &Vec3, at: impl Fn(usize) -> Vec3) -> usize {
        let square = |i: usize| (y - at(i)).norm_squared();
        let guessed = square(guess);
        let mut least = guessed;
        // The points of the same cell leave out most of the other cells.
        let cell = self.cell(y);
        let [from, to] = [cell, cell + 1].map(|cell| self.starts[cell] as usize);
        (from..to).for_each(|i| least = least.min(square(i)));
        let mut best = (guess, guessed);
        self.rows(y, least, |row| {
            for i in row {
                let square = square(i);
                if square < best.1 {
                    best = (i, square);
                }
            }
        });
        best.0
    }

    /// Calls `visit` with ranges of points that contain all whose squared distance from `y` is at most `square` (m^2).
    pub fn rows(&self, y: &Vec3, square: f64, mut visit: impl FnMut(Range<usize>)) {
        let [_, ny, nz] = self.counts;
        let reach = square.sqrt();
        let across = self.places(y, 0, reach);
        for i in across {
            let left = square - self.gap(y, 0, i);
            if left < 0.0 {
                continue;
            }
            for j in self.places(y, 1, left.sqrt()) {
                let left = left - self.gap(y, 1, j);
                if left < 0.0 {
                    continue;
                }
                let along = self.places(y, 2, left.sqrt());
                let row = (i * ny + j) * nz;
                let ends = [along.start, along.end].map(|k| self.starts[row + k] as usize);
                if ends[0] < ends[1] {
                    visit(ends[0]..ends[1]);
                }
            }
        }
    }

    /// Returns the places along an axis within `reach` of a point, and a little more for rounding.
    fn places(&self, y: &Vec3, k: usize, reach: f64) -> Range<usize> {
        let reach = reach * (1.0 + 1e-9) + 1e-9 * self.side;
        if y[k] + reach < self.low[k] || y[k] - reach > self.high[k] {
            return 0..0;
        }
        self.place(y[k] - reach, k)..self.place(y[k] + reach, k) + 1
    }

    /// Returns the squared distance along an axis from a point to a slab of cells, and a little less for rounding.
    fn gap(&self, y: &Vec3, k: usize, place: usize) -> f64 {
        let low = self.low[k] + place as f64 * self.side;
        let gap = (low - y[k]).max(y[k] - low - self.side) * (1.0 - 1e-9) - 1e-9 * self.side;
        gap.max(0.0) * gap.max(0.0)
    }
}
