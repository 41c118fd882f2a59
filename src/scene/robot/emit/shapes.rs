//! Shapes of a robot as entries of a scene.

use super::Emitter;
use crate::error::{Error, Result};
use crate::math::{Rot, Vec3, wxyz};
use crate::scene::config::VisualConfig;
use crate::scene::robot::description::{Geometry, GeometryShape};
use crate::scene::robot::meshes::absolute;
use crate::scene::robot::tree::Merged;
use crate::scene::shape_config::{PartConfig, ShapeConfig};
use crate::shape;
use crate::shape::table::Exactly;

impl Emitter<'_> {
    /// Adds the shapes of a body; returns the name of the whole, if there is any.
    pub(super) fn shape(&mut self, body: &str, merged: &Merged) -> Result<Option<String>> {
        let here = (Vec3::zeros(), Rot::identity());
        match merged.collisions.as_slice() {
            [] => Ok(None),
            [one] if one.pose == here && self.material(one).is_none() => {
                let shape = self.geometry(one)?;
                Ok(Some(self.add(body.to_string(), shape, one.place)))
            }
            several => {
                let mut parts = Vec::with_capacity(several.len());
                for (i, one) in several.iter().enumerate() {
                    let shape = self.geometry(one)?;
                    parts.push(PartConfig {
                        shape: self.add(format!("{body}:{i}"), shape, one.place),
                        position: Exactly(one.pose.0.into()),
                        quat_wxyz: Exactly(wxyz(&one.pose.1)),
                        material: self.material(one),
                    });
                }
                let place = several[0].place;
                let whole = ShapeConfig::Bundle { parts };
                Ok(Some(self.add(body.to_string(), whole, place)))
            }
        }
    }

    /// Returns what is drawn of a body.
    pub(super) fn visuals(&mut self, body: &str, merged: &Merged) -> Vec<VisualConfig> {
        let mut out = Vec::with_capacity(merged.visuals.len());
        for visual in &merged.visuals {
            let own = &visual.geometry;
            let (shape, mesh, scale) = match &own.shape {
                GeometryShape::Mesh { file, scale } => (None, Some(absolute(file)), Some(*scale)),
                solid => {
                    let shape = primitive(solid);
                    let name = format!("{body}:visual");
                    let name = shape.map(|shape| self.add(name, shape, own.place).into());
                    (name, None, None)
                }
            };
            out.push(VisualConfig {
                shape,
                mesh,
                scale: scale.map(Exactly),
                position: Exactly(own.pose.0.into()),
                quat_wxyz: Some(Exactly(wxyz(&own.pose.1))),
                rpy: None,
                rpy_deg: None,
                color: visual.color.map(Exactly),
            });
        }
        out
    }

    /// Adds a shape under a name, or one like it if that is taken; returns the name.
    fn add(&mut self, mut name: String, shape: ShapeConfig, place: usize) -> String {
        while self.scene.shape.contains_key(&name) {
            name.push('\'');
        }
        self.places.insert(format!("shape.{name}"), place);
        self.scene.shape.insert(name.clone(), shape);
        name
    }

    /// Returns the name of the material of a shape, unless it is that of its body.
    fn material(&self, own: &Geometry) -> Option<String> {
        match self.config.material {
            Some(_) => None,
            None => own.material.as_ref().map(|name| self.full(name)),
        }
    }

    /// Returns the shape of a geometry; what has to be said about a mesh is noted.
    fn geometry(&mut self, own: &Geometry) -> Result<ShapeConfig> {
        if let GeometryShape::Mesh { file, scale } = &own.shape {
            let shape = self.meshes.shape(file, *scale);
            let (shape, note) = shape.map_err(|e| self.source.at(e, own.place))?;
            note.into_iter()
                .for_each(|words| self.notes.say(own.place, words));
            return Ok(shape);
        }
        let nothing = || Error::value("", "no shape", "give one");
        primitive(&own.shape).ok_or_else(nothing)
    }
}

/// Returns a shape that numbers alone describe.
fn primitive(own: &GeometryShape) -> Option<ShapeConfig> {
    Some(match *own {
        GeometryShape::Ellipsoid { semi_axes } => ShapeConfig::Ellipsoid(shape::ellipsoid::Table {
            semi_axes: Exactly(semi_axes),
        }),
        GeometryShape::HalfSpace => ShapeConfig::HalfSpace(shape::half_space::Table {
            normal: Exactly([0.0, 0.0, 1.0]),
            offset: 0.0,
        }),
        GeometryShape::Hull { ref points } => ShapeConfig::Polytope(shape::polytope::Table {
            vertices: Some(points.iter().copied().map(Exactly).collect()),
            normals: None,
            offsets: None,
            mesh: None,
            scale: None,
            hull: false,
        }),
        GeometryShape::Box { half_extents } => ShapeConfig::Cuboid(shape::cuboid::Table {
            half_extents: Exactly(half_extents),
        }),
        GeometryShape::Sphere { radius } => ShapeConfig::Sphere(shape::sphere::Table { radius }),
        GeometryShape::Cylinder { radius, length } => {
            ShapeConfig::Cylinder(shape::cylinder::Table {
                radius,
                length,
                form: shape::CylinderRows::default(),
            })
        }
        GeometryShape::Capsule { radius, length } => {
            ShapeConfig::Capsule(shape::capsule::Table { radius, length })
        }
        GeometryShape::Mesh { .. } => return None,
    })
}
