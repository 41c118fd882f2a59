//! The auxiliary variables of a part, eps: they are eliminated after slacks and duals, and before the
//! four-port.

use super::Side;
use super::elimination::{Elimination, present};
use super::row::{Row, add_row, rotate_three};
use crate::ipm::{ByPart, MAX_CONE, padded};
use crate::math::{Matrix, Real};
use crate::shape::Rows;

impl<R: Real> Side<R> {
    /// Prepares for the rows of a part.
    pub(super) fn reset_auxiliaries(&mut self, rows: &Rows) {
        if rows.aux > 0 || self.aux.is_some() {
            self.aux.get_or_insert_default().reset(rows);
        }
    }

    /// Returns the auxiliary variables.
    #[inline(always)]
    pub fn eps(&self) -> &[R] {
        self.aux.as_ref().map_or(&[], |aux| &aux.eps)
    }

    /// Returns the auxiliary variables, to be set.
    pub fn eps_mut(&mut self) -> &mut [R] {
        self.aux.as_mut().map_or(&mut [], |aux| &mut aux.eps)
    }

    /// Evaluates the stationarity of the auxiliaries, and their share of the residuals.
    #[inline(always)]
    pub(super) fn evaluate_auxiliaries(&mut self, rows: &Rows) {
        let Some(Elimination {
            eps, stationarity, ..
        }) = present(&mut self.aux)
        else {
            return;
        };
        stationarity.fill(R::ZERO);
        let [_, z, residuals] = self.cone.residuals_mut();
        let rows = rows.g.chunks_exact(rows.width()).zip(&*z);
        for (r, (g, z)) in residuals.iter_mut().zip(rows) {
            for ((sum, g), e) in stationarity.iter_mut().zip(&g[4..]).zip(&*eps) {
                *r -= *e * *g;
                *sum += *z * *g;
            }
        }
    }

    /// Rotates the auxiliary columns of the rows into the port frame and scales them.
    #[inline(always)]
    pub(super) fn scale_auxiliaries(&mut self, rows: &Rows, into_port: &Matrix<R>) {
        let Some(aux) = present(&mut self.aux) else {
            return;
        };
        let (n, orthant) = (rows.aux, rows.orthant);
        aux.into_port = *into_port;
        for (i, g) in rows.g.chunks_exact(rows.width()).enumerate() {
            let own = &mut aux.rows[i * n..(i + 1) * n];
            for (own, g) in own.iter_mut().zip(&g[4..]) {
                *own = R::of(*g);
            }
            for &first in &aux.vectors {
                rotate_three(&aux.into_port, own, first);
            }
        }
        let scaled = aux.rows.chunks_exact_mut(n);
        for (own, at) in scaled.zip(self.cone.orthant_rows(0)) {
            let scale = at.inverse();
            own.iter_mut().for_each(|g| *g *= scale);
        }
        for soc in self.cone.socs() {
            let (start, dim) = (soc.start(), soc.dim());
            for k in 0..n {
                let mut column = [R::ZERO; MAX_CONE];
                for (i, c) in column[..dim].iter_mut().enumerate() {
                    *c = aux.rows[(start + i) * n + k];
                }
                let column = soc.scaling.inverse_times(&column);
                for (i, c) in column[..dim].iter().enumerate() {
                    aux.scaled[(start - orthant + i) * n + k] = *c;
                }
            }
        }
    }

    /// Forms the auxiliary rows of G^T H G and of the right sides AFFINE and UNIT.
    #[inline(always)]
    pub(super) fn square_auxiliaries(&mut self) {
        let Some(aux) = present(&mut self.aux) else {
            return;
        };
        let (n, orthant) = (aux.eps.len(), self.cone.orthant());
        aux.factor.fill([R::ZERO; 4]);
        aux.own.fill(R::ZERO);
        let ByPart([affine, unit, _]) = &mut aux.constants;
        affine.fill(R::ZERO);
        unit.fill(R::ZERO);
        let (affine_target, factor) = (self.cone.affine_target(), self.cone.factor);
        let scaled_rows = &self.rows[self.cone.len()..];
        let mut add = |row: &Row<R>, own: &[R], weight: R, r: R| {
            for (j, g) in own.iter().enumerate() {
                let weighted = weight * *g;
                add_row(&mut aux.factor[j], row, weighted);
                let sums = &mut aux.own[j * n..(j + 1) * n];
                for (sum, g) in sums.iter_mut().zip(own) {
                    *sum += weighted * *g;
                }
                affine[j] += weighted * r;
            }
        };
        let mut target = |own: &[R], inverse: R| {
            for (unit, g) in unit.iter_mut().zip(own) {
                *unit += factor * inverse * *g;
            }
        };
        let rows = self.rows.iter().zip(aux.rows.chunks_exact(n));
        let rows = rows
            .zip(self.cone.residuals())
            .zip(self.cone.orthant_rows(0));
        for (((row, own), r), at) in rows {
            add(row, own, at.product(), *r * at.inverse());
            target(own, R::ONE);
        }
        for soc in self.cone.socs() {
            let residual = soc
                .scaling
                .inverse_times(&padded(&self.cone.residuals()[soc.rows()]));
            for (i, inverse) in soc.scaling.s_inverse[..soc.dim()].iter().enumerate() {
                let at = soc.start() + i;
                let k = at - orthant;
                let own = &aux.scaled[k * n..(k + 1) * n];
                add(&scaled_rows[k], own, R::ONE, residual[i]);
                target(&aux.rows[at * n..(at + 1) * n], *inverse);
            }
        }
        for (affine, unit) in affine.iter_mut().zip(unit.iter()) {
            *affine += affine_target / factor * *unit;
        }
    }

    /// Forms the auxiliary entries of the right side CORRECTOR.
    #[inline(always)]
    pub(super) fn condense_corrector_of_auxiliaries(&mut self) {
        let Some(aux) = present(&mut self.aux) else {
            return;
        };
        let (n, orthant) = (aux.eps.len(), self.cone.orthant());
        let Elimination {
            rows,
            scaled,
            constants: ByPart([_, _, sums]),
            ..
        } = aux;
        sums.fill(R::ZERO);
        let mut add = |own: &[R], weight: R| {
            for (sum, g) in sums.iter_mut().zip(own) {
                *sum += weight * *g;
            }
        };
        let weights = self.cone.second_order(0);
        for (own, (p, second)) in rows.chunks_exact(n).zip(weights) {
            add(own, -p * second);
        }
        for soc in self.cone.socs() {
            let rows = &scaled[(soc.start() - orthant) * n..];
            for (own, second) in rows.chunks_exact(n).zip(&soc.second()[..soc.dim()]) {
                add(own, -*second);
            }
        }
    }
}
