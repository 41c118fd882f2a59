//! Cylinder about its middle, axis z: S3(alpha R; radial y), alpha l/2 -+ y3.
//!
//! DIFFERENCE from SL eq. 52: the paper cuts a capsule by two planes; the same set without the
//! auxiliary takes 1.4 fewer iterations a step. The paper's rows are [`CylinderRows::Paper`].

use super::least::least;
use super::primitive::Primitive;
use super::skin::{Line, Piece};
use super::support::radial;
use super::surface::Features;
use super::table::{InScene, one};
use super::{Column, ConeRow, Geom, MassProperties, Parameter, Placed, RowDerivative, Rows, Shape};
use crate::error::{Result, positive};
use crate::math::{Rot, Vec3};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;
use std::path::Path;

/// Which rows describe a cylinder: the same set, another central path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CylinderRows {
    /// One second-order cone and two planes.
    #[default]
    Reduced,
    /// A capsule and two planes, SL eq. 52.
    Paper,
}

/// Cylinder about its middle, axis z.
#[derive(Debug, Clone, PartialEq)]
pub struct Cylinder {
    /// Radius, m.
    pub radius: f64,
    /// Length along z, m.
    pub length: f64,
    /// Which rows to use.
    pub form: CylinderRows,
}

impl Cylinder {
    /// A cylinder of radius `radius` and length `length` (m).
    pub fn new(radius: f64, length: f64) -> Result<Self> {
        Ok(Self {
            radius: positive("radius", radius, "give a positive radius in metres")?,
            length: positive("length", length, "give a positive length in metres")?,
            form: CylinderRows::Reduced,
        })
    }

    /// Returns the mass properties at unit density.
    pub(super) fn mass(radius: f64, length: f64) -> MassProperties {
        let r2 = radius * radius;
        let across = 0.25 * r2 + length * length / 12.0;
        MassProperties::diagonal(PI * r2 * length, Vec3::new(across, across, 0.5 * r2))
    }
}

/// A scene writes it as `[shape.NAME.cylinder]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    pub(crate) radius: f64,
    pub(crate) length: f64,
    #[serde(default)]
    pub(crate) form: CylinderRows,
}

impl InScene for Table {
    fn build(&self, _: &Path) -> Result<Placed> {
        let mut cylinder = Cylinder::new(self.radius, self.length)?;
        cylinder.form = self.form;
        Ok(cylinder.into())
    }

    fn sizes(&self) -> Vec<(String, f64)> {
        vec![one("radius", self.radius), one("length", self.length)]
    }
}

impl Primitive for Cylinder {
    /// Conic rows in the chosen form.
    fn rows(&self) -> Rows {
        let half = 0.5 * self.length;
        let (aux, along): (usize, &[(usize, f64)]) = match self.form {
            CylinderRows::Reduced => (0, &[]),
            CylinderRows::Paper => (1, &[(0, -1.0)]),
        };
        let mut rows = Rows::new(aux);
        rows.push_orthant(0.0, -Vec3::z(), half, &[]);
        rows.push_orthant(0.0, Vec3::z(), half, &[]);
        if aux == 0 {
            rows.push_soc(&[
                ConeRow::alpha(self.radius),
                ConeRow::point(Vec3::x()),
                ConeRow::point(Vec3::y()),
            ]);
            return rows;
        }
        rows.push_orthant(0.0, Vec3::zeros(), half, &[(0, -1.0)]);
        rows.push_orthant(0.0, Vec3::zeros(), half, &[(0, 1.0)]);
        rows.push_soc(&[
            ConeRow::alpha(self.radius),
            ConeRow::point(Vec3::x()),
            ConeRow::point(Vec3::y()),
            ConeRow {
                ge: along,
                ..ConeRow::point(Vec3::z())
            },
        ]);
        rows
    }

    fn support(&self, d: &Vec3) -> Option<Vec3> {
        Some(radial(d, self.radius) + Vec3::z() * (0.5 * self.length).copysign(d.z))
    }

    fn bounding_radius(&self) -> f64 {
        self.radius.hypot(0.5 * self.length)
    }

    fn bounding_radius_rate(&self, i: usize) -> f64 {
        [self.radius, 0.25 * self.length][i] / self.bounding_radius()
    }

    fn inscribed_radius(&self) -> f64 {
        self.radius.min(0.5 * self.length)
    }

    fn inscribed_radius_rate(&self, i: usize) -> [f64; 2] {
        let own = |k: usize| f64::from(i == k);
        least([(self.radius, own(0)), (0.5 * self.length, 0.5 * own(1))])
    }

    fn parameters(&self) -> Vec<Parameter> {
        vec![
            Parameter::metres("radius", self.radius),
            Parameter::metres("length", self.length),
        ]
    }

    fn parameter_count(&self) -> usize {
        2
    }

    fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
        let planes = match self.form {
            CylinderRows::Reduced => 2,
            CylinderRows::Paper => 4,
        };
        match i {
            0 => vec![RowDerivative::new(planes, Column::Alpha, 1.0)],
            _ => (0..planes)
                .map(|row| RowDerivative::new(row, Column::Alpha, 0.5))
                .collect(),
        }
    }

    fn with_parameter(&self, i: usize, value: f64) -> Result<Shape> {
        let changed = if i == 0 {
            Self::new(value, self.length)
        } else {
            Self::new(self.radius, value)
        };
        let form = self.form;
        changed.map(|cylinder| Self { form, ..cylinder }.into())
    }

    fn mass_properties(&self) -> Option<MassProperties> {
        Some(Self::mass(self.radius, self.length))
    }

    fn face_normals(&self, turn: &Rot, visit: &mut dyn FnMut(Vec3)) {
        [1.0, -1.0]
            .into_iter()
            .for_each(|s| visit(turn * Vec3::z() * s));
    }

    fn features(&self, features: &mut Features, turn: &Rot) {
        features.add_round(turn, 0.0, PI, &[1.0, -1.0]);
    }

    fn rims(&self) -> usize {
        1
    }

    fn geom(&self) -> Option<Geom> {
        Some(Geom {
            kind: "cylinder",
            sizes: vec![self.radius, 0.5 * self.length],
        })
    }

    fn pieces(&self) -> Option<Vec<Piece>> {
        let (r, half) = (self.radius, 0.5 * self.length);
        let bottom = Line::Straight([0.0, -half], [r, -half]);
        let side = Line::Straight([r, -half], [r, half]);
        let top = Line::Straight([r, half], [0.0, half]);
        Some(vec![Piece::Turned(vec![bottom, side, top])])
    }
}
