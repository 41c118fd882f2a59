//! The derivative of a step at its own relaxation: every island linearised at its solution,
//! factorised once, and back-substituted for all columns.

use super::columns::{Columns, Lane, Wrt};
use super::density::DensityChain;
use super::matrix::Block;
use super::value::{CONTACT_ROWS, Gradient, Quality};
use crate::dynamics::{BodyBlock, BodyParameter};
use crate::error::{Error, Result};
use crate::step::Step;
use crate::step::simulator::Simulator;
use crate::step::solution::Leaf;
use crate::step::workspace::Workspace;
use crate::world::{Model, ParameterKind};

/// Derivative of one solve.
#[derive(Debug, Default)]
pub struct LeafGradient {
    /// Of the next state, one block per island and per prescribed body.
    pub blocks: Vec<Block>,
    /// Of the contact points.
    pub contacts: Vec<Block>,
    /// Worst over the islands.
    pub quality: Quality,
}

impl Simulator {
    /// Derivative of a step at its own relaxation.
    pub(super) fn differentiate(&mut self, step: &Step, rho: f64, wrt: &Wrt) -> Result<Gradient> {
        let chain = DensityChain::new(&self.model, wrt)?;
        let columns = Columns::new(&self.model, wrt, &chain.through);
        let (blocks, contact_blocks, quality) = match step.solution.leaves() {
            [leaf] => {
                let own = self.differentiate_leaf(leaf, rho, &columns, wrt)?;
                (own.blocks, own.contacts, own.quality)
            }
            leaves => self.differentiate_halves(leaves, rho, &columns, wrt)?,
        };
        Ok(Gradient {
            rho,
            next: step.state.clone(),
            contacts: step.contacts.clone(),
            quality: quality.of(&step.status),
            density: chain.blocks(&blocks, columns.parameter_range().end),
            columns,
            blocks,
            contact_blocks,
        })
    }

    /// The same of a step made in halves.
    fn differentiate_halves(
        &mut self,
        mut leaves: &[Leaf],
        rho: f64,
        columns: &Columns,
        wrt: &Wrt,
    ) -> Result<(Vec<Block>, Vec<Block>, Quality)> {
        let all = columns.with_state_and_inputs();
        let chained = self.chain(&mut leaves, 0, rho, &all, wrt)?;
        let wanted = columns.within(&all);
        let blocks = vec![Block::from_dense(&chained.next.select_columns(&wanted))];
        let mut contacts = Vec::new();
        for (k, (_, rows)) in chained.contacts.iter().enumerate().filter(|_| wrt.contacts) {
            let mut block = Block::from_dense(&rows.select_columns(&wanted));
            block
                .rows
                .iter_mut()
                .for_each(|row| *row += k * CONTACT_ROWS.len());
            contacts.push(block);
        }
        Ok((blocks, contacts, chained.quality))
    }

    /// Derivative of one solve at relaxation `rho`, its own.
    pub(super) fn differentiate_leaf(
        &mut self,
        leaf: &Leaf,
        rho: f64,
        columns: &Columns,
        wrt: &Wrt,
    ) -> Result<LeafGradient> {
        let (model, work) = (&self.model, &mut self.work);
        work.restore(model, leaf);
        let mut out = LeafGradient::default();
        out.blocks.reserve(work.island_count());
        let firsts = match wrt.contacts {
            true => work.first_contacts(),
            false => Vec::new(),
        };
        out.quality.modified = work.has_other_rows(model);
        for k in 0..work.island_count() {
            let mut island = work.island(model, k);
            let linear = island.linearize(rho).ok_or_else(singular)?;
            out.quality.see(&linear);
            let sources = island.sources(columns);
            let mut rates = island.rates(columns, &sources, rho);
            island.back_substitute(&mut rates);
            if wrt.contacts {
                let block = island.contact_block(columns, &sources, &rates, rho, &firsts);
                out.contacts.push(block);
            }
            out.blocks.push(island.state_block(columns, rates));
        }
        out.blocks.extend(prescribed_blocks(model, work, columns));
        Ok(out)
    }
}

pub(super) fn singular() -> Error {
    Error::value(
        "step",
        "has no derivative here: its linear system is singular",
        "move the state a little, or use a larger rho",
    )
}

/// The next states of the prescribed bodies.
pub(super) fn prescribed_blocks<'a>(
    model: &'a Model,
    work: &'a Workspace,
    columns: &'a Columns,
) -> impl Iterator<Item = Block> + 'a {
    let all = work.bodies().enumerate();
    let prescribed = all.filter(|(i, body)| !body.is_moving() && columns.tangent_of[*i].is_some());
    prescribed.map(|(i, body)| prescribed_block(model, columns, i, body))
}

/// The next state of a prescribed body: its command.
fn prescribed_block(model: &Model, columns: &Columns, index: usize, body: &BodyBlock) -> Block {
    let rates = body.state_rates();
    let states = columns.state_lanes(model, index).into_iter().enumerate();
    let mut lanes: Vec<(Lane, [f64; 12])> = states
        .map(|(k, lane)| (lane, rates.next.map(|row| row.0[k])))
        .collect();
    let rates = body.parameter_rates(BodyParameter::TimeStep);
    for (p, parameter) in columns.parameters.iter().enumerate() {
        if parameter.kind == ParameterKind::TimeStep {
            let lane = Some((columns.first_parameter + p, 1.0 / model.units.time));
            lanes.push((lane, rates.next.map(|row| row.0[0])));
        }
    }
    let wanted = |(lane, values): (Lane, [f64; 12])| lane.map(|(id, unit)| (id, unit, values));
    let wanted: Vec<_> = lanes.into_iter().filter_map(wanted).collect();
    let units = Columns::row_units(model);
    let row = |k: usize| {
        wanted
            .iter()
            .map(move |(_, unit, v)| units[k] * unit * v[k])
    };
    Block {
        rows: (0..12).map(|k| columns.tangent(index, k)).collect(),
        columns: wanted.iter().map(|(id, ..)| *id).collect(),
        values: (0..12).flat_map(row).collect(),
    }
}
