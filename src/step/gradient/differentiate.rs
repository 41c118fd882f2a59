//! The derivative of a step at its own relaxation: every island linearised at its solution,
//! factorised once, and back-substituted for all columns.

use super::columns::{Columns, Coordinates, Wrt};
use super::density::DensityChain;
use super::lanes::Lane;
use super::matrix::Block;
use super::value::{CONTACT_ROWS, Gradient, Quality};
use crate::dynamics::{BodyBlock, BodyParameter};
use crate::error::{Error, Result};
use crate::math::lanes::Lanes;
use crate::step::Step;
use crate::step::island::COLUMNS;
use crate::step::simulator::Simulator;
use crate::step::solution::Leaf;
use crate::step::workspace::Workspace;
use crate::world::{Model, ParameterKind};

/// Derivative of one solve.
#[derive(Debug, Clone, Default)]
pub struct LeafGradient {
    /// The derivative of the next state, one block per island and per prescribed body.
    pub blocks: Vec<Block>,
    /// The derivative of the contact points.
    pub contacts: Vec<Block>,
    /// Worst over the islands.
    pub quality: Quality,
}

impl Simulator {
    /// Differentiates a step at its own relaxation, in the buffers of `out`.
    pub(super) fn differentiate(
        &mut self,
        step: &Step,
        rho: f64,
        wrt: &Wrt,
        coordinates: Coordinates,
        out: &mut Gradient,
    ) -> Result<()> {
        let chain = DensityChain::new(&self.model, wrt)?;
        out.columns = match coordinates {
            Coordinates::Bodies => Columns::new(&self.model, wrt, &chain.through),
            Coordinates::Joints => {
                let start = step.solution.leaves().first().map(|leaf| &leaf.state);
                Columns::in_joint_space(&self.model, wrt, &chain.through, start)
            }
        };
        match step.solution.leaves() {
            [leaf] => self.differentiate_leaf(leaf, &out.columns, wrt, &mut out.parts)?,
            leaves => out.parts = self.differentiate_halves(leaves, &out.columns, wrt)?,
        }
        out.rho = rho;
        out.next.clone_from(&step.state);
        out.contacts.clone_from(&step.contacts);
        out.quality = out.parts.quality.of(&step.status);
        out.density = chain.blocks(&out.parts.blocks, out.columns.parameter_range().end);
        Ok(())
    }

    /// Returns the derivative of a step that was made in halves.
    fn differentiate_halves(
        &mut self,
        mut leaves: &[Leaf],
        columns: &Columns,
        wrt: &Wrt,
    ) -> Result<LeafGradient> {
        let all = columns.with_state_and_inputs();
        let part = self.parts_of(&mut leaves, 0);
        let chained = self.chain(&part, &all, wrt)?;
        let mut contacts = Vec::new();
        for (k, (_, rows)) in chained.contacts.iter().enumerate().filter(|_| wrt.contacts) {
            let mut block = Block::from_dense(&columns.taken_from(&all, rows));
            block
                .rows
                .iter_mut()
                .for_each(|row| *row += k * CONTACT_ROWS.len());
            contacts.push(block);
        }
        Ok(LeafGradient {
            blocks: vec![Block::from_dense(&columns.taken_from(&all, &chained.next))],
            contacts,
            quality: chained.quality,
        })
    }

    /// Differentiates one solve at its own relaxation, in the buffers of `out`.
    pub(super) fn differentiate_leaf(
        &mut self,
        leaf: &Leaf,
        columns: &Columns,
        wrt: &Wrt,
        out: &mut LeafGradient,
    ) -> Result<()> {
        if !self.model.integrator().is_implicit() {
            self.differentiate_explicitly(leaf, columns, wrt, out);
            return Ok(());
        }
        let (model, work, rates) = (&self.model, &mut self.work, &mut self.rates);
        let rho = leaf.rho;
        work.restore(model, leaf);
        out.contacts.clear();
        out.blocks.resize_with(work.island_count(), Block::default);
        let firsts = match wrt.contacts {
            true => work.first_contacts(),
            false => Vec::new(),
        };
        out.quality = Quality {
            modified: work.has_other_rows(model),
            ..Quality::default()
        };
        for (k, block) in out.blocks.iter_mut().enumerate() {
            let mut island = work.island(model, k);
            let linear = island.linearize(rho).ok_or_else(singular)?;
            out.quality.add_island(&linear);
            let own = island.columns(columns);
            let ids = || own.iter().map(|column| column.id);
            block.open(island.state_rows(columns), ids());
            let mut contacts = Block::default();
            if wrt.contacts {
                contacts.open(island.contact_rows(&firsts), ids());
            }
            island.begin_rates(rates);
            for (k, abreast) in own.chunks(COLUMNS).enumerate() {
                island.rates(columns, abreast, rho, rates);
                island.back_substitute(columns, abreast, rates, block.panel_mut(k));
                if wrt.contacts {
                    let rows = island.contact_rates(columns, abreast, rates, rho);
                    contacts.panel_mut(k).copy_from_slice(&rows);
                }
            }
            if wrt.contacts {
                out.contacts.push(contacts);
            }
        }
        out.blocks.extend(prescribed_blocks(model, work, columns));
        Ok(())
    }
}

pub(super) fn singular() -> Error {
    Error::value(
        "step",
        "has no derivative here: its linear system is singular",
        "move the state a little, or use a larger rho",
    )
}

/// Returns the next states of the prescribed bodies.
pub(in crate::step) fn prescribed_blocks<'a>(
    model: &'a Model,
    work: &'a Workspace,
    columns: &'a Columns,
) -> impl Iterator<Item = Block> + 'a {
    let all = work.bodies().enumerate();
    let prescribed = all.filter(|(i, body)| !body.is_moving() && columns.tangent_of[*i].is_some());
    prescribed.map(|(i, body)| prescribed_block(model, columns, i, body))
}

/// Returns the next state of a prescribed body: its command.
fn prescribed_block(model: &Model, columns: &Columns, index: usize, body: &BodyBlock) -> Block {
    let rates = body.state_rates();
    let states = columns.state_lanes(model, index).into_iter().enumerate();
    let mut lanes: Vec<(Lane, [f64; 12])> = states
        .map(|(k, lane)| (lane, rates.next.map(|row| row.0[k])))
        .collect();
    for d in 0..columns
        .directions()
        .map_or(0, |directions| directions.ncols())
    {
        let along = columns.direction(model, index, d);
        if along.iter().any(|&along| along != 0.0) {
            let of = |row: Lanes<12>| row.0.iter().zip(along).map(|(rate, d)| rate * d).sum();
            lanes.push((Some((d, 1.0)), rates.next.map(of)));
        }
    }
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
    let rows = (0..12).map(|k| columns.tangent(index, k));
    let ids = wanted.iter().map(|(id, ..)| *id);
    Block::new(rows, ids, |k, j| {
        let (_, unit, values) = &wanted[j];
        units[k] * unit * values[k]
    })
}
