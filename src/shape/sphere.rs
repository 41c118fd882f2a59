//! Sphere: S4(alpha R; y).
//!
//! DIFFERENCE from SL eq. 46 (a quadratic row with a scalar slack): conic rows, linear in every
//! unknown, so shapes have no second derivatives and no square roots.

use super::primitive::{Primitive, Rounded};
use super::skin::Piece;
use super::support::along;
use super::surface::{Features, GRID};
use super::table::{InScene, one};
use super::{Column, ConeRow, Geom, MassProperties, Parameter, Placed, RowDerivative, Rows, Shape};
use crate::error::{Result, positive};
use crate::math::{Rot, Vec3};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;
use std::path::Path;

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

    /// Returns the mass properties at unit density.
    pub(super) fn mass(&self) -> MassProperties {
        let volume = 4.0 / 3.0 * PI * self.radius.powi(3);
        MassProperties::diagonal(volume, Vec3::repeat(0.4 * self.radius * self.radius))
    }
}

/// A scene writes it as `[shape.NAME.sphere]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    pub(crate) radius: f64,
}

impl InScene for Table {
    fn build(&self, _: &Path) -> Result<Placed> {
        Sphere::new(self.radius).map(Placed::from)
    }

    fn sizes(&self) -> Vec<(String, f64)> {
        vec![one("radius", self.radius)]
    }
}

impl Primitive for Sphere {
    fn round_ends(&self) -> Vec<(Vec3, f64)> {
        vec![(Vec3::zeros(), self.radius)]
    }

    /// S4(alpha R; y).
    fn rows(&self) -> Rows {
        let mut rows = Rows::new(0);
        rows.push_soc(&[
            ConeRow::alpha(self.radius),
            ConeRow::point(Vec3::x()),
            ConeRow::point(Vec3::y()),
            ConeRow::point(Vec3::z()),
        ]);
        rows
    }

    fn support(&self, d: &Vec3) -> Option<Vec3> {
        Some(along(d, self.radius))
    }

    fn bounding_radius(&self) -> f64 {
        self.radius
    }

    fn bounding_radius_rate(&self, _: usize) -> f64 {
        1.0
    }

    fn inscribed_radius(&self) -> f64 {
        self.radius
    }

    fn inscribed_radius_rate(&self, _: usize) -> [f64; 2] {
        [1.0; 2]
    }

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::metres("radius", self.radius)]
    }

    fn parameter_count(&self) -> usize {
        1
    }

    fn parameter_rows(&self, _: usize) -> Vec<RowDerivative> {
        vec![RowDerivative::new(0, Column::Alpha, 1.0)]
    }

    fn with_parameter(&self, _: usize, value: f64) -> Result<Shape> {
        Self::new(value).map(Shape::from)
    }

    fn mass_properties(&self) -> Option<MassProperties> {
        Some(self.mass())
    }

    fn rounded(&self) -> Option<Rounded> {
        Some(Rounded {
            points: vec![Vec3::zeros()],
            radius: self.radius,
        })
    }

    fn features(&self, features: &mut Features, turn: &Rot) {
        features.add_grid(turn, &Vec3::repeat(1.0), GRID);
    }

    fn is_smooth(&self) -> bool {
        true
    }

    fn pieces(&self) -> Option<Vec<Piece>> {
        Some(vec![Piece::Ellipsoid(Vec3::repeat(self.radius))])
    }

    fn geom(&self) -> Option<Geom> {
        Some(Geom {
            kind: "sphere",
            sizes: vec![self.radius],
        })
    }
}
