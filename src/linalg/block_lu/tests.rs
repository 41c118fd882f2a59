//! Comparison with dense LU on random graphs.

use super::{BlockLu, Edge, Entry, NodeId};
use crate::linalg::inverse_norm_1;
use crate::math::lanes::Lanes;
use crate::math::{Four, FourMask, Real as _, array};
use nalgebra::{DMatrix, DVector};
use rand::{Rng, SeedableRng, rngs::StdRng};

/// The sizes of nodes, and their couplings.
pub(super) type Graph = (Vec<usize>, Vec<Edge>);

/// Returns the coupling of all unknowns of two nodes.
pub(super) fn whole(sizes: &[usize], nodes: [usize; 2]) -> Edge {
    let widths = nodes.map(|node| sizes[node]);
    Edge { nodes, widths }
}

/// Returns a random graph: a ring (which fills in when it is eliminated) and chords.
fn random_graph(random: &mut StdRng, nodes: usize) -> Graph {
    // All alike and mixed: the kernels know sizes 3, 6 and 11, and that nodes may be coupled by their first 6 unknowns.
    let kind = random.random_range(0..4);
    let sizes: Vec<usize> = match kind {
        0 => vec![6; nodes],
        1 => vec![3; nodes],
        2 => (0..nodes)
            .map(|_| [6, 11][random.random_range(0..2)])
            .collect(),
        _ => (0..nodes).map(|_| random.random_range(1..8)).collect(),
    };
    let mut pairs: Vec<[usize; 2]> = (1..nodes).map(|i| [i - 1, i]).collect();
    if nodes > 2 {
        pairs.push([nodes - 1, 0]);
    }
    for _ in 0..nodes / 3 {
        let (a, b) = (random.random_range(0..nodes), random.random_range(0..nodes));
        if a != b {
            pairs.push([a, b]);
        }
    }
    let mut edge = |nodes: [usize; 2]| {
        let mut edge = whole(&sizes, nodes);
        match kind {
            2 if random.random_bool(0.8) => edge.widths[random.random_range(0..2)] = 6,
            3 => edge.widths = edge.widths.map(|width| random.random_range(1..=width)),
            _ => {}
        }
        edge
    };
    let edges = pairs.into_iter().map(&mut edge).collect();
    (sizes, edges)
}

/// Returns the random values of lane `k`, also as a dense matrix.
pub(super) fn fill<R: Entry>(
    lu: &mut BlockLu<R>,
    graph: &Graph,
    random: &mut StdRng,
    k: usize,
) -> DMatrix<f64> {
    let (sizes, edges) = graph;
    let mut dense = DMatrix::zeros(lu.dimension(), lu.dimension());
    let turned = |edge: &Edge| {
        let Edge { nodes, widths } = *edge;
        [
            (nodes, widths),
            ([nodes[1], nodes[0]], [widths[1], widths[0]]),
        ]
    };
    let own = (0..sizes.len()).map(|i| ([i, i], [sizes[i], sizes[i]]));
    for ([a, b], [rows, columns]) in edges.iter().flat_map(turned).chain(own) {
        let (row, column) = (lu.offset(NodeId(a)), lu.offset(NodeId(b)));
        let block = lu.block_mut(NodeId(a), NodeId(b));
        for r in 0..rows {
            for c in 0..columns {
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
        let both = edges
            .iter()
            .flat_map(|e| [(e.nodes[0], e.nodes[1]), (e.nodes[1], e.nodes[0])]);
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
    lu.set_structure(&[3, 3], &[whole(&[3, 3], [0, 1])], 0);
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
