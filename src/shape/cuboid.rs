//! Box with half-extents along its axes: six rows alpha h -+ y.

use super::least::least;
use super::primitive::{Primitive, Rounded};
use super::skin::{Face, Piece};
use super::surface::{Curve, Features};
use super::table::{InScene, Triple, each};
use super::{Column, Geom, MassProperties, Parameter, Placed, RowDerivative, Rows, Shape};
use crate::error::{Result, positive};
use crate::math::{Rot, Vec3};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Box, called `box` in scenes; centred at the origin of its frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Cuboid {
    /// Half-extents along x, y, z, m.
    pub half_extents: Vec3,
}

impl Cuboid {
    /// A box from its half-extents (m).
    pub fn new(half_extents: Vec3) -> Result<Self> {
        for i in 0..3 {
            positive(
                &format!("half_extents[{i}]"),
                half_extents[i],
                "give half of the side length in metres",
            )?;
        }
        Ok(Self { half_extents })
    }

    fn all_corners(&self) -> Vec<Vec3> {
        let sign = |i: usize, k: usize| if i >> k & 1 == 0 { 1.0 } else { -1.0 };
        let corner = |i| Vec3::from_fn(|k, _| sign(i, k) * self.half_extents[k]);
        (0..8).map(corner).collect()
    }
}

/// A scene writes it as `[shape.NAME.box]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    pub(crate) half_extents: Triple,
}

impl InScene for Table {
    fn build(&self, _: &Path) -> Result<Placed> {
        Cuboid::new(Vec3::from(self.half_extents.0)).map(Placed::from)
    }

    fn sizes(&self) -> Vec<(String, f64)> {
        each("half_extents", &self.half_extents)
    }
}

impl Primitive for Cuboid {
    /// alpha b - A y with A = [I; -I] (SL eq. 44).
    fn rows(&self) -> Rows {
        let mut rows = Rows::new(0);
        for sign in [-1.0, 1.0] {
            for i in 0..3 {
                let mut gy = Vec3::zeros();
                gy[i] = sign;
                rows.push_orthant(0.0, gy, self.half_extents[i], &[]);
            }
        }
        rows
    }

    fn support(&self, d: &Vec3) -> Option<Vec3> {
        Some(self.half_extents.zip_map(d, |h, d| h.copysign(d)))
    }

    fn bounding_radius(&self) -> f64 {
        self.half_extents.norm()
    }

    fn bounding_radius_rate(&self, i: usize) -> f64 {
        self.half_extents[i] / self.half_extents.norm()
    }

    fn inscribed_radius(&self) -> f64 {
        self.half_extents.min()
    }

    fn inscribed_radius_rate(&self, i: usize) -> [f64; 2] {
        least((0..3).map(|k| (self.half_extents[k], f64::from(i == k))))
    }

    fn parameters(&self) -> Vec<Parameter> {
        (0..3)
            .map(|i| Parameter::metres(format!("half_extents[{i}]"), self.half_extents[i]))
            .collect()
    }

    fn parameter_count(&self) -> usize {
        3
    }

    fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
        [i, 3 + i]
            .map(|row| RowDerivative::new(row, Column::Alpha, 1.0))
            .to_vec()
    }

    fn with_parameter(&self, i: usize, value: f64) -> Result<Shape> {
        let mut half_extents = self.half_extents;
        half_extents[i] = value;
        Self::new(half_extents).map(Shape::from)
    }

    fn mass_properties(&self) -> Option<MassProperties> {
        let s = self.half_extents.map(|h| h * h);
        let i = Vec3::new(s.y + s.z, s.z + s.x, s.x + s.y) / 3.0;
        Some(MassProperties::diagonal(
            8.0 * self.half_extents.product(),
            i,
        ))
    }

    fn rounded(&self) -> Option<Rounded> {
        Some(Rounded {
            points: self.all_corners(),
            radius: 0.0,
        })
    }

    fn face_normals(&self, turn: &Rot, visit: &mut dyn FnMut(Vec3)) {
        for k in 0..3 {
            [1.0, -1.0]
                .into_iter()
                .for_each(|s| visit(turn * Vec3::ith(k, s)));
        }
    }

    fn features(&self, features: &mut Features, turn: &Rot) {
        let axis = |k: usize, sign: f64| turn * Vec3::ith(k % 3, sign);
        for (k, one) in (0..3).flat_map(|k| [(k, 1.0), (k, -1.0)]) {
            features.faces.push([axis(k, one), axis(k + 1, 1.0)]);
            let next = [1.0, -1.0].map(|two| axis(k + 1, two));
            let arcs = next.iter().filter_map(|n| Curve::arc(&axis(k, one), n));
            features.curves.extend(arcs);
        }
    }

    fn corners(&self) -> Option<Vec<Vec3>> {
        Some(self.all_corners())
    }

    fn pieces(&self) -> Option<Vec<Piece>> {
        let corners = self.all_corners();
        let sides = (0..3).flat_map(|k| [(k, 1.0), (k, -1.0)]);
        let face = |(k, sign): (usize, f64)| {
            // a corner has a bit for every axis on whose negative side it is
            let (one, two) = (1 << ((k + 1) % 3), 1 << ((k + 2) % 3));
            let order = match sign > 0.0 {
                true => [0, one, one + two, two],
                false => [0, two, one + two, one].map(|i| i + (1 << k)),
            };
            let corners = order.map(|i| corners[i]).to_vec();
            Piece::Face(Face::sharp(corners, Vec3::ith(k, sign)))
        };
        Some(sides.map(face).collect())
    }

    fn geom(&self) -> Option<Geom> {
        Some(Geom {
            kind: "box",
            sizes: self.half_extents.as_slice().to_vec(),
        })
    }
}
