//! The skin of a closed triangle mesh, which need not be convex.

use super::Skin;
use super::cells::Cells;
use super::face::Face;
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::shape::mesh::TriangleMesh;
use std::collections::HashMap;

/// An edge is sharp when the cosine of the angle between the normals beside it is below this (25 degrees).
const SHARP: f64 = 0.906;

impl Skin {
    /// Makes the skin of a closed mesh, whose triangles are cut into cells of at most about `spacing` (m).
    ///
    /// # Errors
    /// The mesh has no triangles, indices out of range, coordinates that are not finite, or edges of one triangle only.
    pub fn of_mesh(mesh: &TriangleMesh, spacing: f64) -> Result<Self> {
        let mut cells = Cells::new(spacing);
        faces(mesh)?.iter().for_each(|face| face.add(&mut cells));
        cells.cut_edges();
        Ok(cells.finish())
    }

    /// Returns the number of patches of [`Skin::of_mesh`] without making it.
    ///
    /// # Errors
    /// See [`Skin::of_mesh`].
    pub fn mesh_patch_count(mesh: &TriangleMesh, spacing: f64) -> Result<usize> {
        let faces = faces(mesh)?;
        Ok(faces.iter().map(|face| face.count(spacing)).sum())
    }
}

/// Returns the triangles of a closed mesh that have an area, outside out.
fn faces(mesh: &TriangleMesh) -> Result<Vec<Face>> {
    mesh.check()?;
    if !mesh.is_closed() {
        let fix = "close its holes, or take its convex hull";
        return Err(Error::value("", "the mesh is not closed", fix));
    }
    let inside_out = mesh.volume() < 0.0;
    let turned = |&[a, b, c]: &[u32; 3]| if inside_out { [a, c, b] } else { [a, b, c] };
    let triangles = mesh.triangles.iter().map(turned);
    let triangles = triangles.map(|t| t.map(|i| mesh.points[i as usize]));
    let normal = |[a, b, c]: &[Vec3; 3]| (b - a).cross(&(c - a)).try_normalize(0.0);
    let solid = triangles.filter_map(|t| Some((t, normal(&t)?)));
    let solid: Vec<([Vec3; 3], Vec3)> = solid.collect();
    // adding zero makes one number of both zeros
    let key = |p: &Vec3| [p.x, p.y, p.z].map(|x| (x + 0.0).to_bits());
    let mut normals = HashMap::new();
    for (t, n) in &solid {
        for k in 0..3 {
            normals.insert((key(&t[k]), key(&t[(k + 1) % 3])), *n);
        }
    }
    let face = |(t, normal): &([Vec3; 3], Vec3)| {
        let beside = |k: usize| normals.get(&(key(&t[(k + 1) % 3]), key(&t[k])));
        let sharp = |k| beside(k).is_some_and(|other| other.dot(normal) < SHARP);
        Face {
            corners: t.to_vec(),
            normal: *normal,
            sharp: [0, 1, 2].map(sharp).to_vec(),
        }
    };
    Ok(solid.iter().map(face).collect())
}
