//! Derivatives pulled back through the steps of a batch.

use super::steps::Steps;
use super::work::in_parts;
use super::{Inner, Mask, Shaped};
use crate::array::{self, Rows};
use crate::interrupt::Watch;
use crate::model::Model;
use drystone::error::Result;
use drystone::step::{Pullback, Worker, Wrt};
use numpy::PyArray1;
use pyo3::prelude::*;

/// Derivatives by states, controls and parameters, and whether there are any.
pub type Pulled<'py> = (Shaped<'py>, Shaped<'py>, Shaped<'py>, Mask<'py>);

/// Derivatives by the ends of steps, to be pulled back to their starts.
pub(super) struct Pull<'a> {
    pub model: &'a Model,
    pub steps: &'a Steps,
    pub cotangents: Rows,
    pub wrt: Wrt,
    pub rho: f64,
}

impl Pull<'_> {
    /// Pulls back through every step; there is nothing of one without a derivative.
    pub(super) fn make(&self, inner: &mut Inner, watch: &Watch) -> Result<Vec<Option<Pullback>>> {
        let Inner { pool, size, .. } = inner;
        let batch = pool.batch()?;
        let steps = self.steps;
        let jobs: Vec<usize> = (0..steps.made.len()).collect();
        let work = |worker: &mut Worker, _: usize, &k: &usize| {
            let models = steps.models.as_ref();
            let own = models.map_or(&self.model.bodies, |models| &models[k]);
            let simulator = worker.simulator(own);
            let cotangent = self.cotangents.row(k);
            let pulled = simulator.pullback(&steps.made[k], self.rho, &self.wrt, cotangent);
            pulled.ok()
        };
        Ok(in_parts(size, jobs.len(), watch, |range| {
            batch.map(&jobs[range], work, |_| ())
        }))
    }

    /// Returns the derivatives as arrays, with zeros where there are none.
    pub(super) fn arrays<'py>(
        &self,
        py: Python<'py>,
        pulled: &[Option<Pullback>],
    ) -> PyResult<Pulled<'py>> {
        let controls = &self.model.controls;
        let widths = [self.model.ndx(), controls.len(), self.wrt.parameters.len()];
        let n = pulled.len();
        let [mut x, mut u, mut p] = widths.map(|width| Vec::with_capacity(n * width));
        let start = controls.start();
        for (k, (pulled, own)) in pulled.iter().zip(&self.steps.controls).enumerate() {
            if let Some(pulled) = pulled {
                x.extend_from_slice(&pulled.state);
                controls.pulled(&pulled.inputs, own.as_ref().unwrap_or(&start), &mut u);
                p.extend_from_slice(&pulled.parameters);
            }
            for (values, width) in [&mut x, &mut u, &mut p].into_iter().zip(widths) {
                values.resize((k + 1) * width, 0.0);
            }
        }
        let ok = PyArray1::from_iter(py, pulled.iter().map(Option::is_some));
        let [x, u, p] =
            [(x, 0), (u, 1), (p, 2)].map(|(values, k)| array::shaped(py, values, &[n, widths[k]]));
        Ok((x?, u?, p?, ok))
    }
}
