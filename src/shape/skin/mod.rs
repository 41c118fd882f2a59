//! Skins: closed surfaces as oriented clouds, and the soft signed distance to them.
//!
//! A surface is cut into nearly equal cells. A cell has a patch, its centre on the surface with the outward
//! normal there and its area; forces act at queries, which are the centres of the cells and their corners. A skin
//! knows no pose, no other body and no force. A half-space has no end, and its skin is empty.

mod ball;
mod bent;
mod cells;
mod face;
mod field;
mod mesh;
mod parts;
mod piece;
mod round;
mod sum;
#[cfg(test)]
mod tests;
mod turned;
mod wall;

pub(in crate::shape) use face::Face;
pub use field::{Soft, SoftField};
pub(in crate::shape) use piece::Piece;
pub(in crate::shape) use round::padded;
pub(in crate::shape) use turned::Line;

use super::{Placed, Shape};
use crate::math::Vec3;
use cells::Cells;

/// Most patches that a skin should have: a body with more is better described by its faces.
pub const MAX_PATCHES: usize = 20_000;

/// Cells along the largest extent of a body, unless its spacing is given.
const CELLS: f64 = 10.0;
/// Cells along the largest extent of its smallest part, at least.
const CELLS_OF_PART: f64 = 4.0;

/// A `Patch` is a piece of a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Patch {
    /// Point on the surface, m.
    pub point: Vec3,
    /// Outward unit normal of the surface at the point.
    pub normal: Vec3,
    /// Area, m^2.
    pub area: f64,
}

/// A `Query` is a point of a surface where forces act.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Query {
    /// Point on the surface, m.
    pub point: Vec3,
    /// Area that the point stands for, m^2: half of a cell counts at its centre, the rest in equal shares at its corners.
    pub area: f64,
}

/// A `Skin` is a closed surface as an oriented cloud.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Skin {
    /// Patches, one for each cell.
    pub patches: Vec<Patch>,
    /// Points where forces act: first the patches in their order, then the corners of the cells. The areas sum to the
    /// area of the surface.
    pub queries: Vec<Query>,
    /// Pieces of the sharp edges of the surface, each between two of the `queries`.
    pub edges: Vec<[usize; 2]>,
    /// Root of the mean area of the patches, m; 0 for an empty skin.
    pub spacing: f64,
}

impl Skin {
    /// Makes a skin of points (m) with outward normals of any length and areas (m^2), which are its queries as well.
    pub fn of_points(points: &[Vec3], normals: &[Vec3], areas: &[f64]) -> Self {
        let mut cells = Cells::new(1.0);
        for ((point, normal), &area) in points.iter().zip(normals).zip(areas) {
            let patch = Patch {
                point: *point,
                normal: normal.normalize(),
                area,
            };
            cells.add(patch, &[]);
        }
        cells.finish()
    }

    /// Returns the spacing (m) of a body of these parts unless one is given: a tenth of its largest extent, and at most a quarter of
    /// that of its smallest part; infinite for a half-space.
    pub fn default_spacing(parts: &[Placed]) -> f64 {
        let bounds: Vec<(Vec3, Vec3)> = parts.iter().map(Placed::bounds).collect();
        let extent = |(low, high): &(Vec3, Vec3)| (high - low).max();
        let all = bounds.iter().copied();
        let all = all.reduce(|(low, high), (l, h)| (low.inf(&l), high.sup(&h)));
        let whole = all.map_or(0.0, |all| extent(&all));
        let smallest = bounds.iter().map(extent).fold(f64::INFINITY, f64::min);
        (whole / CELLS).min(smallest / CELLS_OF_PART)
    }

    /// Returns the sum of the areas of the patches, m^2.
    pub fn area(&self) -> f64 {
        self.patches.iter().map(|patch| patch.area).sum()
    }

    /// Returns the skin of the body that is `factor` > 0 times as large.
    #[must_use]
    pub fn scaled(mut self, factor: f64) -> Self {
        for patch in &mut self.patches {
            patch.point *= factor;
            patch.area *= factor * factor;
        }
        for query in &mut self.queries {
            query.point *= factor;
            query.area *= factor * factor;
        }
        self.spacing *= factor;
        self
    }
}

impl Shape {
    /// Returns the skin with cells of at most about `spacing` (m) in the frame of the shape; empty for a half-space.
    pub fn skin(&self, spacing: f64) -> Skin {
        self.cells(spacing).finish()
    }

    /// Returns the number of patches of [`Shape::skin`] without making them.
    pub fn patch_count(&self, spacing: f64) -> usize {
        match self.primitive().pieces() {
            Some(pieces) => pieces.iter().map(|piece| piece.count(spacing)).sum(),
            None => sum::count(self, spacing),
        }
    }

    /// Returns the cells of the surface.
    fn cells(&self, spacing: f64) -> Cells {
        let mut cells = Cells::new(spacing);
        match self.primitive().pieces() {
            Some(pieces) => pieces.iter().for_each(|piece| piece.add(&mut cells)),
            None => sum::add(self, &mut cells),
        }
        cells.cut_edges();
        cells
    }
}

impl Placed {
    /// Returns the skin of the placed shape in the enclosing frame; see [`Shape::skin`].
    pub fn skin(&self, spacing: f64) -> Skin {
        self.cells(spacing).finish()
    }

    /// Returns the cells of the surface in the enclosing frame.
    fn cells(&self, spacing: f64) -> Cells {
        let cells = self.shape.cells(spacing);
        cells.placed(&self.rotation, &self.offset)
    }
}
