//! Half-space { y : n.y <= d }: solid below the plane. It does not scale.

use super::{Parameter, Rows};
use crate::error::{Error, Result, finite};
use crate::math::Vec3;

/// Half-space with outward unit normal `normal` and offset `offset` (m) along it.
#[derive(Debug, Clone, PartialEq)]
pub struct HalfSpace {
    /// Outward unit normal, shape frame.
    pub normal: Vec3,
    /// Offset of the plane along the normal, m.
    pub offset: f64,
}

impl HalfSpace {
    /// A half-space; the normal is normalised.
    pub fn new(normal: Vec3, offset: f64) -> Result<Self> {
        finite("normal", normal.as_slice(), "give a finite vector")?;
        finite("offset", &[offset], "give a finite offset")?;
        let length = normal.norm();
        if length < 1e-12 {
            return Err(Error::value(
                "normal",
                "normal has zero length: no direction",
                "give the outward direction, e.g. [0, 0, 1]",
            ));
        }
        Ok(Self {
            normal: normal / length,
            offset,
        })
    }

    /// d - n.y (SL eq. 42).
    pub fn rows(&self) -> Rows {
        let mut rows = Rows::new(0);
        rows.push_orthant(self.offset, -self.normal, 0.0, &[]);
        rows
    }
}

impl HalfSpace {
    pub(super) fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::metres("offset", self.offset)]
    }

    pub(super) fn with_offset(&self, offset: f64) -> Result<Self> {
        Self::new(self.normal, offset)
    }
}
