//! Orders of elimination of known graphs.

use super::Edge;
use super::order::Elimination;
use super::tests::whole;

/// A tree has an order without fill-in, and minimum degree finds it; a ring of n nodes needs n - 3
/// further links, a clique none.
#[test]
fn the_order_makes_no_needless_fill() {
    let links = |nodes: usize, pairs: &[[usize; 2]]| {
        let edges: Vec<Edge> = pairs.iter().map(|&pair| whole(&[6; 50], pair)).collect();
        let mut elimination = Elimination::default();
        elimination.run(nodes, &edges, 0);
        let mut order = elimination.order.clone();
        order.sort_unstable();
        assert!(order.iter().copied().eq(0..nodes));
        elimination.later[..nodes]
            .iter()
            .map(Vec::len)
            .sum::<usize>()
    };
    let tree: Vec<[usize; 2]> = (1..50).map(|i| [(i - 1) / 3, i]).collect();
    assert_eq!(links(50, &tree), 49);
    let mut ring: Vec<[usize; 2]> = (1..20).map(|i| [i - 1, i]).collect();
    ring.push([19, 0]);
    assert_eq!(links(20, &ring), 20 + 17);
    let clique: Vec<[usize; 2]> = (0..9).flat_map(|i| (0..i).map(move |j| [j, i])).collect();
    assert_eq!(links(9, &clique), 36);
    let twice: Vec<[usize; 2]> = tree.iter().chain(&tree).copied().collect();
    assert_eq!(links(50, &twice), 49);
}

/// A chain whose links see the bodies of their parents alone is eliminated from its end, so that no elimination changes more
/// than the rows of a body.
#[test]
fn a_chain_is_eliminated_from_its_end() {
    let edge = |i: usize| Edge {
        nodes: [i, i + 1],
        widths: [6, 11],
    };
    let edges: Vec<Edge> = (0..9).map(edge).collect();
    let mut elimination = Elimination::default();
    elimination.run(10, &edges, 0);
    assert!(elimination.order.iter().copied().eq((0..10).rev()));
    let widths = elimination.later.iter().flatten().map(|j| j.width);
    assert!(widths.eq([6; 9]));
}
