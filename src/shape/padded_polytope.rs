//! Padded polytope: a polytope thickened by a ball, both scaling with alpha.

use super::{Column, ConeRow, Parameter, Polytope, RowDerivative, Rows};
use crate::error::{Result, positive};
use crate::math::Vec3;

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

    /// alpha b - A (y + e), S4(alpha R; e) (SL eq. 46).
    pub fn rows(&self) -> Rows {
        let mut rows = Rows::new(3);
        rows.vectors.push(0);
        for (n, &offset) in self.core.normals.iter().zip(&self.core.offsets) {
            let ge = [(0, -n.x), (1, -n.y), (2, -n.z)];
            rows.push_orthant(0.0, -n, offset, &ge);
        }
        let zero = Vec3::zeros();
        rows.push_soc(&[
            ConeRow::alpha(self.radius),
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
        rows
    }
}

impl PaddedPolytope {
    /// The padding radius, then the parameters of the core.
    pub(super) fn parameters(&self) -> Vec<Parameter> {
        let mut all = vec![Parameter::metres("radius", self.radius)];
        all.extend(self.core.parameters());
        all
    }

    /// The core's rows are at y + e: what holds for y holds for e.
    pub(super) fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
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

    pub(super) fn with_parameter(&self, i: usize, value: f64) -> Result<Self> {
        match i.checked_sub(1) {
            None => Self::new(self.core.clone(), value),
            Some(own) => Self::new(self.core.with_parameter(own, value)?, self.radius),
        }
    }
}
