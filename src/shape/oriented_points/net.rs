//! The surface phi = 0 on a grid, with one corner of triangles in every cell that it crosses ("surface nets").
//!
//! The surface is followed from the cells of the points across the faces that it crosses. Every edge of the grid that it
//! crosses gives two triangles, whose corners are in the four cells beside it: so the triangles are closed if the surface
//! never leaves the neighbourhood of the points. The corners are then moved onto the surface.

use super::fit::Fit;
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::shape::mesh::TriangleMesh;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Largest number of cells that have points in them or are crossed.
const MAX_CELLS: usize = 200_000;
/// How often a corner is moved towards the surface.
const MOVES: usize = 3;
/// A corner stays this near to where the edges of its cell are crossed, in the size of the cell.
const FAR: f64 = 1.0;

/// The grid begins this far below the points, in the size of its cells, so that flat faces at round numbers lie between vertices.
const SHIFT: f64 = 0.3719;

/// A vertex of the grid, or the cell of which it is the lowest corner.
type Vertex = [i32; 3];

/// The corners of a cell.
const CORNERS: [Vertex; 8] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [1, 1, 0],
    [0, 0, 1],
    [1, 0, 1],
    [0, 1, 1],
    [1, 1, 1],
];

/// Returns the closed mesh through points, with triangles of about a size, m.
pub(super) fn mesh(fit: &Fit, size: f64) -> Result<TriangleMesh> {
    let mut grid = Grid::new(fit, size)?;
    let corners = grid.follow()?;
    let mut mesh = TriangleMesh::default();
    let mut index = HashMap::new();
    for (cell, corner) in &corners {
        index.insert(*cell, mesh.points.len() as u32);
        mesh.points.push(*corner);
    }
    for &start in corners.keys() {
        for axis in 0..3 {
            let [inside, beyond] = [start, moved(start, axis, 1)].map(|v| grid.is_inside(v));
            if inside == beyond {
                continue;
            }
            let [b, c] = [(axis + 1) % 3, (axis + 2) % 3];
            let (left, below) = (moved(start, b, -1), moved(start, c, -1));
            let mut quad = [moved(left, c, -1), below, start, left].map(|cell| index[&cell]);
            if beyond {
                quad.reverse();
            }
            mesh.triangles.extend(halves(quad, &mesh.points));
        }
    }
    Ok(mesh)
}

/// Returns the vertex `by` steps along an axis.
fn moved(mut vertex: Vertex, axis: usize, by: i32) -> Vertex {
    vertex[axis] += by;
    vertex
}

/// Cuts a quadrangle along its shorter diagonal.
fn halves([a, b, c, d]: [u32; 4], points: &[Vec3]) -> [[u32; 3]; 2] {
    let diagonal = |i: u32, j: u32| (points[i as usize] - points[j as usize]).norm_squared();
    if diagonal(a, c) <= diagonal(b, d) {
        [[a, b, c], [a, c, d]]
    } else {
        [[a, b, d], [b, c, d]]
    }
}

/// A grid around points, with the soft distance at the vertices that were asked for.
struct Grid<'a> {
    fit: &'a Fit<'a>,
    low: Vec3,
    size: f64,
    values: HashMap<Vertex, Option<f64>>,
}

impl<'a> Grid<'a> {
    fn new(fit: &'a Fit<'a>, size: f64) -> Result<Self> {
        let (low, high) = fit.tree.bounds();
        let grid = Self {
            fit,
            low: low - Vec3::repeat(SHIFT * size),
            size,
            values: HashMap::new(),
        };
        if (high - low).max() > MAX_CELLS as f64 * size {
            return Err(grid.too_fine());
        }
        Ok(grid)
    }

    /// Follows the surface from the cells around the points; returns the cells that it crosses and the corner in each.
    fn follow(&mut self) -> Result<BTreeMap<Vertex, Vec3>> {
        let mut seen = BTreeSet::new();
        for point in &self.fit.tree.points {
            let cell = (point.position - self.low) / self.size;
            seen.insert([cell.x, cell.y, cell.z].map(|c| c.floor() as i32));
        }
        let mut next: Vec<Vertex> = seen.iter().copied().collect();
        let mut crossed = BTreeMap::new();
        while let Some(cell) = next.pop() {
            if seen.len() > MAX_CELLS {
                return Err(self.too_fine());
            }
            let Some(sides) = self.sides(cell)? else {
                continue;
            };
            crossed.insert(cell, self.corner(cell));
            for (axis, by) in sides {
                let beside = moved(cell, axis, by);
                if seen.insert(beside) {
                    next.push(beside);
                }
            }
        }
        Ok(crossed)
    }

    /// Returns the sides across which the surface leaves a cell, as axes and steps along them; nothing if it does not cross the cell.
    fn sides(&mut self, cell: Vertex) -> Result<Option<Vec<(usize, i32)>>> {
        let mut inside = [false; 8];
        for (inside, corner) in inside.iter_mut().zip(CORNERS) {
            let value = self.value(sum(cell, corner));
            *inside = value.ok_or_else(|| self.hole(cell))? < 0.0;
        }
        if inside.iter().all(|own| *own == inside[0]) {
            return Ok(None);
        }
        let mut sides = Vec::new();
        for axis in 0..3 {
            for (at, by) in [(0, -1), (1, 1)] {
                let on = CORNERS.iter().zip(inside).filter(|(c, _)| c[axis] == at);
                let count = on.filter(|(_, inside)| *inside).count();
                if count % 4 != 0 {
                    sides.push((axis, by));
                }
            }
        }
        Ok(Some(sides))
    }

    /// Returns the point of the surface in a cell that it crosses: the mean of the crossings of the edges, moved along the gradient.
    fn corner(&self, cell: Vertex) -> Vec3 {
        let (mut mean, mut count) = (Vec3::zeros(), 0.0);
        for corner in CORNERS {
            let start = sum(cell, corner);
            for axis in (0..3).filter(|&axis| corner[axis] == 0) {
                let ends = [start, moved(start, axis, 1)];
                let [a, b] = ends.map(|v| self.values[&v].unwrap_or_default());
                if (a < 0.0) != (b < 0.0) {
                    let [from, to] = ends.map(|v| self.place(v));
                    mean += from + (to - from) * (a / (a - b));
                    count += 1.0;
                }
            }
        }
        mean /= count;
        if let Some(edge) = self.fit.edge(&mean)
            && (edge - mean).norm() <= FAR * self.size
        {
            return edge;
        }
        let mut place = mean;
        for _ in 0..MOVES {
            let Some(sphere) = self.fit.at(&place) else {
                break;
            };
            let next = place - sphere.gradient * (sphere.value / sphere.gradient.norm_squared());
            if (next - mean).norm() <= FAR * self.size {
                place = next;
            }
        }
        place
    }

    /// Returns the soft distance at a vertex, m; nothing where no point is near.
    fn value(&mut self, vertex: Vertex) -> Option<f64> {
        if let Some(known) = self.values.get(&vertex) {
            return *known;
        }
        let value = self.fit.distance(&self.place(vertex));
        self.values.insert(vertex, value);
        value
    }

    /// Returns whether a vertex of a crossed cell is inside of the surface.
    fn is_inside(&self, vertex: Vertex) -> bool {
        self.values[&vertex].is_some_and(|value| value < 0.0)
    }

    fn place(&self, vertex: Vertex) -> Vec3 {
        self.low + Vec3::from(vertex.map(f64::from)) * self.size
    }

    fn hole(&self, cell: Vertex) -> Error {
        let [x, y, z]: [f64; 3] = self.place(cell).into();
        let why = format!(
            "the points do not close a surface: it leaves them near ({x:.4}, {y:.4}, {z:.4})"
        );
        let fix = "scan the missing side, turn round normals that point inwards, or give the surface as a closed mesh";
        Error::value("", why, fix)
    }

    fn too_fine(&self) -> Error {
        let why = format!(
            "triangles of {:.3e} m are more than the limit of {MAX_CELLS} cells",
            self.size
        );
        Error::value("", why, "use a larger spacing")
    }
}

fn sum(a: Vertex, b: Vertex) -> Vertex {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}
