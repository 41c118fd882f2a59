//! Small dense factorisations: no allocation.

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
