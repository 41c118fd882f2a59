//! Circular cone, axis z: apex at z = -3H/4, base disc at z = +H/4, so that the reference point
//! is the centroid.

use super::least::least;
use super::primitive::Primitive;
use super::skin::{Line, Piece};
use super::support::radial;
use super::surface::Features;
use super::table::{InScene, one};
use super::{Column, ConeRow, MassProperties, Parameter, Placed, RowDerivative, Rows, Shape};
use crate::error::{Error, Result, positive};
use crate::math::{Rot, Vec3};
use serde::{Deserialize, Serialize};
use std::f64::consts::{FRAC_PI_2, PI};
use std::path::Path;

/// Circular cone; the axis z points from the apex to the base.
#[derive(Debug, Clone, PartialEq)]
pub struct CircularCone {
    /// Height from base to apex, m.
    pub height: f64,
    /// Angle between axis and side, rad, in (0, pi/2).
    pub half_angle: f64,
}

impl CircularCone {
    /// A cone of height `height` (m) and half-angle `half_angle` (rad).
    pub fn new(height: f64, half_angle: f64) -> Result<Self> {
        let height = positive("height", height, "give a positive height in metres")?;
        if !(half_angle > 0.0 && half_angle < FRAC_PI_2) {
            let degrees = half_angle.to_radians();
            return Err(Error::value(
                "half_angle",
                format!("must be in (0, pi/2) radians, got {half_angle}"),
                format!("did you give degrees? {half_angle} degrees = {degrees:.4} radians"),
            ));
        }
        Ok(Self { height, half_angle })
    }

    /// Radius of the base disc, m.
    pub fn base_radius(&self) -> f64 {
        self.height * self.half_angle.tan()
    }
}

/// A scene writes it as `[shape.NAME.cone]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    height: f64,
    half_angle: f64,
}

impl InScene for Table {
    fn build(&self, _: &Path) -> Result<Placed> {
        CircularCone::new(self.height, self.half_angle).map(Placed::from)
    }

    fn sizes(&self) -> Vec<(String, f64)> {
        vec![one("height", self.height)]
    }
}

impl Primitive for CircularCone {
    /// The rows with u = y3 + 3H/4 alpha are S3(tan(theta) u; y1, y2), alpha H/4 - y3 (SL eq. 55).
    fn rows(&self) -> Rows {
        let slope = self.half_angle.tan();
        let mut rows = Rows::new(0);
        rows.push_orthant(0.0, -Vec3::z(), 0.25 * self.height, &[]);
        rows.push_soc(&[
            ConeRow {
                gy: Vec3::z() * slope,
                ..ConeRow::alpha(0.75 * self.height * slope)
            },
            ConeRow::point(Vec3::x()),
            ConeRow::point(Vec3::y()),
        ]);
        rows
    }

    fn support(&self, d: &Vec3) -> Option<Vec3> {
        let rim = radial(d, self.base_radius()) + Vec3::z() * (0.25 * self.height);
        let apex = Vec3::z() * (-0.75 * self.height);
        Some(if d.dot(&rim) >= d.dot(&apex) {
            rim
        } else {
            apex
        })
    }

    fn bounding_radius(&self) -> f64 {
        let rim = self.base_radius().hypot(0.25 * self.height);
        rim.max(0.75 * self.height)
    }

    fn bounding_radius_rate(&self, i: usize) -> f64 {
        let (base, height) = (self.base_radius(), self.height);
        let rim = base.hypot(0.25 * height);
        if rim <= 0.75 * height {
            return [0.75, 0.0][i];
        }
        // d tan = 1 + tan^2.
        let widening = height + base * base / height;
        [rim / height, base * widening / rim][i]
    }

    fn inscribed_radius(&self) -> f64 {
        let side = 0.75 * self.height * self.half_angle.sin();
        side.min(0.25 * self.height)
    }

    fn inscribed_radius_rate(&self, i: usize) -> [f64; 2] {
        let own = |k: usize| f64::from(i == k);
        let (sin, cos) = self.half_angle.sin_cos();
        let side = 0.75 * sin * own(0) + 0.75 * self.height * cos * own(1);
        least([
            (0.75 * self.height * sin, side),
            (0.25 * self.height, 0.25 * own(0)),
        ])
    }

    fn parameters(&self) -> Vec<Parameter> {
        vec![
            Parameter::metres("height", self.height),
            Parameter::radians("half_angle", self.half_angle),
        ]
    }

    fn parameter_count(&self) -> usize {
        2
    }

    fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
        let slope = self.half_angle.tan();
        if i == 0 {
            return vec![
                RowDerivative::new(0, Column::Alpha, 0.25),
                RowDerivative::new(1, Column::Alpha, 0.75 * slope),
            ];
        }
        let rate = 1.0 + slope * slope;
        vec![
            RowDerivative::new(1, Column::Y(2), rate),
            RowDerivative::new(1, Column::Alpha, 0.75 * self.height * rate),
        ]
    }

    fn with_parameter(&self, i: usize, value: f64) -> Result<Shape> {
        let changed = if i == 0 {
            Self::new(value, self.half_angle)
        } else {
            Self::new(self.height, value)
        };
        changed.map(Shape::from)
    }

    fn mass_properties(&self) -> Option<MassProperties> {
        let (r2, h) = (self.base_radius().powi(2), self.height);
        let across = 0.15 * r2 + 0.0375 * h * h;
        let per_volume = Vec3::new(across, across, 0.3 * r2);
        Some(MassProperties::diagonal(PI / 3.0 * r2 * h, per_volume))
    }

    fn face_normals(&self, turn: &Rot, visit: &mut dyn FnMut(Vec3)) {
        visit(turn * Vec3::z());
    }

    fn features(&self, features: &mut Features, turn: &Rot) {
        let side = FRAC_PI_2 + self.half_angle;
        features.add_round(turn, -self.half_angle.sin(), side, &[1.0]);
    }

    fn rims(&self) -> usize {
        1
    }

    fn pieces(&self) -> Option<Vec<Piece>> {
        let (r, apex, base) = (self.base_radius(), -0.75 * self.height, 0.25 * self.height);
        let side = Line::Straight([0.0, apex], [r, base]);
        let disc = Line::Straight([r, base], [0.0, base]);
        Some(vec![Piece::Turned(vec![side, disc])])
    }
}
