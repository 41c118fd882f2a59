//! The steps of a batch, kept for their derivatives.

use crate::array;
use crate::layout;
use crate::model::Model;
use crate::step::Step;
use drystone::step::Step as Made;
use drystone::world::{Input as Acting, Model as Bodies, State};
use numpy::{PyArray1, PyArrayDyn};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use std::sync::Arc;

/// Steps of many states, with what `Batch.vjp` needs of them.
#[pyclass(frozen, module = "drystone._drystone")]
pub struct Steps {
    pub model: Py<Model>,
    /// The model of every member, if members have models of their own.
    pub models: Option<Vec<Arc<Bodies>>>,
    pub starts: Vec<(State, Acting)>,
    pub controls: Vec<Option<Vec<f64>>>,
    pub made: Vec<Made>,
    pub rho: f64,
}

#[pymethods]
impl Steps {
    /// The states at the end, float64 [n, nx].
    #[getter]
    fn x<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        let bodies = &self.model.get().bodies;
        let nx = layout::nx(bodies);
        let mut out = Vec::with_capacity(nx * self.made.len());
        self.made
            .iter()
            .for_each(|step| layout::write(bodies, &step.state, &mut out));
        array::shaped(py, out, &[self.made.len(), nx])
    }

    /// Whether each step was solved, bool [n].
    #[getter]
    fn ok<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_iter(py, self.made.iter().map(|step| step.status.solved))
    }

    fn __len__(&self) -> usize {
        self.made.len()
    }

    fn __getitem__(&self, py: Python<'_>, k: isize) -> PyResult<Step> {
        let count = self.made.len();
        let k = if k < 0 { k + count as isize } else { k };
        let found = usize::try_from(k).ok().filter(|&k| k < count);
        let k = found.ok_or_else(|| PyIndexError::new_err(format!("there are {count} steps")))?;
        if self.models.is_some() {
            let why = "members have models of their own: make the step with model.with_params(...)";
            return Err(PyIndexError::new_err(why));
        }
        let (before, input) = self.starts[k].clone();
        Ok(Step {
            model: self.model.clone_ref(py),
            step: self.made[k].clone(),
            before,
            input,
            u: self.controls[k].clone(),
            rho: self.rho,
        })
    }

    fn __repr__(&self) -> String {
        let solved = self.made.iter().filter(|step| step.status.solved).count();
        format!("Steps({} of {} solved)", solved, self.made.len())
    }
}
