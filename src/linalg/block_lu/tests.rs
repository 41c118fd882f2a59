//! Against dense LU, on random graphs.

use super::BlockLu;
use crate::linalg::inverse_norm_1;
use nalgebra::{DMatrix, DVector};
use rand::{Rng, SeedableRng, rngs::StdRng};

/// A random matrix on a graph: a ring (which fills in when it is eliminated) and chords.
fn random_system(random: &mut StdRng, nodes: usize) -> (BlockLu, DMatrix<f64>) {
    let sizes: Vec<usize> = (0..nodes).map(|_| random.random_range(1..8)).collect();
    let mut edges: Vec<(usize, usize)> = (1..nodes).map(|i| (i - 1, i)).collect();
    if nodes > 2 {
        edges.push((nodes - 1, 0));
    }
    for _ in 0..nodes / 3 {
        let (a, b) = (random.random_range(0..nodes), random.random_range(0..nodes));
        if a != b {
            edges.push((a, b));
        }
    }
    let mut lu = BlockLu::default();
    lu.set_structure(&sizes, &edges);
    let mut dense = DMatrix::zeros(lu.dimension(), lu.dimension());
    let both = edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
    for (a, b) in both.chain((0..nodes).map(|i| (i, i))) {
        let (row, column) = (lu.offset(a), lu.offset(b));
        let block = lu.block_mut(a, b);
        for r in 0..sizes[a] {
            for c in 0..sizes[b] {
                // Without pivoting the diagonal has to carry the elimination.
                let value =
                    random.random_range(-1.0..1.0) + if (a, r) == (b, c) { 6.0 } else { 0.0 };
                block[r * sizes[b] + c] = value;
                dense[(row + r, column + c)] = value;
            }
        }
    }
    (lu, dense)
}

#[test]
fn every_solve_agrees_with_dense_lu() {
    let mut random = StdRng::seed_from_u64(1);
    for round in 0..60 {
        let (mut lu, dense) = random_system(&mut random, 1 + round % 12);
        let n = lu.dimension();
        assert!((lu.norm_1() - norm_1(&dense)).abs() < 1e-12);
        assert!(lu.factor());
        let inverse = dense.clone().try_inverse().expect("regular");
        let tolerance =
            1e-13 * norm_1(&dense) * norm_1(&inverse) * norm_1(&inverse).max(1.0) * 100.0;
        for columns in [0, 1, 2, 7, 12, 60] {
            let right = DMatrix::from_fn(columns, n, |_, _| random.random_range(-1.0..1.0));
            // Column-major storage of the transposed: interleaved right sides.
            let mut b = right.as_slice().to_vec();
            lu.solve_columns(&mut b, columns);
            let expected = (&inverse * right.transpose()).transpose();
            let error = (DMatrix::from_column_slice(columns, n, &b) - expected).amax();
            assert!(
                columns == 0 || error < tolerance,
                "{columns} columns: {error}"
            );
            if columns == 7 {
                let mut fixed = right.as_slice().to_vec();
                lu.solve::<7>(&mut fixed);
                let far = fixed.iter().zip(&b).map(|(x, y)| (x - y).abs());
                assert!(far.fold(0.0, f64::max) < tolerance);
            }
        }
        let right = DVector::from_fn(n, |_, _| random.random_range(-1.0..1.0));
        let mut b = right.as_slice().to_vec();
        lu.solve_transposed(&mut b);
        let error = (DVector::from_vec(b) - inverse.transpose() * &right).amax();
        assert!(error < tolerance, "transposed: {error}");
        let estimate = inverse_norm_1(n, |b| lu.solve::<1>(b), |b| lu.solve_transposed(b));
        let exact = norm_1(&inverse);
        assert!(estimate <= exact * 1.0001 && estimate >= exact / 4.0);
    }
}

fn norm_1(m: &DMatrix<f64>) -> f64 {
    m.column_iter().map(|c| c.lp_norm(1)).fold(0.0, f64::max)
}
