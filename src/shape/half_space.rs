//! Half-space { y : n.y <= d }: solid below the plane. It does not scale.

use super::primitive::Primitive;
use super::skin::Piece;
use super::surface::{Features, Surface};
use super::table::{InScene, Triple};
use super::{Column, MassProperties, Parameter, Placed, RowDerivative, Rows, Shape};
use crate::error::{Error, Result, finite};
use crate::math::{Rot, Vec3};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Half-space with outward unit normal `normal` and offset `offset` (m) along it.
#[derive(Debug, Clone, PartialEq)]
pub struct HalfSpace {
    /// Outward unit normal, shape frame.
    pub normal: Vec3,
    /// Offset of the plane along the normal, m.
    pub offset: f64,
}

impl HalfSpace {
    /// A half-space; the normal is normalised.
    pub fn new(normal: Vec3, offset: f64) -> Result<Self> {
        finite("normal", normal.as_slice(), "give a finite vector")?;
        finite("offset", &[offset], "give a finite offset")?;
        let length = normal.norm();
        if length < 1e-12 {
            return Err(Error::value(
                "normal",
                "normal has zero length: no direction",
                "give the outward direction, e.g. [0, 0, 1]",
            ));
        }
        Ok(Self {
            normal: normal / length,
            offset,
        })
    }
}

/// A scene writes it as `[shape.NAME.halfspace]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    pub(crate) normal: Triple,
    #[serde(default)]
    pub(crate) offset: f64,
}

impl InScene for Table {
    fn build(&self, _: &Path) -> Result<Placed> {
        HalfSpace::new(Vec3::from(self.normal.0), self.offset).map(Placed::from)
    }

    fn sizes(&self) -> Vec<(String, f64)> {
        Vec::new()
    }
}

impl Primitive for HalfSpace {
    /// d - n.y (SL eq. 42).
    fn rows(&self) -> Rows {
        let mut rows = Rows::new(0);
        rows.push_orthant(self.offset, -self.normal, 0.0, &[]);
        rows
    }

    fn support(&self, _: &Vec3) -> Option<Vec3> {
        None
    }

    fn support_value(&self, d: &Vec3) -> f64 {
        if (d - self.normal).norm() <= 1e-9 {
            self.offset
        } else {
            f64::INFINITY
        }
    }

    fn bounding_radius(&self) -> f64 {
        f64::INFINITY
    }

    fn bounding_radius_rate(&self, _: usize) -> f64 {
        0.0
    }

    fn inscribed_radius(&self) -> f64 {
        0.0
    }

    fn inscribed_radius_rate(&self, _: usize) -> [f64; 2] {
        [0.0; 2]
    }

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::metres("offset", self.offset)]
    }

    fn parameter_count(&self) -> usize {
        1
    }

    fn parameter_rows(&self, _: usize) -> Vec<RowDerivative> {
        vec![RowDerivative::new(0, Column::Constant, 1.0)]
    }

    fn with_parameter(&self, _: usize, value: f64) -> Result<Shape> {
        Self::new(self.normal, value).map(Shape::from)
    }

    fn mass_properties(&self) -> Option<MassProperties> {
        None
    }

    fn face_normals(&self, turn: &Rot, visit: &mut dyn FnMut(Vec3)) {
        visit(turn * self.normal);
    }

    fn features(&self, _: &mut Features, _: &Rot) {}

    /// The surface is empty, as the shape has no end.
    fn exact_surface(&self) -> Option<Surface> {
        Some(Surface::default())
    }

    /// A half-space has no end.
    fn pieces(&self) -> Option<Vec<Piece>> {
        Some(Vec::new())
    }
}
