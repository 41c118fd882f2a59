//! The auxiliary variables of a part, eps: between slacks and duals, and the four-port, they are
//! eliminated.

use super::row::{Row, add_row, dot4, rotate_three};
use super::{Port, Side};
use crate::ipm::{ByPart, DirectionPart, MAX_CONE, padded};
use crate::math::{Mask, Matrix, Real, array};
use crate::shape::Rows;

/// The auxiliary variables, and their rows of the linearisation.
#[derive(Debug, Default, Clone)]
pub(super) struct Elimination<R: Real> {
    eps: Vec<R>,
    /// Stationarity: their columns of G^T lambda.
    pub(super) stationarity: Vec<R>,
    /// Their columns of the rows, and of the scaled rows of second-order cones.
    pub(super) rows: Vec<R>,
    pub(super) scaled: Vec<R>,
    /// Their rows of the factor: columns y and alpha; the others.
    factor: Vec<Row<R>>,
    own: Vec<R>,
    /// Their part of the right sides AFFINE, UNIT, CORRECTOR, and of the direction.
    constants: ByPart<Vec<R>>,
    direction: ByPart<Vec<R>>,
    /// From the body into the contact frame.
    into_port: Matrix<R>,
    /// First of every three auxiliaries that turn with y.
    pub(super) vectors: Vec<usize>,
}

/// Those of a part, if it has any.
#[inline(always)]
fn present<R: Real>(aux: &mut Option<Box<Elimination<R>>>) -> Option<&mut Elimination<R>> {
    aux.as_deref_mut().filter(|aux| !aux.eps.is_empty())
}

impl<R: Real> Elimination<R> {
    /// Prepares for the rows of a part.
    fn reset(&mut self, rows: &Rows) {
        let (m, aux) = (rows.len(), rows.aux);
        resize(&mut self.eps, aux);
        resize(&mut self.stationarity, aux);
        resize(&mut self.rows, m * aux);
        resize(&mut self.scaled, (m - rows.orthant) * aux);
        self.factor.resize(aux, [R::ZERO; 4]);
        resize(&mut self.own, aux * aux);
        let parts = self.constants.0.iter_mut().chain(&mut self.direction.0);
        parts.for_each(|part| resize(part, aux));
        self.vectors.clone_from(&rows.vectors);
    }

    /// Eliminates them from a right side: that of y and alpha, and their `own`.
    #[inline(always)]
    pub(super) fn reduce(&self, c: &mut Row<R>, own: &mut [R]) {
        for j in (0..own.len()).rev() {
            add_row(c, &self.factor[j], -own[j]);
            for i in 0..j {
                let less = self.own[i * own.len() + j] * own[j];
                own[i] -= less;
            }
        }
    }
}

impl<R: Real> Side<R> {
    /// Prepares for the rows of a part.
    pub(super) fn reset_auxiliaries(&mut self, rows: &Rows) {
        if rows.aux > 0 || self.aux.is_some() {
            self.aux.get_or_insert_default().reset(rows);
        }
    }

    /// Auxiliary variables.
    #[inline(always)]
    pub fn eps(&self) -> &[R] {
        self.aux.as_ref().map_or(&[], |aux| &aux.eps)
    }

    /// The same, to be set.
    pub fn eps_mut(&mut self) -> &mut [R] {
        self.aux.as_mut().map_or(&mut [], |aux| &mut aux.eps)
    }

    /// Their stationarity, and their part of the residuals.
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

    /// Their columns of the rows, turned into the contact frame and scaled.
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

    /// Their rows of G^T H G and of the right sides AFFINE and UNIT.
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
                let weighed = weight * *g;
                add_row(&mut aux.factor[j], row, weighed);
                let sums = &mut aux.own[j * n..(j + 1) * n];
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

    /// Their part of the right side CORRECTOR.
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

    /// Moves them by `step` times the combined direction.
    #[inline(always)]
    pub(super) fn advance_auxiliaries(&mut self, step: R, excess: R, corrected: R::Mask) {
        let Some(aux) = present(&mut self.aux) else {
            return;
        };
        let ByPart([affine, unit, corrector]) = &aux.direction;
        for (i, eps) in aux.eps.iter_mut().enumerate() {
            let plain = affine[i] + excess * unit[i];
            let direction = R::choose(corrected, plain + corrector[i], plain);
            *eps = eps.moved(step, direction);
        }
    }

    /// Eliminates them from the port, the last one first.
    #[inline(always)]
    pub(super) fn eliminate_auxiliaries(&mut self, port: &mut Port<R>) {
        let Some(aux) = present(&mut self.aux) else {
            return;
        };
        let n = aux.eps.len();
        for j in (0..n).rev() {
            let inverse = R::ONE / aux.own[j * n + j];
            let pivot_row = aux.factor[j];
            let scaled: Row<R> = array(|k| pivot_row[k] * inverse);
            for (sum, factor) in port.iter_mut().zip(&scaled) {
                add_row(sum, &pivot_row, -*factor);
            }
            for i in 0..j {
                let factor = aux.own[j * n + i] * inverse;
                let zero = factor.at_most(R::ZERO).and(R::ZERO.at_most(factor));
                if !zero.all() {
                    let kept = aux.factor[i];
                    add_row(&mut aux.factor[i], &pivot_row, -factor);
                    for (new, old) in aux.factor[i].iter_mut().zip(kept) {
                        *new = R::choose(zero, old, *new);
                    }
                    for k in 0..j {
                        let old = aux.own[i * n + k];
                        let new = old - factor * aux.own[j * n + k];
                        aux.own[i * n + k] = R::choose(zero, old, new);
                    }
                }
                aux.own[i * n + j] = factor;
            }
            aux.factor[j] = scaled;
        }
    }

    /// The same for one of the right sides.
    #[inline(always)]
    pub(super) fn reduce(&mut self, part: DirectionPart) {
        let Some(aux) = present(&mut self.aux) else {
            return;
        };
        let mut own = std::mem::take(&mut aux.constants[part]);
        aux.reduce(&mut self.constants[part], &mut own);
        aux.constants[part] = own;
    }

    /// Their part of the direction for (dz, dalpha), with their share in the slacks.
    #[inline(always)]
    pub(super) fn recover_auxiliaries(&mut self, part: DirectionPart, first: &Row<R>) {
        let Some(aux) = present(&mut self.aux) else {
            return;
        };
        let n = aux.eps.len();
        let deps = &mut aux.direction[part];
        for j in 0..n {
            // Row j of the factor: x_j + sum_{i<j} n_ji x_i = c_j / pivot.
            let mut sum = aux.constants[part][j] / aux.own[j * n + j];
            sum -= dot4(&aux.factor[j], first);
            for i in 0..j {
                sum -= aux.own[i * n + j] * deps[i];
            }
            deps[j] = sum;
        }
        let slacks = self.cone.part_mut(part);
        for (slack, own) in slacks.iter_mut().zip(aux.rows.chunks_exact(n)) {
            let moved = own.iter().zip(deps.iter());
            *slack += moved.fold(R::of(-0.0), |sum, (g, x)| sum + *g * *x);
        }
        let back = aux.into_port.transpose();
        for &first in &aux.vectors {
            rotate_three(&back, deps, first);
        }
    }
}

/// Makes room; the contents are undefined afterwards.
fn resize<R: Real>(v: &mut Vec<R>, n: usize) {
    v.resize(n, R::ZERO);
}
