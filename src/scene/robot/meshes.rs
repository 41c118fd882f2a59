//! Meshes of a robot: convex ones as they are, others as their hull or in convex parts.

use crate::error::{Error, Result};
use crate::scene::shape_config::ShapeConfig;
use crate::shape::mesh::{Decompose, Examination, MeshTable, TriangleMesh, examine};
use crate::shape::table::Exactly;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A hull of at most this many times the volume of its mesh stands for it without a word.
const CONVEX: f64 = 1.02;
/// A hull of at most this many times the volume of its mesh stands for it.
const NEARLY_CONVEX: f64 = 1.2;
/// The most faces of a convex part, unless the scene says it: every face is a row of the contact problem.
const FACES: usize = 32;

/// Decides what meshes become; every file is looked at once.
#[derive(Debug)]
pub(super) struct Meshes {
    hull: bool,
    max_faces: usize,
    seen: BTreeMap<PathBuf, Examination>,
}

impl Meshes {
    /// Returns one that takes every mesh as its hull, or decides by its volume; parts have so many faces at most.
    pub(super) fn new(hull: bool, max_faces: Option<usize>) -> Self {
        Self {
            hull,
            max_faces: max_faces.unwrap_or(FACES),
            seen: BTreeMap::new(),
        }
    }

    /// Returns the shape for a mesh, and what has to be said about it.
    ///
    /// # Errors
    /// The file cannot be read, or the mesh has no volume.
    pub(super) fn shape(
        &mut self,
        file: &Path,
        scale: [f64; 3],
    ) -> Result<(ShapeConfig, Option<String>)> {
        let facts = self.examine(file)?;
        let name = file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let ratio = facts.hull_volume / facts.volume.abs();
        let is_convex = facts.closed && facts.volume > 0.0 && ratio <= CONVEX;
        let nearly = ratio <= NEARLY_CONVEX || self.hull;
        let open = match facts.open_edges {
            0 => String::new(),
            count => format!(" ({count} open edges)"),
        };
        let note = match (is_convex, nearly) {
            (true, _) => None,
            (_, true) => Some(format!(
                "{name}{open}: its hull, of {ratio:.2} times its volume"
            )),
            _ => Some(format!(
                "{name}{open}: in convex parts, since its hull has {ratio:.2} times its volume"
            )),
        };
        let table = MeshTable {
            file: absolute(file),
            scale: Exactly(scale),
            max_faces: self.max_faces,
            hull: !is_convex && nearly,
            decompose: (!is_convex && !nearly).then(Decompose::default),
        };
        Ok((ShapeConfig::Mesh(table), note))
    }

    /// Examines a file, once.
    fn examine(&mut self, file: &Path) -> Result<Examination> {
        if let Some(known) = self.seen.get(file) {
            return Ok(*known);
        }
        let facts = TriangleMesh::load(file).and_then(|mesh| examine(&mesh));
        let facts = facts.map_err(|e| match e.why.contains(&file.display().to_string()) {
            true => e,
            false => Error {
                why: format!("{}: {}", file.display(), e.why),
                ..e
            },
        })?;
        self.seen.insert(file.to_path_buf(), facts);
        Ok(facts)
    }
}

/// Returns the whole path of a file, which does not depend on the folder of the scene.
pub(super) fn absolute(file: &Path) -> String {
    let path = std::path::absolute(file).unwrap_or(file.to_path_buf());
    path.display().to_string()
}
