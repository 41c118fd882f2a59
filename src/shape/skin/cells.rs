//! The cells of a surface in the making.

use super::{Patch, Query, Skin};
use crate::math::{Rot, Vec3};
use std::collections::{BTreeMap, BTreeSet, HashMap};

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
    /// The vertices on every straight sharp edge, by the vertices at its ends.
    sharp: BTreeMap<[usize; 2], Vec<usize>>,
    /// Pieces of sharp edges.
    edges: BTreeSet<[usize; 2]>,
}

impl Cells {
    pub fn new(spacing: f64) -> Self {
        Self {
            spacing,
            cells: Vec::new(),
            vertices: Vec::new(),
            known: HashMap::new(),
            sharp: BTreeMap::new(),
            edges: BTreeSet::new(),
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

    /// Cuts the sharp edges at the vertices on them, once all of them are there.
    pub fn cut_edges(&mut self) {
        for ([a, _], mut on) in std::mem::take(&mut self.sharp) {
            let far = |&i: &usize| (self.vertices[i] - self.vertices[a]).norm_squared();
            on.sort_by(|i, j| far(i).total_cmp(&far(j)).then(i.cmp(j)));
            on.dedup();
            self.edges
                .extend(on.windows(2).map(|pair| [pair[0], pair[1]]));
        }
    }

    /// Drops the cells whose patches are not to be kept.
    pub fn retain(&mut self, keep: impl Fn(&Patch) -> bool) {
        self.cells.retain(|cell| keep(&cell.patch));
    }

    /// Drops the corners of cells that are not to be kept; their shares go to the others.
    pub fn retain_corners(&mut self, keep: impl Fn(&Vec3) -> bool) {
        let kept: Vec<bool> = self.vertices.iter().map(keep).collect();
        for cell in &mut self.cells {
            cell.corners.retain(|&corner| kept[corner]);
        }
    }

    /// Drops the pieces of sharp edges that have no end to be kept.
    pub fn retain_edges(&mut self, keep: impl Fn(&Vec3) -> bool) {
        let kept: Vec<bool> = self.vertices.iter().map(keep).collect();
        self.edges.retain(|edge| edge.iter().any(|&end| kept[end]));
    }

    /// Adds the cells of another surface.
    pub fn append(&mut self, other: Self) {
        let points = &other.vertices;
        for Cell { patch, corners } in &other.cells {
            let corners: Vec<Vec3> = corners.iter().map(|&i| points[i]).collect();
            self.add(*patch, &corners);
        }
        for edge in &other.edges {
            let edge = edge.map(|i| self.vertex(&points[i]));
            self.edges.insert(edge);
        }
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
        let mut index = vec![None; self.vertices.len()];
        for (i, (&point, &area)) in self.vertices.iter().zip(&shares).enumerate() {
            if area > 0.0 {
                index[i] = Some(queries.len());
                queries.push(Query { point, area });
            }
        }
        let edges = self.edges.iter();
        let edges = edges.filter_map(|&[a, b]| Some([index[a]?, index[b]?]));
        let area: f64 = patches.iter().map(|patch| patch.area).sum();
        Skin {
            spacing: (area / patches.len().max(1) as f64).sqrt(),
            edges: edges.collect(),
            patches,
            queries,
        }
    }
}
