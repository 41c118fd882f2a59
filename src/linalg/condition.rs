//! How far a matrix is from singular: the norm of its inverse, estimated from a few solves.

/// Most sweeps; Higham finds that two or three are enough nearly always.
const SWEEPS: usize = 5;

/// Returns an estimate from below of the 1-norm (largest column sum) of the inverse of an n x n matrix M, from
/// `solve` (b := M^-1 b) and `solve_transposed` (b := M^-T b): mostly exact,
/// rarely off by more than a factor 3. Hager 1984, with the closing test vector of Higham 1988,
/// algorithm 4.1. Not finite when a solve is not; 0 for n = 0.
pub fn inverse_norm_1(
    n: usize,
    mut solve: impl FnMut(&mut [f64]),
    mut solve_transposed: impl FnMut(&mut [f64]),
) -> f64 {
    if n == 0 {
        return 0.0;
    }
    let mut x = vec![1.0 / n as f64; n];
    let mut y = vec![0.0; n];
    let mut best: f64 = 0.0;
    for _ in 0..SWEEPS {
        y.copy_from_slice(&x);
        solve(&mut y);
        let norm = norm_1(&y);
        if norm.is_nan() {
            return norm;
        }
        if norm <= best {
            break;
        }
        best = norm;
        // The gradient of |M^-1 x|_1: the estimate can grow only towards its largest component.
        y.iter_mut().for_each(|y| *y = 1.0_f64.copysign(*y));
        solve_transposed(&mut y);
        let here: f64 = x.iter().zip(&y).map(|(x, z)| x * z).sum();
        let steepest = (0..n).fold(0, |j, i| if y[i].abs() > y[j].abs() { i } else { j });
        if y[steepest].abs() <= here {
            break;
        }
        x.fill(0.0);
        x[steepest] = 1.0;
    }
    // A vector of alternating signs catches matrices made so that the sweeps stop at once.
    for (i, y) in y.iter_mut().enumerate() {
        let size = 1.0 + i as f64 / (n.max(2) - 1) as f64;
        *y = if i % 2 == 0 { size } else { -size };
    }
    solve(&mut y);
    best.max(2.0 * norm_1(&y) / (3.0 * n as f64))
}

fn norm_1(y: &[f64]) -> f64 {
    y.iter().map(|y| y.abs()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DMatrix, DVector};
    use rand::{Rng, SeedableRng, rngs::StdRng};

    fn estimate(m: &DMatrix<f64>) -> f64 {
        let inverse = m.clone().try_inverse().expect("regular");
        let transposed = inverse.transpose();
        let times = |a: &DMatrix<f64>, b: &mut [f64]| {
            let product = a * DVector::from_column_slice(b);
            b.copy_from_slice(product.as_slice());
        };
        inverse_norm_1(m.nrows(), |b| times(&inverse, b), |b| times(&transposed, b))
    }

    #[test]
    fn the_norm_of_the_inverse_is_found() {
        let mut random = StdRng::seed_from_u64(3);
        let mut exactly = 0;
        for n in 1..20 {
            for _ in 0..20 {
                let m = DMatrix::from_fn(n, n, |_, _| random.random_range(-1.0..1.0_f64));
                let inverse = m.clone().try_inverse().expect("regular");
                let exact = inverse
                    .column_iter()
                    .map(|c| c.lp_norm(1))
                    .fold(0.0, f64::max);
                let found = estimate(&m);
                assert!(found <= exact * (1.0 + 1e-9), "n {n}: {found} > {exact}");
                assert!(found >= exact / 5.0, "n {n}: {found} << {exact}");
                exactly += usize::from(found >= exact * (1.0 - 1e-9));
            }
        }
        assert!(exactly > 250, "{exactly} of 380");
        let diagonal = DMatrix::from_diagonal(&DVector::from_vec(vec![1.0, 1e-7, 10.0]));
        assert!((estimate(&diagonal) / 1e7 - 1.0).abs() < 1e-12);
        assert_eq!(inverse_norm_1(0, |_| (), |_| ()), 0.0);
    }

    #[test]
    fn a_singular_matrix_shows() {
        let infinite = inverse_norm_1(3, |b| b.fill(f64::INFINITY), |b| b.fill(f64::INFINITY));
        assert!(!infinite.is_finite());
        let nan = inverse_norm_1(3, |b| b.fill(f64::NAN), |b| b.fill(f64::NAN));
        assert!(nan.is_nan());
    }
}
