//! Comparison with dense LU on random graphs.

use super::order::Elimination;
use super::{BlockLu, Entry, NodeId};
use crate::linalg::inverse_norm_1;
use crate::math::lanes::Lanes;
use crate::math::{Four, FourMask, Real as _, array};
use nalgebra::{DMatrix, DVector};
use rand::{Rng, SeedableRng, rngs::StdRng};

/// Returns the sizes and edges of a random graph: a ring (which fills in when it is eliminated) and chords.
fn random_graph(random: &mut StdRng, nodes: usize) -> (Vec<usize>, Vec<(usize, usize)>) {
    // All alike and mixed: the kernels know sizes 3 and 6.
    let sizes = match random.random_range(0..3) {
        0 => vec![6; nodes],
        1 => vec![3; nodes],
        _ => (0..nodes).map(|_| random.random_range(1..8)).collect(),
    };
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
    (sizes, edges)
}

/// Returns the random values of lane `k`, also as a dense matrix.
pub(super) fn fill<R: Entry>(
    lu: &mut BlockLu<R>,
    graph: &(Vec<usize>, Vec<(usize, usize)>),
    random: &mut StdRng,
    k: usize,
) -> DMatrix<f64> {
    let (sizes, edges) = graph;
    let mut dense = DMatrix::zeros(lu.dimension(), lu.dimension());
    let both = edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
    for (a, b) in both.chain((0..sizes.len()).map(|i| (i, i))) {
        let (row, column) = (lu.offset(NodeId(a)), lu.offset(NodeId(b)));
        let block = lu.block_mut(NodeId(a), NodeId(b));
        for r in 0..sizes[a] {
            for c in 0..sizes[b] {
                // Without pivoting the diagonal has to carry the elimination.
                let diagonal = if (a, r) == (b, c) { 6.0 } else { 0.0 };
                let value = random.random_range(-1.0..1.0) + diagonal;
                block[r * sizes[b] + c].set_lane(k, value);
                dense[(row + r, column + c)] = value;
            }
        }
    }
    dense
}

fn random_system(random: &mut StdRng, nodes: usize) -> (BlockLu, DMatrix<f64>) {
    let graph = random_graph(random, nodes);
    let mut lu = BlockLu::default();
    lu.set_structure(&graph.0, &graph.1, 0);
    let dense = fill(&mut lu, &graph, random, 0);
    (lu, dense)
}

/// Every row of the matrix that is turned over changes the sign of the determinant. Large graphs
/// have a dense end, which exchanges rows.
#[test]
fn the_sign_of_the_determinant_is_that_of_dense_lu() {
    let mut random = StdRng::seed_from_u64(7);
    let mut negative = 0;
    for round in 0..40 {
        let nodes = if round < 34 { 1 + round % 12 } else { 90 };
        let (sizes, edges) = random_graph(&mut random, nodes);
        let mut lu = BlockLu::<f64>::default();
        lu.set_structure(&sizes, &edges, 0);
        let mut dense = fill(&mut lu, &(sizes.clone(), edges.clone()), &mut random, 0);
        let both = edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        let mut blocks: Vec<(usize, usize)> = both.chain((0..nodes).map(|i| (i, i))).collect();
        blocks.sort_unstable();
        blocks.dedup();
        for node in 0..nodes {
            if random.random_bool(0.5) {
                continue;
            }
            let row = lu.offset(NodeId(node));
            dense.row_mut(row).neg_mut();
            for &(a, b) in blocks.iter().filter(|&&(a, _)| a == node) {
                for value in &mut lu.block_mut(NodeId(a), NodeId(b))[..sizes[b]] {
                    *value = -*value;
                }
            }
        }
        assert!(lu.factor());
        let wanted = dense.determinant() < 0.0;
        assert_eq!(lu.is_negative(), wanted, "{round}");
        negative += usize::from(wanted);
    }
    assert!((10..30).contains(&negative), "{negative}");
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
        let right = DMatrix::from_fn(12, n, |_, _| random.random_range(-1.0..1.0));
        // Column-major storage of the transposed: interleaved right sides.
        let mut several = right.as_slice().to_vec();
        lu.solve::<12>(&mut several);
        let expected = (&inverse * right.transpose()).transpose();
        let error = (DMatrix::from_column_slice(12, n, &several) - expected).amax();
        assert!(error < tolerance, "interleaved: {error}");
        // Abreast, two by two and one by one.
        let rows = right.column_iter();
        let mut abreast: Vec<Lanes<12>> = rows.map(|r| Lanes(array(|c| r[c]))).collect();
        lu.solve::<1>(&mut abreast);
        let mut halves: Vec<Lanes<6>> = right.as_slice().chunks(6).map(six).collect();
        lu.solve::<2>(&mut halves);
        for (i, row) in abreast.iter().enumerate() {
            let (one, two) = (&several[12 * i..][..12], &halves[2 * i..][..2]);
            let error = |k: usize, x: f64| (x - one[k]).abs().max((row.0[k] - one[k]).abs());
            let worst = (0..12).map(|k| error(k, two[k / 6].0[k % 6]));
            assert!(worst.fold(0.0, f64::max) < tolerance);
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

/// Rows passed over change no value, also where a dense end follows (90 nodes).
#[test]
fn a_sparse_solve_agrees_with_a_full_one() {
    let mut random = StdRng::seed_from_u64(3);
    for round in 0..60 {
        let nodes = if round < 55 { 1 + round % 12 } else { 90 };
        let (mut lu, _) = random_system(&mut random, nodes);
        assert!(lu.factor());
        let mut full = vec![Lanes::<12>::ZERO; lu.dimension()];
        for _ in 0..round % 3 {
            let row = random.random_range(0..lu.dimension());
            full[row] = Lanes(array(|_| random.random_range(-1.0..1.0)));
        }
        let mut sparse = full.clone();
        lu.solve::<1>(&mut full);
        lu.solve_sparse(&mut sparse);
        assert_eq!(full, sparse, "{round}");
    }
}

fn six(values: &[f64]) -> Lanes<6> {
    Lanes(array(|k| values[k]))
}

pub(super) fn norm_1(m: &DMatrix<f64>) -> f64 {
    m.column_iter().map(|c| c.lp_norm(1)).fold(0.0, f64::max)
}

#[test]
fn every_lane_has_the_bits_of_its_world_alone() {
    let mut random = StdRng::seed_from_u64(2);
    for nodes in 1..9 {
        let graph = random_graph(&mut random, nodes);
        let mut four = BlockLu::<Four>::default();
        four.set_structure(&graph.0, &graph.1, 0);
        let n = four.dimension();
        let mut right = vec![Four::ZERO; 2 * n];
        let mut alone = Vec::new();
        for lane in 0..4 {
            let mut lu = BlockLu::<f64>::default();
            lu.set_structure(&graph.0, &graph.1, 0);
            let mut same = random.clone();
            fill(&mut lu, &graph, &mut random, 0);
            fill(&mut four, &graph, &mut same, lane);
            let mut b = vec![0.0; 2 * n];
            for (b, right) in b.iter_mut().zip(&mut right) {
                *b = random.random_range(-1.0..1.0);
                right.set_lane(lane, *b);
            }
            assert!(lu.factor());
            lu.solve::<2>(&mut b);
            alone.push(b);
        }
        assert_eq!(four.factor(), FourMask::by_lane(|_| true));
        four.solve::<2>(&mut right);
        for (lane, alone) in alone.iter().enumerate() {
            for (x, y) in alone.iter().zip(&right) {
                assert_eq!(x.to_bits(), y.lane(lane).to_bits());
            }
        }
    }
}

#[test]
fn a_singular_lane_shows_and_spares_the_others() {
    let mut lu = BlockLu::<Four>::default();
    lu.set_structure(&[3, 3], &[(0, 1)], 0);
    for (node, broken) in [(0, 2), (1, 3)] {
        for k in 0..3 {
            let diagonal = &mut lu.block_mut(NodeId(node), NodeId(node))[4 * k];
            *diagonal = Four::of(2.0);
            if k == 1 {
                diagonal.set_lane(broken, if broken == 2 { 0.0 } else { f64::NAN });
            }
        }
    }
    assert_eq!(lu.factor(), FourMask::by_lane(|k| k < 2));
    let mut b = vec![Four::of(1.0); 6];
    lu.solve::<1>(&mut b);
    assert!(b.iter().all(|b| b.lane(0) == 0.5 && b.lane(1) == 0.5));
    let mut infinite = BlockLu::<f64>::default();
    infinite.set_structure(&[1], &[], 0);
    infinite.block_mut(NodeId(0), NodeId(0))[0] = f64::INFINITY;
    assert!(!infinite.factor());
}

/// A tree has an order without fill-in, and minimum degree finds it; a ring of n nodes needs n - 3
/// further links, a clique none.
#[test]
fn the_order_makes_no_needless_fill() {
    let links = |nodes: usize, edges: &[(usize, usize)]| {
        let mut elimination = Elimination::default();
        elimination.run(nodes, edges, 0);
        let mut order = elimination.order.clone();
        order.sort_unstable();
        assert!(order.iter().copied().eq(0..nodes));
        elimination.later[..nodes]
            .iter()
            .map(Vec::len)
            .sum::<usize>()
    };
    let tree: Vec<(usize, usize)> = (1..50).map(|i| ((i - 1) / 3, i)).collect();
    assert_eq!(links(50, &tree), 49);
    let mut ring: Vec<(usize, usize)> = (1..20).map(|i| (i - 1, i)).collect();
    ring.push((19, 0));
    assert_eq!(links(20, &ring), 20 + 17);
    let clique: Vec<(usize, usize)> = (0..9).flat_map(|i| (0..i).map(move |j| (j, i))).collect();
    assert_eq!(links(9, &clique), 36);
    let twice: Vec<(usize, usize)> = tree.iter().chain(&tree).copied().collect();
    assert_eq!(links(50, &twice), 49);
}
