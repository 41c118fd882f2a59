//! The back-substitution of a side: the slacks of a direction, and the steps along it.

use super::Side;
use super::row::{Row, add_row, dot4};
use crate::ipm::DirectionPart;
use crate::math::{Four, Real};

impl<R: Real> Side<R> {
    /// Recovers eps and the slacks of one part of the direction from its (dz, dalpha), port
    /// frame.
    #[inline(always)]
    pub fn recover(&mut self, part: DirectionPart, dz: [R; 3], dalpha: R) {
        let own = [dz[0], dz[1], dz[2], dalpha];
        if part == DirectionPart::Affine {
            return self.recover_affine(&own);
        }
        match self.in_fours {
            0 => self.recover_rows(0, part, &own),
            n => {
                self.recover_fours(part, &own);
                self.recover_rows(n, part, &own);
            }
        }
        self.recover_auxiliaries(part, &own);
    }

    /// Recovers the slacks of the rows from `first` on.
    #[inline(always)]
    fn recover_rows(&mut self, first: usize, part: DirectionPart, own: &Row<R>) {
        let slacks = self.cone.part_mut(part)[first..].iter_mut();
        for (slack, row) in slacks.zip(&self.rows[first..]) {
            *slack = dot4(row, own);
        }
    }

    /// Recovers AFFINE and measures it, with the constants of the corrector from the orthant rows.
    #[inline(always)]
    fn recover_affine(&mut self, own: &Row<R>) {
        match self.in_fours {
            0 => self.affine_slacks(0, own),
            n => {
                self.affine_slacks_fours(own);
                self.affine_slacks(n, own);
            }
        }
        self.recover_auxiliaries(DirectionPart::Affine, own);
        self.constants[DirectionPart::Corrector] = match self.in_fours {
            0 => self.corrector_constants(),
            n => self.corrector_constants_fours(n),
        };
    }

    /// Recovers the slacks along AFFINE of the rows from `first` on, without the residuals: it ends where they are zero.
    #[inline(always)]
    fn affine_slacks(&mut self, first: usize, own: &Row<R>) {
        let n = self.cone.orthant();
        let (rows, parts, residuals) = self.cone.affine_mut(first);
        let own_rows = self.rows[first..].iter().zip(residuals);
        for ((part, (row, r)), at) in parts.iter_mut().zip(own_rows).zip(rows) {
            *part = dot4(row, own) - *r * at.inverse();
        }
        let (curved, residuals) = (&mut parts[n - first..], &residuals[n - first..]);
        for ((part, row), r) in curved.iter_mut().zip(&self.rows[n..]).zip(residuals) {
            *part = dot4(row, own) - *r;
        }
    }

    /// Measures the affine direction; returns the constants of the corrector from the orthant rows.
    #[inline(always)]
    fn corrector_constants(&mut self) -> Row<R> {
        let mut sum = [R::ZERO; 4];
        let rows = &self.rows;
        self.cone.measure_affine_with(
            0,
            |_: usize, _: Four| (),
            #[inline(always)]
            |k: usize, change: R| add_row(&mut sum, &rows[k], -change),
        );
        sum
    }

    /// Advances the auxiliaries, slacks and duals by `step` times the combined direction.
    #[inline(always)]
    pub fn advance(&mut self, step: R, excess: R, corrected: R::Mask) {
        self.advance_auxiliaries(step, excess, corrected);
        self.cone.advance(step, excess, corrected);
    }
}
