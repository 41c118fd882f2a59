//! Convex meshes from OBJ and STL files (ASCII and binary): the hull of their vertices.

use super::checks::checked_hull;
use super::{MAX_VERTICES, Polytope};
use crate::error::{Error, Result};
use crate::math::Vec3;
use std::collections::HashSet;
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;

/// Largest mesh file that is read, bytes.
pub const MAX_MESH_BYTES: u64 = 100_000_000;

impl Polytope {
    /// The convex hull of the vertices of an `.obj` or `.stl` file (coordinates taken as metres),
    /// and the shift that was subtracted from them: the centroid when the origin of the file is
    /// not strictly inside, else zero. Placing the result at the shift puts it back.
    ///
    /// # Errors
    /// The file cannot be read, is too large ([`MAX_MESH_BYTES`]) or has an unknown ending; and
    /// the errors of [`Polytope::from_vertices`].
    pub fn from_mesh_file(path: impl AsRef<Path>) -> Result<(Self, Vec3)> {
        let path = path.as_ref();
        let name = path.display();
        let ending = path.extension().and_then(|e| e.to_str()).unwrap_or("");
        let read: fn(Vec<u8>) -> std::result::Result<Vec<Vec3>, String> =
            match ending.to_lowercase().as_str() {
                "obj" => obj_vertices,
                "stl" => stl_vertices,
                _ => {
                    let why = format!("{name}: not an .obj or .stl file");
                    return Err(Error::file("", why, "convert the mesh to OBJ or STL"));
                }
            };
        let fix = "give the path of an OBJ or STL file";
        let unreadable = |e: std::io::Error| Error::file("", format!("{name}: {e}"), fix);
        let file = File::open(path).map_err(unreadable)?;
        // counted while it is read: what is not a file on a disk does not say how long it is
        let mut bytes = Vec::new();
        let mut limited = file.take(MAX_MESH_BYTES + 1);
        limited.read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > MAX_MESH_BYTES {
            let why = format!("{name}: more than the limit of {MAX_MESH_BYTES} bytes");
            return Err(Error::file("", why, "decimate the mesh or split it"));
        }
        let vertices = read(bytes).map_err(|why| {
            let fix = "check that the file is complete, and export it anew";
            Error::file("", format!("{name}: {why}"), fix)
        })?;
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

#[cfg(not(feature = "scene"))]
const NO_READER: &str = "this build of the library reads no meshes: turn on its feature `scene`";

#[cfg(not(feature = "scene"))]
fn obj_vertices(_: Vec<u8>) -> std::result::Result<Vec<Vec3>, String> {
    Err(NO_READER.into())
}

#[cfg(not(feature = "scene"))]
fn stl_vertices(_: Vec<u8>) -> std::result::Result<Vec<Vec3>, String> {
    Err(NO_READER.into())
}

#[cfg(feature = "scene")]
fn obj_vertices(bytes: Vec<u8>) -> std::result::Result<Vec<Vec3>, String> {
    let options = tobj::LoadOptions::default();
    let no_materials = |_: &Path| Err(tobj::LoadError::OpenFileFailed);
    let (models, _) = tobj::load_obj_buf(&mut Cursor::new(bytes), &options, no_materials)
        .map_err(|e| e.to_string())?;
    let positions = models.iter().flat_map(|m| m.mesh.positions.chunks_exact(3));
    let vertices: Vec<Vec3> = positions.map(Vec3::from_column_slice).collect();
    if vertices.is_empty() {
        return Err("no faces in the file".into());
    }
    Ok(vertices)
}

/// Distinct corners of the triangles.
#[cfg(feature = "scene")]
fn stl_vertices(mut bytes: Vec<u8>) -> std::result::Result<Vec<Vec3>, String> {
    // Some binary files begin with "solid", the mark of an ASCII file: their length tells.
    if let Some(count) = bytes.get(80..84).and_then(|b| b.try_into().ok())
        && bytes.len() as u64 == 84 + 50 * u64::from(u32::from_le_bytes(count))
    {
        bytes[..5].fill(b' ');
    }
    let mut reader = Cursor::new(bytes);
    let triangles = stl_io::create_stl_reader(&mut reader).map_err(|e| e.to_string())?;
    let mut seen = HashSet::new();
    let mut vertices = Vec::new();
    for triangle in triangles {
        for corner in triangle.map_err(|e| e.to_string())?.vertices {
            if seen.insert(corner.0.map(f32::to_bits)) {
                vertices.push(Vec3::from_row_slice(&corner.0.map(f64::from)));
            }
        }
        if vertices.len() > MAX_VERTICES {
            break;
        }
    }
    Ok(vertices)
}
