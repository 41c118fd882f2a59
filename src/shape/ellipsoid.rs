//! Sphere and ellipsoid: S4(alpha R; y) and S4(alpha; E y) multiplied by a length.
//!
//! DIFFERENCE from SL eqs. 46 and 48 (quadratic rows with a scalar slack): conic rows, linear in
//! every unknown, so shapes have no second derivatives and no square roots.

use super::{Column, ConeRow, Parameter, RowDerivative, Rows};
use crate::error::{Result, positive};
use crate::math::Vec3;

/// Sphere about the origin of its frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Sphere {
    /// Radius, m.
    pub radius: f64,
}

impl Sphere {
    /// A sphere of radius `radius` (m).
    pub fn new(radius: f64) -> Result<Self> {
        let fix = "give a positive radius: a point has no interior";
        Ok(Self {
            radius: positive("radius", radius, fix)?,
        })
    }

    /// S4(alpha R; y).
    pub fn rows(&self) -> Rows {
        let mut rows = Rows::new(0);
        rows.push_soc(&[
            ConeRow::alpha(self.radius),
            ConeRow::point(Vec3::x()),
            ConeRow::point(Vec3::y()),
            ConeRow::point(Vec3::z()),
        ]);
        rows
    }
}

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

    /// S4(alpha; E y) times a length, E = diag(1/a, 1/b, 1/c).
    pub fn rows(&self) -> Rows {
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
}

impl Sphere {
    pub(super) fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::metres("radius", self.radius)]
    }
}

impl Ellipsoid {
    pub(super) fn parameters(&self) -> Vec<Parameter> {
        (0..3)
            .map(|i| Parameter::metres(format!("semi_axes[{i}]"), self.semi_axes[i]))
            .collect()
    }

    /// The row length is a constant here.
    pub(super) fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
        let value = -self.row_length() / self.semi_axes[i].powi(2);
        vec![RowDerivative::new(1 + i, Column::Y(i), value)]
    }

    pub(super) fn with_parameter(&self, i: usize, value: f64) -> Result<Self> {
        let mut semi_axes = self.semi_axes;
        semi_axes[i] = value;
        Self::new(semi_axes)
    }
}
