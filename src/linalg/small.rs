//! Small dense factorisations: no allocation.

use crate::math::Real;
use std::ops::{Mul, Sub};

/// L D L^T factors of a symmetric positive definite 4x4 matrix, L with a unit diagonal.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ldl4<R = f64> {
    /// Rows of L below the diagonal, one behind the other.
    l: [R; 6],
    inverse: [R; 4],
}

/// Returns where L has its entry of row i and column j < i.
const fn below(i: usize, j: usize) -> usize {
    i * (i - 1) / 2 + j
}

impl<R: Real> Ldl4<R> {
    /// Factors of `m` (lower triangle read); a pivot that is not positive becomes NaN, which the
    /// caller sees as a step that failed.
    #[inline(always)]
    pub fn new(m: &[[R; 4]; 4]) -> Self {
        let mut out = Self::default();
        // Row i: first L D, then L.
        for i in 0..4 {
            let mut row = m[i];
            let mut pivot = row[i];
            for j in 0..i {
                for k in j + 1..i {
                    let less = row[j] * out.l[below(k, j)];
                    row[k] -= less;
                }
                let factor = row[j] * out.inverse[j];
                pivot -= factor * row[j];
                out.l[below(i, j)] = factor;
            }
            let positive = R::ZERO.below(pivot);
            out.inverse[i] = R::choose(positive, R::ONE / pivot, R::of(f64::NAN));
        }
        out
    }

    /// Solves in place for anything that can be added and scaled.
    #[inline(always)]
    pub fn solve<T>(&self, b: &mut [T; 4])
    where
        T: Copy + Sub<Output = T> + Mul<R, Output = T>,
    {
        for i in 1..4 {
            for k in 0..i {
                b[i] = b[i] - b[k] * self.l[below(i, k)];
            }
        }
        for i in (0..4).rev() {
            b[i] = b[i] * self.inverse[i];
            for k in i + 1..4 {
                b[i] = b[i] - b[k] * self.l[below(k, i)];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Ldl4;
    use nalgebra::{Matrix4, Vector4};
    use rand::{Rng, SeedableRng, rngs::StdRng};

    #[test]
    fn a_positive_definite_system_is_solved_and_another_gives_no_number() {
        let mut random = StdRng::seed_from_u64(5);
        for _ in 0..100 {
            let root = Matrix4::from_fn(|_, _| random.random_range(-1.0..1.0));
            let m: Matrix4<f64> = root * root.transpose() + Matrix4::identity() * 1e-3;
            let x = Vector4::from_fn(|_, _| random.random_range(-1.0..1.0));
            let rows = std::array::from_fn(|i| std::array::from_fn(|j| m[(i, j)]));
            let mut b: [f64; 4] = (m * x).into();
            Ldl4::new(&rows).solve(&mut b);
            assert!((Vector4::from(b) - x).norm() < 1e-10);
            let indefinite = Matrix4::from(rows) - Matrix4::identity() * 20.0;
            let rows = std::array::from_fn(|i| std::array::from_fn(|j| indefinite[(i, j)]));
            Ldl4::new(&rows).solve(&mut b);
            assert!(b.iter().any(|x| x.is_nan()));
        }
    }
}
