//! The three parts of a search direction.

use crate::math::{Mask, Real};
use std::ops::{Index, IndexMut};

/// A part of the search direction `Affine` + excess * `Unit` (+ `Corrector`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DirectionPart {
    /// This part aims at the relaxation rho and removes the residuals.
    Affine,
    /// This part is the change of the direction per unit of further target.
    Unit,
    /// This part removes the second-order term of the affine part.
    Corrector,
}

/// `ByPart` holds one value for each part of a direction.
#[derive(Debug, Default, Clone, Copy)]
pub struct ByPart<T>(pub [T; 3]);

impl<T> Index<DirectionPart> for ByPart<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, part: DirectionPart) -> &T {
        &self.0[part as usize]
    }
}

impl<T> IndexMut<DirectionPart> for ByPart<T> {
    #[inline(always)]
    fn index_mut(&mut self, part: DirectionPart) -> &mut T {
        &mut self.0[part as usize]
    }
}

/// The direction `Affine` + `excess` * `Unit` (+ `Corrector`) that was combined last.
#[derive(Debug, Clone, Copy)]
pub struct Combined<R: Real = f64> {
    /// The excess of the target over rho.
    pub excess: R,
    /// Whether the direction contains the corrector.
    pub corrected: R::Mask,
}

impl<R: Real> Combined<R> {
    /// Returns the affine direction.
    #[inline(always)]
    pub fn affine() -> Self {
        Self {
            excess: R::ZERO,
            corrected: R::Mask::of(false),
        }
    }
}
