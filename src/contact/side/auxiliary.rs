//! The auxiliary variables of a part, eps: between slacks and duals, and the four-port, they are
//! eliminated.

use super::Side;
use super::row::{Row, add_row, dot4, turn_three};
use crate::ipm::MAX_CONE;
use crate::math::{Mask, Real, array};
use crate::shape::Rows;

impl<R: Real> Side<R> {
    /// Their columns of the rows, turned into the contact frame and scaled.
    #[inline(always)]
    pub(super) fn scale_auxiliaries(&mut self, rows: &Rows) {
        let (aux, orthant) = (rows.aux, rows.orthant);
        for (i, g) in rows.g.chunks_exact(rows.width()).enumerate() {
            let own = &mut self.rows_aux[i * aux..(i + 1) * aux];
            for (own, g) in own.iter_mut().zip(&g[4..]) {
                *own = R::of(*g);
            }
            for &first in &self.vectors {
                turn_three(&self.turn, own, first);
            }
            if i < orthant {
                let scale = self.cone.inverse_slacks()[i];
                own.iter_mut().for_each(|g| *g *= scale);
            }
        }
        for soc in self.cone.socs() {
            let (start, dim) = (soc.start(), soc.dim());
            for k in 0..aux {
                let mut column = [R::ZERO; MAX_CONE];
                for (i, c) in column[..dim].iter_mut().enumerate() {
                    *c = self.rows_aux[(start + i) * aux + k];
                }
                let column = soc.scaling.inverse_times(&column);
                for (i, c) in column[..dim].iter().enumerate() {
                    self.scaled_aux[(start - orthant + i) * aux + k] = *c;
                }
            }
        }
    }

    /// Their rows of G^T H G and of the right sides AFFINE and UNIT.
    #[inline(always)]
    pub(super) fn square_auxiliaries(&mut self) {
        let (aux, orthant) = (self.eps.len(), self.cone.orthant());
        self.factor.fill([R::ZERO; 4]);
        self.factor_aux.fill(R::ZERO);
        let [affine, unit, _] = &mut self.constants_aux;
        affine.fill(R::ZERO);
        unit.fill(R::ZERO);
        let (aim, factor) = (self.cone.aimed(), self.cone.factor);
        let mut add = |row: &Row<R>, own: &[R], weight: R, r: R| {
            for (j, g) in own.iter().enumerate() {
                let weighed = weight * *g;
                add_row(&mut self.factor[j], row, weighed);
                let sums = &mut self.factor_aux[j * aux..(j + 1) * aux];
                for (sum, g) in sums.iter_mut().zip(own) {
                    *sum += weighed * *g;
                }
                affine[j] += weighed * r;
            }
        };
        let mut target = |own: &[R], inverse: R| {
            for (unit, g) in unit.iter_mut().zip(own) {
                *unit += factor * inverse * *g;
            }
        };
        let rows = self.rows.iter().zip(self.rows_aux.chunks_exact(aux));
        let rows = rows.zip(&self.relative).zip(self.cone.products());
        for (((row, own), r), p) in rows {
            add(row, own, *p, *r);
            target(own, R::ONE);
        }
        for soc in self.cone.socs() {
            for (i, inverse) in soc.scaling.s_inverse[..soc.dim()].iter().enumerate() {
                let at = soc.start() + i;
                let k = at - orthant;
                let own = &self.scaled_aux[k * aux..(k + 1) * aux];
                add(&self.scaled[k], own, R::ONE, self.scaled_residual[k]);
                target(&self.rows_aux[at * aux..(at + 1) * aux], *inverse);
            }
        }
        for (affine, unit) in affine.iter_mut().zip(unit.iter()) {
            *affine += aim / factor * *unit;
        }
    }

    /// Eliminates them from the port, the last one first.
    #[inline(always)]
    pub(super) fn eliminate_auxiliaries(&mut self) {
        let aux = self.eps.len();
        for j in (0..aux).rev() {
            let inverse = R::ONE / self.factor_aux[j * aux + j];
            let pivot_row = self.factor[j];
            let scaled: Row<R> = array(|k| pivot_row[k] * inverse);
            for (sum, factor) in self.port.iter_mut().zip(&scaled) {
                add_row(sum, &pivot_row, -*factor);
            }
            for i in 0..j {
                let factor = self.factor_aux[j * aux + i] * inverse;
                let zero = factor.at_most(R::ZERO).and(R::ZERO.at_most(factor));
                if !zero.all() {
                    let kept = self.factor[i];
                    add_row(&mut self.factor[i], &pivot_row, -factor);
                    for (new, old) in self.factor[i].iter_mut().zip(kept) {
                        *new = R::choose(zero, old, *new);
                    }
                    for k in 0..j {
                        let old = self.factor_aux[i * aux + k];
                        let new = old - factor * self.factor_aux[j * aux + k];
                        self.factor_aux[i * aux + k] = R::choose(zero, old, new);
                    }
                }
                self.factor_aux[i * aux + j] = factor;
            }
            self.factor[j] = scaled;
        }
    }

    /// The same for a right side.
    #[inline(always)]
    pub(super) fn reduce(&mut self, kind: usize) {
        let (mut c, mut own) = (
            self.constants[kind],
            std::mem::take(&mut self.constants_aux[kind]),
        );
        self.reduce_into(&mut c, &mut own);
        self.constants[kind] = c;
        self.constants_aux[kind] = own;
    }

    #[inline(always)]
    pub(super) fn reduce_into(&self, c: &mut Row<R>, own: &mut [R]) {
        let aux = own.len();
        for j in (0..aux).rev() {
            add_row(c, &self.factor[j], -own[j]);
            for i in 0..j {
                let less = self.factor_aux[i * aux + j] * own[j];
                own[i] -= less;
            }
        }
    }

    /// Their part of the direction for (dz, dalpha), with their share in the slacks.
    #[inline(always)]
    pub(super) fn recover_auxiliaries(&mut self, kind: usize, first: &Row<R>) {
        let aux = self.eps.len();
        let deps = &mut self.deps[kind];
        for j in 0..aux {
            // Row j of the factor: x_j + sum_{i<j} n_ji x_i = c_j / pivot.
            let mut sum = self.constants_aux[kind][j] / self.factor_aux[j * aux + j];
            sum -= dot4(&self.factor[j], first);
            for i in 0..j {
                sum -= self.factor_aux[i * aux + j] * deps[i];
            }
            deps[j] = sum;
        }
        let part = self.cone.part_mut(kind);
        for (part, own) in part.iter_mut().zip(self.rows_aux.chunks_exact(aux)) {
            let moved = own.iter().zip(deps.iter());
            *part += moved.fold(R::of(-0.0), |sum, (g, x)| sum + *g * *x);
        }
        let back = self.turn.transpose();
        for &first in &self.vectors {
            turn_three(&back, deps, first);
        }
    }
}
