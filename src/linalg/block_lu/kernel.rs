//! Dense pieces of a factorisation: row-major blocks, no pivoting, no allocation.
//!
//! All are inlined into callers that know the sizes, which unrolls them.

use crate::math::lanes::Linear;
use crate::math::{Mask, Real};

/// Factorises A = L U in place: L has a unit diagonal; the inverse of the diagonal of U is kept. Returns for every
/// lane whether all pivots are finite and not zero.
#[inline(always)]
pub fn factor<R: Real>(a: &mut [R], n: usize) -> R::Mask {
    let a = &mut a[..n * n];
    let mut ok = R::Mask::of(true);
    for k in 0..n {
        let (head, tail) = a.split_at_mut((k + 1) * n);
        let pivot_row = &mut head[k * n..];
        let size = pivot_row[k].abs();
        ok = ok
            .and(R::ZERO.below(size))
            .and(size.at_most(R::of(f64::MAX)));
        let inverse = R::ONE / pivot_row[k];
        pivot_row[k] = inverse;
        for row in tail.chunks_exact_mut(n) {
            let factor = row[k] * inverse;
            row[k] = factor;
            for j in k + 1..n {
                row[j] -= factor * pivot_row[j];
            }
        }
    }
    ok
}

/// Solves B := L^-1 B with the L of [`factor`]; B is n x `columns`.
#[inline(always)]
pub fn solve_lower<R: Real, T: Linear<R>>(lu: &[R], n: usize, b: &mut [T], columns: usize) {
    let (lu, b) = (&lu[..n * n], &mut b[..n * columns]);
    for i in 1..n {
        let (done, rest) = b.split_at_mut(i * columns);
        subtract_rows(&mut rest[..columns], &lu[i * n..i * n + i], done);
    }
}

/// Solves B := U^-1 B with the U of [`factor`]; B is n x `columns`.
#[inline(always)]
pub fn solve_upper<R: Real, T: Linear<R>>(lu: &[R], n: usize, b: &mut [T], columns: usize) {
    let (lu, b) = (&lu[..n * n], &mut b[..n * columns]);
    for i in (0..n).rev() {
        let (rest, done) = b.split_at_mut((i + 1) * columns);
        let target = &mut rest[i * columns..];
        subtract_rows(target, &lu[i * n + i + 1..(i + 1) * n], done);
        for value in target {
            *value = *value * lu[i * n + i];
        }
    }
}

/// Solves B := B U^-1 with the U of [`factor`]; B is `rows` x n.
#[inline(always)]
pub fn solve_upper_from_right<R: Real>(lu: &[R], n: usize, b: &mut [R], rows: usize) {
    let (lu, b) = (&lu[..n * n], &mut b[..rows * n]);
    for row in b.chunks_exact_mut(n) {
        for k in 0..n {
            let value = row[k] * lu[k * n + k];
            row[k] = value;
            for j in k + 1..n {
                row[j] -= value * lu[k * n + j];
            }
        }
    }
}

/// Solves b := U^-T b.
#[inline(always)]
pub fn solve_upper_transposed<R: Real>(lu: &[R], n: usize, b: &mut [R]) {
    solve_upper_from_right(lu, n, b, 1);
}

/// Solves b := L^-T b.
#[inline(always)]
pub fn solve_lower_transposed<R: Real>(lu: &[R], n: usize, b: &mut [R]) {
    let (lu, b) = (&lu[..n * n], &mut b[..n]);
    for i in (0..n).rev() {
        for j in 0..i {
            let product = lu[i * n + j] * b[i];
            b[j] -= product;
        }
    }
}

/// Subtracts A B from C, for A of `rows` x `inner`, B of `inner` x `columns`.
#[inline(always)]
pub fn subtract_product<R: Real, T: Linear<R>>(
    c: &mut [T],
    a: &[R],
    b: &[T],
    rows: usize,
    inner: usize,
    columns: usize,
) {
    let (a, b) = (&a[..rows * inner], &b[..inner * columns]);
    for (c, a) in c[..rows * columns]
        .chunks_exact_mut(columns)
        .zip(a.chunks_exact(inner))
    {
        subtract_rows(c, a, b);
    }
}

/// Subtracts A^T x from b, with the lengths of b and x.
#[inline(always)]
pub fn subtract_transposed<R: Real>(b: &mut [R], a: &[R], x: &[R]) {
    for (row, x) in a.chunks_exact(b.len()).zip(x) {
        for (b, value) in b.iter_mut().zip(row) {
            *b -= *x * *value;
        }
    }
}

/// Subtracts the sum of factor times row from the target.
#[inline(always)]
fn subtract_rows<R: Real, T: Linear<R>>(target: &mut [T], factors: &[R], rows: &[T]) {
    let columns = target.len();
    for (factor, row) in factors.iter().zip(rows.chunks_exact(columns)) {
        for (target, value) in target.iter_mut().zip(row) {
            *target = *target - *value * *factor;
        }
    }
}
