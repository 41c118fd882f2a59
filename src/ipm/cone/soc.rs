//! One second-order cone of a product of cones.

use crate::ipm::second_order::{Padded, Scaling};
use crate::math::{Real, array};
use std::ops::Range;

/// One second-order cone within a product.
#[derive(Debug, Clone, Copy, Default)]
pub struct Soc<R = f64> {
    pub(super) start: usize,
    pub(super) dim: usize,
    /// Scaling at the current point.
    pub scaling: Scaling<R>,
    /// The second-order term l^-1 o (a o b) of the affine direction.
    pub(super) second: Padded<R>,
}

impl<R: Real> Soc<R> {
    /// Returns the first row.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Returns the number of rows.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// Returns the rows of the cone.
    #[inline(always)]
    pub fn rows(&self) -> Range<usize> {
        self.start..self.start + self.dim
    }

    /// Returns l^-1 o (a o b) of the affine direction.
    pub fn second(&self) -> &Padded<R> {
        &self.second
    }

    /// Returns b for a at target `t`, without corrector.
    #[inline(always)]
    pub(super) fn dual(&self, a: &Padded<R>, t: R) -> Padded<R> {
        let (l, inverse) = (&self.scaling.l, &self.scaling.l_inverse);
        array(|i| t * inverse[i] - l[i] - a[i])
    }
}
