//! Block-sparse LU: a graph of nodes with dense blocks, M = L U in the order of least degree. Nodes may be coupled by their first
//! unknowns alone ([`Edge`]), which is cheaper (decision D55).
//!
//! The structure (order, fill-in, places) is found when the graph changes; a factorisation then only
//! writes numbers. Blocks are not pivoted, so that several worlds can be factorised side by side. The end of the
//! elimination, where everything is coupled, is factorised by faer's dense LU from 240 rows on; faer takes the widest
//! registers of the processor, so the last bits of such an island may differ between machines. Decision D42 has the
//! figures.
//! Numbers of several worlds have no dense end: there the bits differ from those of a world alone.
//!
//! Not here: which body is which node, and what the numbers mean.

mod dense;
#[cfg(test)]
mod dense_tests;
mod factor;
mod kernel;
mod order;
#[cfg(test)]
mod order_tests;
mod solve;
mod structure;
#[cfg(test)]
mod tests;

use crate::math::Mask;
use dense::Dense;
pub use factor::Entry;
pub use order::Edge;
use structure::{Node, Structure};

/// A node of the graph, as the caller numbers them from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeId(pub usize);

/// The start of a block among all blocks ([`BlockLu::values_mut`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockPlace(pub usize);

/// Block-sparse square matrix with its factorisation, of one world or of several side by side.
#[derive(Debug)]
pub struct BlockLu<R = f64> {
    structure: Structure,
    values: Vec<R>,
    dense: Dense,
}

impl<R> Default for BlockLu<R> {
    fn default() -> Self {
        Self {
            structure: Structure::default(),
            values: Vec::new(),
            dense: Dense::default(),
        }
    }
}

impl<R: Entry> BlockLu<R> {
    /// Sets the structure: sizes of the nodes and the different nodes that are coupled; what lies beyond the widths of an edge must
    /// be zero. The last `pinned` nodes are eliminated after all others, as their diagonal blocks may be (nearly) zero.
    /// Does nothing when they are those of the last call; else all values become zero.
    pub fn set_structure(&mut self, sizes: &[usize], edges: &[Edge], pinned: usize) {
        if self.structure.is_of(sizes, edges, pinned) {
            return;
        }
        self.structure.find(sizes, edges, pinned, R::DENSE_END);
        self.dense.resize(&self.structure);
        self.values.clear();
        self.values.resize(self.structure.length, R::ZERO);
    }

    /// Returns the length of a vector.
    pub fn dimension(&self) -> usize {
        self.structure.offsets.last().copied().unwrap_or(0)
    }

    /// Returns the number of unknowns of a node.
    pub fn size(&self, node: NodeId) -> usize {
        self.structure.size(node.0)
    }

    /// Returns the first row of a node in a vector.
    pub fn offset(&self, node: NodeId) -> usize {
        self.structure.offsets[node.0]
    }

    /// Sets all blocks (i, j) of two nodes to zero; those of one node stay as they are.
    pub fn clear_couplings(&mut self) {
        for node in &self.structure.nodes {
            self.values[node.place + node.size * node.size..node.end].fill(R::ZERO);
        }
    }

    /// Returns the place of block (i, j), which must be part of the structure; it holds until the structure changes.
    pub fn place(&self, i: NodeId, j: NodeId) -> BlockPlace {
        BlockPlace(self.structure.place(i.0, j.0))
    }

    /// Returns all blocks, row-major each.
    pub fn values_mut(&mut self) -> &mut [R] {
        &mut self.values
    }

    /// Returns the block (i, j), row-major; it must be part of the structure.
    pub fn block_mut(&mut self, i: NodeId, j: NodeId) -> &mut [R] {
        let BlockPlace(start) = self.place(i, j);
        let area = self.structure.size(i.0) * self.structure.size(j.0);
        &mut self.values[start..start + area]
    }

    /// Returns whether all numbers of the matrix beyond the widths of its edges are zero, before [`Self::factor`].
    fn keeps_widths(&self) -> bool {
        let nodes = &self.structure.nodes;
        nodes.iter().all(|node| {
            let links = &self.structure.links[node.links.0..node.links.1];
            links.iter().all(|link| {
                let (own, later) = (node.size, nodes[link.later].size);
                let upper = self.values[link.upper..][..own * later].chunks_exact(later);
                let right = upper.flat_map(|row| &row[link.width..]);
                let below = &self.values[link.lower..][link.width * own..later * own];
                right.chain(below).all(|value| *value == R::ZERO)
            })
        })
    }

    /// Returns where the determinant is negative, after [`Self::factor`].
    pub fn is_negative(&self) -> R::Mask {
        let mut negative = R::Mask::of(self.dense.is_odd());
        for node in &self.structure.nodes {
            // inverse pivots; blocks that are not on the diagonal do not matter
            for place in (0..node.size).map(|k| node.place + k * (node.size + 1)) {
                let below = self.values[place].below(R::ZERO);
                negative = negative.and(!below).or(below.and(!negative));
            }
        }
        negative
    }

    /// Returns the largest sum of the magnitudes in a column; of the matrix itself, so before [`Self::factor`].
    pub fn norm_1(&self) -> R {
        let mut sums = vec![R::ZERO; self.dimension()];
        let nodes = &self.structure.nodes;
        let mut add = |place: usize, row: &Node, column: &Node| {
            let sums = &mut sums[column.offset..column.offset + column.size];
            let block = &self.values[place..place + row.size * column.size];
            for row in block.chunks_exact(column.size) {
                for (sum, value) in sums.iter_mut().zip(row) {
                    *sum += value.abs();
                }
            }
        };
        for node in nodes {
            add(node.place, node, node);
            for link in &self.structure.links[node.links.0..node.links.1] {
                let later = &nodes[link.later];
                add(link.upper, node, later);
                add(link.lower, later, node);
            }
        }
        sums.into_iter().fold(R::ZERO, R::worse)
    }
}
