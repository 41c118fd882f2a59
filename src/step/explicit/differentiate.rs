//! The derivative of an explicit step, by the chain rule through its stages.

use super::panel::Panel;
use crate::contact::Block;
use crate::step::Simulator;
use crate::step::contacts::CONTACT;
use crate::step::gradient::matrix::Block as Matrix;
use crate::step::gradient::{Columns, LeafGradient, Quality, Wrt, prescribed_blocks};
use crate::step::simulator::Task;
use crate::step::solution::Leaf;
use crate::world::Integrator;
use nalgebra::DMatrix;
use std::sync::Arc;

impl Simulator {
    /// Differentiates an explicit step, in the buffers of `out`.
    pub(in crate::step) fn differentiate_explicitly(
        &mut self,
        leaf: &Leaf,
        columns: &Columns,
        wrt: &Wrt,
        out: &mut LeafGradient,
    ) {
        let model = Arc::clone(&self.model);
        let task = Task::of_leaf(leaf);
        let all = columns.with_state_and_inputs();
        let start = self.begin_stages(&task);
        let mut panels = Panel::all(&model, &all, &self.work);
        let points = self.go_through_stages(&task, start, |work, stage, points| {
            work.visit_pairs(&model, |(still, sides)| {
                let block = &mut still.part.block;
                block.condense(sides, still.bodies, task.rho, |_, _, _| {});
                block.prepare_rates(sides);
            });
            for panel in &mut panels {
                panel.advance(work, stage, points, task.rho);
            }
        });
        let mut next = DMatrix::zeros(all.tangents, all.count);
        for panel in &mut panels {
            if model.integrator() == Integrator::Euler {
                panel.drift_at_the_end(&self.work, &points);
            }
            panel.visit_ends(&points, |row, column, value| next[(row, column)] = value);
        }
        let prescribed: Vec<Matrix> = prescribed_blocks(&model, &self.work, &all).collect();
        next += Matrix::dense(&prescribed, 0..all.tangents, 0..all.count);
        out.quality = Quality::default();
        out.blocks = vec![Matrix::from_dense(&columns.taken_from(&all, &next))];
        out.contacts.clear();
        if wrt.contacts {
            let rows = contact_rows(&panels, all.count);
            let rows = columns.taken_from(&all, &rows);
            out.contacts.push(Matrix::from_dense(&rows));
        }
    }
}

/// Returns the derivatives of all contacts.
fn contact_rows(panels: &[Panel], count: usize) -> DMatrix<f64> {
    let pairs = panels.first().map_or(0, |panel| panel.contacts.len());
    let touches = |pair: &usize| panels.iter().any(|panel| panel.contacts[*pair].is_some());
    let touching: Vec<usize> = (0..pairs).filter(touches).collect();
    let mut out = DMatrix::zeros(CONTACT * touching.len(), count);
    for panel in panels {
        for (k, &pair) in touching.iter().enumerate() {
            let rows = panel.contacts[pair].iter().flat_map(|rates| rates.rows());
            for (row, lanes) in rows.enumerate() {
                panel.visit_row(lanes, |id, value| out[(CONTACT * k + row, id)] = value);
            }
        }
    }
    out
}
