//! The place of every block, and the blocks that an elimination changes. Both are found once per graph.

use super::order::{Edge, Elimination};

/// A dense end has at least this many rows (decision D42).
const DENSE_ROWS: usize = 240;
/// A dense end is at least this much faster than blocks.
const DENSE_SPEED: f64 = 1.7;

/// Sizes, order and places of a graph of nodes. Ranks are places in the order of elimination.
#[derive(Debug, Default, Clone)]
pub struct Structure {
    sizes: Vec<usize>,
    edges: Vec<Edge>,
    pinned: usize,
    /// Start of every node in a vector, and the length of one.
    pub offsets: Vec<usize>,
    /// Size, start in a vector and place of the diagonal block, by rank.
    pub nodes: Vec<Node>,
    /// The blocks beside the diagonal, row by row of the upper triangle.
    pub links: Vec<Link>,
    /// For every two links (k, i), (k, j) of a node, i before j: the link (i, j).
    pub targets: Vec<u32>,
    /// Numbers in all blocks.
    pub length: usize,
    /// Rank from which on all nodes count as coupled and are factorised as one dense matrix; the
    /// number of nodes where that does not pay.
    pub dense_from: usize,
    /// Rows of a vector that belong to it, in the order of elimination.
    pub dense_rows: Vec<usize>,
    elimination: Elimination,
}

/// A node at its rank.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    /// The number of unknowns.
    pub size: usize,
    /// The width that all of its links have; 0 when they differ.
    pub width: usize,
    /// Start in a vector.
    pub offset: usize,
    /// Start of the diagonal block; the blocks of its links follow, pair by pair.
    pub place: usize,
    /// End of those.
    pub end: usize,
    /// The range of its links.
    pub links: (usize, usize),
    /// Start of its targets.
    pub targets: usize,
}

/// Two blocks, (k, i) above the diagonal and (i, k) below it.
#[derive(Debug, Clone, Copy)]
pub struct Link {
    /// Rank of the later node, i.
    pub later: usize,
    /// Start of (k, i).
    pub upper: usize,
    /// Start of (i, k).
    pub lower: usize,
    /// The number of the first unknowns of i that are coupled to k: what is farther right in (k, i), or farther down in (i, k), is
    /// zero.
    pub width: usize,
}

impl Structure {
    /// Returns whether this is the structure of that graph.
    pub fn is_of(&self, sizes: &[usize], edges: &[Edge], pinned: usize) -> bool {
        self.sizes == sizes && self.edges == edges && self.pinned == pinned
    }

    /// Finds order, fill-in and places, with a dense end if it `may` have one. The last `pinned` nodes are eliminated last.
    pub fn find(&mut self, sizes: &[usize], edges: &[Edge], pinned: usize, may: bool) {
        self.pinned = pinned;
        self.sizes.clear();
        self.sizes.extend_from_slice(sizes);
        self.edges.clear();
        self.edges.extend_from_slice(edges);
        self.offsets.clear();
        self.offsets.push(0);
        let mut end = 0;
        for size in sizes {
            end += size;
            self.offsets.push(end);
        }
        self.elimination.run(sizes.len(), edges, pinned);
        self.choose_dense_end(if may { DENSE_ROWS } else { usize::MAX });
        self.place_blocks();
        self.find_targets();
    }

    /// Returns where the dense end begins: there it saves most multiply-adds, counted as they cost.
    fn choose_dense_end(&mut self, least_rows: usize) {
        let Elimination { order, later, .. } = &self.elimination;
        let (mut rows, mut sparse, mut best) = (0, 0.0, 0.0);
        self.dense_from = order.len();
        for (rank, &node) in order.iter().enumerate().rev() {
            let size = self.sizes[node];
            let beside: usize = later[node].iter().map(|j| self.sizes[j.node]).sum();
            sparse += (size * (beside + size) * (beside + size)) as f64;
            rows += size;
            let saving = sparse - (rows as f64).powi(3) / (3.0 * DENSE_SPEED);
            if rows >= least_rows && saving > best {
                (best, self.dense_from) = (saving, rank);
            }
        }
        self.dense_rows.clear();
        for &node in &order[self.dense_from..] {
            self.dense_rows
                .extend(self.offsets[node]..self.offsets[node + 1]);
        }
    }

    /// Calls `f` with the place of every number of the dense end, and its row and column there; rows
    /// change fastest.
    pub fn each_dense_entry(&self, mut f: impl FnMut(usize, usize, usize)) {
        let mut block = |place: usize, (row, rows): (usize, usize), (column, columns)| {
            for c in 0..columns {
                for r in 0..rows {
                    f(place + r * columns + c, row + r, column + c);
                }
            }
        };
        let mut start = 0;
        for node in &self.nodes[self.dense_from..] {
            let own = (start, node.size);
            block(node.place, own, own);
            start += node.size;
            let mut next = start;
            for link in &self.links[node.links.0..node.links.1] {
                let other = (next, self.nodes[link.later].size);
                block(link.upper, own, other);
                block(link.lower, other, own);
                next += other.1;
            }
        }
    }

    /// Blocks in the order of elimination, so that all that an elimination changes lies behind it.
    fn place_blocks(&mut self) {
        self.nodes.clear();
        self.links.clear();
        self.length = 0;
        for (rank_here, &node) in self.elimination.order.iter().enumerate() {
            let (size, first) = (self.sizes[node], self.links.len());
            let place = self.length;
            self.length += size * size;
            let Elimination {
                order, rank, later, ..
            } = &self.elimination;
            let link = |later: usize, width: usize| Link {
                later,
                upper: 0,
                lower: 0,
                width,
            };
            if rank_here < self.dense_from {
                let links = later[node].iter().map(|j| link(rank[j.node], j.width));
                self.links.extend(links);
                self.links[first..].sort_unstable_by_key(|link| link.later);
            } else {
                let all = (rank_here + 1..order.len()).map(|j| link(j, self.sizes[order[j]]));
                self.links.extend(all);
            }
            // Without links it does not matter: one that eliminations are unrolled for.
            let mut width = self.links[first..]
                .first()
                .map_or(size.min(6), |link| link.width);
            for link in &mut self.links[first..] {
                if link.width != width {
                    width = 0;
                }
                let area = size * self.sizes[order[link.later]];
                (link.upper, link.lower) = (self.length, self.length + area);
                self.length += 2 * area;
            }
            self.nodes.push(Node {
                size,
                width,
                offset: self.offsets[node],
                place,
                end: self.length,
                links: (first, self.links.len()),
                targets: 0,
            });
        }
    }

    fn find_targets(&mut self) {
        self.targets.clear();
        for k in 0..self.nodes.len() {
            self.nodes[k].targets = self.targets.len();
            let (first, end) = self.nodes[k].links;
            for a in first..end {
                let mut at = self.nodes[self.links[a].later].links.0;
                for b in a + 1..end {
                    // Both lists are sorted, and the fill-in has made one a part of the other.
                    while self.links[at].later != self.links[b].later {
                        at += 1;
                    }
                    let target = u32::try_from(at).expect("the blocks would not fit into memory");
                    self.targets.push(target);
                }
            }
        }
    }

    /// Returns whether a node belongs to the dense end.
    #[cfg(test)]
    pub fn is_dense(&self, i: usize) -> bool {
        self.elimination.rank[i] >= self.dense_from
    }

    /// Returns the unknowns of node `i` as the caller numbers them.
    pub fn size(&self, i: usize) -> usize {
        self.sizes[i]
    }

    /// Returns the start of block (i, j) of the caller's numbering, which must be part of the structure.
    pub fn place(&self, i: usize, j: usize) -> usize {
        let (a, b) = (self.elimination.rank[i], self.elimination.rank[j]);
        let node = &self.nodes[a.min(b)];
        if a == b {
            return node.place;
        }
        let links = &self.links[node.links.0..node.links.1];
        let found = links.binary_search_by_key(&a.max(b), |link| link.later);
        let link = &links[found.expect("only coupled nodes have a block")];
        if a < b { link.upper } else { link.lower }
    }
}
