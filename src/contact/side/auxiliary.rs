//! The auxiliary variables of a part, eps: between slacks and duals, and the four-port, they are
//! eliminated.

use super::Side;
use super::resize;
use super::row::{Row, add_row, dot4, turn_three};
use crate::ipm::MAX_CONE;
use crate::math::{Mask, Matrix, Real, array};
use crate::shape::Rows;

/// Their rows of the linearisation.
#[derive(Debug, Default, Clone)]
pub(super) struct Elimination<R: Real> {
    /// Stationarity: their columns of G^T lambda.
    pub(super) stationarity: Vec<R>,
    /// Their columns of the rows, and of the scaled rows of second-order cones.
    pub(super) rows: Vec<R>,
    pub(super) scaled: Vec<R>,
    /// Their rows of the factor: columns y and alpha; the others.
    factor: Vec<Row<R>>,
    own: Vec<R>,
    /// Their part of the right sides AFFINE, UNIT, CORRECTOR, and of the direction.
    constants: [Vec<R>; 3],
    direction: [Vec<R>; 3],
    /// From the body into the contact frame.
    turn: Matrix<R>,
    /// First of every three auxiliaries that turn with y.
    pub(super) vectors: Vec<usize>,
}

impl<R: Real> Elimination<R> {
    /// Prepares for the rows of a part.
    pub(super) fn reset(&mut self, rows: &Rows) {
        let (m, aux) = (rows.len(), rows.aux);
        resize(&mut self.stationarity, aux);
        resize(&mut self.rows, m * aux);
        resize(&mut self.scaled, (m - rows.orthant) * aux);
        self.factor.resize(aux, [R::ZERO; 4]);
        resize(&mut self.own, aux * aux);
        let parts = self.constants.iter_mut().chain(&mut self.direction);
        parts.for_each(|part| resize(part, aux));
        self.vectors.clone_from(&rows.vectors);
    }
}

impl<R: Real> Side<R> {
    /// Their columns of the rows, turned into the contact frame and scaled.
    #[inline(always)]
    pub(super) fn scale_auxiliaries(&mut self, rows: &Rows, turn: &Matrix<R>) {
        let (aux, orthant) = (rows.aux, rows.orthant);
        self.aux.turn = *turn;
        for (i, g) in rows.g.chunks_exact(rows.width()).enumerate() {
            let own = &mut self.aux.rows[i * aux..(i + 1) * aux];
            for (own, g) in own.iter_mut().zip(&g[4..]) {
                *own = R::of(*g);
            }
            for &first in &self.aux.vectors {
                turn_three(&self.aux.turn, own, first);
            }
        }
        let scaled = self.aux.rows.chunks_exact_mut(aux);
        for (own, at) in scaled.zip(self.cone.orthant_rows(0)) {
            let scale = at.inverse();
            own.iter_mut().for_each(|g| *g *= scale);
        }
        for soc in self.cone.socs() {
            let (start, dim) = (soc.start(), soc.dim());
            for k in 0..aux {
                let mut column = [R::ZERO; MAX_CONE];
                for (i, c) in column[..dim].iter_mut().enumerate() {
                    *c = self.aux.rows[(start + i) * aux + k];
                }
                let column = soc.scaling.inverse_times(&column);
                for (i, c) in column[..dim].iter().enumerate() {
                    self.aux.scaled[(start - orthant + i) * aux + k] = *c;
                }
            }
        }
    }

    /// Their rows of G^T H G and of the right sides AFFINE and UNIT.
    #[inline(always)]
    pub(super) fn square_auxiliaries(&mut self) {
        let (aux, orthant) = (self.eps.len(), self.cone.orthant());
        self.aux.factor.fill([R::ZERO; 4]);
        self.aux.own.fill(R::ZERO);
        let [affine, unit, _] = &mut self.aux.constants;
        affine.fill(R::ZERO);
        unit.fill(R::ZERO);
        let (aim, factor) = (self.cone.aimed(), self.cone.factor);
        let mut add = |row: &Row<R>, own: &[R], weight: R, r: R| {
            for (j, g) in own.iter().enumerate() {
                let weighed = weight * *g;
                add_row(&mut self.aux.factor[j], row, weighed);
                let sums = &mut self.aux.own[j * aux..(j + 1) * aux];
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
        let rows = self.rows.iter().zip(self.aux.rows.chunks_exact(aux));
        let rows = rows.zip(&self.residual).zip(self.cone.orthant_rows(0));
        for (((row, own), r), at) in rows {
            add(row, own, at.product(), *r * at.inverse());
            target(own, R::ONE);
        }
        for soc in self.cone.socs() {
            for (i, inverse) in soc.scaling.s_inverse[..soc.dim()].iter().enumerate() {
                let at = soc.start() + i;
                let k = at - orthant;
                let own = &self.aux.scaled[k * aux..(k + 1) * aux];
                add(&self.scaled[k], own, R::ONE, self.scaled_residual[k]);
                target(&self.aux.rows[at * aux..(at + 1) * aux], *inverse);
            }
        }
        for (affine, unit) in affine.iter_mut().zip(unit.iter()) {
            *affine += aim / factor * *unit;
        }
    }

    /// Their part of the right side CORRECTOR.
    #[inline(always)]
    pub(super) fn correct_auxiliaries(&mut self) {
        let (aux, orthant) = (self.eps.len(), self.cone.orthant());
        let Elimination {
            rows,
            scaled,
            constants: [_, _, sums],
            ..
        } = &mut *self.aux;
        sums.fill(R::ZERO);
        let mut add = |own: &[R], weight: R| {
            for (sum, g) in sums.iter_mut().zip(own) {
                *sum += weight * *g;
            }
        };
        let weights = self.cone.second_order(0);
        for (own, (p, second)) in rows.chunks_exact(aux).zip(weights) {
            add(own, -p * second);
        }
        for soc in self.cone.socs() {
            let rows = &scaled[(soc.start() - orthant) * aux..];
            for (own, second) in rows.chunks_exact(aux).zip(&soc.second()[..soc.dim()]) {
                add(own, -*second);
            }
        }
    }

    /// Moves them by `step` times the combined direction.
    #[inline(always)]
    pub(super) fn advance_auxiliaries(&mut self, step: R, excess: R, corrected: R::Mask) {
        let [affine, unit, corrector] = &self.aux.direction;
        for (i, eps) in self.eps.iter_mut().enumerate() {
            let plain = affine[i] + excess * unit[i];
            let direction = R::choose(corrected, plain + corrector[i], plain);
            *eps = eps.moved(step, direction);
        }
    }

    /// Eliminates them from the port, the last one first.
    #[inline(always)]
    pub(super) fn eliminate_auxiliaries(&mut self) {
        let aux = self.eps.len();
        for j in (0..aux).rev() {
            let inverse = R::ONE / self.aux.own[j * aux + j];
            let pivot_row = self.aux.factor[j];
            let scaled: Row<R> = array(|k| pivot_row[k] * inverse);
            for (sum, factor) in self.port.iter_mut().zip(&scaled) {
                add_row(sum, &pivot_row, -*factor);
            }
            for i in 0..j {
                let factor = self.aux.own[j * aux + i] * inverse;
                let zero = factor.at_most(R::ZERO).and(R::ZERO.at_most(factor));
                if !zero.all() {
                    let kept = self.aux.factor[i];
                    add_row(&mut self.aux.factor[i], &pivot_row, -factor);
                    for (new, old) in self.aux.factor[i].iter_mut().zip(kept) {
                        *new = R::choose(zero, old, *new);
                    }
                    for k in 0..j {
                        let old = self.aux.own[i * aux + k];
                        let new = old - factor * self.aux.own[j * aux + k];
                        self.aux.own[i * aux + k] = R::choose(zero, old, new);
                    }
                }
                self.aux.own[i * aux + j] = factor;
            }
            self.aux.factor[j] = scaled;
        }
    }

    /// The same for a right side.
    #[inline(always)]
    pub(super) fn reduce(&mut self, kind: usize) {
        let (mut c, mut own) = (
            self.constants[kind],
            std::mem::take(&mut self.aux.constants[kind]),
        );
        self.reduce_into(&mut c, &mut own);
        self.constants[kind] = c;
        self.aux.constants[kind] = own;
    }

    #[inline(always)]
    pub(super) fn reduce_into(&self, c: &mut Row<R>, own: &mut [R]) {
        let aux = own.len();
        for j in (0..aux).rev() {
            add_row(c, &self.aux.factor[j], -own[j]);
            for i in 0..j {
                let less = self.aux.own[i * aux + j] * own[j];
                own[i] -= less;
            }
        }
    }

    /// Their part of the direction for (dz, dalpha), with their share in the slacks.
    #[inline(always)]
    pub(super) fn recover_auxiliaries(&mut self, kind: usize, first: &Row<R>) {
        let aux = self.eps.len();
        let deps = &mut self.aux.direction[kind];
        for j in 0..aux {
            // Row j of the factor: x_j + sum_{i<j} n_ji x_i = c_j / pivot.
            let mut sum = self.aux.constants[kind][j] / self.aux.own[j * aux + j];
            sum -= dot4(&self.aux.factor[j], first);
            for i in 0..j {
                sum -= self.aux.own[i * aux + j] * deps[i];
            }
            deps[j] = sum;
        }
        let part = self.cone.part_mut(kind);
        for (part, own) in part.iter_mut().zip(self.aux.rows.chunks_exact(aux)) {
            let moved = own.iter().zip(deps.iter());
            *part += moved.fold(R::of(-0.0), |sum, (g, x)| sum + *g * *x);
        }
        let back = self.aux.turn.transpose();
        for &first in &self.aux.vectors {
            turn_three(&back, deps, first);
        }
    }
}
