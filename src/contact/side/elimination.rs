//! The factor of the auxiliary variables of a part, and its use.

use super::row::{Row, add_row, dot4, rotate_three};
use super::{Port, Side};
use crate::ipm::{ByPart, DirectionPart};
use crate::math::{Mask, Matrix, Real, array};
use crate::shape::Rows;

/// The auxiliary variables, and their rows of the linearisation.
#[derive(Debug, Default, Clone)]
pub(super) struct Elimination<R: Real> {
    pub(super) eps: Vec<R>,
    /// The stationarity of the auxiliaries: their columns of G^T lambda.
    pub(super) stationarity: Vec<R>,
    /// The auxiliary columns of the rows, and of the scaled rows of second-order cones.
    pub(super) rows: Vec<R>,
    pub(super) scaled: Vec<R>,
    /// The auxiliary rows of the factor: the columns y and alpha, then the others.
    pub(super) factor: Vec<Row<R>>,
    pub(super) own: Vec<R>,
    /// The auxiliary entries of the right sides and of the direction, by part.
    pub(super) constants: ByPart<Vec<R>>,
    pub(super) direction: ByPart<Vec<R>>,
    /// The matrix that takes body vectors into the port frame.
    pub(super) into_port: Matrix<R>,
    /// First of every three auxiliaries that turn with y.
    pub(super) vectors: Vec<usize>,
}

impl<R: Real> Elimination<R> {
    /// Prepares for the rows of a part.
    pub(super) fn reset(&mut self, rows: &Rows) {
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

/// Makes room; the contents are undefined afterwards.
fn resize<R: Real>(v: &mut Vec<R>, n: usize) {
    v.resize(n, R::ZERO);
}

/// Returns the auxiliaries of a part, if it has any.
#[inline(always)]
pub(super) fn present<R: Real>(
    aux: &mut Option<Box<Elimination<R>>>,
) -> Option<&mut Elimination<R>> {
    aux.as_deref_mut().filter(|aux| !aux.eps.is_empty())
}

impl<R: Real> Side<R> {
    /// Eliminates the auxiliaries from the port, the last one first.
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

    /// Eliminates the auxiliaries from one of the right sides.
    #[inline(always)]
    pub(super) fn reduce(&mut self, part: DirectionPart) {
        let Some(aux) = present(&mut self.aux) else {
            return;
        };
        let mut own = std::mem::take(&mut aux.constants[part]);
        aux.reduce(&mut self.constants[part], &mut own);
        aux.constants[part] = own;
    }

    /// Recovers the auxiliary part of the direction for (dz, dalpha), with its share in the slacks.
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

    /// Advances the auxiliaries by `step` times the combined direction.
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
}
