//! Polytopes of a scene: by corners, by faces, or the hull of a mesh file.

use super::shape_config::{PaddedConfig, PolytopeConfig};
use super::value;
use crate::error::{Error, Result, finite, positive};
use crate::math::Vec3;
use crate::shape::{MAX_FACES, Polytope};
use std::path::Path;

/// A polytope and where its frame lies in the frame of the numbers of the scene: zero but for
/// meshes, which are shifted to an interior point.
pub(super) struct Hull {
    pub polytope: Polytope,
    pub shift: Vec3,
}

impl From<&PaddedConfig> for PolytopeConfig {
    fn from(padded: &PaddedConfig) -> Self {
        Self {
            vertices: padded.vertices.clone(),
            normals: padded.normals.clone(),
            offsets: padded.offsets.clone(),
            mesh: padded.mesh.clone(),
            scale: padded.scale,
        }
    }
}

/// Builds a polytope; mesh files are relative to `folder`.
pub(super) fn build(config: &PolytopeConfig, folder: &Path) -> Result<Hull> {
    let fix = "give `vertices`, or `normals` with `offsets`, or `mesh`";
    let at_origin = |polytope| Hull {
        polytope,
        shift: Vec3::zeros(),
    };
    match (&config.vertices, &config.normals, &config.mesh) {
        (Some(_), Some(_), _) | (Some(_), _, Some(_)) | (_, Some(_), Some(_)) => Err(Error::value(
            "",
            "more than one description of a polytope",
            fix,
        )),
        (Some(vertices), None, None) => from_vertices(config, vertices).map(at_origin),
        (None, Some(normals), None) => from_faces(config, normals).map(at_origin),
        (None, None, Some(mesh)) => from_mesh(config, mesh, folder),
        (None, None, None) => Err(Error::value("", "the polytope has no description", fix)),
    }
}

fn from_vertices(config: &PolytopeConfig, vertices: &[[f64; 3]]) -> Result<Polytope> {
    only_for("offsets", config.offsets.is_some(), "normals")?;
    only_for("scale", config.scale.is_some(), "mesh")?;
    let corners = points("vertices", vertices, "give finite metres")?;
    if corners.is_empty() {
        return Err(Error::value(
            "vertices",
            "empty list; at least 4 affinely independent points are needed",
            "list the corners",
        ));
    }
    Polytope::from_vertices(&corners)
}

fn from_faces(config: &PolytopeConfig, normals: &[[f64; 3]]) -> Result<Polytope> {
    only_for("scale", config.scale.is_some(), "mesh")?;
    let count = normals.len();
    if count > MAX_FACES {
        return Err(Error::value(
            "normals",
            format!("{count} faces; face count above the limit of {MAX_FACES}"),
            "decimate the mesh or split it",
        ));
    }
    let offsets = config.offsets.clone().unwrap_or_default();
    if offsets.len() != count {
        return Err(Error::value(
            "offsets",
            format!("{count} normals but {} offsets", offsets.len()),
            "give one offset per normal",
        ));
    }
    finite("offsets", &offsets, "give finite metres")?;
    let rows = points("normals", normals, "give finite numbers")?;
    if let Some(i) = rows.iter().position(|n| n.norm() < 1e-12) {
        return Err(Error::value(
            format!("normals[{i}]"),
            "normal has zero length",
            "remove the row",
        ));
    }
    Polytope::from_faces(&rows, &offsets).map_err(in_scene_words)
}

/// The library calls the faces A and b, a scene `normals` and `offsets`.
fn in_scene_words(error: Error) -> Error {
    let field = match error.field.split_at_checked(1) {
        Some(("A", rest)) => format!("normals{rest}"),
        Some(("b", rest)) => format!("offsets{rest}"),
        _ => error.field,
    };
    Error { field, ..error }
}

fn from_mesh(config: &PolytopeConfig, mesh: &str, folder: &Path) -> Result<Hull> {
    only_for("offsets", config.offsets.is_some(), "normals")?;
    let scale = config.scale.unwrap_or(1.0);
    positive(
        "scale",
        scale,
        "give a positive factor, e.g. 0.001 for millimetres",
    )?;
    let (mut polytope, shift) = Polytope::from_mesh_file(folder.join(mesh)).map_err(|e| Error {
        field: "mesh".into(),
        ..e
    })?;
    polytope.offsets.iter_mut().for_each(|b| *b *= scale);
    polytope.vertices.iter_mut().for_each(|v| *v *= scale);
    Ok(Hull {
        polytope,
        shift: shift * scale,
    })
}

fn only_for(field: &str, given: bool, partner: &str) -> Result<()> {
    if !given {
        return Ok(());
    }
    let why = format!("means something only together with `{partner}`");
    Err(Error::value(
        field,
        why,
        format!("remove it or give `{partner}`"),
    ))
}

fn points(field: &str, list: &[[f64; 3]], fix: &str) -> Result<Vec<Vec3>> {
    let vectors = list.iter().enumerate();
    vectors
        .map(|(i, &v)| value::vector(&format!("{field}[{i}]"), v, fix))
        .collect()
}
