//! OBJ files: the faces of all groups, polygons as fans.

use super::TriangleMesh;
use super::read::{MAX_TRIANGLES, Parsed, too_many_triangles};
use crate::math::Vec3;
use std::io::Cursor;
use std::path::Path;

pub(super) fn parse(bytes: Vec<u8>) -> Parsed {
    let options = tobj::LoadOptions {
        triangulate: true,
        ..tobj::LoadOptions::default()
    };
    let no_materials = |_: &Path| Err(tobj::LoadError::OpenFileFailed);
    let (models, _) = tobj::load_obj_buf(&mut Cursor::new(bytes), &options, no_materials)
        .map_err(|e| e.to_string())?;
    let mut mesh = TriangleMesh::default();
    for model in &models {
        let first = mesh.points.len() as u32;
        let positions = model.mesh.positions.chunks_exact(3);
        mesh.points.extend(positions.map(Vec3::from_column_slice));
        let corners = model.mesh.indices.chunks_exact(3);
        mesh.triangles
            .extend(corners.map(|t| [first + t[0], first + t[1], first + t[2]]));
        if mesh.triangles.len() > MAX_TRIANGLES {
            return Err(too_many_triangles());
        }
    }
    if mesh.points.is_empty() {
        return Err("no faces in the file".into());
    }
    Ok(mesh)
}
