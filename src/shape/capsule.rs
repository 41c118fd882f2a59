//! Capsule: segment of length l along z, thickened by R; one auxiliary along the segment.

use super::{ConeRow, Rows};
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
