//! Convex meshes from files: the hull of their vertices.

use super::Polytope;
use super::checks::checked_hull;
use crate::error::Result;
use crate::math::Vec3;
use crate::shape::mesh;
use std::path::Path;

impl Polytope {
    /// The convex hull of the vertices of an `.obj`, `.stl` or `.dae` file (coordinates of OBJ and STL are taken as
    /// metres), and the shift that was subtracted from them: the centroid when the origin of the file is
    /// not strictly inside, else zero. Placing the result at the shift puts it back.
    ///
    /// # Errors
    /// The file cannot be read, is too large ([`MAX_MESH_BYTES`](mesh::MAX_MESH_BYTES)) or has an unknown
    /// ending; and the errors of [`Polytope::from_vertices`].
    pub fn from_mesh_file(path: impl AsRef<Path>) -> Result<(Self, Vec3)> {
        let vertices = mesh::read(path.as_ref())?.points;
        let found = checked_hull(&vertices)?;
        if let Ok(polytope) = Self::from_hull(&vertices, &found) {
            return Ok((polytope, Vec3::zeros()));
        }
        let corners: Vec<Vec3> = found.vertices.iter().map(|&i| vertices[i]).collect();
        let middle = corners.iter().sum::<Vec3>() / corners.len() as f64;
        let about_middle = Self::from_vertices(&moved(&corners, &middle))?;
        let shift = middle + about_middle.moments().properties(0.0).centre;
        Ok((Self::from_vertices(&moved(&corners, &shift))?, shift))
    }
}

fn moved(points: &[Vec3], shift: &Vec3) -> Vec<Vec3> {
    points.iter().map(|p| p - shift).collect()
}
