//! Shapes by name: every declared shape built once, references followed, cycles refused.

use super::shape_config::{Kind, PartConfig, ShapeConfig};
use super::{budget, value};
use crate::error::{Error, Result, remedy};
use crate::math::{Rot, Vec3};
use crate::shape::mesh::{CloudTable, MeshReport, MeshTable};
use crate::shape::{Minkowski, Placed, PointHull, Shape, Solid};
use crate::world::ContactModel;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Deepest chain of references between shapes.
const MAX_REFERENCES: usize = 32;
/// Largest number of convex shapes in one sum or bundle.
const MAX_PARTS: usize = 1000;

/// One convex part of a named shape, in the frame of that shape.
#[derive(Debug, Clone)]
pub(super) struct NamedPart {
    /// Name of the convex shape.
    pub name: String,
    pub placed: Placed,
    /// The solid, in the frame of the placed shape, that the part is and that the shape only encloses.
    pub solid: Option<Arc<Solid>>,
    /// Material that replaces the body's.
    pub material: Option<String>,
}

/// The parts that a name stands for: one, or several (a bundle).
#[derive(Debug, Clone)]
struct Built {
    parts: Vec<NamedPart>,
    bundle: bool,
    /// Number of convex shapes inside, sums counted by their members.
    size: usize,
}

/// All shapes of a scene.
pub(super) struct Shapes {
    built: BTreeMap<String, Built>,
    /// The reports say what became of the meshes, by the names of their shapes.
    pub meshes: BTreeMap<String, MeshReport>,
}

impl Shapes {
    /// Builds all shapes for a contact model; mesh files are relative to `folder`.
    pub(super) fn build(
        configs: &BTreeMap<String, ShapeConfig>,
        folder: &Path,
        model: ContactModel,
    ) -> Result<Self> {
        let mut work = Builder {
            configs,
            folder,
            model,
            built: BTreeMap::new(),
            meshes: BTreeMap::new(),
            path: Vec::new(),
        };
        for name in configs.keys() {
            work.build(name)?;
        }
        Ok(Self {
            built: work.built,
            meshes: work.meshes,
        })
    }

    /// The convex parts of the shape called `name`; `field` is blamed when there is none.
    pub(super) fn parts(&self, field: &str, name: &str) -> Result<&[NamedPart]> {
        match self.built.get(name) {
            Some(built) => Ok(&built.parts),
            None => Err(unknown(field, name, self.built.keys())),
        }
    }
}

fn unknown<'a>(field: &str, name: &str, known: impl Iterator<Item = &'a String>) -> Error {
    let fix = remedy(name, known.map(String::as_str));
    Error::value(field, format!("no shape \"{name}\""), fix)
}

struct Builder<'a> {
    configs: &'a BTreeMap<String, ShapeConfig>,
    folder: &'a Path,
    model: ContactModel,
    built: BTreeMap<String, Built>,
    meshes: BTreeMap<String, MeshReport>,
    /// Names on the way to the shape in work, for cycles.
    path: Vec<String>,
}

impl Builder<'_> {
    fn build(&mut self, name: &str) -> Result<()> {
        if self.built.contains_key(name) {
            return Ok(());
        }
        if let Some(start) = self.path.iter().position(|other| other == name) {
            let cycle = self.path[start..].join(" -> ");
            return Err(Error::value(
                format!("shape.{name}"),
                format!("the shape contains itself: cycle {cycle} -> {name}"),
                "break the cycle: let one of them refer to another shape",
            ));
        }
        if self.path.len() == MAX_REFERENCES {
            return Err(Error::value(
                format!("shape.{name}"),
                format!("chain of references longer than the limit of {MAX_REFERENCES}"),
                "refer to the shapes directly",
            ));
        }
        self.path.push(name.to_string());
        let built = self.entry(name, &self.configs[name])?;
        self.path.pop();
        self.built.insert(name.to_string(), built);
        Ok(())
    }

    fn entry(&mut self, name: &str, config: &ShapeConfig) -> Result<Built> {
        match config.kind() {
            Kind::Mesh(table) => {
                let outer = format!("shape.{name}.mesh");
                self.mesh(name, table).map_err(|e| e.within(&outer))
            }
            Kind::Cloud(table) => {
                let outer = format!("shape.{name}.cloud");
                self.cloud(name, table).map_err(|e| e.within(&outer))
            }
            Kind::Hulls(table) => {
                let outer = format!("shape.{name}.hulls");
                let hulls = table.build(name).map_err(|e| e.within(&outer))?;
                limit_parts(&format!("{outer}.hulls"), hulls.len())?;
                Ok(several(name, hulls.into_iter().map(PointHull::placed)))
            }
            Kind::Sum(of) => self.sum(name, of),
            Kind::Bundle(parts) => self.bundle(name, parts),
            Kind::Primitive(key, table) => {
                let placed = table
                    .build(self.folder)
                    .map_err(|e| e.within(key).within(&format!("shape.{name}")))?;
                Ok(single(name, placed, 1))
            }
        }
    }

    /// The shape that `part` refers to, placed; `field` is the path of the reference.
    fn member(&mut self, field: &str, part: &PartConfig) -> Result<(Built, Vec3, Rot)> {
        if !self.configs.contains_key(&part.shape) {
            return Err(unknown(field, &part.shape, self.configs.keys()));
        }
        let fix = "give finite metres";
        let offset = value::vector("position", part.position, fix).map_err(|e| e.within(field))?;
        let turn = value::rotation("quat_wxyz", part.quat_wxyz).map_err(|e| e.within(field))?;
        self.build(&part.shape)?;
        Ok((self.built[&part.shape].clone(), offset, turn))
    }

    fn mesh(&mut self, name: &str, table: &MeshTable) -> Result<Built> {
        let (parts, report) = table.build(self.folder)?;
        self.meshes.insert(name.to_string(), report);
        Ok(several(name, parts.into_iter().map(|part| part.placed)))
    }

    /// The solid where the contact model takes it, else the shape that stands for it.
    fn cloud(&mut self, name: &str, table: &CloudTable) -> Result<Built> {
        if let (false, Some(convex)) = (self.model.uses_clouds(), &table.convex) {
            if !self.configs.contains_key(convex) {
                return Err(unknown("convex", convex, self.configs.keys()));
            }
            self.build(convex)?;
            return Ok(self.built[convex].clone());
        }
        let (placed, solid) = table.build(self.folder)?;
        let mut built = single(name, placed, 1);
        built.parts[0].solid = Some(solid);
        Ok(built)
    }

    fn sum(&mut self, name: &str, of: &[PartConfig]) -> Result<Built> {
        let outer = format!("shape.{name}.minkowski");
        let [_, _] = of else {
            return Err(Error::value(
                format!("{outer}.of"),
                format!("a sum has two members, got {}", of.len()),
                "nest sums for more: give a sum a name and add to it",
            ));
        };
        let mut children = Vec::with_capacity(2);
        let mut size = 0;
        for (i, part) in of.iter().enumerate() {
            let field = format!("{outer}.of[{i}]");
            if part.material.is_some() {
                let why = "the members of a sum have no material of their own";
                let fix = "give the body a material";
                return Err(Error::value(format!("{field}.material"), why, fix));
            }
            let (member, offset, turn) = self.member(&field, part)?;
            size += member.size;
            let [only] = member.parts.as_slice() else {
                return Err(in_sum(&field));
            };
            if member.bundle || only.solid.is_some() {
                return Err(in_sum(&field));
            }
            children.push(place(&only.placed, &offset, &turn));
        }
        limit_parts(&format!("{outer}.of"), size)?;
        let second = children.pop().expect("two members were pushed");
        let first = children.pop().expect("two members were pushed");
        let sum = Minkowski::new(first, second).map_err(|e| e.within(&outer))?;
        let sum = Shape::from(sum);
        budget::check_shape(&sum).map_err(|e| e.within(&outer))?;
        let placed = Placed::at_origin(sum);
        Ok(single(name, placed, size))
    }

    fn bundle(&mut self, name: &str, configs: &[PartConfig]) -> Result<Built> {
        let outer = format!("shape.{name}.bundle.parts");
        if configs.is_empty() {
            let fix = "list the shapes, e.g. parts = [\"brick\"]";
            return Err(Error::value(outer, "empty list: a bundle of nothing", fix));
        }
        let mut built = Built {
            parts: Vec::new(),
            bundle: true,
            size: 0,
        };
        for (i, part) in configs.iter().enumerate() {
            let (member, offset, turn) = self.member(&format!("{outer}[{i}]"), part)?;
            built.size += member.size;
            limit_parts(&outer, built.size)?;
            for inner in member.parts {
                built.parts.push(NamedPart {
                    placed: place(&inner.placed, &offset, &turn),
                    solid: inner.solid,
                    material: part.material.clone().or(inner.material),
                    name: inner.name,
                });
            }
        }
        Ok(built)
    }
}

/// Convex shapes side by side under one name.
fn several(name: &str, shapes: impl Iterator<Item = Placed>) -> Built {
    let parts: Vec<NamedPart> = shapes
        .flat_map(|placed| single(name, placed, 1).parts)
        .collect();
    Built {
        bundle: parts.len() > 1,
        size: parts.len(),
        parts,
    }
}

fn single(name: &str, placed: Placed, size: usize) -> Built {
    Built {
        parts: vec![NamedPart {
            name: name.to_string(),
            placed,
            solid: None,
            material: None,
        }],
        bundle: false,
        size,
    }
}

fn in_sum(field: &str) -> Error {
    Error::value(
        field,
        "a bundle is not convex and cannot be a member of a sum, nor can a cloud or a mesh of several parts",
        "make a bundle of sums instead: a sum per part",
    )
}

fn limit_parts(field: &str, size: usize) -> Result<()> {
    if size <= MAX_PARTS {
        return Ok(());
    }
    let why = format!("{size} convex shapes; more than the limit of {MAX_PARTS}");
    Err(Error::value(field, why, "use fewer shapes"))
}

fn place(inner: &Placed, offset: &Vec3, turn: &Rot) -> Placed {
    Placed {
        shape: inner.shape.clone(),
        offset: offset + turn * inner.offset,
        rotation: turn * inner.rotation,
    }
}
