//! The order of elimination: minimum degree, on the graph with its fill-in.
//!
//! Every elimination joins the neighbours of the node to a clique, by merging sorted lists. That is
//! one merge per block update of the factorisation and cheap beside it (216 multiply-adds for bodies
//! in space), so the order costs less than one factorisation whatever the graph.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Buffers of the elimination of a graph, and its result.
#[derive(Debug, Default, Clone)]
pub struct Elimination {
    /// The nodes in the order in which they are eliminated.
    pub order: Vec<usize>,
    /// The place of every node in it.
    pub rank: Vec<usize>,
    /// The neighbours of every node that are eliminated later, fill-in included; sorted by node.
    pub later: Vec<Vec<usize>>,
    /// (whether it goes last, degree, node); entries whose degree has changed since are stale.
    waiting: BinaryHeap<Reverse<(bool, usize, usize)>>,
    merged: Vec<usize>,
    /// The first of the nodes that go last.
    first_pinned: usize,
}

/// Rank of a node that is not yet eliminated.
const WAITING: usize = usize::MAX;

impl Elimination {
    /// Eliminates the graph of `nodes` nodes with the given edges; of nodes with equal degree the
    /// first one goes first. The last `pinned` nodes go after all others.
    pub fn run(&mut self, nodes: usize, edges: &[(usize, usize)], pinned: usize) {
        self.order.clear();
        self.first_pinned = nodes - pinned;
        self.rank.clear();
        self.rank.resize(nodes, WAITING);
        self.waiting.clear();
        if self.later.len() < nodes {
            self.later.resize_with(nodes, Vec::new);
        }
        self.later.iter_mut().for_each(Vec::clear);
        for &(i, j) in edges {
            debug_assert_ne!(i, j);
            self.later[i].push(j);
            self.later[j].push(i);
        }
        for (node, neighbours) in self.later[..nodes].iter_mut().enumerate() {
            neighbours.sort_unstable();
            neighbours.dedup();
            let last = node >= self.first_pinned;
            self.waiting.push(Reverse((last, neighbours.len(), node)));
        }
        while let Some(Reverse((_, degree, node))) = self.waiting.pop() {
            if self.rank[node] == WAITING && self.later[node].len() == degree {
                self.eliminate(node);
            }
        }
    }

    /// Joins all neighbours of `node`, which are not yet eliminated.
    fn eliminate(&mut self, node: usize) {
        self.rank[node] = self.order.len();
        self.order.push(node);
        let clique = std::mem::take(&mut self.later[node]);
        for &i in &clique {
            self.merged.clear();
            merge(&self.later[i], &clique, &mut self.merged);
            self.merged.retain(|&j| j != i && j != node);
            std::mem::swap(&mut self.merged, &mut self.later[i]);
            let last = i >= self.first_pinned;
            self.waiting.push(Reverse((last, self.later[i].len(), i)));
        }
        self.later[node] = clique;
    }
}

/// Forms the union of two sorted lists.
fn merge(a: &[usize], b: &[usize], out: &mut Vec<usize>) {
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let (x, y) = (a[i], b[j]);
        out.push(x.min(y));
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    out.extend_from_slice(&a[i..]);
    out.extend_from_slice(&b[j..]);
}
