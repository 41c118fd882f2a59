//! Polytopes of a scene: by corners, by faces, or the hull of a mesh file.

use super::{MAX_FACES, Polytope};
use crate::error::{Error, Result, finite, positive};
use crate::math::Vec3;
use crate::shape::Placed;
use crate::shape::mesh::{TriangleMesh, check_convex, examine};
use crate::shape::table::{InScene, Triple, one, vector};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The remedy for a mesh that is not convex.
const FIX: &str = "write `hull = true` for the convex hull, or make it a [shape.NAME.mesh] with `decompose = {}` for convex parts";

/// A scene writes it as `[shape.NAME.polytope]`, with exactly one of corners, faces and a mesh file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertices: Option<Vec<Triple>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normals: Option<Vec<Triple>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offsets: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mesh: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// Whether the convex hull of the mesh is taken, whatever the mesh is like.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hull: bool,
}

/// A polytope and where its frame lies in the frame of the numbers of the scene: zero but for
/// meshes, which are shifted to an interior point.
pub(in crate::shape) struct Hull {
    pub polytope: Polytope,
    pub shift: Vec3,
}

impl InScene for Table {
    fn build(&self, folder: &Path) -> Result<Placed> {
        let hull = self.hull(folder)?;
        Ok(Placed {
            offset: hull.shift,
            ..Placed::from(hull.polytope)
        })
    }

    /// The size is the distance of the farthest corner.
    fn sizes(&self) -> Vec<(String, f64)> {
        let corners = self.vertices.iter().flatten();
        let size = corners.map(|v| Vec3::from(v.0).norm()).fold(0.0, f64::max);
        vec![one("vertices", size)]
    }

    fn mesh_mut(&mut self) -> Option<&mut String> {
        self.mesh.as_mut()
    }
}

impl Table {
    /// Builds the polytope; mesh files are relative to `folder`.
    pub(in crate::shape) fn hull(&self, folder: &Path) -> Result<Hull> {
        let fix = "give `vertices`, or `normals` with `offsets`, or `mesh`";
        let at_origin = |polytope| Hull {
            polytope,
            shift: Vec3::zeros(),
        };
        match (&self.vertices, &self.normals, &self.mesh) {
            (Some(_), Some(_), _) | (Some(_), _, Some(_)) | (_, Some(_), Some(_)) => Err(
                Error::value("", "more than one description of a polytope", fix),
            ),
            (Some(vertices), None, None) => from_vertices(self, vertices).map(at_origin),
            (None, Some(normals), None) => from_faces(self, normals).map(at_origin),
            (None, None, Some(mesh)) => from_mesh(self, mesh, folder),
            (None, None, None) => Err(Error::value("", "the polytope has no description", fix)),
        }
    }
}

fn from_vertices(table: &Table, vertices: &[Triple]) -> Result<Polytope> {
    only_for("offsets", table.offsets.is_some(), "normals")?;
    only_for("scale", table.scale.is_some(), "mesh")?;
    only_for("hull", table.hull, "mesh")?;
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

fn from_faces(table: &Table, normals: &[Triple]) -> Result<Polytope> {
    only_for("scale", table.scale.is_some(), "mesh")?;
    only_for("hull", table.hull, "mesh")?;
    let count = normals.len();
    if count > MAX_FACES {
        return Err(Error::value(
            "normals",
            format!("{count} faces; face count above the limit of {MAX_FACES}"),
            "decimate the mesh or split it",
        ));
    }
    let offsets = table.offsets.clone().unwrap_or_default();
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

fn from_mesh(table: &Table, mesh: &str, folder: &Path) -> Result<Hull> {
    only_for("offsets", table.offsets.is_some(), "normals")?;
    let scale = table.scale.unwrap_or(1.0);
    positive(
        "scale",
        scale,
        "give a positive factor, e.g. 0.001 for millimetres",
    )?;
    let file = folder.join(mesh);
    let in_mesh = |e: Error| Error {
        field: "mesh".into(),
        ..e
    };
    if !table.hull {
        let facts = TriangleMesh::load(&file).and_then(|mesh| examine(&mesh));
        check_convex(&facts.map_err(in_mesh)?, "mesh", FIX)?;
    }
    let (mut polytope, shift) = Polytope::from_mesh_file(file).map_err(in_mesh)?;
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

fn points(field: &str, list: &[Triple], fix: &str) -> Result<Vec<Vec3>> {
    let vectors = list.iter().enumerate();
    vectors
        .map(|(i, &v)| vector(&format!("{field}[{i}]"), v, fix))
        .collect()
}
