//! The cells of a surface in the making.

use super::{Patch, Query, Skin};
use crate::math::{Rot, Vec3};
use std::collections::{BTreeMap, HashMap};

/// Corners of cells this close, as a fraction of the spacing, are one.
const WELD: f64 = 1e-6;
/// The lattice on which corners are compared is shifted by this, so that round numbers lie inside its cells.
const SHIFT: f64 = 0.3719;

/// A cell is a patch with the indices of its corners.
struct Cell {
    patch: Patch,
    corners: Vec<usize>,
}

/// `Cells` are a surface cut into cells.
pub(in crate::shape) struct Cells {
    /// Largest distance of neighbouring patches, m.
    pub spacing: f64,
    cells: Vec<Cell>,
    vertices: Vec<Vec3>,
    known: HashMap<[i64; 3], usize>,
    /// The vertices on every sharp edge, by the vertices at its ends.
    sharp: BTreeMap<[usize; 2], Vec<usize>>,
}

impl Cells {
    pub fn new(spacing: f64) -> Self {
        Self {
            spacing,
            cells: Vec::new(),
            vertices: Vec::new(),
            known: HashMap::new(),
            sharp: BTreeMap::new(),
        }
    }

    /// Returns the number of equal cells along a length, m.
    pub fn along(length: f64, spacing: f64) -> usize {
        let cells = (length / spacing - 1e-9).ceil();
        (cells as usize).max(1)
    }

    /// Adds a cell with its corners.
    pub fn add(&mut self, patch: Patch, corners: &[Vec3]) {
        let corners = corners.iter().map(|p| self.vertex(p)).collect();
        self.cells.push(Cell { patch, corners });
    }

    /// Says that points are on the sharp edge between two others.
    pub fn mark(&mut self, ends: [&Vec3; 2], points: impl Iterator<Item = Vec3>) {
        let [a, b] = ends.map(|p| self.vertex(p));
        let on: Vec<usize> = points.map(|p| self.vertex(&p)).collect();
        let edge = self.sharp.entry([a.min(b), a.max(b)]).or_default();
        edge.extend(on);
    }

    /// Returns the index of the vertex at a point.
    fn vertex(&mut self, point: &Vec3) -> usize {
        let lattice = point / (WELD * self.spacing);
        let key = [0, 1, 2].map(|k| (lattice[k] + SHIFT).floor() as i64);
        *self.known.entry(key).or_insert_with(|| {
            self.vertices.push(*point);
            self.vertices.len() - 1
        })
    }

    /// Returns the cells in the enclosing frame.
    pub fn placed(mut self, rotation: &Rot, offset: &Vec3) -> Self {
        for cell in &mut self.cells {
            cell.patch.point = rotation * cell.patch.point + offset;
            cell.patch.normal = rotation * cell.patch.normal;
        }
        for vertex in &mut self.vertices {
            *vertex = rotation * *vertex + offset;
        }
        self.known.clear();
        self
    }

    /// Makes the skin.
    pub fn finish(self) -> Skin {
        let patches: Vec<Patch> = self.cells.iter().map(|cell| cell.patch).collect();
        let mut shares = vec![0.0; self.vertices.len()];
        let mut queries = Vec::new();
        for cell in &self.cells {
            let Patch { point, area, .. } = cell.patch;
            let count = cell.corners.len();
            for &corner in &cell.corners {
                shares[corner] += 0.5 * area / count as f64;
            }
            let area = if count == 0 { area } else { 0.5 * area };
            queries.push(Query { point, area });
        }
        let first = queries.len();
        let corners = self.vertices.iter().zip(&shares);
        queries.extend(corners.map(|(&point, &area)| Query { point, area }));
        let area: f64 = patches.iter().map(|patch| patch.area).sum();
        Skin {
            spacing: (area / patches.len().max(1) as f64).sqrt(),
            edges: self.edges(first),
            patches,
            queries,
        }
    }

    /// Returns the pieces of the sharp edges as indices of queries, of which vertices start at `first`.
    fn edges(&self, first: usize) -> Vec<[usize; 2]> {
        let mut edges = Vec::new();
        for ([a, _], on) in &self.sharp {
            let far = |&i: &usize| (self.vertices[i] - self.vertices[*a]).norm_squared();
            let mut on = on.clone();
            on.sort_by(|i, j| far(i).total_cmp(&far(j)).then(i.cmp(j)));
            on.dedup();
            edges.extend(on.windows(2).map(|pair| [first + pair[0], first + pair[1]]));
        }
        edges
    }
}
