//! Mesh files are read here, with a limit on their size; the ending of the name tells the format.

use super::TriangleMesh;
#[cfg(feature = "scene")]
use super::{collada, obj, stl};
use crate::error::{Error, Result};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Largest mesh file that is read, bytes.
pub const MAX_MESH_BYTES: u64 = 100_000_000;
/// Largest number of triangles of one mesh.
pub const MAX_TRIANGLES: usize = 1_000_000;

/// The remedy where a file is not there.
const FIX: &str = "give the path of an OBJ, STL or Collada file";

/// A reader gives the mesh, or says what is wrong with the file.
pub(super) type Parsed = std::result::Result<TriangleMesh, String>;

/// Red, green, blue and opacity from 0 to 1, if there are any, from the triangle beside them on.
#[cfg(feature = "scene")]
pub(super) type Colours = Vec<(usize, Option<[f64; 4]>)>;

/// Reads a mesh file; its indices are in range, its coordinates are as in the file.
pub(in crate::shape) fn read(path: &Path) -> Result<TriangleMesh> {
    let parse = parser(path)?;
    parse(bytes(path, FIX)?).map_err(|why| damaged(path, &why))
}

/// Reads a mesh file and the colours of its triangles: each holds from the triangle beside it on. Only Collada has colours.
#[cfg(feature = "scene")]
pub(super) fn read_coloured(path: &Path) -> Result<(TriangleMesh, Colours)> {
    match ending(path).as_str() {
        "dae" => collada::parse_coloured(bytes(path, FIX)?).map_err(|why| damaged(path, &why)),
        _ => Ok((read(path)?, Vec::new())),
    }
}

fn damaged(path: &Path, why: &str) -> Error {
    let fix = "check that the file is complete, and export it anew";
    Error::file("", format!("{}: {why}", path.display()), fix)
}

/// Returns what is in a file that is not too large.
pub(in crate::shape) fn bytes(path: &Path, fix: &str) -> Result<Vec<u8>> {
    let name = path.display();
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
    Ok(bytes)
}

pub(in crate::shape) fn ending(path: &Path) -> String {
    let ending = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    ending.to_lowercase()
}

fn parser(path: &Path) -> Result<fn(Vec<u8>) -> Parsed> {
    match ending(path).as_str() {
        "obj" => Ok(obj::parse),
        "stl" => Ok(stl::parse),
        "dae" => Ok(collada::parse),
        _ => {
            let why = format!("{}: not an .obj or .stl or .dae file", path.display());
            let fix = "convert the mesh to OBJ, STL or Collada";
            Err(Error::file("", why, fix))
        }
    }
}

pub(super) fn too_many_triangles() -> String {
    format!("more than the limit of {MAX_TRIANGLES} triangles")
}

#[cfg(not(feature = "scene"))]
macro_rules! no_reader {
    ($($format:ident)*) => {
        $(mod $format {
            pub(super) fn parse(_: Vec<u8>) -> super::Parsed {
                Err("this build of the library reads no meshes: turn on its feature `scene`".into())
            }
        })*
    };
}
#[cfg(not(feature = "scene"))]
no_reader!(obj stl collada);
