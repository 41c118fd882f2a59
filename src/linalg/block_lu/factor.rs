//! The factorisation, node by node in the order of elimination.

use super::dense::Dense;
use super::structure::{Node, Structure};
use super::{BlockLu, kernel};
use crate::math::{Four, FourMask, Mask, Real};

/// The size of a body in space that a joint with five rows holds: a hinge or a slide.
pub const HINGED: usize = 11;

/// Returns `given`, or `N` where a node and those of its links have that size: then the compiler knows it.
#[inline(always)]
pub fn size<const N: usize>(given: usize) -> usize {
    if N > 0 { N } else { given }
}

/// Calls a function with the common size of a node and those of its links, where it is a frequent one, and else with 0.
macro_rules! by_size {
    ($node:expr, $call:ident[$($types:tt),*]($($given:expr),*)) => {
        match $node.common_size {
            6 => $call::<6, $($types),*>($($given),*),
            3 => $call::<3, $($types),*>($($given),*),
            HINGED => $call::<HINGED, $($types),*>($($given),*),
            _ => $call::<0, $($types),*>($($given),*),
        }
    };
}
pub(super) use by_size;

impl<R: Entry> BlockLu<R> {
    /// Factorises in place. Says for every world whether all pivots are finite and not zero; where
    /// one is not, solutions are not numbers.
    #[inline(always)]
    pub fn factor(&mut self) -> R::Mask {
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

/// Solves for the blocks `beside` a factorised diagonal block of `n` rows; `sizes` are those of the linked nodes.
#[inline(always)]
fn solve_beside<R: Real>(
    diagonal: &[R],
    n: usize,
    mut beside: &mut [R],
    sizes: impl Iterator<Item = usize>,
) {
    for other in sizes {
        let (blocks, rest) = beside.split_at_mut(2 * n * other);
        let (upper, lower) = blocks.split_at_mut(n * other);
        kernel::solve_lower(diagonal, n, upper, other);
        kernel::solve_upper_from_right(diagonal, n, lower, other);
        beside = rest;
    }
}

/// Eliminates a node. Says whether its pivots are finite and not zero.
#[inline(always)]
fn eliminate<const N: usize, R: Real>(
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
    let sizes = links_here
        .iter()
        .map(|link| size::<N>(nodes[link.later].size));
    solve_beside(diagonal, n, beside, sizes);
    let mut targets = structure.targets[node.targets..].iter();
    for (a, i) in links_here.iter().enumerate() {
        let rows = size::<N>(nodes[i.later].size);
        let place = nodes[i.later].place - end;
        kernel::subtract_product(
            &mut later[place..place + rows * rows],
            &own[i.lower..],
            &own[i.upper..],
            rows,
            n,
            rows,
        );
        for (j, &target) in links_here[a + 1..].iter().zip(&mut targets) {
            let columns = size::<N>(nodes[j.later].size);
            let target = &links[target as usize];
            let area = rows * columns;
            kernel::subtract_product(
                &mut later[target.upper - end..][..area],
                &own[i.lower..],
                &own[j.upper..],
                rows,
                n,
                columns,
            );
            kernel::subtract_product(
                &mut later[target.lower - end..][..area],
                &own[j.lower..],
                &own[i.upper..],
                columns,
                n,
                rows,
            );
        }
    }
    regular
}
