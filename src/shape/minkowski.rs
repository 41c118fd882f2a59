//! Minkowski sum of two placed shapes (SL eq. 25). Children may be sums again; half-spaces may not
//! take part. The offsets of the children do not scale.

use super::{Placed, Rows, Shape};
use crate::error::{Error, Result};
use crate::math::Vec3;

/// Sum of two placed children.
#[derive(Debug, Clone, PartialEq)]
pub struct Minkowski {
    /// The two children in the frame of the sum.
    pub children: [Placed; 2],
}

impl Minkowski {
    /// The sum of two placed shapes.
    pub fn new(first: Placed, second: Placed) -> Result<Self> {
        for (i, child) in [&first, &second].into_iter().enumerate() {
            if matches!(child.shape, Shape::HalfSpace(_)) {
                return Err(Error::value(
                    format!("of[{i}]"),
                    "a half-space is unbounded and does not scale",
                    "shift the plane by the other shape instead",
                ));
            }
        }
        Ok(Self {
            children: [first, second],
        })
    }

    /// Sum of the children's reference points.
    pub fn reference_point(&self) -> Vec3 {
        let own = |c: &Placed| c.offset + c.rotation * c.shape.reference_point();
        own(&self.children[0]) + own(&self.children[1])
    }

    /// The children's rows, stacked.
    pub fn rows(&self) -> Rows {
        let [first, second] = &self.children;
        Rows::minkowski(&first.rows(), &second.rows())
    }
}
