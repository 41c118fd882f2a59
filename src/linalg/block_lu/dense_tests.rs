//! Comparison with dense LU on graphs whose end is dense.

use super::structure::Link;
use super::tests::{Graph, fill, norm_1, whole};
use super::{BlockLu, Edge, NodeId};
use nalgebra::DVector;
use rand::{Rng, SeedableRng, rngs::StdRng};

/// Returns sizes (`alike` or mixed) and edges of a graph so dense that its end is factorised by faer.
fn dense_graph(random: &mut StdRng, nodes: usize, alike: bool) -> Graph {
    let sizes: Vec<usize> = match alike {
        true => vec![6; nodes],
        false => (0..nodes).map(|_| random.random_range(1..8)).collect(),
    };
    let mut edges: Vec<Edge> = (1..nodes).map(|i| whole(&sizes, [i / 2, i])).collect();
    while edges.len() < 700 {
        let (a, b) = (random.random_range(0..nodes), random.random_range(0..nodes));
        if a != b {
            edges.push(whole(&sizes, [a, b]));
        }
    }
    (sizes, edges)
}

/// A graph so dense that its end is factorised by faer, with exchanges of rows there.
#[test]
fn a_dense_end_agrees_with_dense_lu() {
    let mut random = StdRng::seed_from_u64(4);
    for round in 0..4 {
        let nodes = 90;
        let graph = dense_graph(&mut random, nodes, round % 2 == 0);
        let mut lu = BlockLu::<f64>::default();
        lu.set_structure(&graph.0, &graph.1, 0);
        let first = lu.structure.dense_from;
        assert!(first > 0 && first < nodes, "{first}");
        let mut dense = fill(&mut lu, &graph, &mut random, 0);
        // Two rows of a node of the dense end change places: its diagonal no longer carries it.
        let node = (0..nodes).find(|&i| graph.0[i] > 1 && lu.structure.is_dense(i));
        let node = node.expect("a node of the dense end");
        let row = lu.offset(NodeId(node));
        dense.swap_rows(row, row + 1);
        let (n, size) = (lu.dimension(), graph.0[node]);
        for other in 0..nodes {
            let coupled = graph
                .1
                .iter()
                .any(|e| e.nodes == [node, other] || e.nodes == [other, node]);
            if coupled || other == node {
                let columns = graph.0[other];
                let block = lu.block_mut(NodeId(node), NodeId(other));
                assert_eq!(block.len(), size * columns);
                for c in 0..columns {
                    block.swap(c, columns + c);
                }
            }
        }
        assert!((lu.norm_1() - norm_1(&dense)).abs() < 1e-12);
        assert!(lu.factor());
        let solution = DVector::from_fn(n, |_, _| random.random_range(-1.0..1.0));
        let (b, transposed) = (&dense * &solution, dense.transpose() * &solution);
        let error = |b: &[f64]| (DVector::from_column_slice(b) - &solution).amax();
        let mut one = b.as_slice().to_vec();
        lu.solve::<1>(&mut one);
        assert!(error(&one) < 1e-10, "{}", error(&one));
        let mut several: Vec<f64> = b.iter().flat_map(|b| [*b, 2.0 * b, -b]).collect();
        lu.solve::<3>(&mut several);
        let third: Vec<f64> = several.chunks(3).map(|b| -b[2]).collect();
        assert!(error(&third) < 1e-10);
        let mut other = transposed.as_slice().to_vec();
        lu.solve_transposed(&mut other);
        assert!(error(&other) < 1e-10, "{}", error(&other));
        // A row of zeros is singular.
        lu.clear_couplings();
        fill(&mut lu, &graph, &mut random, 0);
        let columns = graph.1.iter().flat_map(|edge| {
            let [a, b] = edge.nodes;
            [(a, b), (b, a)]
        });
        let columns: Vec<usize> = columns.filter(|e| e.0 == node).map(|e| e.1).collect();
        for other in columns.into_iter().chain([node]) {
            lu.block_mut(NodeId(node), NodeId(other))[..graph.0[other]].fill(0.0);
        }
        assert!(!lu.factor());
    }
}

/// A graph of links of mechanisms, coupled by their bodies or whole, whose end is dense.
#[test]
fn a_dense_end_of_nodes_coupled_in_part_agrees_with_dense_lu() {
    let mut random = StdRng::seed_from_u64(8);
    for round in 0..4 {
        let (_, mut edges) = dense_graph(&mut random, 90, true);
        let sizes: Vec<usize> = (0..90).map(|i| [6, 11][i % 2]).collect();
        for edge in &mut edges {
            *edge = whole(&sizes, edge.nodes);
            if random.random_bool(0.8) {
                edge.widths[random.random_range(0..2)] = 6;
            }
        }
        let graph = (sizes, edges);
        let mut lu = BlockLu::<f64>::default();
        lu.set_structure(&graph.0, &graph.1, 0);
        let first = lu.structure.dense_from;
        assert!(first > 0 && first < 90, "{first}");
        let narrow = |link: &Link| link.width < lu.structure.nodes[link.later].size;
        let end = lu.structure.nodes[first].links.0;
        assert!(lu.structure.links[..end].iter().any(narrow), "{round}");
        let dense = fill(&mut lu, &graph, &mut random, 0);
        assert!(lu.factor());
        let right = DVector::from_fn(lu.dimension(), |_, _| random.random_range(-1.0..1.0));
        let mut b = right.as_slice().to_vec();
        lu.solve::<1>(&mut b);
        let left = &dense * DVector::from_vec(b) - &right;
        assert!(left.amax() < 1e-10, "{}", left.amax());
        let mut b = right.as_slice().to_vec();
        lu.solve_transposed(&mut b);
        let left = dense.transpose() * DVector::from_vec(b) - &right;
        assert!(left.amax() < 1e-10, "transposed: {}", left.amax());
    }
}

/// The debug check of a factorisation finds a number where an edge says that there is none.
#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "beyond the width")]
fn numbers_beyond_a_width_are_found() {
    let edge = Edge {
        nodes: [0, 1],
        widths: [1, 2],
    };
    let mut lu = BlockLu::<f64>::default();
    lu.set_structure(&[2, 2], &[edge], 0);
    for node in 0..2 {
        lu.block_mut(NodeId(node), NodeId(node))[0] = 1.0;
        lu.block_mut(NodeId(node), NodeId(node))[3] = 1.0;
    }
    for (row, column) in [(0, 1), (1, 0)] {
        lu.block_mut(NodeId(row), NodeId(column)).fill(0.5);
    }
    lu.factor();
}

/// The same graph again keeps the values; another one starts from zero.
#[test]
fn the_structure_is_kept_as_long_as_the_graph() {
    let one = |pair: [usize; 2]| whole(&[1; 3], pair);
    let mut lu = BlockLu::<f64>::default();
    lu.set_structure(&[1, 1], &[one([0, 1])], 0);
    lu.block_mut(NodeId(1), NodeId(0))[0] = 3.0;
    lu.set_structure(&[1, 1], &[one([0, 1])], 0);
    assert_eq!(lu.block_mut(NodeId(1), NodeId(0)), [3.0]);
    lu.set_structure(&[1, 1, 1], &[[0, 1], [1, 2]].map(one), 0);
    assert_eq!(lu.block_mut(NodeId(1), NodeId(0)), [0.0]);
}
