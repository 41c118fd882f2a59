//! The derivative of an explicit step, by the chain rule through its stages.

use super::contacts::StageContacts;
use super::panel::Panel;
use crate::contact::Block;
use crate::step::Simulator;
use crate::step::contacts::CONTACT;
use crate::step::gradient::matrix::Block as Matrix;
use crate::step::gradient::{Columns, LeafGradient, Quality, Wrt, prescribed_blocks};
use crate::step::island::TangentEntries;
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
        let mut contacts = StageContacts::default();
        let points = self.go_through_stages(&task, start, |work, stage, points| {
            work.visit_pairs(&model, |(still, sides)| {
                let block = &mut still.part.block;
                block.condense(
                    sides,
                    still.bodies,
                    task.rho,
                    TangentEntries::none().visitor(),
                );
                block.prepare_rates(sides);
            });
            contacts.add(&model, work, stage.weight);
            for panel in &mut panels {
                panel.advance(work, (stage, points), task.rho, &contacts);
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
            let rows = contact_rows(&panels, contacts.contacts.len(), all.count);
            let rows = columns.taken_from(&all, &rows);
            out.contacts.push(Matrix::from_dense(&rows));
        }
    }
}

/// Returns the derivatives of so many contacts, by so many columns.
fn contact_rows(panels: &[Panel], contacts: usize, columns: usize) -> DMatrix<f64> {
    let mut out = DMatrix::zeros(CONTACT * contacts, columns);
    for panel in panels {
        let rows = panel.contacts.rows.iter().flatten();
        for (row, lanes) in rows.enumerate() {
            panel.visit_row(lanes, |id, value| out[(row, id)] = value);
        }
    }
    out
}
