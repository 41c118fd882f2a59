//! The factorisation, node by node in the order of elimination.

use super::structure::Structure;
use super::{BlockLu, kernel};
use crate::math::{Mask, Real};

/// `given`, or `N` where all nodes have that size: then the compiler knows it.
#[inline(always)]
pub fn size<const N: usize>(given: usize) -> usize {
    if N > 0 { N } else { given }
}

impl<R: Real> BlockLu<R> {
    /// Factorises in place. Says for every world whether all pivots are finite and not zero; where
    /// one is not, solutions are not numbers.
    pub fn factor(&mut self) -> R::Mask {
        match self.structure.common_size {
            6 => factor_all::<R, 6>(&self.structure, &mut self.values),
            3 => factor_all::<R, 3>(&self.structure, &mut self.values),
            _ => factor_all::<R, 0>(&self.structure, &mut self.values),
        }
    }
}

fn factor_all<R: Real, const N: usize>(structure: &Structure, values: &mut [R]) -> R::Mask {
    let Structure {
        nodes,
        links,
        targets,
        ..
    } = structure;
    let mut ok = R::Mask::of(true);
    for node in nodes {
        let n = size::<N>(node.size);
        let links_here = &links[node.links.0..node.links.1];
        // What an elimination changes lies behind the blocks of its node.
        let end = node.end;
        let (own, later) = values.split_at_mut(end);
        let (diagonal, beside) = own[node.place..].split_at_mut(n * n);
        ok = ok.and(kernel::factor(diagonal, n));
        let mut beside = beside;
        for link in links_here {
            let other = size::<N>(nodes[link.later].size);
            let (blocks, rest) = beside.split_at_mut(2 * n * other);
            let (upper, lower) = blocks.split_at_mut(n * other);
            kernel::solve_lower(diagonal, n, upper, other);
            kernel::solve_upper_from_right(diagonal, n, lower, other);
            beside = rest;
        }
        let mut targets = targets[node.targets..].iter();
        for (a, i) in links_here.iter().enumerate() {
            let rows = size::<N>(nodes[i.later].size);
            let place = nodes[i.later].place - end;
            kernel::subtract_product(
                &mut later[place..place + rows * rows],
                &own[i.lower..],
                &own[i.upper..],
                (rows, n, rows),
            );
            for (j, &target) in links_here[a + 1..].iter().zip(&mut targets) {
                let columns = size::<N>(nodes[j.later].size);
                let target = &links[target as usize];
                let area = rows * columns;
                kernel::subtract_product(
                    &mut later[target.upper - end..][..area],
                    &own[i.lower..],
                    &own[j.upper..],
                    (rows, n, columns),
                );
                kernel::subtract_product(
                    &mut later[target.lower - end..][..area],
                    &own[j.lower..],
                    &own[i.upper..],
                    (columns, n, rows),
                );
            }
        }
    }
    ok
}
