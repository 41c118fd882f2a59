//! Cylinder about its middle, axis z: S3(alpha R; radial y), alpha l/2 -+ y3.
//!
//! DIFFERENCE from SL eq. 52: the paper cuts a capsule by two planes; the same set without the
//! auxiliary takes 1.4 fewer iterations a step. The paper's rows are [`CylinderRows::Paper`].

use super::{Column, ConeRow, Parameter, RowDerivative, Rows};
use crate::error::{Result, positive};
use crate::math::Vec3;

/// Which rows describe a cylinder: the same set, another central path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
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

    /// Conic rows in the chosen form.
    pub fn rows(&self) -> Rows {
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
}

impl Cylinder {
    pub(super) fn parameters(&self) -> Vec<Parameter> {
        vec![
            Parameter::metres("radius", self.radius),
            Parameter::metres("length", self.length),
        ]
    }

    pub(super) fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
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

    pub(super) fn with_parameter(&self, i: usize, value: f64) -> Result<Self> {
        let changed = if i == 0 {
            Self::new(value, self.length)
        } else {
            Self::new(self.radius, value)
        };
        Ok(Self {
            form: self.form,
            ..changed?
        })
    }
}
