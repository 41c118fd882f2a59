//! A mesh of a scene: its table, its checks, and what became of it.

use super::cache::Cache;
use super::convexity::check_convex;
use super::reduce::check_max_faces;
use super::{ConvexPart, Decompose, Examination, TriangleMesh, examine};
use crate::error::{Error, Result};
use crate::shape::table::{Exactly, Triple, vector};
use serde::de::value::SeqAccessDeserializer;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The remedy for a mesh that is not convex.
const FIX: &str = "write `decompose = {}` for convex parts, or `hull = true` for the convex hull";

/// A scene writes it as `[shape.NAME.mesh]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MeshTable {
    /// Path of the mesh file, relative to the folder of the scene.
    pub file: String,
    /// Factors of the coordinates; negative ones mirror.
    #[serde(default = "no_scale", deserialize_with = "one_or_three")]
    pub scale: Triple,
    /// Largest number of faces of each convex part.
    #[serde(default = "default_faces")]
    pub max_faces: usize,
    /// Whether the convex hull is taken, whatever the mesh is like.
    #[serde(default)]
    pub hull: bool,
    /// These parameters cut the mesh into convex parts, if it is cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decompose: Option<Decompose>,
}

/// A `MeshReport` says what became of the mesh of a shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeshReport {
    /// Number of convex parts.
    pub parts: usize,
    /// Number of faces of the true hulls of all parts.
    pub faces_before: usize,
    /// Number of faces of all parts.
    pub faces_after: usize,
    /// Largest Hausdorff distance between a part and its true hull, m.
    pub distance: f64,
    /// Largest of these distances as a fraction of the median half extent of the part.
    pub relative_distance: f64,
    /// Volume of all parts over that of the mesh; nothing for a mesh that encloses no volume.
    pub volume_ratio: Option<f64>,
}

impl MeshTable {
    /// Reads the mesh, which is relative to `folder`, and returns its convex parts in the frame of the file.
    ///
    /// # Errors
    /// The error names the key of a value, or says why the mesh is neither convex nor allowed to be otherwise.
    pub(crate) fn build(&self, folder: &Path) -> Result<(Vec<ConvexPart>, MeshReport)> {
        check_max_faces(self.max_faces)?;
        if self.hull && self.decompose.is_some() {
            let why = "a mesh becomes either its hull or several parts";
            return Err(Error::value("hull", why, "remove `hull` or `decompose`"));
        }
        let mesh = scaled_mesh(folder, &self.file, self.scale)?;
        let facts = examine(&mesh).map_err(in_file)?;
        let parts = match &self.decompose {
            Some(parameters) => mesh
                .decompose(parameters, self.max_faces, &Cache::of_user())
                .map_err(|e| match e.field.as_str() {
                    "" => e.within("file"),
                    _ => e.within("decompose"),
                })?,
            None => {
                if !self.hull {
                    check_convex(&facts, "file", FIX)?;
                }
                vec![mesh.convex_hull(self.max_faces).map_err(in_file)?]
            }
        };
        let report = MeshReport::of(&parts, &facts);
        Ok((parts, report))
    }
}

/// Reads a mesh file relative to `folder` and scales it.
pub(super) fn scaled_mesh(folder: &Path, file: &str, scale: Triple) -> Result<TriangleMesh> {
    let factors = factors(scale)?;
    let mesh = TriangleMesh::load(&folder.join(file)).map_err(in_file)?;
    Ok(mesh.scaled(factors))
}

/// Returns the factors of the coordinates, none of which is zero.
pub(super) fn factors(scale: Triple) -> Result<[f64; 3]> {
    let scale = vector("scale", scale, "give finite factors")?;
    if let Some(i) = scale.iter().position(|&c| c == 0.0) {
        let fix = "give a factor other than 0, e.g. 0.001 for millimetres";
        return Err(Error::value(format!("scale[{i}]"), "must not be 0", fix));
    }
    Ok(scale.into())
}

/// Blames the key of the file for a mistake that has no key.
pub(super) fn in_file(error: Error) -> Error {
    match error.field.as_str() {
        "" => error.within("file"),
        _ => error,
    }
}

impl MeshReport {
    fn of(parts: &[ConvexPart], facts: &Examination) -> Self {
        let largest = |of: &dyn Fn(&ConvexPart) -> f64| parts.iter().map(of).fold(0.0, f64::max);
        let volumes = parts
            .iter()
            .filter_map(|p| Some(p.placed.shape.mass_properties()?.volume));
        let volume: f64 = volumes.sum();
        let solid = facts.closed && facts.volume > 0.0;
        Self {
            parts: parts.len(),
            faces_before: parts.iter().map(|p| p.faces_before).sum(),
            faces_after: parts.iter().map(|p| p.faces_after).sum(),
            distance: largest(&|p| p.distance),
            relative_distance: largest(&|p| p.distance / p.median_half_extent()),
            volume_ratio: solid.then(|| volume / facts.volume),
        }
    }
}

pub(super) fn no_scale() -> Triple {
    Exactly([1.0; 3])
}

fn default_faces() -> usize {
    32
}

pub(super) fn one_or_three<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Triple, D::Error> {
    deserializer.deserialize_any(ScaleVisitor)
}

struct ScaleVisitor;

impl<'de> Visitor<'de> for ScaleVisitor {
    type Value = Triple;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a number or a list of 3 numbers")
    }

    fn visit_f64<E: de::Error>(self, factor: f64) -> std::result::Result<Triple, E> {
        Ok(Exactly([factor; 3]))
    }

    fn visit_i64<E: de::Error>(self, factor: i64) -> std::result::Result<Triple, E> {
        self.visit_f64(factor as f64)
    }

    fn visit_u64<E: de::Error>(self, factor: u64) -> std::result::Result<Triple, E> {
        self.visit_f64(factor as f64)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> std::result::Result<Triple, A::Error> {
        Triple::deserialize(SeqAccessDeserializer::new(list))
    }
}
