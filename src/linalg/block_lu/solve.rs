//! The solution of systems with the factors.

use super::factor::{Entry, HINGED, by_size, size};
use super::kernel::Rows;
use super::structure::{Node, Structure};
use super::{BlockLu, kernel};
use crate::math::lanes::{Lanes, Linear};

impl<R: Entry> BlockLu<R> {
    /// Solves for `C` right sides, interleaved: entry (i, c) at `b[C i + c]`. Each may be several
    /// abreast ([`Lanes`](crate::math::lanes::Lanes)).
    #[inline(always)]
    pub fn solve<const C: usize>(&self, b: &mut [impl Linear<R>]) {
        debug_assert_eq!(b.len(), C * self.dimension());
        self.solve_but(b, C, |_| false);
    }

    /// Solves for interleaved right sides; `is_zero` may say so of all rows of a node.
    #[inline(always)]
    fn solve_but<T: Linear<R>>(&self, b: &mut [T], columns: usize, is_zero: impl Fn(&[T]) -> bool) {
        let (structure, values) = (&self.structure, &self.values);
        for (rank, node) in structure.nodes.iter().enumerate() {
            if rank == structure.dense_from {
                self.dense.exchange(structure, b, columns);
            }
            if is_zero(&b[node.offset * columns..][..node.size * columns]) {
                continue;
            }
            by_size!(node, forward[_, _](structure, node, values, b, columns));
        }
        for node in structure.nodes.iter().rev() {
            by_size!(node, backward[_, _](structure, node, values, b, columns));
        }
    }

    /// Solves M^T x = b in place, one right side.
    pub fn solve_transposed(&self, b: &mut [R]) {
        debug_assert_eq!(b.len(), self.dimension());
        let (structure, values) = (&self.structure, &self.values);
        for node in &structure.nodes {
            by_size!(node, forward_transposed[_](structure, node, values, b));
        }
        for (rank, node) in structure.nodes.iter().enumerate().rev() {
            by_size!(node, backward_transposed[_](structure, node, values, b));
            if rank == structure.dense_from {
                self.dense.exchange_back(structure, b, 1);
            }
        }
    }
}

impl BlockLu {
    /// Solves for right sides abreast that are zero at most nodes: forward, such nodes are passed over.
    #[inline(always)]
    pub fn solve_sparse<const L: usize>(&self, b: &mut [Lanes<L>]) {
        debug_assert_eq!(b.len(), self.dimension());
        self.solve_but(b, 1, |own| own.iter().all(Lanes::is_zero));
    }
}

/// Solves with the factors L of a node, and takes what follows off the nodes of its links.
#[inline(always)]
fn forward<const N: usize, const W: usize, R: Entry, T: Linear<R>>(
    structure: &Structure,
    node: &Node,
    values: &[R],
    b: &mut [T],
    columns: usize,
) {
    let n = size::<N>(node.size);
    let own = &mut b[node.offset * columns..][..n * columns];
    let (numbers, stride) = (own, columns);
    kernel::solve_lower(&values[node.place..], n, Rows { numbers, stride }, columns);
    for link in &structure.links[node.links.0..node.links.1] {
        let later = &structure.nodes[link.later];
        let m = size::<W>(link.width);
        let starts = [later.offset, node.offset].map(|offset| offset * columns);
        let (target, own) = two(b, starts, [m * columns, n * columns]);
        let lower = Rows {
            numbers: &values[link.lower..],
            stride: n,
        };
        subtract(target, lower, own, (m, n, columns));
    }
}

/// Takes off a node what those of its links are, and solves with its factors U.
#[inline(always)]
fn backward<const N: usize, const W: usize, R: Entry, T: Linear<R>>(
    structure: &Structure,
    node: &Node,
    values: &[R],
    b: &mut [T],
    columns: usize,
) {
    let n = size::<N>(node.size);
    for link in &structure.links[node.links.0..node.links.1] {
        let later = &structure.nodes[link.later];
        let m = size::<W>(link.width);
        let starts = [node.offset, later.offset].map(|offset| offset * columns);
        let (own, x) = two(b, starts, [n * columns, m * columns]);
        let upper = Rows {
            numbers: &values[link.upper..],
            stride: later.size,
        };
        subtract(own, upper, x, (n, m, columns));
    }
    let own = &mut b[node.offset * columns..][..n * columns];
    kernel::solve_upper(&values[node.place..], n, own, columns);
}

/// Solves with the transposed factors U of a node, and takes what follows off the nodes of its links.
#[inline(always)]
fn forward_transposed<const N: usize, const W: usize, R: Entry>(
    structure: &Structure,
    node: &Node,
    values: &[R],
    b: &mut [R],
) {
    let n = size::<N>(node.size);
    kernel::solve_upper_transposed(&values[node.place..], n, &mut b[node.offset..]);
    for link in &structure.links[node.links.0..node.links.1] {
        let later = &structure.nodes[link.later];
        let sizes = [size::<W>(link.width), n];
        let (target, own) = two(b, [later.offset, node.offset], sizes);
        let upper = Rows {
            numbers: &values[link.upper..],
            stride: later.size,
        };
        kernel::subtract_transposed(target, upper, own);
    }
}

/// Takes off a node what those of its links are, and solves with its transposed factors L.
#[inline(always)]
fn backward_transposed<const N: usize, const W: usize, R: Entry>(
    structure: &Structure,
    node: &Node,
    values: &[R],
    b: &mut [R],
) {
    let n = size::<N>(node.size);
    for link in &structure.links[node.links.0..node.links.1] {
        let later = &structure.nodes[link.later];
        let sizes = [n, size::<W>(link.width)];
        let (own, x) = two(b, [node.offset, later.offset], sizes);
        let lower = Rows {
            numbers: &values[link.lower..],
            stride: n,
        };
        kernel::subtract_transposed(own, lower, x);
    }
    kernel::solve_lower_transposed(&values[node.place..], n, &mut b[node.offset..]);
}

/// Subtracts A x from b, for right sides of `shape.2` columns.
#[inline(always)]
fn subtract<R: Entry, T: Linear<R>>(
    b: &mut [T],
    a: Rows<&[R]>,
    x: &[T],
    shape: (usize, usize, usize),
) {
    let stride = shape.2;
    let (target, x) = (Rows { numbers: b, stride }, Rows { numbers: x, stride });
    kernel::subtract_product(target, a, x, shape);
}

/// Returns two parts of a vector that do not overlap.
#[inline(always)]
fn two<R>(b: &mut [R], starts: [usize; 2], lengths: [usize; 2]) -> (&mut [R], &[R]) {
    let (before, after) = b.split_at_mut(starts[0].max(starts[1]));
    if starts[0] < starts[1] {
        (&mut before[starts[0]..][..lengths[0]], &after[..lengths[1]])
    } else {
        (&mut after[..lengths[0]], &before[starts[1]..][..lengths[1]])
    }
}
