//! Capsule: segment of length l along z, thickened by R; one auxiliary along the segment.

use super::{Column, ConeRow, Parameter, RowDerivative, Rows};
use crate::error::{Error, Result, positive};
use crate::math::Vec3;

/// Capsule about the middle of its segment, axis z.
#[derive(Debug, Clone, PartialEq)]
pub struct Capsule {
    /// Radius, m.
    pub radius: f64,
    /// Distance between the two cap centres, m.
    pub length: f64,
}

impl Capsule {
    /// A capsule of radius `radius` (m) with `length` (m) >= 0 between its cap centres.
    pub fn new(radius: f64, length: f64) -> Result<Self> {
        let radius = positive(
            "radius",
            radius,
            "give a positive radius: a segment has no interior",
        )?;
        if !(length.is_finite() && length >= 0.0) {
            return Err(Error::value(
                "length",
                format!("length must be >= 0 and finite, got {length}"),
                "give the distance between the two cap centres in metres",
            ));
        }
        Ok(Self { radius, length })
    }

    /// S4(alpha R; y - eps z), alpha l/2 -+ eps (SL eq. 50); a sphere when l = 0.
    pub fn rows(&self) -> Rows {
        if self.length == 0.0 {
            return super::Sphere {
                radius: self.radius,
            }
            .rows();
        }
        let mut rows = Rows::new(1);
        rows.push_orthant(0.0, Vec3::zeros(), 0.5 * self.length, &[(0, -1.0)]);
        rows.push_orthant(0.0, Vec3::zeros(), 0.5 * self.length, &[(0, 1.0)]);
        rows.push_soc(&[
            ConeRow::alpha(self.radius),
            ConeRow::point(Vec3::x()),
            ConeRow::point(Vec3::y()),
            ConeRow {
                ge: &[(0, -1.0)],
                ..ConeRow::point(Vec3::z())
            },
        ]);
        rows
    }
}

impl Capsule {
    /// A capsule of length 0 has the rows of a sphere and its one parameter.
    pub(super) fn parameters(&self) -> Vec<Parameter> {
        let mut all = vec![Parameter::metres("radius", self.radius)];
        if self.length > 0.0 {
            all.push(Parameter::metres("length", self.length));
        }
        all
    }

    pub(super) fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
        let alpha = |row, value| RowDerivative::new(row, Column::Alpha, value);
        match (i, self.length > 0.0) {
            (0, true) => vec![alpha(2, 1.0)],
            (0, false) => vec![alpha(0, 1.0)],
            _ => vec![alpha(0, 0.5), alpha(1, 0.5)],
        }
    }

    pub(super) fn with_parameter(&self, i: usize, value: f64) -> Result<Self> {
        if i == 0 {
            Self::new(value, self.length)
        } else {
            Self::new(self.radius, value)
        }
    }
}
