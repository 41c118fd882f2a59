//! `[[body.visual]]`: a visual is drawn in the place of the shape of a body.

use super::config::{BodyConfig, Config, VisualConfig};
use super::shapes::Shapes;
use super::value::{in_range, rotation_or_none, vector};
use crate::error::{Error, Result};
use crate::math::{Rot, Vec3};
use crate::shape::Placed;
use crate::world::Model;
use std::path::{Path, PathBuf};

/// Something that is drawn of a body, and touches nothing.
///
/// # Example
///
/// ```
/// use drystone::scene::{Scene, VisualGeometry};
///
/// # fn main() -> drystone::Result<()> {
/// let scene = Scene::load("scenarios/robot_arm.toml")?;
/// for visual in &scene.visuals {
///     let body = &scene.model.bodies[visual.body].name;
///     match &visual.geometry {
///         VisualGeometry::Shape(placed) => println!("{body}: {:?}", placed.shape),
///         VisualGeometry::Mesh(mesh) => println!("{body}: {}", mesh.file.display()),
///     }
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Visual {
    /// The index of the body.
    pub body: usize,
    /// The form, in the centre-of-mass frame of the body.
    pub geometry: VisualGeometry,
    /// Red, green, blue (sRGB) and opacity, from 0 to 1, if the scene gives them.
    pub colour: Option<[f64; 4]>,
}

/// The form of a [`Visual`].
#[derive(Debug, Clone, PartialEq)]
pub enum VisualGeometry {
    /// A convex shape, placed in the centre-of-mass frame of the body.
    Shape(Placed),
    /// A file of triangles.
    Mesh(VisualMesh),
}

/// A file of triangles that is drawn. The scene does not read it: it may be missing.
#[derive(Debug, Clone, PartialEq)]
pub struct VisualMesh {
    /// The file, for [`TriangleMesh::load`](crate::shape::mesh::TriangleMesh::load).
    pub file: PathBuf,
    /// The factors of its coordinates, applied first.
    pub factors: [f64; 3],
    /// Where its origin lies in the centre-of-mass frame of the body, m.
    pub offset: Vec3,
    /// How it is turned in that frame.
    pub rotation: Rot,
}

/// Returns what is drawn of the bodies; mesh files are relative to `folder`.
pub(super) fn visuals(
    config: &Config,
    shapes: &Shapes,
    model: &Model,
    folder: &Path,
) -> Result<Vec<Visual>> {
    let mut out = Vec::new();
    for (body, entry) in config.body.iter().enumerate() {
        let centre = model.bodies[body].centre_of_mass;
        for (i, visual) in entry.visual.iter().enumerate() {
            let within = |e: Error| e.within(&field_of(entry, i));
            let colour = colour(visual).map_err(within)?;
            let all = geometries(visual, shapes, centre, folder).map_err(within)?;
            out.extend(all.into_iter().map(|geometry| Visual {
                body,
                geometry,
                colour,
            }));
        }
    }
    Ok(out)
}

fn field_of(body: &BodyConfig, index: usize) -> String {
    format!("body.{}.visual[{index}]", body.name)
}

/// Returns the forms of one entry: that of its mesh, or those of the parts of its shape.
fn geometries(
    visual: &VisualConfig,
    shapes: &Shapes,
    centre: Vec3,
    folder: &Path,
) -> Result<Vec<VisualGeometry>> {
    let offset = vector("position", visual.position, "give finite metres")? - centre;
    let turn = rotation_or_none("quat_wxyz", visual.quat_wxyz)?;
    match (&visual.shape, &visual.mesh) {
        (Some(_), None) if visual.scale.is_some() => {
            let why = "only a mesh has a scale";
            Err(Error::value("scale", why, "remove it"))
        }
        (Some(name), None) => {
            let parts = shapes.parts("shape", name.name())?.iter();
            let placed = parts.map(|part| Placed {
                shape: part.placed.shape.clone(),
                offset: offset + turn * part.placed.offset,
                rotation: turn * part.placed.rotation,
            });
            Ok(placed.map(VisualGeometry::Shape).collect())
        }
        (None, Some(file)) => Ok(vec![VisualGeometry::Mesh(VisualMesh {
            file: folder.join(file),
            factors: factors(visual)?,
            offset,
            rotation: turn,
        })]),
        (Some(_), Some(_)) => {
            let why = "a visual is either a shape or a mesh";
            Err(Error::value("mesh", why, "remove one of the two"))
        }
        (None, None) => {
            let why = "a visual of nothing";
            let fix = "give the name of a shape, or a mesh file as `mesh`";
            Err(Error::value("shape", why, fix))
        }
    }
}

fn factors(visual: &VisualConfig) -> Result<[f64; 3]> {
    let fix = "give three finite factors that are not zero, e.g. [0.001, 0.001, 0.001]";
    let Some(scale) = visual.scale else {
        return Ok([1.0; 3]);
    };
    let factors: [f64; 3] = vector("scale", scale, fix)?.into();
    match factors.contains(&0.0) {
        true => Err(Error::value("scale", "a factor is zero", fix)),
        false => Ok(factors),
    }
}

/// Returns the colours of the bodies that have one of their own, in the order of the bodies.
pub(super) fn colours(config: &Config) -> Result<Vec<Option<[f64; 3]>>> {
    let of = |body: &BodyConfig| {
        let Some(colour) = body.color else {
            return Ok(None);
        };
        let fix = "give red, green and blue from 0 to 1";
        for value in colour.0 {
            let field = format!("body.{}.color", body.name);
            in_range(&field, value, 0.0, 1.0, fix)?;
        }
        Ok(Some(colour.0))
    };
    config.body.iter().map(of).collect()
}

fn colour(visual: &VisualConfig) -> Result<Option<[f64; 4]>> {
    let Some(colour) = visual.color else {
        return Ok(None);
    };
    let fix = "give red, green, blue and opacity from 0 to 1";
    for value in colour.0 {
        in_range("color", value, 0.0, 1.0, fix)?;
    }
    Ok(Some(colour.0))
}
