//! Many runs at once.

use super::{Batch, Inner, Shaped};
use crate::array::{self, Rows};
use crate::error::{argument, exception};
use crate::interrupt::{self, Watch};
use crate::layout;
use crate::model::Model;
use drystone::error::Result;
use drystone::step::{Inputs, Member, Sensitivity, Step};
use drystone::world::{Input, State};
use numpy::PyArrayDyn;
use pyo3::prelude::*;
use std::ops::ControlFlow;

/// The controls of all steps of all members.
struct Controls {
    rows: Option<Rows>,
    steps: usize,
    /// Whether every member has controls of its own.
    own: bool,
}

impl Controls {
    fn read(
        model: &Model,
        us: Option<&Bound<'_, PyAny>>,
        steps: Option<usize>,
        members: usize,
    ) -> PyResult<Self> {
        let Some(us) = us else {
            let Some(steps) = steps else {
                return Err(argument(
                    "steps",
                    "is missing, and so is Us",
                    "give one of them",
                ));
            };
            return Ok(Self {
                rows: None,
                steps,
                own: false,
            });
        };
        let rows = array::rows(
            "Us",
            us,
            model.nu(),
            "controls: nu numbers (model.names(\"control\"))",
        )?;
        let (count, own) = match rows.lead[..] {
            [count] => (count, false),
            [n, count] if n == members => (count, true),
            _ => {
                let why = format!(
                    "has leading axes {:?}, expected ({members}, T) or (T,)",
                    rows.lead
                );
                return Err(argument("Us", why, "give the controls of every step"));
            }
        };
        if steps.is_some_and(|steps| steps != count) {
            let why = format!("Us has {count} steps");
            return Err(argument("steps", why, "leave it out"));
        }
        Ok(Self {
            rows: Some(rows),
            steps: count,
            own,
        })
    }

    /// Writes the input of step `k` of a member.
    fn set(&self, model: &Model, member: usize, k: usize, input: &mut Input) {
        if k == 0 {
            input.clone_from(&model.controls.base);
        }
        if let Some(rows) = &self.rows {
            let first = if self.own { member * self.steps } else { 0 };
            model.controls.set(rows.row(first + k), input);
        }
    }
}

/// The states of a run and whether its steps were solved, as a watcher sees them.
struct Seen {
    states: Vec<f64>,
    ok: Vec<bool>,
}

/// Makes the runs from some states; every run has the states at its nodes one after another.
fn run(
    inner: &mut Inner,
    model: &Model,
    firsts: &[State],
    controls: &Controls,
    rho: f64,
    watch: &Watch,
) -> Result<Vec<Seen>> {
    let (bodies, models) = (&model.bodies, inner.models.as_ref());
    let batch = inner.pool.batch()?;
    let acts: Vec<_> = (0..firsts.len())
        .map(|i| move |k: usize, _: &State, input: &mut Input| controls.set(model, i, k, input))
        .collect();
    let members = firsts.iter().enumerate().map(|(i, first)| Member {
        model: models.map_or(bodies, |models| &models[i]),
        first,
        inputs: Inputs::Function(&acts[i]),
        steps: controls.steps,
        rho,
        sensitivity: Sensitivity::None,
    });
    let members: Vec<Member> = members.collect();
    let begin = |i: usize| {
        let mut states = Vec::with_capacity((controls.steps + 1) * layout::nx(bodies));
        layout::write(bodies, &firsts[i], &mut states);
        let ok = Vec::with_capacity(controls.steps);
        Seen { states, ok }
    };
    let see = |seen: &mut Seen, _: usize, step: &Step| {
        layout::write(bodies, &step.state, &mut seen.states);
        seen.ok.push(step.status.solved);
        watch.add(1);
        match watch.is_stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let runs = batch
        .watch(&members, begin, see, |_| ())
        .into_iter()
        .enumerate();
    runs.map(|(i, (run, seen))| {
        run.map_err(|e| e.within(&format!("member {i}")))?;
        Ok(seen)
    })
    .collect()
}

/// Makes many steps of every state; see [`Batch`].
pub fn rollout<'py>(
    batch: &Batch,
    py: Python<'py>,
    (x0, us): (&Bound<'py, PyAny>, Option<&Bound<'py, PyAny>>),
    steps: Option<usize>,
    rho: Option<f64>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Shaped<'py>, Bound<'py, PyArrayDyn<bool>>)> {
    let model = batch.model.get();
    let nx = layout::nx(&model.bodies);
    let x0 = array::matrix("X0", x0, nx, "a state")?;
    let firsts = layout::states(&model.bodies, &x0)?;
    let controls = Controls::read(model, us, steps, firsts.len())?;
    let rho = model.rho_or(rho);
    let mut inner = batch.lock()?;
    let inner = &mut *inner;
    inner.models_of(firsts.len())?;
    let (n, count) = (firsts.len(), controls.steps);
    let made = interrupt::long(py, n * count, progress, |watch| {
        run(inner, model, &firsts, &controls, rho, watch)
    })?;
    let made = made.map_err(exception)?;
    let (states, ok) = py.detach(|| {
        let mut states = Vec::with_capacity(n * (count + 1) * nx);
        let mut ok = Vec::with_capacity(n * count);
        for seen in &made {
            let last = &seen.states[seen.states.len() - nx..];
            states.extend_from_slice(&seen.states);
            for _ in seen.ok.len()..count {
                states.extend_from_slice(last);
            }
            ok.extend_from_slice(&seen.ok);
            ok.resize(ok.len() + count - seen.ok.len(), false);
        }
        (states, ok)
    });
    Ok((
        array::shaped(py, states, &[n, count + 1, nx])?,
        array::shaped(py, ok, &[n, count])?,
    ))
}
