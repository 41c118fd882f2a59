//! Small dense factorisations on slices: no allocation.

/// Cholesky factor of a symmetric positive definite 4x4 matrix.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cholesky4 {
    l: [[f64; 4]; 4],
    inverse_diagonal: [f64; 4],
}

impl Cholesky4 {
    /// Factor of `m` (lower triangle read); a pivot that is not positive becomes NaN, which the
    /// caller sees as a step that failed.
    pub fn new(m: &[[f64; 4]; 4]) -> Self {
        let mut out = Self::default();
        for j in 0..4 {
            let mut d = m[j][j];
            for k in 0..j {
                d -= out.l[j][k] * out.l[j][k];
            }
            let root = d.sqrt();
            out.l[j][j] = root;
            out.inverse_diagonal[j] = 1.0 / root;
            for i in j + 1..4 {
                let mut sum = m[i][j];
                for k in 0..j {
                    sum -= out.l[i][k] * out.l[j][k];
                }
                out.l[i][j] = sum * out.inverse_diagonal[j];
            }
        }
        out
    }

    /// Solves in place for anything that can be added and scaled.
    #[inline(always)]
    pub fn solve<T>(&self, b: &mut [T; 4])
    where
        T: Copy + std::ops::Sub<Output = T> + std::ops::Mul<f64, Output = T>,
    {
        for i in 0..4 {
            for k in 0..i {
                b[i] = b[i] - b[k] * self.l[i][k];
            }
            b[i] = b[i] * self.inverse_diagonal[i];
        }
        for i in (0..4).rev() {
            for k in i + 1..4 {
                b[i] = b[i] - b[k] * self.l[k][i];
            }
            b[i] = b[i] * self.inverse_diagonal[i];
        }
    }
}

/// LU with partial pivoting of a row-major n x n matrix, in place. Returns false when a pivot is
/// zero or not a number.
pub fn lu_factor(a: &mut [f64], n: usize, pivots: &mut [usize]) -> bool {
    for k in 0..n {
        let mut best = k;
        for i in k + 1..n {
            if a[i * n + k].abs() > a[best * n + k].abs() {
                best = i;
            }
        }
        pivots[k] = best;
        if best != k {
            for j in 0..n {
                a.swap(k * n + j, best * n + j);
            }
        }
        let pivot = a[k * n + k];
        if !(pivot.abs() > 0.0 && pivot.is_finite()) {
            return false;
        }
        let inverse = 1.0 / pivot;
        for i in k + 1..n {
            let factor = a[i * n + k] * inverse;
            a[i * n + k] = factor;
            if factor != 0.0 {
                for j in k + 1..n {
                    a[i * n + j] -= factor * a[k * n + j];
                }
            }
        }
    }
    true
}

/// Solves with the factors of [`lu_factor`]: `b` is row-major n x `columns`, overwritten.
pub fn lu_solve(a: &[f64], n: usize, pivots: &[usize], b: &mut [f64], columns: usize) {
    for k in 0..n {
        if pivots[k] != k {
            for c in 0..columns {
                b.swap(k * columns + c, pivots[k] * columns + c);
            }
        }
    }
    for i in 0..n {
        let (done, rest) = b.split_at_mut(i * columns);
        subtract_rows(&mut rest[..columns], &a[i * n..i * n + i], done);
    }
    for i in (0..n).rev() {
        let (rest, done) = b.split_at_mut((i + 1) * columns);
        let target = &mut rest[i * columns..];
        subtract_rows(target, &a[i * n + i + 1..(i + 1) * n], done);
        let inverse = 1.0 / a[i * n + i];
        target.iter_mut().for_each(|value| *value *= inverse);
    }
}

/// Solves A^T x = b with the factors of [`lu_factor`]: `b` has n entries, overwritten.
pub fn lu_solve_transposed(a: &[f64], n: usize, pivots: &[usize], b: &mut [f64]) {
    for i in 0..n {
        b[i] /= a[i * n + i];
        for j in i + 1..n {
            b[j] -= a[i * n + j] * b[i];
        }
    }
    for i in (0..n).rev() {
        for j in 0..i {
            b[j] -= a[i * n + j] * b[i];
        }
    }
    for k in (0..n).rev() {
        b.swap(k, pivots[k]);
    }
}

/// target -= sum of factor times row.
pub(super) fn subtract_rows(target: &mut [f64], factors: &[f64], rows: &[f64]) {
    for (factor, row) in factors.iter().zip(rows.chunks_exact(target.len())) {
        for (target, value) in target.iter_mut().zip(row) {
            *target -= factor * value;
        }
    }
}
