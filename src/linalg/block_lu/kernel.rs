//! Dense pieces of a factorisation: row-major blocks, no pivoting, no allocation.
//!
//! All are inlined into callers that know the sizes, which unrolls them.

use crate::math::lanes::Linear;
use crate::math::{Mask, Real};

/// Rows of numbers that begin `stride` numbers apart.
pub struct Rows<S> {
    /// The numbers, from the first one on.
    pub numbers: S,
    /// The distance between the beginnings of rows.
    pub stride: usize,
}

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

/// Solves B := L^-1 B with the L of [`factor`], in the first `columns` columns of B.
#[inline(always)]
pub fn solve_lower<R: Real, T: Linear<R>>(lu: &[R], n: usize, b: Rows<&mut [T]>, columns: usize) {
    let (lu, stride) = (&lu[..n * n], b.stride);
    for i in 1..n {
        let (done, rest) = b.numbers.split_at_mut(i * stride);
        let factors = &lu[i * n..i * n + i];
        subtract_rows(&mut rest[..columns], factors, done, stride);
    }
}

/// Solves B := U^-1 B with the U of [`factor`]; B is n x `columns`.
#[inline(always)]
pub fn solve_upper<R: Real, T: Linear<R>>(lu: &[R], n: usize, b: &mut [T], columns: usize) {
    let (lu, b) = (&lu[..n * n], &mut b[..n * columns]);
    for i in (0..n).rev() {
        let (rest, done) = b.split_at_mut((i + 1) * columns);
        let target = &mut rest[i * columns..];
        subtract_rows(target, &lu[i * n + i + 1..(i + 1) * n], done, columns);
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

/// Solves B := B U^-1 with the bits of [`solve_upper_from_right`]. Numbers of one world go along wide registers.
#[inline(always)]
pub fn solve_upper_from_right_wide<R: Real>(lu: &[R], n: usize, b: &mut [R], rows: usize) {
    if R::LANES > 1 || n > MOST {
        return solve_upper_from_right(lu, n, b, rows);
    }
    match rows {
        0..=4 => solve_turned::<4, R>(lu, n, b, rows),
        5..=8 => solve_turned::<8, R>(lu, n, b, rows),
        9..=12 => solve_turned::<12, R>(lu, n, b, rows),
        _ => solve_upper_from_right(lu, n, b, rows),
    }
}

/// The most unknowns for which [`solve_turned`] has room.
const MOST: usize = 12;

/// Does what [`solve_upper_from_right`] does for at most `L` rows and [`MOST`] unknowns. Within, the columns of B are rows of `L`
/// numbers.
#[inline(always)]
fn solve_turned<const L: usize, R: Real>(lu: &[R], n: usize, b: &mut [R], rows: usize) {
    let (lu, b) = (&lu[..n * n], &mut b[..rows * n]);
    let mut turned = [[R::ZERO; L]; MOST];
    for (r, row) in b.chunks_exact(n).enumerate() {
        for (column, value) in turned.iter_mut().zip(row) {
            column[r] = *value;
        }
    }
    for j in 0..n {
        let (done, rest) = turned.split_at_mut(j);
        let mut own = rest[0];
        for (k, column) in done.iter().enumerate() {
            let factor = lu[k * n + j];
            for (own, value) in own.iter_mut().zip(column) {
                *own -= *value * factor;
            }
        }
        for own in &mut own {
            *own *= lu[j * n + j];
        }
        rest[0] = own;
    }
    for (r, row) in b.chunks_exact_mut(n).enumerate() {
        for (value, column) in row.iter_mut().zip(&turned) {
            *value = column[r];
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

/// Subtracts A B from C, where C has the given numbers of rows and columns, and A as many columns as B has rows: `inner`.
#[inline(always)]
pub fn subtract_product<R: Real, T: Linear<R>>(
    c: Rows<&mut [T]>,
    a: Rows<&[R]>,
    b: Rows<&[T]>,
    (rows, inner, columns): (usize, usize, usize),
) {
    for row in 0..rows {
        let factors = &a.numbers[row * a.stride..][..inner];
        let target = &mut c.numbers[row * c.stride..][..columns];
        subtract_rows(target, factors, b.numbers, b.stride);
    }
}

/// Subtracts A^T x from b, with the lengths of b and x.
#[inline(always)]
pub fn subtract_transposed<R: Real>(b: &mut [R], a: Rows<&[R]>, x: &[R]) {
    for (i, x) in x.iter().enumerate() {
        for (b, value) in b.iter_mut().zip(&a.numbers[i * a.stride..]) {
            *b -= *x * *value;
        }
    }
}

/// Subtracts the sum of factor times row from the target; rows begin `stride` numbers apart.
#[inline(always)]
fn subtract_rows<R: Real, T: Linear<R>>(
    target: &mut [T],
    factors: &[R],
    rows: &[T],
    stride: usize,
) {
    let columns = target.len();
    let mut at = 0;
    while at + 4 <= columns {
        subtract_columns::<4, R, T>(&mut target[at..], factors, rows, (at, stride));
        at += 4;
    }
    if at + 2 <= columns {
        subtract_columns::<2, R, T>(&mut target[at..], factors, rows, (at, stride));
        at += 2;
    }
    if at < columns {
        subtract_columns::<1, R, T>(&mut target[at..], factors, rows, (at, stride));
    }
}

/// Does what [`subtract_rows`] does in `W` columns from column `at` of the rows on, which stay in registers.
#[inline(always)]
fn subtract_columns<const W: usize, R: Real, T: Linear<R>>(
    target: &mut [T],
    factors: &[R],
    rows: &[T],
    (at, stride): (usize, usize),
) {
    let mut rest: [T; W] = std::array::from_fn(|q| target[q]);
    for (i, factor) in factors.iter().enumerate() {
        let row = &rows[i * stride + at..][..W];
        for (rest, value) in rest.iter_mut().zip(row) {
            *rest = *rest - *value * *factor;
        }
    }
    target[..W].copy_from_slice(&rest);
}
