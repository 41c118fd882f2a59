//! A tapered capsule is the convex hull of two balls of radii r1, r2 with centres l apart along z.
//!
//! It is the union of the balls about the points eps z of the segment between the centres; their
//! radius r(eps) grows linearly from r1 to r2. The rows have one coefficient more than those of a capsule.

use super::mass::Moments;
use super::primitive::Primitive;
use super::skin::{Line, Piece};
use super::support::along;
use super::surface::{Features, ROUND};
use super::table::{Exactly, InScene, each};
use super::{Column, ConeRow, MassProperties, Parameter, Placed, RowDerivative, Rows, Shape};
use crate::error::{Error, Result, positive};
use crate::math::{Mat3, Rot, Vec3};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;
use std::path::Path;

/// These nodes (from -1 to 1) and weights of Gauss quadrature are exact up to degree 5.
const GAUSS: [(f64, f64); 3] = [
    (-0.774_596_669_241_483_4, 5.0 / 9.0),
    (0.0, 8.0 / 9.0),
    (0.774_596_669_241_483_4, 5.0 / 9.0),
];

/// A tapered capsule has its origin midway between the centres of its balls and its axis along z.
#[derive(Debug, Clone, PartialEq)]
pub struct TaperedCapsule {
    /// Radii of the balls at z = -l/2 and z = +l/2, m.
    pub radii: [f64; 2],
    /// Distance l between the centres of the balls, m.
    pub length: f64,
}

impl TaperedCapsule {
    /// Makes a tapered capsule from the radii of its balls and the distance of their centres (m).
    ///
    /// # Errors
    /// A radius is not positive, or `length` is not more than the difference of the radii.
    pub fn new(radii: [f64; 2], length: f64) -> Result<Self> {
        for (i, &radius) in radii.iter().enumerate() {
            let fix = "give a positive radius in metres";
            positive(&format!("radii[{i}]"), radius, fix)?;
        }
        positive("length", length, "give the distance of the centres, m")?;
        let difference = (radii[1] - radii[0]).abs();
        if difference >= length {
            let why = format!(
                "must be more than the difference {difference} of the radii, got {length}: one ball \
                 is inside the other"
            );
            let ball = radii[0].max(radii[1]);
            let fix = format!("use a sphere of radius {ball}, or a greater length");
            return Err(Error::value("length", why, fix));
        }
        Ok(Self { radii, length })
    }

    /// Returns the radius halfway between the balls, m.
    fn middle_radius(&self) -> f64 {
        0.5 * (self.radii[0] + self.radii[1])
    }

    /// Returns the growth of the radius along the axis.
    fn slope(&self) -> f64 {
        (self.radii[1] - self.radii[0]) / self.length
    }
}

/// A scene writes it as `[shape.NAME.tapered_capsule]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    radii: Exactly<f64, 2>,
    length: f64,
}

impl InScene for Table {
    fn build(&self, _: &Path) -> Result<Placed> {
        TaperedCapsule::new(self.radii.0, self.length).map(Placed::from)
    }

    fn sizes(&self) -> Vec<(String, f64)> {
        each("radii", &self.radii)
    }
}

impl Primitive for TaperedCapsule {
    fn round_ends(&self) -> Vec<(Vec3, f64)> {
        let half = Vec3::z() * (0.5 * self.length);
        vec![(-half, self.radii[0]), (half, self.radii[1])]
    }

    /// The rows are S4(r; y - eps z) with r = alpha (r1 + r2)/2 + eps (r2 - r1)/l, and alpha l/2 -+ eps.
    fn rows(&self) -> Rows {
        let mut rows = Rows::new(1);
        rows.push_orthant(0.0, Vec3::zeros(), 0.5 * self.length, &[(0, -1.0)]);
        rows.push_orthant(0.0, Vec3::zeros(), 0.5 * self.length, &[(0, 1.0)]);
        rows.push_soc(&[
            ConeRow {
                ge: &[(0, self.slope())],
                ..ConeRow::alpha(self.middle_radius())
            },
            ConeRow::point(Vec3::x()),
            ConeRow::point(Vec3::y()),
            ConeRow {
                ge: &[(0, -1.0)],
                ..ConeRow::point(Vec3::z())
            },
        ]);
        rows
    }

    /// The ball that reaches farther has the support point.
    fn support(&self, d: &Vec3) -> Option<Vec3> {
        let half = 0.5 * self.length;
        let upper = self.radii[1] * d.norm() + half * d.z;
        let lower = self.radii[0] * d.norm() - half * d.z;
        let (radius, centre) = if upper >= lower {
            (self.radii[1], half)
        } else {
            (self.radii[0], -half)
        };
        Some(along(d, radius) + Vec3::z() * centre)
    }

    fn bounding_radius(&self) -> f64 {
        self.radii[0].max(self.radii[1]) + 0.5 * self.length
    }

    /// Where the radii are equal, the rate is the mean of both sides.
    fn bounding_radius_rate(&self, i: usize) -> f64 {
        if i == 2 || self.radii[0] == self.radii[1] {
            return 0.5;
        }
        f64::from(self.radii[i] > self.radii[1 - i])
    }

    /// The side is tangent to the ball halfway.
    fn inscribed_radius(&self) -> f64 {
        self.middle_radius()
    }

    fn inscribed_radius_rate(&self, i: usize) -> [f64; 2] {
        [[0.5, 0.5, 0.0][i]; 2]
    }

    fn parameters(&self) -> Vec<Parameter> {
        vec![
            Parameter::metres("radii[0]", self.radii[0]),
            Parameter::metres("radii[1]", self.radii[1]),
            Parameter::metres("length", self.length),
        ]
    }

    fn parameter_count(&self) -> usize {
        3
    }

    fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
        let alpha = |row| RowDerivative::new(row, Column::Alpha, 0.5);
        let slope = |value| RowDerivative::new(2, Column::Aux(0), value);
        match i {
            0 => vec![alpha(2), slope(-1.0 / self.length)],
            1 => vec![alpha(2), slope(1.0 / self.length)],
            _ => vec![alpha(0), alpha(1), slope(-self.slope() / self.length)],
        }
    }

    fn with_parameter(&self, i: usize, value: f64) -> Result<Shape> {
        let (mut radii, mut length) = (self.radii, self.length);
        *radii.get_mut(i).unwrap_or(&mut length) = value;
        Self::new(radii, length).map(Shape::from)
    }

    /// The parts are two caps of balls and a frustum between the circles where the side touches the
    /// balls. All integrands along the axis are polynomials of degree 4, so the quadrature is exact.
    fn mass_properties(&self) -> Option<MassProperties> {
        let ([r1, r2], half, slope) = (self.radii, 0.5 * self.length, self.slope());
        let circles = [-half - r1 * slope, half - r2 * slope];
        let ball = |r: f64, centre: f64| move |z: f64| r * r - (z - centre).powi(2);
        let steepness = (1.0 - slope * slope).sqrt();
        let side = |z: f64| ((self.middle_radius() + slope * z) / steepness).powi(2);
        let mut all = Moments::default();
        all.add(&turned(ball(r1, -half), -half - r1, circles[0]));
        all.add(&turned(side, circles[0], circles[1]));
        all.add(&turned(ball(r2, half), circles[1], half + r2));
        Some(all.properties(0.0))
    }

    /// The normals of the side are those of a cone.
    fn features(&self, features: &mut Features, turn: &Rot) {
        features.add_round(turn, -self.slope(), PI, &[]);
        features.add_grid(turn, &Vec3::repeat(1.0), [20, ROUND]);
    }

    fn is_smooth(&self) -> bool {
        true
    }

    fn pieces(&self) -> Option<Vec<Piece>> {
        let half = 0.5 * self.length;
        // of the normals of the side
        let (up, out) = (-self.slope(), (1.0 - self.slope().powi(2)).sqrt());
        let end = |k: usize, middle: f64| [self.radii[k] * out, middle + self.radii[k] * up];
        let cap = |k: usize, middle, angles| Line::Arc {
            middle,
            radius: self.radii[k],
            angles,
        };
        Some(vec![Piece::Turned(vec![
            cap(0, -half, [PI, up.acos()]),
            Line::Straight(end(0, -half), end(1, half)),
            cap(1, half, [up.acos(), 0.0]),
        ])])
    }
}

/// Returns the moments of a body of revolution about z from its squared radius.
fn turned(square: impl Fn(f64) -> f64, from: f64, to: f64) -> Moments {
    let mut moments = Moments::default();
    for (node, weight) in GAUSS {
        let z = 0.5 * (from + to) + 0.5 * (to - from) * node;
        let area = PI * square(z);
        let slice = 0.5 * (to - from) * weight * area;
        let across = 0.25 * square(z);
        moments.add(&Moments {
            volume: slice,
            first: Vec3::z() * (slice * z),
            second: Mat3::from_diagonal(&Vec3::new(across, across, z * z)) * slice,
        });
    }
    moments
}
