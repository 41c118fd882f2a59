//! The body system of an island: bodies, and the tangents of its pairs.

use super::Island;
use crate::contact::Block;
use crate::dynamics::BodyBlock;
use crate::linalg::{BlockPlace, NodeId};
use crate::math::Real;
use crate::step::slot::{Worlds, sides};

/// The passes over the pairs of an island larger than this go to and fro: each finds in the cache what
/// the one before touched last (decision D47).
const LARGE: usize = 128;

impl<R: Worlds> Island<'_, R> {
    /// Writes the blocks and the right sides of the bodies.
    #[inline(always)]
    fn assemble_bodies(&mut self) {
        for &i in self.members {
            let node = self.node_of(i);
            let start = self.system.lu.offset(node);
            let block = &self.bodies[i];
            let freedoms = block.setup.freedoms;
            let width = self.system.lu.size(node);
            let values = self.system.lu.block_mut(node, node);
            if width == 6 && freedoms.len() == 6 {
                values.copy_from_slice(block.jacobian.as_flattened());
            } else if width > freedoms.len() {
                // With the rows of the joint that holds the body behind its own.
                values.fill(R::ZERO);
                for (values, &row) in values.chunks_exact_mut(width).zip(freedoms) {
                    for (value, &column) in values.iter_mut().zip(freedoms) {
                        *value = block.jacobian[row][column];
                    }
                }
            } else {
                for (values, &row) in values.chunks_exact_mut(freedoms.len()).zip(freedoms) {
                    for (value, &column) in values.iter_mut().zip(freedoms) {
                        *value = block.jacobian[row][column];
                    }
                }
            }
            let rhs = self.system.rhs[2 * start..].chunks_exact_mut(2);
            for (rhs, &row) in rhs.zip(freedoms) {
                rhs[0] = -block.residual[row];
            }
        }
    }

    /// Assembles the body system at the current iterate: matrix and right sides AFFINE and UNIT.
    #[inline(always)]
    pub(super) fn assemble(&mut self, rho: f64) {
        self.system.lu.clear_couplings();
        self.system.rhs.clear();
        self.system
            .rhs
            .resize(2 * self.system.lu.dimension(), R::ZERO);
        self.assemble_bodies();
        let (pairs, back) = (self.touching, self.touching.len() > LARGE);
        for n in 0..pairs.len() {
            let k = pairs[if back { pairs.len() - 1 - n } else { n }];
            let slot = &mut self.slots[k];
            let [i, j] = slot.candidate.bodies;
            let (a, b) = (&self.bodies[i], &self.bodies[j]);
            let bodies = [&a.kinematics, &b.kinematics];
            let sides = sides(self.model, &slot.candidate);
            let lu = &mut self.system.lu;
            let start = |i: usize, body: &BodyBlock<R>| {
                let moving = body.is_moving();
                moving.then(|| lu.offset(NodeId(self.bodies.own_index(i))))
            };
            let width = |i: usize, body: &BodyBlock<R>| match body.is_moving() {
                true => lu.size(NodeId(self.bodies.own_index(i))),
                false => 0,
            };
            let mut target = TangentEntries {
                places: self.system.pair_places[self.slots.own_index(k)],
                freedoms: [a.setup.freedoms, b.setup.freedoms],
                widths: [width(i, a), width(j, b)],
                starts: [start(i, a), start(j, b)],
                values: lu.values_mut(),
                rhs: &mut self.system.rhs,
            };
            let block = &mut self.slots[k].block;
            block.condense(sides, bodies, rho, target.visitor());
        }
        self.assemble_joints(rho);
    }
}

/// The entries of the body system to which the tangent of a pair is added.
pub struct TangentEntries<'a, R> {
    /// The places of its blocks.
    pub(super) places: [[Option<BlockPlace>; 2]; 2],
    pub(super) freedoms: [&'static [usize]; 2],
    /// The numbers of columns of the blocks of its bodies.
    pub(super) widths: [usize; 2],
    /// The first rows of its bodies on the right sides.
    pub(super) starts: [Option<usize>; 2],
    pub(super) values: &'a mut [R],
    pub(super) rhs: &'a mut [R],
}

impl<R: Real> TangentEntries<'_, R> {
    /// Returns entries of no matrix, to which rows add nothing.
    pub fn none() -> Self {
        Self {
            places: [[None; 2]; 2],
            freedoms: [&[]; 2],
            widths: [0; 2],
            starts: [None; 2],
            values: &mut [],
            rhs: &mut [],
        }
    }

    /// Returns what [`Block::condense`] calls with every row. All callers pass this one closure, so that a block is compiled once.
    #[inline(always)]
    pub fn visitor(&mut self) -> impl FnMut(usize, &[R], [R; 2]) {
        #[inline(always)]
        |row, columns, constants| self.add(row, columns, constants)
    }

    /// Subtracts a row from the matrix and adds its constants to the right sides AFFINE and UNIT.
    #[inline(always)]
    pub(super) fn add(&mut self, row: usize, columns: &[R], constants: [R; 2]) {
        let (s, freedom) = (row / 6, row % 6);
        let own = self.freedoms[s];
        let number = match own.len() {
            6 => Some(freedom),
            _ => own.iter().position(|&own| own == freedom),
        };
        let (Some(number), Some(start)) = (number, self.starts[s]) else {
            return;
        };
        for (t, columns) in columns.chunks_exact(6).enumerate() {
            let others = self.freedoms[t];
            let Some(BlockPlace(place)) = self.places[s][t] else {
                continue;
            };
            let target = &mut self.values[place + number * self.widths[t]..][..others.len()];
            if let Ok(target) = <&mut [R; 6]>::try_from(&mut *target) {
                for (target, value) in target.iter_mut().zip(columns) {
                    *target -= *value;
                }
                continue;
            }
            for (target, &other) in target.iter_mut().zip(others) {
                *target -= columns[other];
            }
        }
        let rhs = &mut self.rhs[2 * (start + number)..][..2];
        rhs[0] += constants[0];
        rhs[1] += constants[1];
    }
}
