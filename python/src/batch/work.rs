//! The work of a batch: states and inputs of rows, and steps of them.

use super::Inner;
use crate::array::{self, Rows};
use crate::error::argument;
use crate::interrupt::Watch;
use crate::layout;
use crate::model::Model;
use drystone::error::Result;
use drystone::step::{Step as Made, Worker};
use drystone::world::{Input as Acting, Model as Bodies, State};
use pyo3::prelude::*;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(super) type Start = (State, Acting);

/// So many members make their step before signals are looked after, at first.
pub(super) const FIRST: usize = 512;
/// Their number grows and shrinks to take about this time.
const WANTED: Duration = Duration::from_millis(60);

/// Reads controls: one row for all, or one row each.
pub(super) fn read_controls(
    model: &Model,
    u: Option<&Bound<'_, PyAny>>,
    count: usize,
) -> PyResult<Vec<Option<Vec<f64>>>> {
    let Some(u) = u else {
        return Ok(vec![None; count]);
    };
    let rows = array::rows(
        "U",
        u,
        model.nu(),
        "controls: nu numbers (model.names(\"control\"))",
    )?;
    match rows.lead[..] {
        [] => Ok(vec![Some(rows.values); count]),
        [n] if n == count => Ok(rows.iter().map(|row| Some(row.to_vec())).collect()),
        _ => {
            let why = format!(
                "has leading axes {:?}, expected ({count},) or none",
                rows.lead
            );
            Err(argument(
                "U",
                why,
                "give one row of controls for every state, or a single one",
            ))
        }
    }
}

/// Writes the states and inputs of rows into the memory of `out`.
pub(super) fn fill(
    model: &Model,
    x: &Rows,
    controls: &[Option<Vec<f64>>],
    out: &mut Vec<Start>,
) -> Result<()> {
    let base = &model.controls.base;
    out.resize_with(x.len(), || (State::default(), base.clone()));
    for (k, (state, input)) in out.iter_mut().enumerate() {
        layout::fill(&model.bodies, x.row(k), state).map_err(|e| e.within(&format!("row {k}")))?;
        match &controls[k] {
            Some(u) => model.controls.set(u, input),
            None => input.clone_from(base),
        }
    }
    Ok(())
}

/// Calls `work` with ranges of `count` members that take about the same time, until all are done or nobody waits; `size` is
/// their number, which is kept from one call to the next.
pub(super) fn in_parts<T>(
    size: &mut usize,
    count: usize,
    watch: &Watch,
    mut work: impl FnMut(std::ops::Range<usize>) -> Vec<T>,
) -> Vec<T> {
    let mut out = Vec::with_capacity(count);
    while out.len() < count && !watch.is_stopped() {
        let first = out.len();
        let clock = Instant::now();
        out.extend(work(first..count.min(first + *size)));
        watch.add(out.len() - first);
        let whole = out.len() - first == *size;
        *size = match clock.elapsed() {
            short if whole && short < WANTED / 2 => 2 * *size,
            long if long > 2 * WANTED => (*size / 2).max(8),
            _ => *size,
        };
    }
    out
}

/// Makes a step from every start.
pub(super) fn advance(
    inner: &mut Inner,
    model: &Arc<Bodies>,
    starts: &[Start],
    rho: f64,
    watch: &Watch,
) -> Result<Vec<Made>> {
    let Inner {
        pool, models, size, ..
    } = inner;
    let batch = pool.batch()?;
    let made = in_parts(size, starts.len(), watch, |range| match &*models {
        None => batch.step(model, &starts[range], rho),
        Some(models) => {
            let first = range.start;
            let step = |worker: &mut Worker, k: usize, (state, input): &Start| {
                worker.simulator(&models[first + k]).step(state, input, rho)
            };
            batch.map(&starts[range], step, |_| ())
        }
    });
    let made = made.into_iter().enumerate();
    made.map(|(k, step)| step.map_err(|e| e.within(&format!("member {k}"))))
        .collect()
}
