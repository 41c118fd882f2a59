//! `<asset> <mesh>`: triangles of a file or of the model itself.

use super::compiler::Compiler;
use super::defaults::{Defaults, Item};
use super::files::Model;
use super::solids;
use crate::error::{Error, Result, remedy};
use crate::math::{Rot, Vec3, rotation_from_wxyz};
use crate::scene::robot::description::{GeometryShape, Inertial, Pose};
use crate::scene::robot::paths::Paths;
use crate::shape::mesh::TriangleMesh;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The meshes of a model by their names; each is read when a shape uses it.
pub(super) struct MeshAssets<'a> {
    items: BTreeMap<String, Item<'a>>,
    read: BTreeMap<String, Mesh>,
}

/// A mesh as a shape, and where the frame of its numbers is in that of the asset.
#[derive(Debug, Clone)]
pub(super) struct Mesh {
    pub(super) shape: GeometryShape,
    pub(super) pose: Pose,
    /// The mass at a density of 1, in the frame of the numbers.
    pub(super) inertial: Option<Inertial>,
}

impl<'a> MeshAssets<'a> {
    /// Lists the meshes of a model.
    pub(super) fn read(model: Model<'a>, defaults: &Defaults<'a>) -> Result<Self> {
        let mut items = BTreeMap::new();
        for element in model.sections("asset") {
            match element.tag() {
                "mesh" => {
                    let item = defaults.item(element, 0)?;
                    item.ignore(&["maxhullvert", "smoothnormal", "texcoord", "normal"]);
                    let name = name(&item)?;
                    if items.insert(name.clone(), item).is_some() {
                        let why = format!("a second mesh \"{name}\"");
                        return Err(element.error("name", why, "rename one of the two"));
                    }
                }
                "texture" | "material" => element.pass(),
                _ => {}
            }
        }
        Ok(Self {
            items,
            read: BTreeMap::new(),
        })
    }

    /// Returns the mesh that a shape names.
    ///
    /// # Errors
    /// There is none, its file cannot be read, or it is not a solid.
    pub(super) fn mesh(
        &mut self,
        geom: &Item<'_>,
        compiler: &Compiler,
        paths: &Paths,
    ) -> Result<Mesh> {
        let Some(name) = geom.text("mesh") else {
            let why = "a mesh without the name of an asset";
            return Err(geom.error("", why, "add mesh=\"...\""));
        };
        if let Some(known) = self.read.get(name) {
            return Ok(known.clone());
        }
        let Some(item) = self.items.get(name) else {
            let fix = remedy(name, self.items.keys().map(String::as_str));
            return Err(geom.error("mesh", format!("no mesh \"{name}\""), fix));
        };
        let mesh = match item.text("file") {
            Some(file) => from_file(item, file, compiler, paths),
            None => from_points(item),
        }?;
        self.read.insert(name.to_string(), mesh.clone());
        Ok(mesh)
    }
}

/// Returns the name of a mesh, which is that of its file where it has none.
fn name(item: &Item<'_>) -> Result<String> {
    if let Some(name) = item.element.text("name") {
        return Ok(name.to_string());
    }
    let stem = item.element.text("file").and_then(|file| {
        let stem = Path::new(file).file_stem()?;
        Some(stem.to_string_lossy().into_owned())
    });
    stem.ok_or_else(|| item.error("", "a mesh without name and file", "add name=\"...\""))
}

/// Returns scale, and the pose of the scaled numbers in the frame of the asset.
fn placement(item: &Item<'_>) -> Result<([f64; 3], Pose)> {
    let scale = item.numbers::<3>("scale")?.unwrap_or([1.0; 3]);
    if scale.contains(&0.0) {
        let why = "a factor of 0 leaves nothing of the mesh";
        return Err(item.error("scale", why, "give three factors"));
    }
    let origin = Vec3::from(item.numbers::<3>("refpos")?.unwrap_or_default());
    let quat = item.numbers::<4>("refquat")?;
    let norm = quat.map_or(1.0, |q| q.iter().map(|x| x * x).sum::<f64>().sqrt());
    if norm < 1e-12 || !norm.is_finite() {
        let why = "a quaternion of length 0 has no direction";
        return Err(item.error("refquat", why, "e.g. refquat=\"1 0 0 0\""));
    }
    let turn = quat.map_or(Rot::identity(), |q| rotation_from_wxyz(q.map(|x| x / norm)));
    let is_even = scale[0] == scale[1] && scale[1] == scale[2];
    if !is_even && turn.angle() != 0.0 {
        let why = "a mesh that is turned and then scaled differently along its axes is not read";
        let fix = "use one factor, or turn and scale the mesh in its file";
        return Err(item.error("refquat", why, fix));
    }
    // The frame of the asset is at `origin`, turned by `turn`, before all is scaled.
    let back = turn.inverse();
    let shift = origin.component_mul(&Vec3::from(scale));
    Ok((scale, (back * -shift, back)))
}

/// Returns how the mass follows from the triangles: with tetrahedra that all count as positive, as MuJoCo does it unless it is told
/// otherwise, or exactly.
fn is_unsigned(item: &Item<'_>) -> Result<bool> {
    match item.text("inertia") {
        None | Some("legacy") => Ok(true),
        Some("exact") => Ok(false),
        Some(other) => {
            let why = format!("the inertia of a mesh of kind \"{other}\" is not read");
            let fix = "write inertia=\"exact\", or give the body an <inertial>";
            Err(item.error("inertia", why, fix))
        }
    }
}

fn from_file(item: &Item<'_>, file: &str, compiler: &Compiler, paths: &Paths) -> Result<Mesh> {
    let (scale, pose) = placement(item)?;
    let name = Path::new(file);
    let name = match compiler.strip_path {
        true => PathBuf::from(name.file_name().unwrap_or_default()),
        false => name.to_path_buf(),
    };
    let name = Path::new(&compiler.mesh_folder).join(name);
    let found = paths.find(&name.to_string_lossy());
    let file = found.map_err(|e| item.error("file", e.why, e.fix))?;
    let mesh = TriangleMesh::load(&file).map_err(|e| item.error("file", e.why, e.fix))?;
    Ok(Mesh {
        inertial: solids::mesh(&mesh.scaled(scale), is_unsigned(item)?),
        shape: GeometryShape::Mesh { file, scale },
        pose,
    })
}

/// Returns the mesh of `vertex`, and of `face` if there is one, in its own frame about the middle of its points.
fn from_points(item: &Item<'_>) -> Result<Mesh> {
    let Some(numbers) = item.list("vertex")? else {
        let why = "a mesh with neither file nor vertex";
        return Err(item.error("", why, "give it one of them"));
    };
    let (scale, pose) = placement(item)?;
    let scale = Vec3::from(scale);
    let points = numbers.chunks_exact(3);
    if !points.remainder().is_empty() || points.len() < 4 {
        let why = format!("{} numbers", numbers.len());
        let fix = "give three numbers for each of at least four points";
        return Err(item.error("vertex", why, fix));
    }
    let points: Vec<Vec3> = points
        .map(|p| Vec3::new(p[0], p[1], p[2]).component_mul(&scale))
        .collect();
    let bad = |e: Error| item.error("vertex", e.why, e.fix);
    let hull = TriangleMesh::hull_of(&points).map_err(bad)?;
    let mesh = match item.list("face")? {
        None => hull.clone(),
        Some(list) => TriangleMesh {
            triangles: triangles(item, &list, points.len())?,
            points: points.clone(),
        },
    };
    let middle = points.iter().sum::<Vec3>() / points.len() as f64;
    let inertial = solids::mesh(&mesh, is_unsigned(item)?);
    let corners = hull.points.iter().map(|p| (p - middle).into()).collect();
    Ok(Mesh {
        shape: GeometryShape::Hull { points: corners },
        pose: (pose.0 + pose.1 * middle, pose.1),
        inertial: inertial.map(|own| Inertial {
            centre: own.centre - middle,
            ..own
        }),
    })
}

fn triangles(item: &Item<'_>, list: &[f64], count: usize) -> Result<Vec<[u32; 3]>> {
    let wrong = list
        .iter()
        .find(|i| i.fract() != 0.0 || **i < 0.0 || **i >= count as f64);
    let why = match wrong {
        Some(i) => format!("{i} is no index of one of {count} points"),
        None if !list.len().is_multiple_of(3) => format!("{} numbers", list.len()),
        None => {
            let of = |t: &[f64]| [t[0], t[1], t[2]].map(|i| i as u32);
            return Ok(list.chunks_exact(3).map(of).collect());
        }
    };
    Err(item.error(
        "face",
        why,
        "give three indices, counted from 0, per triangle",
    ))
}
