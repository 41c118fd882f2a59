//! `[shape.NAME.KIND]` as written: one kind per shape, externally tagged so that errors are exact.

use super::comfort::{Turns, turns};
use crate::shape;
use crate::shape::HullsTable;
use crate::shape::mesh::{CloudTable, MeshTable};
use crate::shape::table::{IDENTITY, InScene, Quat, Triple};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

macro_rules! define_config {
    ($($module:ident::$Kind:ident as $key:literal,)*) => {
        /// One shape as written.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case", deny_unknown_fields)]
        pub(crate) enum ShapeConfig {
            $(
                #[serde(rename = $key)]
                $Kind(shape::$module::Table),
            )*
            Mesh(MeshTable),
            Cloud(CloudTable),
            Hulls(HullsTable),
            Minkowski {
                of: Vec<PartConfig>,
            },
            Bundle {
                parts: Vec<PartConfig>,
            },
        }

        impl ShapeConfig {
            /// Returns what the shape is made from.
            pub(super) fn kind(&self) -> Kind<'_> {
                match self {
                    $(Self::$Kind(table) => Kind::Primitive($key, table),)*
                    Self::Mesh(table) => Kind::Mesh(table),
                    Self::Cloud(table) => Kind::Cloud(table),
                    Self::Hulls(table) => Kind::Hulls(table),
                    Self::Minkowski { of } => Kind::Sum(of),
                    Self::Bundle { parts } => Kind::Bundle(parts),
                }
            }

            /// The mesh file of a shape, if it is one from a mesh file.
            pub(super) fn mesh_mut(&mut self) -> Option<&mut String> {
                match self {
                    $(Self::$Kind(table) => table.mesh_mut(),)*
                    Self::Mesh(table) => Some(&mut table.file),
                    Self::Cloud(table) => Some(&mut table.file),
                    Self::Hulls(_) | Self::Minkowski { .. } | Self::Bundle { .. } => None,
                }
            }
        }
    };
}
shape::every_primitive!(define_config);

/// The numbers or the other shapes that a shape is made from.
pub(super) enum Kind<'a> {
    /// The numbers of a primitive, under a key.
    Primitive(&'static str, &'a dyn InScene),
    /// A file of triangles.
    Mesh(&'a MeshTable),
    /// A file of triangles that enclose a solid.
    Cloud(&'a CloudTable),
    /// Hulls over one set of points.
    Hulls(&'a HullsTable),
    /// Two other shapes, added.
    Sum(&'a [PartConfig]),
    /// Other shapes side by side.
    Bundle(&'a [PartConfig]),
}

/// A shape where a name may stand: its name, or the shape itself as `{ box = { ... } }`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum ShapeName {
    Name(String),
    /// There is none of these once short forms are settled.
    Inline(Box<ShapeConfig>),
}

impl ShapeName {
    /// Returns the name; that of a shape inline is empty.
    pub fn name(&self) -> &str {
        match self {
            Self::Name(name) => name,
            Self::Inline(_) => "",
        }
    }
}

impl From<String> for ShapeName {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

// By hand for the same reason as that of parts below.
impl<'de> Deserialize<'de> for ShapeName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ShapeVisitor)
    }
}

struct ShapeVisitor;

impl<'de> Visitor<'de> for ShapeVisitor {
    type Value = ShapeName;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the name of a shape or a shape, e.g. { sphere = { radius = 0.1 } }")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<ShapeName, E> {
        Ok(ShapeName::Name(name.to_string()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ShapeName, A::Error> {
        let shape = ShapeConfig::deserialize(MapAccessDeserializer::new(map))?;
        Ok(ShapeName::Inline(Box::new(shape)))
    }
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

/// The table form of a [`PartConfig`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PartTable {
    shape: String,
    #[serde(default)]
    position: Triple,
    quat_wxyz: Option<Quat>,
    rpy: Option<Triple>,
    rpy_deg: Option<Triple>,
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
        let mut table = PartTable::deserialize(MapAccessDeserializer::new(map))?;
        turns!(table)
            .settle()
            .map_err(|e| de::Error::custom(e.why))?;
        Ok(PartConfig {
            shape: table.shape,
            position: table.position,
            quat_wxyz: table.quat_wxyz.unwrap_or(IDENTITY),
            material: table.material,
        })
    }
}
