//! Capsule: segment of length l along z, thickened by R; one auxiliary along the segment.

use super::primitive::{Primitive, Rounded};
use super::skin::{Line, Piece};
use super::support::along;
use super::surface::{Features, ROUND};
use super::table::{InScene, one};
use super::{
    Column, ConeRow, Cylinder, Geom, MassProperties, Parameter, Placed, RowDerivative, Rows, Shape,
    Sphere,
};
use crate::error::{Error, Result, positive};
use crate::math::{Mat3, Rot, Vec3};
use serde::{Deserialize, Serialize};
use std::f64::consts::{FRAC_PI_2, PI};
use std::path::Path;

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

    /// Returns the mass properties at unit density: those of a cylinder and two half-balls; the centre of a half-ball is
    /// 3R/8 beyond its disc.
    pub(super) fn mass(&self) -> MassProperties {
        let radius = self.radius;
        let middle = Cylinder::mass(radius, self.length);
        let (r2, balls) = (radius * radius, Sphere { radius }.mass().volume);
        let half = 0.5 * self.length;
        let across = balls * (0.4 * r2 + half * half + 0.75 * half * radius);
        let caps = Vec3::new(across, across, 0.4 * r2 * balls);
        MassProperties {
            volume: middle.volume + balls,
            inertia: middle.inertia + Mat3::from_diagonal(&caps),
            ..middle
        }
    }
}

/// A scene writes it as `[shape.NAME.capsule]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    pub(crate) radius: f64,
    pub(crate) length: f64,
}

impl InScene for Table {
    /// A capsule of length 0 is a sphere.
    fn build(&self, _: &Path) -> Result<Placed> {
        Ok(match Capsule::new(self.radius, self.length)? {
            ball if ball.length == 0.0 => Sphere::new(self.radius)?.into(),
            capsule => capsule.into(),
        })
    }

    fn sizes(&self) -> Vec<(String, f64)> {
        vec![one("radius", self.radius)]
    }
}

impl Primitive for Capsule {
    fn round_ends(&self) -> Vec<(Vec3, f64)> {
        [-0.5, 0.5]
            .map(|side| (Vec3::z() * (side * self.length), self.radius))
            .to_vec()
    }

    /// S4(alpha R; y - eps z), alpha l/2 -+ eps (SL eq. 50); a sphere when l = 0.
    fn rows(&self) -> Rows {
        if self.length == 0.0 {
            return Sphere {
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

    fn support(&self, d: &Vec3) -> Option<Vec3> {
        Some(along(d, self.radius) + Vec3::z() * (0.5 * self.length).copysign(d.z))
    }

    fn bounding_radius(&self) -> f64 {
        self.radius + 0.5 * self.length
    }

    fn bounding_radius_rate(&self, i: usize) -> f64 {
        [1.0, 0.5][i]
    }

    fn inscribed_radius(&self) -> f64 {
        self.radius
    }

    fn inscribed_radius_rate(&self, i: usize) -> [f64; 2] {
        [f64::from(i == 0); 2]
    }

    /// A capsule of length 0 has the rows of a sphere and its one parameter.
    fn parameters(&self) -> Vec<Parameter> {
        let mut all = vec![Parameter::metres("radius", self.radius)];
        if self.length > 0.0 {
            all.push(Parameter::metres("length", self.length));
        }
        all
    }

    fn parameter_count(&self) -> usize {
        1 + usize::from(self.length > 0.0)
    }

    fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
        let alpha = |row, value| RowDerivative::new(row, Column::Alpha, value);
        match (i, self.length > 0.0) {
            (0, true) => vec![alpha(2, 1.0)],
            (0, false) => vec![alpha(0, 1.0)],
            _ => vec![alpha(0, 0.5), alpha(1, 0.5)],
        }
    }

    fn with_parameter(&self, i: usize, value: f64) -> Result<Shape> {
        let changed = if i == 0 {
            Self::new(value, self.length)
        } else {
            Self::new(self.radius, value)
        };
        changed.map(Shape::from)
    }

    fn mass_properties(&self) -> Option<MassProperties> {
        Some(self.mass())
    }

    fn rounded(&self) -> Option<Rounded> {
        let end = Vec3::z() * (0.5 * self.length);
        Some(Rounded {
            points: vec![end, -end],
            radius: self.radius,
        })
    }

    fn features(&self, features: &mut Features, turn: &Rot) {
        features.add_round(turn, 0.0, PI, &[]);
        features.add_grid(turn, &Vec3::repeat(1.0), [20, ROUND]);
    }

    fn is_smooth(&self) -> bool {
        true
    }

    fn geom(&self) -> Option<Geom> {
        Some(Geom {
            kind: "capsule",
            sizes: vec![self.radius, 0.5 * self.length],
        })
    }

    fn pieces(&self) -> Option<Vec<Piece>> {
        let (radius, half) = (self.radius, 0.5 * self.length);
        let cap = |middle, angles| Line::Arc {
            middle,
            radius,
            angles,
        };
        let side = Line::Straight([radius, -half], [radius, half]);
        let caps = [cap(-half, [PI, FRAC_PI_2]), cap(half, [FRAC_PI_2, 0.0])];
        Some(vec![Piece::Turned(vec![caps[0], side, caps[1]])])
    }
}
