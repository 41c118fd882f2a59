//! Polytope { y : A y <= b } with unit rows of A and b > 0 (the origin strictly inside).

use super::Rows;
use crate::error::{Error, Result};
use crate::math::Vec3;

/// Largest number of faces of one polytope.
pub const MAX_FACES: usize = 2000;

/// Convex polytope as faces and vertices; the scaling is about the origin of its frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Polytope {
    /// Outward unit normals.
    pub normals: Vec<Vec3>,
    /// Offsets b > 0 of the faces along their normals, m.
    pub offsets: Vec<f64>,
    /// Corners, m.
    pub vertices: Vec<Vec3>,
}

impl Polytope {
    /// A polytope from faces A y <= b and its corners, both already known to agree.
    pub(crate) fn from_parts(
        normals: Vec<Vec3>,
        offsets: Vec<f64>,
        vertices: Vec<Vec3>,
    ) -> Result<Self> {
        if offsets.iter().any(|&b| b <= 0.0) {
            return Err(Error::value(
                "",
                "the origin of the shape frame is not strictly inside; the scaling is about it",
                "shift the vertices by an interior point (and the placement by the opposite)",
            ));
        }
        Ok(Self {
            normals,
            offsets,
            vertices,
        })
    }

    /// alpha b - A y (SL eq. 44).
    pub fn rows(&self) -> Rows {
        let mut rows = Rows::new(0);
        for (normal, &offset) in self.normals.iter().zip(&self.offsets) {
            rows.push_orthant(0.0, -normal, offset, &[]);
        }
        rows
    }
}
