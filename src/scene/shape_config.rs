//! `[shape.NAME.KIND]` as written: one kind per shape, externally tagged so that errors are exact.

use super::exactly::{IDENTITY, Quat, Triple};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

/// One shape as written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ShapeConfig {
    Box {
        half_extents: Triple,
    },
    Sphere {
        radius: f64,
    },
    Ellipsoid {
        semi_axes: Triple,
    },
    Capsule {
        radius: f64,
        length: f64,
    },
    Cylinder {
        radius: f64,
        length: f64,
        #[serde(default)]
        form: CylinderForm,
    },
    Cone {
        height: f64,
        half_angle: f64,
    },
    Halfspace {
        normal: Triple,
        #[serde(default)]
        offset: f64,
    },
    Polytope(PolytopeConfig),
    PaddedPolytope(PaddedConfig),
    Minkowski {
        of: Vec<PartConfig>,
    },
    Bundle {
        parts: Vec<PartConfig>,
    },
}

/// Which rows describe a cylinder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CylinderForm {
    #[default]
    Reduced,
    Paper,
}

/// A polytope by its corners, its faces or a mesh file; exactly one of the three.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PolytopeConfig {
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
}

/// The same with a padding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PaddedConfig {
    pub radius: f64,
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
}

/// A shape by name, placed; in a file either `"NAME"` or a table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct PartConfig {
    pub shape: String,
    pub position: Triple,
    pub quat_wxyz: Quat,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
}

impl PartConfig {
    fn named(shape: &str) -> Self {
        Self {
            shape: shape.to_string(),
            position: Triple::default(),
            quat_wxyz: IDENTITY,
            material: None,
        }
    }
}

fn identity() -> Quat {
    IDENTITY
}

/// The table form of a [`PartConfig`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PartTable {
    shape: String,
    #[serde(default)]
    position: Triple,
    #[serde(default = "identity")]
    quat_wxyz: Quat,
    material: Option<String>,
}

// By hand and not as an untagged enum: that would lose the position of mistakes inside the table.
impl<'de> Deserialize<'de> for PartConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PartVisitor)
    }
}

struct PartVisitor;

impl<'de> Visitor<'de> for PartVisitor {
    type Value = PartConfig;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the name of a shape or a table { shape, position, quat_wxyz }")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<PartConfig, E> {
        Ok(PartConfig::named(name))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<PartConfig, A::Error> {
        let table = PartTable::deserialize(MapAccessDeserializer::new(map))?;
        Ok(PartConfig {
            shape: table.shape,
            position: table.position,
            quat_wxyz: table.quat_wxyz,
            material: table.material,
        })
    }
}

impl ShapeConfig {
    /// The mesh file of a polytope, if it is one from a mesh file.
    pub(super) fn mesh_mut(&mut self) -> Option<&mut String> {
        match self {
            ShapeConfig::Polytope(polytope) => polytope.mesh.as_mut(),
            ShapeConfig::PaddedPolytope(padded) => padded.mesh.as_mut(),
            _ => None,
        }
    }
}
