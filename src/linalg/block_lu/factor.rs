//! The factorisation, node by node in the order of elimination.

use super::dense::Dense;
use super::kernel::Rows;
use super::structure::{Link, Node, Structure};
use super::{BlockLu, kernel};
use crate::math::{Four, FourMask, Mask, Real};

/// The size of a body in space that a joint with five rows holds: a hinge or a slide.
pub const HINGED: usize = 11;

/// Returns `given`, or `N` where that is the size of a node or the width of its links: then the compiler knows it.
#[inline(always)]
pub fn size<const N: usize>(given: usize) -> usize {
    if N > 0 { N } else { given }
}

/// Calls a function with the size of a node and the width of its links, where these are frequent ones, and else with 0.
macro_rules! by_size {
    ($node:expr, $call:ident[$($types:tt),*]($($given:expr),*)) => {
        match ($node.size, $node.width) {
            (6, 6) => $call::<6, 6, $($types),*>($($given),*),
            (3, 3) => $call::<3, 3, $($types),*>($($given),*),
            (HINGED, 6) => $call::<HINGED, 6, $($types),*>($($given),*),
            _ => $call::<0, 0, $($types),*>($($given),*),
        }
    };
}
pub(super) use by_size;

impl<R: Entry> BlockLu<R> {
    /// Factorises in place. Says for every world whether all pivots are finite and not zero; where
    /// one is not, solutions are not numbers.
    #[inline(always)]
    pub fn factor(&mut self) -> R::Mask {
        debug_assert!(
            self.keeps_widths(),
            "a block has numbers beyond the width of its edge"
        );
        let (structure, values) = (&self.structure, &mut self.values);
        let mut sparse = R::Mask::of(true);
        for node in &structure.nodes[..structure.dense_from] {
            let regular = by_size!(node, eliminate[_](structure, node, values));
            sparse = sparse.and(regular);
        }
        sparse.and(R::factor_dense(structure, values, &mut self.dense))
    }
}

/// Numbers whose systems can be factorised.
pub trait Entry: Real {
    /// Whether large systems end in a dense one.
    const DENSE_END: bool;
    /// Factorises the dense end.
    fn factor_dense(structure: &Structure, values: &mut [Self], dense: &mut Dense) -> Self::Mask;
}

impl Entry for f64 {
    const DENSE_END: bool = true;

    fn factor_dense(structure: &Structure, values: &mut [f64], dense: &mut Dense) -> bool {
        dense.factor(structure, values)
    }
}

impl Entry for Four {
    const DENSE_END: bool = false;

    fn factor_dense(_: &Structure, _: &mut [Four], _: &mut Dense) -> FourMask {
        FourMask::of(true)
    }
}

/// Eliminates a node. Says whether its pivots are finite and not zero.
#[inline(always)]
fn eliminate<const N: usize, const W: usize, R: Real>(
    structure: &Structure,
    node: &Node,
    values: &mut [R],
) -> R::Mask {
    let (nodes, links) = (&structure.nodes, &structure.links);
    let n = size::<N>(node.size);
    let links_here = &links[node.links.0..node.links.1];
    // What an elimination changes lies behind the blocks of its node.
    let end = node.end;
    let (own, later) = values.split_at_mut(end);
    let (diagonal, beside) = own[node.place..].split_at_mut(n * n);
    let regular = kernel::factor(diagonal, n);
    for link in links_here {
        let (width, stride) = (size::<W>(link.width), nodes[link.later].size);
        let from = node.place + n * n;
        let numbers = &mut beside[link.upper - from..][..n * stride];
        kernel::solve_lower(diagonal, n, Rows { numbers, stride }, width);
        let lower = &mut beside[link.lower - from..][..width * n];
        kernel::solve_upper_from_right_wide(diagonal, n, lower, width);
    }
    let mut update = Update {
        nodes,
        own,
        later,
        end,
    };
    let mut targets = structure.targets[node.targets..].iter();
    for (a, i) in links_here.iter().enumerate() {
        update.subtract::<W>(nodes[i.later].place, i, i, n);
        for (j, &target) in links_here[a + 1..].iter().zip(&mut targets) {
            let target = &links[target as usize];
            update.subtract::<W>(target.upper, i, j, n);
            update.subtract::<W>(target.lower, j, i, n);
        }
    }
    regular
}

/// The blocks that the elimination of a node reads and changes.
struct Update<'a, R> {
    nodes: &'a [Node],
    /// The blocks up to those of the node, which end at `end`.
    own: &'a [R],
    /// The blocks behind.
    later: &'a mut [R],
    end: usize,
}

impl<R: Real> Update<'_, R> {
    /// Subtracts lower (i, k) times upper (k, j) from the block (i, j) at `place`, for a node k of `n` unknowns.
    #[inline(always)]
    fn subtract<const W: usize>(&mut self, place: usize, i: &Link, j: &Link, n: usize) {
        let stride = self.nodes[j.later].size;
        let (rows, columns) = (size::<W>(i.width), size::<W>(j.width));
        let target = Rows {
            numbers: &mut self.later[place - self.end..][..(rows - 1) * stride + columns],
            stride,
        };
        let lower = Rows {
            numbers: &self.own[i.lower..][..rows * n],
            stride: n,
        };
        let upper = Rows {
            numbers: &self.own[j.upper..][..n * stride],
            stride,
        };
        kernel::subtract_product(target, lower, upper, (rows, n, columns));
    }
}
