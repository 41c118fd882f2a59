//! Triangle meshes, and the convex parts with few faces that stand for them.
//!
//! A file (STL, OBJ, Collada) becomes a [`TriangleMesh`]. Its convex hull, or the hulls of the pieces of a
//! decomposition, are reduced to a number of faces that a step can afford; the distance to the true hull is
//! known exactly. Not here: textures, normals, contact with triangles.

#[cfg(feature = "scene")]
mod cache;
#[cfg(feature = "scene")]
mod cloud_table;
#[cfg(feature = "scene")]
mod collada;
#[cfg(feature = "scene")]
mod coloured;
mod convex_hull;
mod convexity;
#[cfg(feature = "scene")]
mod decompose;
#[cfg(feature = "scene")]
mod merge;
mod nearest;
#[cfg(feature = "scene")]
mod nesting;
#[cfg(feature = "scene")]
mod obj;
pub(in crate::shape) mod read;
mod reduce;
#[cfg(feature = "scene")]
mod stl;
#[cfg(feature = "scene")]
mod table;
mod topology;

#[cfg(feature = "scene")]
pub use cache::Cache;
#[cfg(feature = "scene")]
pub(crate) use cloud_table::CloudTable;
pub(in crate::shape) use convexity::check_convex;
#[cfg(feature = "scene")]
pub use decompose::Decompose;
#[cfg(feature = "scene")]
pub(crate) use nesting::deeper_than;
pub(in crate::shape) use read::read;
pub use read::{MAX_MESH_BYTES, MAX_TRIANGLES};
pub use reduce::ConvexPart;
#[cfg(feature = "scene")]
pub use table::MeshReport;
#[cfg(feature = "scene")]
pub(crate) use table::MeshTable;

use crate::error::{Error, Result};
use crate::math::Vec3;
use convex_hull::ConvexHull;
use std::path::Path;

/// Largest magnitude of a coordinate, m.
const MAX_COORDINATE: f64 = 1e12;

/// Triangles in space; each is counter-clockwise seen from outside.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TriangleMesh {
    /// Corners, m.
    pub points: Vec<Vec3>,
    /// Three indices into `points` per triangle.
    pub triangles: Vec<[u32; 3]>,
}

/// An `Examination` says what a mesh is like as a solid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Examination {
    /// Whether every edge runs along a second triangle in the opposite direction.
    pub closed: bool,
    /// Number of edges that do not.
    pub open_edges: usize,
    /// Signed volume, m^3; negative for a closed mesh that is inside out, and without meaning for an open one.
    pub volume: f64,
    /// Volume of the convex hull, m^3.
    pub hull_volume: f64,
}

/// Examines a mesh before something is made from it.
///
/// # Errors
/// The mesh has no triangles, indices out of range, coordinates that are not finite, or no thickness.
pub fn examine(mesh: &TriangleMesh) -> Result<Examination> {
    mesh.check()?;
    let open_edges = mesh.open_edges();
    Ok(Examination {
        closed: open_edges == 0,
        open_edges,
        volume: mesh.volume(),
        hull_volume: ConvexHull::of(&mesh.used_points())?.volume(),
    })
}

impl TriangleMesh {
    /// Reads an `.stl`, `.obj` or `.dae` file. STL and OBJ are taken as metres and as they stand; Collada has a
    /// unit and an upward axis, and the result is in metres with z up.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, is larger than [`MAX_MESH_BYTES`] or [`MAX_TRIANGLES`], has another
    /// ending, no triangles, or coordinates that are not finite.
    pub fn load(path: &Path) -> Result<Self> {
        let mut mesh = read(path)?;
        mesh.triangles
            .retain(|[a, b, c]| a != b && b != c && c != a);
        mesh.checked(path)
    }

    /// Returns the mesh of a file if nothing is wrong with its numbers.
    fn checked(self, path: &Path) -> Result<Self> {
        match self.complaint() {
            None => Ok(self),
            Some(why) => {
                let fix = "export the mesh anew as triangles";
                Err(Error::file("", format!("{}: {why}", path.display()), fix))
            }
        }
    }

    /// The surface of the convex hull of points.
    ///
    /// # Errors
    /// The points are not finite, or have no thickness.
    pub fn hull_of(points: &[Vec3]) -> Result<Self> {
        let hull = ConvexHull::of(points)?;
        let faces = hull.faces.iter();
        let fans = faces.flat_map(|face| {
            let rest = face.corners[1..].windows(2);
            rest.map(|pair| [face.corners[0], pair[0], pair[1]].map(|i| i as u32))
        });
        Ok(Self {
            triangles: fans.collect(),
            points: hull.corners,
        })
    }

    /// The signed volume that the triangles enclose, m^3; it has a meaning only if the mesh is closed.
    pub fn volume(&self) -> f64 {
        let first = self.points.first().copied().unwrap_or_default();
        let six = self.triangles.iter().map(|t| {
            let [a, b, c] = t.map(|i| self.points[i as usize] - first);
            a.dot(&b.cross(&c))
        });
        six.sum::<f64>() / 6.0
    }

    /// Whether every directed edge has its opposite once points with equal coordinates are one.
    pub fn is_closed(&self) -> bool {
        self.open_edges() == 0
    }

    /// The mesh with its coordinates multiplied by `factors`; a mirrored mesh keeps its outside outside.
    #[must_use]
    pub fn scaled(&self, factors: [f64; 3]) -> Self {
        let factors = Vec3::from(factors);
        let mirrored = factors.product() < 0.0;
        let turn = |&[a, b, c]: &[u32; 3]| if mirrored { [a, c, b] } else { [a, b, c] };
        Self {
            points: self
                .points
                .iter()
                .map(|p| p.component_mul(&factors))
                .collect(),
            triangles: self.triangles.iter().map(turn).collect(),
        }
    }

    /// The convex hull with at most `max_faces` faces (from 4 to 2000).
    ///
    /// # Errors
    /// The mesh is not one (see [`examine`]), or its hull has too many faces to start from.
    pub fn convex_hull(&self, max_faces: usize) -> Result<ConvexPart> {
        self.check()?;
        reduce::check_max_faces(max_faces)?;
        reduce::reduce(&ConvexHull::of(&self.used_points())?, max_faces)
    }

    /// The points that are corners of triangles.
    fn used_points(&self) -> Vec<Vec3> {
        let mut used = vec![false; self.points.len()];
        for &i in self.triangles.iter().flatten() {
            used[i as usize] = true;
        }
        let all = self.points.iter().zip(used);
        all.filter_map(|(p, used)| used.then_some(*p)).collect()
    }

    /// Returns an error if something is wrong with the numbers of the mesh.
    pub(in crate::shape) fn check(&self) -> Result<()> {
        match self.complaint() {
            None => Ok(()),
            Some(why) => Err(Error::value("", why, "export the mesh anew as triangles")),
        }
    }

    /// Returns what is wrong with the numbers of the mesh, if something is.
    fn complaint(&self) -> Option<String> {
        if self.triangles.is_empty() {
            return Some("no triangles in the mesh".into());
        }
        if self.triangles.len() > MAX_TRIANGLES {
            return Some(read::too_many_triangles());
        }
        let count = self.points.len();
        let out = |i: &&u32| **i as usize >= count;
        if let Some(i) = self.triangles.iter().flatten().find(out) {
            return Some(format!("a triangle has corner {i} of {count} points"));
        }
        let bad = |p: &&Vec3| !p.iter().all(|c| c.abs() <= MAX_COORDINATE);
        let bad = self.points.iter().find(bad)?;
        let [x, y, z]: [f64; 3] = (*bad).into();
        Some(format!(
            "coordinates ({x}, {y}, {z}) are not finite numbers of at most {MAX_COORDINATE:e}"
        ))
    }
}
