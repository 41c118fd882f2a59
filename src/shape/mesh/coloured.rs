//! A mesh with colours, to be drawn.

use super::TriangleMesh;
use super::read::read_coloured;
use crate::error::Result;
use std::collections::HashMap;
use std::path::Path;

impl TriangleMesh {
    /// Reads a file as [`TriangleMesh::load`] does, and returns a mesh per colour: red, green and blue (sRGB) and opacity, from 0
    /// to 1, or none. Only Collada files have colours, which are the diffuse ones of their effects.
    ///
    /// # Errors
    /// The file is none that [`TriangleMesh::load`] reads.
    pub fn load_coloured(path: &Path) -> Result<Vec<(Option<[f64; 4]>, Self)>> {
        let (whole, colours) = read_coloured(path)?;
        let whole = whole.checked(path)?;
        let mut parts: Vec<(Option<[f64; 4]>, Part)> = Vec::new();
        let starts = colours.iter().map(|(start, _)| *start);
        let ends = starts.skip(1).chain([whole.triangles.len()]);
        let mut stretches: Vec<_> = colours.iter().zip(ends).collect();
        let plain = (0, None);
        if stretches.is_empty() {
            stretches.push((&plain, whole.triangles.len()));
        }
        for ((start, colour), end) in stretches {
            let known = parts.iter().position(|(other, _)| other == colour);
            let part = known.unwrap_or_else(|| {
                parts.push((*colour, Part::default()));
                parts.len() - 1
            });
            for triangle in &whole.triangles[*start..end] {
                parts[part].1.add(&whole, triangle);
            }
        }
        parts.retain(|(_, part)| !part.mesh.triangles.is_empty());
        let parts = parts.into_iter().map(|(colour, part)| (colour, part.mesh));
        Ok(parts.collect())
    }
}

/// Some of the triangles of a mesh, with the points that they use.
#[derive(Default)]
struct Part {
    mesh: TriangleMesh,
    /// Indices of its points by those of the whole mesh.
    used: HashMap<u32, u32>,
}

impl Part {
    /// Adds a triangle of the whole mesh unless it has a corner twice.
    fn add(&mut self, whole: &TriangleMesh, triangle: &[u32; 3]) {
        let [a, b, c] = triangle;
        if a == b || b == c || c == a {
            return;
        }
        let corners = triangle.map(|i| {
            *self.used.entry(i).or_insert_with(|| {
                self.mesh.points.push(whole.points[i as usize]);
                self.mesh.points.len() as u32 - 1
            })
        });
        self.mesh.triangles.push(corners);
    }
}
