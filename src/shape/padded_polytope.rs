//! Padded polytope: a polytope thickened by a ball, both scaling with alpha.

use super::{ConeRow, Polytope, Rows};
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
