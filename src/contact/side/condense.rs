//! The elimination of slacks, duals and auxiliaries: from the rows of a part to its four-port.

use super::row::{Sums, add_row, first_columns, rotated_row, rotation_columns};
use super::{Port, Side};
use crate::ipm::{DirectionPart, MAX_CONE, padded};
use crate::math::{Matrix, Real, array};
use crate::shape::Rows;

impl<R: Real> Side<R> {
    /// Condenses for target rho: the port and its constants for AFFINE and UNIT, in the contact
    /// frame; `into_port` takes body vectors there.
    #[inline(always)]
    pub fn condense(&mut self, rows: &Rows, into_port: &Matrix<R>, rho: f64) -> Port<R> {
        self.cone.set_affine_target(rho);
        let mut sums = match self.in_fours {
            0 => self.square_orthant(0, rows, into_port, Sums::default()),
            n => {
                let sums = self.square_fours(into_port);
                self.square_orthant(n, rows, into_port, sums)
            }
        };
        if !rows.socs.is_empty() {
            self.square_cones(rows, into_port, &mut sums);
        }
        let mut port = sums.port();
        let (affine_target, factor) = (self.cone.affine_target(), self.cone.factor);
        let Sums { residual, unit, .. } = &sums;
        self.constants[DirectionPart::Affine] = array(|k| residual[k] + affine_target * unit[k]);
        self.constants[DirectionPart::Unit] = array(|k| unit[k] * factor);
        if rows.aux > 0 {
            self.scale_auxiliaries(rows, into_port);
            self.square_auxiliaries();
            self.eliminate_auxiliaries(&mut port);
            self.reduce(DirectionPart::Affine);
            self.reduce(DirectionPart::Unit);
        }
        port
    }

    /// Rotates the orthant rows from `first` on and their residuals into the port frame, divides them by the
    /// slack and squares them; returns `sums` with theirs added.
    #[inline(always)]
    fn square_orthant(
        &mut self,
        first: usize,
        rows: &Rows,
        into_port: &Matrix<R>,
        sums: Sums<R>,
    ) -> Sums<R> {
        let into_port = rotation_columns(into_port);
        let plain = rows.g[first * rows.width()..].chunks_exact(rows.width());
        let plain = plain.zip(&self.cone.residuals()[first..]);
        let own = self.rows[first..].iter_mut().zip(plain);
        let mut sum = sums;
        for ((row, (g, r)), at) in own.zip(self.cone.orthant_rows(first)) {
            let (inverse, p) = (at.inverse(), at.product());
            let turned = rotated_row(&into_port, first_columns(g));
            *row = array(|k| turned[k] * inverse);
            sum.add(row, p);
            sum.add_residual(row, p, *r * inverse);
        }
        sum
    }

    /// Rotates rows and residuals of second-order cones into the port frame, multiplies them by W^-1 and squares them:
    /// this avoids the cancellation of 2 q q^T - J, which would swamp the small eigenvalues of a line contact.
    #[inline(always)]
    fn square_cones(&mut self, rows: &Rows, into_port: &Matrix<R>, sums: &mut Sums<R>) {
        let into_port = rotation_columns(into_port);
        let plain = rows.g.chunks_exact(rows.width());
        let (own, scaled) = self.rows.split_at_mut(rows.len());
        for (row, g) in own.iter_mut().zip(plain).skip(rows.orthant) {
            *row = rotated_row(&into_port, first_columns(g));
        }
        for soc in self.cone.socs() {
            let own = &own[soc.rows()];
            let mut columns = [[R::ZERO; MAX_CONE]; 4];
            for (i, row) in own.iter().enumerate() {
                for k in 0..4 {
                    columns[k][i] = row[k];
                }
            }
            let columns: [_; 4] = array(|k| soc.scaling.inverse_times(&columns[k]));
            let residual = soc
                .scaling
                .inverse_times(&padded(&self.cone.residuals()[soc.rows()]));
            let scaled = scaled[soc.start() - rows.orthant..].iter_mut();
            for (i, (scaled, row)) in scaled.zip(own).enumerate() {
                *scaled = array(|k| columns[k][i]);
                sums.add(scaled, R::ONE);
                add_row(&mut sums.residual, scaled, residual[i]);
                add_row(&mut sums.unit, row, soc.scaling.s_inverse[i]);
            }
        }
    }

    /// Condenses the corrector from the affine direction: completes, once, the constants of the orthant rows that
    /// recovering AFFINE has left.
    #[inline(always)]
    pub fn condense_corrector(&mut self) {
        let orthant = self.cone.orthant();
        let mut sum = self.constants[DirectionPart::Corrector];
        for soc in self.cone.socs() {
            let rows = &self.scaled_rows()[soc.start() - orthant..];
            for (row, second) in rows.iter().zip(&soc.second()[..soc.dim()]) {
                add_row(&mut sum, row, -*second);
            }
        }
        self.constants[DirectionPart::Corrector] = sum;
        self.condense_corrector_of_auxiliaries();
        self.reduce(DirectionPart::Corrector);
    }
}
