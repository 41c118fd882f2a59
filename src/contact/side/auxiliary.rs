//! The auxiliary variables of a part, eps: between slacks and duals, and the four-port, they are
//! eliminated.

use super::{Row, Side, add_row, dot4, turn_three};
use crate::ipm::MAX_CONE;
use crate::shape::Rows;

impl Side {
    /// Their columns of the rows, turned into the contact frame and scaled.
    pub(super) fn scale_auxiliaries(&mut self, rows: &Rows) {
        let (aux, orthant) = (rows.aux, rows.orthant);
        for (i, g) in rows.g.chunks_exact(rows.width()).enumerate() {
            let own = &mut self.rows_aux[i * aux..(i + 1) * aux];
            own.copy_from_slice(&g[4..]);
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
                let mut column = [0.0; MAX_CONE];
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
    pub(super) fn square_auxiliaries(&mut self) {
        let (aux, orthant) = (self.eps.len(), self.cone.orthant());
        self.factor.fill([0.0; 4]);
        self.factor_aux.fill(0.0);
        let [affine, unit, _] = &mut self.constants_aux;
        affine.fill(0.0);
        unit.fill(0.0);
        let (aim, factor) = (self.cone.aimed(), self.cone.factor);
        let mut add = |row: &Row, own: &[f64], weight: f64, r: f64| {
            for (j, g) in own.iter().enumerate() {
                let weighed = weight * g;
                add_row(&mut self.factor[j], row, weighed);
                let sums = &mut self.factor_aux[j * aux..(j + 1) * aux];
                for (sum, g) in sums.iter_mut().zip(own) {
                    *sum += weighed * g;
                }
                affine[j] += weighed * r;
            }
        };
        let mut target = |own: &[f64], inverse: f64| {
            for (unit, g) in unit.iter_mut().zip(own) {
                *unit += factor * inverse * g;
            }
        };
        let rows = self.rows.iter().zip(self.rows_aux.chunks_exact(aux));
        let rows = rows.zip(&self.relative).zip(self.cone.products());
        for (((row, own), r), p) in rows {
            add(row, own, *p, *r);
            target(own, 1.0);
        }
        for soc in self.cone.socs() {
            for (i, inverse) in soc.scaling.s_inverse[..soc.dim()].iter().enumerate() {
                let at = soc.start() + i;
                let k = at - orthant;
                let own = &self.scaled_aux[k * aux..(k + 1) * aux];
                add(&self.scaled[k], own, 1.0, self.scaled_residual[k]);
                target(&self.rows_aux[at * aux..(at + 1) * aux], *inverse);
            }
        }
        for (affine, unit) in affine.iter_mut().zip(unit.iter()) {
            *affine += aim / factor * unit;
        }
    }

    /// Eliminates them from the port, the last one first.
    pub(super) fn eliminate_auxiliaries(&mut self) {
        let aux = self.eps.len();
        for j in (0..aux).rev() {
            let inverse = 1.0 / self.factor_aux[j * aux + j];
            let pivot_row = self.factor[j];
            let scaled = pivot_row.map(|g| g * inverse);
            for (sum, factor) in self.port.iter_mut().zip(&scaled) {
                add_row(sum, &pivot_row, -factor);
            }
            for i in 0..j {
                let factor = self.factor_aux[j * aux + i] * inverse;
                if factor != 0.0 {
                    add_row(&mut self.factor[i], &pivot_row, -factor);
                    for k in 0..j {
                        self.factor_aux[i * aux + k] -= factor * self.factor_aux[j * aux + k];
                    }
                }
                self.factor_aux[i * aux + j] = factor;
            }
            self.factor[j] = scaled;
        }
    }

    /// The same for a right side.
    pub(super) fn reduce(&mut self, kind: usize) {
        let (mut c, mut own) = (
            self.constants[kind],
            std::mem::take(&mut self.constants_aux[kind]),
        );
        self.reduce_into(&mut c, &mut own);
        self.constants[kind] = c;
        self.constants_aux[kind] = own;
    }

    pub(super) fn reduce_into(&self, c: &mut Row, own: &mut [f64]) {
        let aux = own.len();
        for j in (0..aux).rev() {
            add_row(c, &self.factor[j], -own[j]);
            for i in 0..j {
                own[i] -= self.factor_aux[i * aux + j] * own[j];
            }
        }
    }

    /// Their part of the direction for (dz, dalpha), with their share in the slacks.
    pub(super) fn recover_auxiliaries(&mut self, kind: usize, first: &Row) {
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
            *part += own.iter().zip(deps.iter()).map(|(g, x)| g * x).sum::<f64>();
        }
        let back = self.turn.transpose();
        for &first in &self.vectors {
            turn_three(&back, deps, first);
        }
    }
}
