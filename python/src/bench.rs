//! The time of steps without Python, which benches/python compares with.

use crate::array;
use crate::error::exception;
use crate::layout;
use crate::model::Model;
use drystone::step::{Batch, Simulator, Step};
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::time::Instant;

/// Return the seconds that one step of every state takes in Rust, repeated `rounds` times: one after another in one simulator,
/// or with `threads` in a batch.
#[pyfunction]
#[pyo3(signature = (model, X, *, rounds, threads=None))]
#[expect(non_snake_case, reason = "arrays of many states have capitals")]
pub fn seconds_of_steps(
    py: Python<'_>,
    model: &Bound<'_, Model>,
    X: &Bound<'_, PyAny>,
    rounds: usize,
    threads: Option<usize>,
) -> PyResult<f64> {
    let model = model.get();
    let x = array::matrix("X", X, layout::nx(&model.bodies), "a state")?;
    let states = layout::states(&model.bodies, &x)?;
    let (base, rho) = (&model.controls.base, model.rho_or(None));
    let starts: Vec<_> = states
        .into_iter()
        .map(|state| (state, base.clone()))
        .collect();
    let time = py.detach(|| {
        if let Some(threads) = threads.and_then(NonZeroUsize::new) {
            let mut batch = Batch::new(Some(threads))?;
            let clock = Instant::now();
            for _ in 0..rounds {
                drop(batch.step(&model.bodies, &starts, rho));
            }
            return Ok(clock.elapsed().as_secs_f64());
        }
        let mut simulator = Simulator::new(model.bodies.clone());
        let mut out = Step::default();
        let clock = Instant::now();
        for (state, input) in (0..rounds).flat_map(|_| &starts) {
            simulator.step_into(state, input, rho, &mut out)?;
        }
        Ok(clock.elapsed().as_secs_f64())
    });
    time.map_err(exception)
}
