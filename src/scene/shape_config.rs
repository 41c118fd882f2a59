//! `[shape.NAME.KIND]` as written: one kind per shape, externally tagged so that errors are exact.

use crate::shape;
use crate::shape::mesh::MeshTable;
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
                    Self::Minkowski { of } => Kind::Sum(of),
                    Self::Bundle { parts } => Kind::Bundle(parts),
                }
            }

            /// The mesh file of a shape, if it is one from a mesh file.
            pub(super) fn mesh_mut(&mut self) -> Option<&mut String> {
                match self {
                    $(Self::$Kind(table) => table.mesh_mut(),)*
                    Self::Mesh(table) => Some(&mut table.file),
                    Self::Minkowski { .. } | Self::Bundle { .. } => None,
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
    /// Two other shapes, added.
    Sum(&'a [PartConfig]),
    /// Other shapes side by side.
    Bundle(&'a [PartConfig]),
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
