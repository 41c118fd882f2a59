//! The order of elimination: minimum degree, on the graph with its fill-in, each neighbour counted by the square of its width.
//!
//! Every elimination joins the neighbours of the node to a clique, by merging sorted lists. That is
//! one merge per block update of the factorisation and cheap beside it (216 multiply-adds for bodies
//! in space), so the order costs less than one factorisation whatever the graph.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Two nodes that are coupled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// The nodes.
    pub nodes: [usize; 2],
    /// The number of the first unknowns of each of them that are coupled to the other one.
    pub widths: [usize; 2],
}

/// A node that is coupled to another one, with the number of its first unknowns that are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Neighbour {
    /// The node.
    pub node: usize,
    /// The number of unknowns.
    pub width: usize,
}

/// When a node is eliminated, the next one first: whether it goes last, the numbers of the diagonal blocks that its elimination
/// changes, and the node. Those that have changed since are stale.
type Waiting = Reverse<(bool, usize, usize)>;

/// Buffers of the elimination of a graph, and its result.
#[derive(Debug, Default, Clone)]
pub struct Elimination {
    /// The nodes in the order in which they are eliminated.
    pub order: Vec<usize>,
    /// The place of every node in it.
    pub rank: Vec<usize>,
    /// The neighbours of every node that are eliminated later, fill-in included; sorted by node.
    pub later: Vec<Vec<Neighbour>>,
    waiting: BinaryHeap<Waiting>,
    merged: Vec<Neighbour>,
    /// The first of the nodes that go last.
    first_pinned: usize,
}

/// Rank of a node that is not yet eliminated.
const WAITING: usize = usize::MAX;

impl Elimination {
    /// Eliminates the graph of `nodes` nodes with the given edges. The node goes first whose elimination changes the smallest
    /// diagonal blocks, which is that of least degree where all widths are alike. Of equal ones the first goes first. The last
    /// `pinned` nodes go after all others.
    pub fn run(&mut self, nodes: usize, edges: &[Edge], pinned: usize) {
        self.order.clear();
        self.first_pinned = nodes - pinned;
        self.rank.clear();
        self.rank.resize(nodes, WAITING);
        self.waiting.clear();
        if self.later.len() < nodes {
            self.later.resize_with(nodes, Vec::new);
        }
        self.later.iter_mut().for_each(Vec::clear);
        for &Edge { nodes, widths } in edges {
            let [i, j] = nodes;
            debug_assert_ne!(i, j);
            let [first, second] = [0, 1].map(|k| Neighbour {
                node: nodes[k],
                width: widths[k],
            });
            self.later[i].push(second);
            self.later[j].push(first);
        }
        for node in 0..nodes {
            let neighbours = &mut self.later[node];
            neighbours.sort_unstable_by_key(|j| (j.node, Reverse(j.width)));
            neighbours.dedup_by_key(|j| j.node);
            self.wait(node);
        }
        while let Some(next) = self.waiting.pop() {
            let Reverse((.., node)) = next;
            if self.rank[node] == WAITING && next == self.waiting(node) {
                self.eliminate(node);
            }
        }
    }

    /// Returns when a node is eliminated.
    fn waiting(&self, node: usize) -> Waiting {
        let neighbours = &self.later[node];
        let changed = neighbours.iter().map(|j| j.width * j.width).sum();
        Reverse((node >= self.first_pinned, changed, node))
    }

    /// Lets a node wait.
    fn wait(&mut self, node: usize) {
        let waiting = self.waiting(node);
        self.waiting.push(waiting);
    }

    /// Joins all neighbours of `node`, which are not yet eliminated.
    fn eliminate(&mut self, node: usize) {
        self.rank[node] = self.order.len();
        self.order.push(node);
        let clique = std::mem::take(&mut self.later[node]);
        for &Neighbour { node: i, .. } in &clique {
            self.merged.clear();
            merge(&self.later[i], &clique, &mut self.merged);
            self.merged.retain(|j| j.node != i && j.node != node);
            std::mem::swap(&mut self.merged, &mut self.later[i]);
            self.wait(i);
        }
        self.later[node] = clique;
    }
}

/// Forms the union of two lists that are sorted by node, with the larger widths.
fn merge(a: &[Neighbour], b: &[Neighbour], out: &mut Vec<Neighbour>) {
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let (x, y) = (a[i], b[j]);
        let node = x.node.min(y.node);
        let width = |z: Neighbour| if z.node == node { z.width } else { 0 };
        out.push(Neighbour {
            node,
            width: width(x).max(width(y)),
        });
        i += usize::from(x.node == node);
        j += usize::from(y.node == node);
    }
    out.extend_from_slice(&a[i..]);
    out.extend_from_slice(&b[j..]);
}
