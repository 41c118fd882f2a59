//! The adjoint: a weight of the next state pulled back to state, input and parameters by one
//! transposed solve per island.

use super::columns::{Columns, Coordinates, Wrt};
use super::density::DensityChain;
use super::differentiate::{prescribed_blocks, singular};
use super::value::{Gradient, Pullback, Quality};
use crate::error::{Error, Result};
use crate::math::lanes::Lanes;
use crate::step::Step;
use crate::step::island::COLUMNS;
use crate::step::simulator::Simulator;
use crate::step::solution::Leaf;

impl Simulator {
    /// Returns `cotangent`^T times the derivative of a solved step at relaxation `rho`: `cotangent` has 2 nv
    /// numbers, one per tangent of the next state. One solve, however many columns `wrt` has.
    ///
    /// # Errors
    /// As [`Self::gradient`], and when the cotangent has another length or is not finite.
    pub fn pullback(
        &mut self,
        step: &Step,
        rho: f64,
        wrt: &Wrt,
        cotangent: &[f64],
    ) -> Result<Pullback> {
        self.check_request(step, rho, wrt)?;
        let chain = DensityChain::new(&self.model, wrt)?;
        let columns = Columns::new(&self.model, wrt, &chain.through);
        let wrong = match cotangent.iter().position(|c| !c.is_finite()) {
            _ if cotangent.len() != columns.tangents => Some(format!("{}", cotangent.len())),
            Some(k) => Some(format!("{} at [{k}]", cotangent[k])),
            None => None,
        };
        if let Some(wrong) = wrong {
            let why = format!("must be {} finite numbers, got {wrong}", columns.tangents);
            return Err(Error::value(
                "cotangent",
                why,
                "one per tangent of the next state",
            ));
        }
        let mut elsewhere = Step::default();
        let at = if rho == step.status.rho {
            step
        } else {
            self.locate(step, step, rho, &mut elsewhere)?;
            &elsewhere
        };
        let (total, quality) = match at.solution.leaves() {
            [leaf] if self.model.integrator().is_implicit() => {
                self.pull_back_leaf(leaf, &columns, cotangent)?
            }
            [_] => {
                let mut gradient = Gradient::default();
                self.differentiate(at, rho, wrt, Coordinates::Bodies, &mut gradient)?;
                (gradient.weighted(cotangent), gradient.quality)
            }
            leaves => self.pull_back_leaves(leaves, &columns, cotangent)?,
        };
        Ok(Pullback {
            state: total[columns.state_range()].to_vec(),
            inputs: total[columns.input_range()].to_vec(),
            parameters: total[columns.parameter_range()].to_vec(),
            quality: quality.of(&at.status),
            density: chain.pulled(
                &total[columns.parameter_range().end..],
                wrt.parameters.len(),
            ),
        })
    }

    /// Pulls weights back through one solve at its own relaxation.
    pub(super) fn pull_back_leaf(
        &mut self,
        leaf: &Leaf,
        columns: &Columns,
        cotangent: &[f64],
    ) -> Result<(Vec<f64>, Quality)> {
        let (model, work, rates) = (&self.model, &mut self.work, &mut self.rates);
        let rho = leaf.rho;
        work.restore(model, leaf);
        let mut out = vec![0.0; columns.count];
        let mut quality = Quality {
            modified: work.has_other_rows(model),
            ..Quality::default()
        };
        for k in 0..work.island_count() {
            let mut island = work.island(model, k);
            quality.add_island(&island.linearize(rho).ok_or_else(singular)?);
            let own = island.columns(columns);
            let rows = island.state_rows(columns);
            let mut weights: Vec<f64> = rows.map(|i| cotangent[i]).collect();
            island.begin_rates(rates);
            let projection = island.pull_projection(rates, &mut weights);
            let pulled = island.pull_back(rates, &weights, &projection);
            for abreast in own.chunks(COLUMNS) {
                island.rates(columns, abreast, rho, rates);
                let rows = rates.rhs.iter().zip(&pulled);
                let rows = rows.chain(rates.next.iter().zip(&weights));
                let sum = rows.fold(Lanes::ZERO, |sum, (row, weight)| sum + *row * *weight);
                let sum = sum + island.pulled_columns(columns, abreast, rates, &projection);
                for (column, value) in abreast.iter().zip(sum.0) {
                    out[column.id] += value;
                }
            }
        }
        for block in prescribed_blocks(model, work, columns) {
            block.add_weighted(cotangent, &mut out);
        }
        Ok((out, quality))
    }
}
