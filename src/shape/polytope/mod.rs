//! Polytope { y : A y <= b } with unit rows of A and b > 0 (the origin strictly inside).

mod checks;
mod duality;
mod mesh_file;
mod parameter;
mod primitive;
mod rates;
mod table;

pub(in crate::shape) use checks::{checked_hull, direction};
pub(crate) use table::Table;

use super::hull::Hull;
use crate::error::{Error, Result};
use crate::math::Vec3;
use checks::check_faces;
use duality::corners_by_duality;

/// Largest number of faces of one polytope.
pub const MAX_FACES: usize = 2000;
/// Largest number of points that a hull is taken of.
pub const MAX_VERTICES: usize = 100_000;

/// The origin is strictly inside when every face is farther away than this fraction of the size.
const STRICT: f64 = 1e-9;

/// Convex polytope as faces and vertices; the scaling is about the origin of its frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Polytope {
    /// Outward unit normals.
    pub normals: Vec<Vec3>,
    /// Offsets b > 0 of the faces along their normals, m.
    pub offsets: Vec<f64>,
    /// Corners, m.
    pub vertices: Vec<Vec3>,
    /// The corners of every face as indices into `vertices`, counter-clockwise seen from outside;
    /// empty for a redundant face.
    pub corners: Vec<Vec<usize>>,
    /// Built from vertices, all faces triangles: every vertex may move on its own.
    simplicial: bool,
}

impl Polytope {
    /// The convex hull of `vertices` (m). Triangles in one plane (1e-9 of the size) become one
    /// face; points that are not corners of the hull are dropped.
    ///
    /// # Errors
    /// Field `vertices`: fewer than 4 points, more than [`MAX_VERTICES`], not finite, flat, more
    /// than [`MAX_FACES`] faces. Field empty: the origin is not strictly inside.
    pub fn from_vertices(vertices: &[Vec3]) -> Result<Self> {
        Self::from_hull(vertices, &checked_hull(vertices)?)
    }

    /// The polytope of a hull of `points`.
    pub(in crate::shape) fn from_hull(points: &[Vec3], hull: &Hull) -> Result<Self> {
        Self::of_hull(points, hull).with_origin_inside()
    }

    /// The polytope of a hull of `points`, wherever the origin is.
    pub(in crate::shape) fn of_hull(points: &[Vec3], hull: &Hull) -> Self {
        let faces = &hull.faces;
        Self {
            normals: faces.iter().map(|f| f.normal).collect(),
            offsets: faces.iter().map(|f| f.offset).collect(),
            vertices: hull.vertices.iter().map(|&i| points[i]).collect(),
            corners: faces.iter().map(|f| f.corners.clone()).collect(),
            simplicial: faces.iter().all(|f| f.corners.len() == 3),
        }
    }

    /// Returns the distance of a point from the nearest face plane; negative outside.
    pub(in crate::shape) fn depth(&self, point: &Vec3) -> f64 {
        let planes = self.normals.iter().zip(&self.offsets);
        planes
            .map(|(n, b)| b - n.dot(point))
            .fold(f64::INFINITY, f64::min)
    }

    /// The polytope { y : A y <= b }; `normals` are the rows of A (any length), `offsets` are b
    /// (m for unit rows). All faces are kept in the order given, so `b[i]` stays the i-th face:
    /// a redundant one has no corners.
    ///
    /// # Errors
    /// Field `A`: none, too many ([`MAX_FACES`]), unbounded; `A[i]`: zero or not finite; `b`:
    /// another number than normals; `b[i]`: not finite. Field empty: the origin is not strictly
    /// inside (some b <= 0).
    pub fn from_faces(normals: &[Vec3], offsets: &[f64]) -> Result<Self> {
        check_faces(normals, offsets)?;
        let lengths: Vec<f64> = normals.iter().map(Vec3::norm).collect();
        Self::from_unit_faces(
            normals.iter().zip(&lengths).map(|(n, l)| n / *l).collect(),
            offsets.iter().zip(&lengths).map(|(b, l)| b / l).collect(),
        )
    }

    /// The polytope of unit normals, all kept; corners by duality.
    fn from_unit_faces(normals: Vec<Vec3>, offsets: Vec<f64>) -> Result<Self> {
        if let Some(i) = offsets.iter().position(|&b| b <= 0.0) {
            return Err(origin_outside(&format!(
                ": face {i} has b = {}",
                offsets[i]
            )));
        }
        let (rough, _) = corners_by_duality(&normals, &offsets, &Vec3::zeros())?;
        let centre = rough.iter().sum::<Vec3>() / rough.len() as f64;
        let (vertices, corners) = corners_by_duality(&normals, &offsets, &centre)?;
        let polytope = Self {
            normals,
            offsets,
            vertices,
            corners,
            simplicial: false,
        };
        polytope.with_origin_inside()
    }

    fn with_origin_inside(self) -> Result<Self> {
        let size = self.vertices.iter().map(Vec3::norm).fold(0.0, f64::max);
        if self.offsets.iter().any(|&b| b <= STRICT * size) {
            return Err(origin_outside(""));
        }
        Ok(self)
    }
}

fn origin_outside(detail: &str) -> Error {
    Error::value(
        "",
        format!(
            "the origin of the shape frame is not strictly inside; the scaling is about it{detail}"
        ),
        "shift the vertices by an interior point (and the placement by the opposite)",
    )
}
