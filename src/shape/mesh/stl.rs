//! STL files, binary and ASCII; corners with the same bits are one point.

use super::TriangleMesh;
use super::read::{MAX_TRIANGLES, Parsed, too_many_triangles};
use crate::math::Vec3;
use std::collections::HashMap;
use std::io::Cursor;

pub(super) fn parse(mut bytes: Vec<u8>) -> Parsed {
    // Some binary files begin with "solid", the mark of an ASCII file: their length tells.
    if let Some(count) = bytes.get(80..84).and_then(|b| b.try_into().ok())
        && bytes.len() as u64 == 84 + 50 * u64::from(u32::from_le_bytes(count))
    {
        bytes[..5].fill(b' ');
    }
    let mut reader = Cursor::new(bytes);
    let triangles = stl_io::create_stl_reader(&mut reader).map_err(|e| e.to_string())?;
    let mut seen = HashMap::new();
    let mut mesh = TriangleMesh::default();
    for triangle in triangles {
        if mesh.triangles.len() == MAX_TRIANGLES {
            return Err(too_many_triangles());
        }
        let corners = triangle.map_err(|e| e.to_string())?.vertices;
        mesh.triangles.push(corners.map(|corner| {
            *seen.entry(corner.0.map(f32::to_bits)).or_insert_with(|| {
                mesh.points
                    .push(Vec3::from_row_slice(&corner.0.map(f64::from)));
                mesh.points.len() as u32 - 1
            })
        }));
    }
    Ok(mesh)
}
