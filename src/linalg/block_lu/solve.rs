//! Solving with the factors: M = (lower blocks with the diagonal ones) (unit upper blocks), in the
//! order of the elimination.

use super::BlockLu;
use crate::linalg::small::subtract_rows;
use crate::linalg::{lu_solve, lu_solve_transposed};

impl BlockLu {
    /// Solves for `C` right sides, interleaved: entry (i, c) at `b[C i + c]`.
    pub fn solve<const C: usize>(&self, b: &mut [f64]) {
        let n = self.sizes.len();
        for &k in &self.order {
            let (start, size) = (self.offsets[k], self.sizes[k]);
            let diagonal = self.places[k * n + k];
            lu_solve(
                &self.values[diagonal..diagonal + size * size],
                size,
                &self.pivots[start..start + size],
                &mut b[start * C..(start + size) * C],
                C,
            );
            for &i in &self.later[k] {
                self.subtract_product::<C>(i, k, b);
            }
        }
        for &k in self.order.iter().rev() {
            for &j in &self.later[k] {
                self.subtract_product::<C>(k, j, b);
            }
        }
    }

    /// b_i -= A_ij b_j.
    fn subtract_product<const C: usize>(&self, i: usize, j: usize, b: &mut [f64]) {
        let place = self.places[i * self.sizes.len() + j];
        let (rows, columns) = (self.sizes[i], self.sizes[j]);
        for r in 0..rows {
            let mut sum = [0.0; C];
            for m in 0..columns {
                let factor = self.values[place + r * columns + m];
                for (c, sum) in sum.iter_mut().enumerate() {
                    *sum += factor * b[(self.offsets[j] + m) * C + c];
                }
            }
            for (c, sum) in sum.iter().enumerate() {
                b[(self.offsets[i] + r) * C + c] -= sum;
            }
        }
    }

    /// As [`Self::solve`] with any number of right sides: entry (i, c) at `b[columns i + c]`.
    pub fn solve_columns(&self, b: &mut [f64], columns: usize) {
        debug_assert_eq!(b.len(), columns * self.dimension());
        if columns == 0 {
            return;
        }
        for &k in &self.order {
            let (start, end) = (self.offsets[k], self.offsets[k + 1]);
            let right = &mut b[start * columns..end * columns];
            lu_solve(
                self.block(k, k),
                end - start,
                &self.pivots[start..end],
                right,
                columns,
            );
            for &i in &self.later[k] {
                self.subtract_columns(i, k, b, columns);
            }
        }
        for &k in self.order.iter().rev() {
            for &j in &self.later[k] {
                self.subtract_columns(k, j, b, columns);
            }
        }
    }

    /// b_i -= A_ij b_j for i != j.
    fn subtract_columns(&self, i: usize, j: usize, b: &mut [f64], columns: usize) {
        let (first, second) = (self.offsets[i] * columns, self.offsets[j] * columns);
        let (before, after) = b.split_at_mut(first.max(second));
        let (target, source) = if first < second {
            (&mut before[first..], &*after)
        } else {
            (after, &before[second..])
        };
        let source = &source[..self.sizes[j] * columns];
        let factors = self.block(i, j).chunks_exact(self.sizes[j]);
        for (target, factors) in target.chunks_exact_mut(columns).zip(factors) {
            subtract_rows(target, factors, source);
        }
    }

    /// Solves M^T x = b in place, one right side.
    pub fn solve_transposed(&self, b: &mut [f64]) {
        debug_assert_eq!(b.len(), self.dimension());
        for &k in &self.order {
            for &j in &self.later[k] {
                self.subtract_transposed(k, j, b);
            }
        }
        for &k in self.order.iter().rev() {
            for &i in &self.later[k] {
                self.subtract_transposed(i, k, b);
            }
            let (start, end) = (self.offsets[k], self.offsets[k + 1]);
            lu_solve_transposed(
                self.block(k, k),
                end - start,
                &self.pivots[start..end],
                &mut b[start..end],
            );
        }
    }

    /// b_j -= A_ij^T b_i.
    fn subtract_transposed(&self, i: usize, j: usize, b: &mut [f64]) {
        for (r, row) in self.block(i, j).chunks_exact(self.sizes[j]).enumerate() {
            let factor = b[self.offsets[i] + r];
            let target = &mut b[self.offsets[j]..self.offsets[j + 1]];
            for (target, value) in target.iter_mut().zip(row) {
                *target -= factor * value;
            }
        }
    }

    fn block(&self, i: usize, j: usize) -> &[f64] {
        let start = self.places[i * self.sizes.len() + j];
        &self.values[start..start + self.sizes[i] * self.sizes[j]]
    }
}
