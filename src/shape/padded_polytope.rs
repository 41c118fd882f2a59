//! Padded polytope: a polytope thickened by a ball, both scaling with alpha.

use super::mass::padding;
use super::polytope::Table as Core;
use super::primitive::{Primitive, Rounded};
use super::skin::{self, Piece};
use super::support::{along, farthest, largest, smallest};
use super::surface::{Features, GRID};
use super::table::{InScene, Triple, one};
use super::{
    Column, ConeRow, MassProperties, Parameter, Placed, Polytope, RowDerivative, Rows, Shape,
};
use crate::error::{Result, positive};
use crate::math::{Rot, Vec3};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Polytope plus a ball of radius `radius`.
#[derive(Debug, Clone, PartialEq)]
pub struct PaddedPolytope {
    /// The core.
    pub core: Polytope,
    /// Radius of the padding, m.
    pub radius: f64,
}

impl PaddedPolytope {
    /// Pads `core` by `radius` (m).
    pub fn new(core: Polytope, radius: f64) -> Result<Self> {
        let fix = "give a positive padding, or use a plain polytope";
        Ok(Self {
            core,
            radius: positive("radius", radius, fix)?,
        })
    }
}

/// A scene writes it as `[shape.NAME.padded_polytope]`, with the keys of a polytope and a padding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    radius: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    vertices: Option<Vec<Triple>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    normals: Option<Vec<Triple>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offsets: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mesh: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<f64>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    hull: bool,
}

impl InScene for Table {
    fn build(&self, folder: &Path) -> Result<Placed> {
        let core = Core {
            vertices: self.vertices.clone(),
            normals: self.normals.clone(),
            offsets: self.offsets.clone(),
            mesh: self.mesh.clone(),
            scale: self.scale,
            hull: self.hull,
        };
        let hull = core.hull(folder)?;
        let padded = PaddedPolytope::new(hull.polytope, self.radius)?;
        Ok(Placed {
            offset: hull.shift,
            ..Placed::from(padded)
        })
    }

    fn sizes(&self) -> Vec<(String, f64)> {
        vec![one("radius", self.radius)]
    }

    fn mesh_mut(&mut self) -> Option<&mut String> {
        self.mesh.as_mut()
    }
}

/// Adds the ball e of rows at y + e, S4(alpha R; e); the first three auxiliaries are e.
pub(super) fn push_ball(rows: &mut Rows, radius: f64) {
    rows.vectors.push(0);
    let zero = Vec3::zeros();
    rows.push_soc(&[
        ConeRow::alpha(radius),
        ConeRow {
            ge: &[(0, 1.0)],
            ..ConeRow::point(zero)
        },
        ConeRow {
            ge: &[(1, 1.0)],
            ..ConeRow::point(zero)
        },
        ConeRow {
            ge: &[(2, 1.0)],
            ..ConeRow::point(zero)
        },
    ]);
}

impl Primitive for PaddedPolytope {
    /// alpha b - A (y + e), S4(alpha R; e) (SL eq. 46).
    fn rows(&self) -> Rows {
        let mut rows = Rows::new(3);
        for (n, &offset) in self.core.normals.iter().zip(&self.core.offsets) {
            let ge = [(0, -n.x), (1, -n.y), (2, -n.z)];
            rows.push_orthant(0.0, -n, offset, &ge);
        }
        push_ball(&mut rows, self.radius);
        rows
    }

    fn row_size(&self) -> (usize, usize) {
        (self.core.normals.len() + 4, 3)
    }

    fn support(&self, d: &Vec3) -> Option<Vec3> {
        Some(farthest(&self.core.vertices, d) + along(d, self.radius))
    }

    fn bounding_radius(&self) -> f64 {
        largest(&self.core.vertices) + self.radius
    }

    fn bounding_radius_rate(&self, i: usize) -> f64 {
        match i.checked_sub(1) {
            None => 1.0,
            Some(own) => self.core.bounding_radius_rate(own),
        }
    }

    fn inscribed_radius(&self) -> f64 {
        smallest(&self.core.offsets) + self.radius
    }

    fn inscribed_radius_rate(&self, i: usize) -> [f64; 2] {
        match i.checked_sub(1) {
            None => [1.0; 2],
            Some(own) => self.core.inscribed_radius_rate(own),
        }
    }

    /// The padding radius, then the parameters of the core.
    fn parameters(&self) -> Vec<Parameter> {
        let mut all = vec![Parameter::metres("radius", self.radius)];
        all.extend(self.core.parameters());
        all
    }

    fn parameter_count(&self) -> usize {
        1 + self.core.parameter_count()
    }

    /// The core's rows are at y + e: what holds for y holds for e.
    fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
        let faces = self.core.normals.len();
        let Some(own) = i.checked_sub(1) else {
            return vec![RowDerivative::new(faces, Column::Alpha, 1.0)];
        };
        let mut out = self.core.parameter_rows(own);
        for j in 0..out.len() {
            if let Column::Y(k) = out[j].column {
                out.push(RowDerivative {
                    column: Column::Aux(k),
                    ..out[j]
                });
            }
        }
        out
    }

    fn with_parameter(&self, i: usize, value: f64) -> Result<Shape> {
        let changed = match i.checked_sub(1) {
            None => Self::new(self.core.clone(), value),
            Some(own) => Self::new(self.core.moved(own, value)?, self.radius),
        };
        changed.map(Shape::from)
    }

    fn mass_properties(&self) -> Option<MassProperties> {
        let mut all = self.core.moments();
        all.add(&padding(&self.core, self.radius));
        Some(all.properties(0.0))
    }

    fn rounded(&self) -> Option<Rounded> {
        Some(Rounded {
            points: self.core.vertices.clone(),
            radius: self.radius,
        })
    }

    fn face_normals(&self, turn: &Rot, visit: &mut dyn FnMut(Vec3)) {
        self.core.face_normals(turn, visit);
    }

    fn features(&self, features: &mut Features, turn: &Rot) {
        self.core.features(features, turn);
        features.add_grid(turn, &Vec3::repeat(1.0), GRID);
    }

    fn is_smooth(&self) -> bool {
        true
    }

    fn pieces(&self) -> Option<Vec<Piece>> {
        Some(skin::padded(&self.core, self.radius))
    }
}
