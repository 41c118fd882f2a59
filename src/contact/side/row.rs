//! One conic row of a part: its columns of the point and alpha; sums of rows and of their squares.

use crate::math::{Matrix, Real, Vector, array, mul};
use std::ops::Mul;

/// Columns of the point and alpha.
pub(super) type Row<R = f64> = [R; 4];

/// G^T H G (upper triangle), G^T H r and G^T s^-1, as they are summed.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sums<R> {
    pub(super) first: Row<R>,
    pub(super) second: Row<R>,
    pub(super) third: [R; 2],
    pub(super) last: R,
    pub(super) residual: Row<R>,
    pub(super) unit: Row<R>,
}

impl<R: Real> Sums<R> {
    /// Adds the square of a row.
    #[inline(always)]
    pub(super) fn add(&mut self, row: &Row<R>, weight: R) {
        let weighted: Row<R> = array(|k| row[k] * weight);
        add_row(&mut self.first, row, weighted[0]);
        add_row(&mut self.second, row, weighted[1]);
        self.third[0] += weighted[2] * row[2];
        self.third[1] += weighted[2] * row[3];
        self.last += weighted[3] * row[3];
    }

    /// Adds an orthant row that is divided by its slack, with its `residual`, and itself.
    #[inline(always)]
    pub(super) fn add_residual(&mut self, row: &Row<R>, weight: R, residual: R) {
        add_row(&mut self.residual, row, weight * residual);
        for (sum, g) in self.unit.iter_mut().zip(row) {
            *sum += *g;
        }
    }

    /// Returns the upper triangle mirrored.
    #[inline(always)]
    pub(super) fn port(&self) -> [Row<R>; 4] {
        let Self {
            first,
            second,
            third,
            last,
            ..
        } = *self;
        [
            first,
            [first[1], second[1], second[2], second[3]],
            [first[2], second[2], third[0], third[1]],
            [first[3], second[3], third[1], last],
        ]
    }
}

/// Returns the columns y and alpha of a row.
#[inline(always)]
pub(super) fn first_columns(row: &[f64]) -> &Row {
    row.first_chunk()
        .expect("a row has the columns y and alpha")
}

#[inline(always)]
pub(super) fn dot4<R: Real + Mul<T, Output = R>, T: Copy>(a: &Row<R>, b: &Row<T>) -> R {
    (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3])
}

/// Adds `factor` times a row to `sum`.
#[inline(always)]
pub(super) fn add_row<R: Real + Mul<T, Output = R>, T: Copy>(
    sum: &mut Row<R>,
    row: &Row<T>,
    factor: R,
) {
    for (sum, g) in sum.iter_mut().zip(row) {
        *sum += factor * *g;
    }
}

/// Returns the columns of a rotation, padded.
#[inline(always)]
pub(super) fn rotation_columns<R: Real>(into_port: &Matrix<R>) -> [Row<R>; 3] {
    array(|k| {
        [
            into_port[(0, k)],
            into_port[(1, k)],
            into_port[(2, k)],
            R::ZERO,
        ]
    })
}

/// Returns the row with its point rotated.
#[inline(always)]
pub(super) fn rotated_row<R: Real>(into_port: &[Row<R>; 3], g: &Row) -> Row<R> {
    let mut out = [R::ZERO, R::ZERO, R::ZERO, R::of(g[3])];
    for (column, g) in into_port.iter().zip(g) {
        for (sum, x) in out.iter_mut().zip(column) {
            *sum += *x * *g;
        }
    }
    out
}

/// Turns three entries from `first` on.
#[inline(always)]
pub(super) fn rotate_three<R: Real>(into_port: &Matrix<R>, row: &mut [R], first: usize) {
    let v = mul(
        into_port,
        &Vector::new(row[first], row[first + 1], row[first + 2]),
    );
    row[first..first + 3].copy_from_slice(v.as_slice());
}
