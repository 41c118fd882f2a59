//! Circular cone, axis z: apex at z = -3H/4, base disc at z = +H/4, so that the reference point
//! is the centroid.

use super::{Column, ConeRow, Parameter, RowDerivative, Rows};
use crate::error::{Error, Result, positive};
use crate::math::Vec3;

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
        if !(half_angle > 0.0 && half_angle < std::f64::consts::FRAC_PI_2) {
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

    /// With u = y3 + 3H/4 alpha: S3(tan(theta) u; y1, y2), alpha H/4 - y3 (SL eq. 55).
    pub fn rows(&self) -> Rows {
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
}

impl CircularCone {
    pub(super) fn parameters(&self) -> Vec<Parameter> {
        vec![
            Parameter::metres("height", self.height),
            Parameter::radians("half_angle", self.half_angle),
        ]
    }

    pub(super) fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
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

    pub(super) fn with_parameter(&self, i: usize, value: f64) -> Result<Self> {
        if i == 0 {
            Self::new(value, self.half_angle)
        } else {
            Self::new(self.height, value)
        }
    }
}
