//! Ellipsoid: S4(alpha; E y) multiplied by a length, E = diag(1/a, 1/b, 1/c).
//!
//! DIFFERENCE from SL eq. 48 (a quadratic row with a scalar slack): conic rows, linear in every
//! unknown, so shapes have no second derivatives and no square roots.

use super::least::least;
use super::primitive::Primitive;
use super::skin::Piece;
use super::support::along;
use super::surface::{Features, GRID};
use super::table::{InScene, Triple, each};
use super::{Column, ConeRow, Geom, MassProperties, Parameter, Placed, RowDerivative, Rows, Shape};
use crate::error::{Result, positive};
use crate::math::{Rot, Vec3};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;
use std::path::Path;

/// Ellipsoid about the origin of its frame, semi-axes along x, y, z.
#[derive(Debug, Clone, PartialEq)]
pub struct Ellipsoid {
    /// Semi-axes, m.
    pub semi_axes: Vec3,
}

impl Ellipsoid {
    /// An ellipsoid from its semi-axes (m).
    pub fn new(semi_axes: Vec3) -> Result<Self> {
        for i in 0..3 {
            positive(
                &format!("semi_axes[{i}]"),
                semi_axes[i],
                "give a positive semi-axis in metres",
            )?;
        }
        Ok(Self { semi_axes })
    }

    /// The length that makes the rows metres; a constant, the central path does not depend on it.
    pub fn row_length(&self) -> f64 {
        self.semi_axes.product().cbrt()
    }
}

/// A scene writes it as `[shape.NAME.ellipsoid]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    pub(crate) semi_axes: Triple,
}

impl InScene for Table {
    fn build(&self, _: &Path) -> Result<Placed> {
        Ellipsoid::new(Vec3::from(self.semi_axes.0)).map(Placed::from)
    }

    fn sizes(&self) -> Vec<(String, f64)> {
        each("semi_axes", &self.semi_axes)
    }
}

impl Primitive for Ellipsoid {
    /// S4(alpha; E y) times a length, E = diag(1/a, 1/b, 1/c).
    fn rows(&self) -> Rows {
        let length = self.row_length();
        let mut rows = Rows::new(0);
        rows.push_soc(&[
            ConeRow::alpha(length),
            ConeRow::point(Vec3::x() * (length / self.semi_axes.x)),
            ConeRow::point(Vec3::y() * (length / self.semi_axes.y)),
            ConeRow::point(Vec3::z() * (length / self.semi_axes.z)),
        ]);
        rows
    }

    fn support(&self, d: &Vec3) -> Option<Vec3> {
        let a = &self.semi_axes;
        Some(along(&a.component_mul(d), 1.0).component_mul(a))
    }

    fn bounding_radius(&self) -> f64 {
        self.semi_axes.max()
    }

    fn bounding_radius_rate(&self, i: usize) -> f64 {
        f64::from(i == self.semi_axes.imax())
    }

    fn inscribed_radius(&self) -> f64 {
        self.semi_axes.min()
    }

    fn inscribed_radius_rate(&self, i: usize) -> [f64; 2] {
        least((0..3).map(|k| (self.semi_axes[k], f64::from(i == k))))
    }

    fn parameters(&self) -> Vec<Parameter> {
        (0..3)
            .map(|i| Parameter::metres(format!("semi_axes[{i}]"), self.semi_axes[i]))
            .collect()
    }

    fn parameter_count(&self) -> usize {
        3
    }

    /// The row length is a constant here.
    fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
        let value = -self.row_length() / self.semi_axes[i].powi(2);
        vec![RowDerivative::new(1 + i, Column::Y(i), value)]
    }

    fn with_parameter(&self, i: usize, value: f64) -> Result<Shape> {
        let mut semi_axes = self.semi_axes;
        semi_axes[i] = value;
        Self::new(semi_axes).map(Shape::from)
    }

    fn mass_properties(&self) -> Option<MassProperties> {
        let s = self.semi_axes.map(|a| a * a);
        let i = Vec3::new(s.y + s.z, s.z + s.x, s.x + s.y) / 5.0;
        let volume = 4.0 / 3.0 * PI * self.semi_axes.product();
        Some(MassProperties::diagonal(volume, i))
    }

    fn features(&self, features: &mut Features, turn: &Rot) {
        features.add_grid(turn, &self.semi_axes, GRID);
    }

    fn is_smooth(&self) -> bool {
        true
    }

    fn pieces(&self) -> Option<Vec<Piece>> {
        Some(vec![Piece::Ellipsoid(self.semi_axes)])
    }

    fn geom(&self) -> Option<Geom> {
        Some(Geom {
            kind: "ellipsoid",
            sizes: self.semi_axes.as_slice().to_vec(),
        })
    }
}
