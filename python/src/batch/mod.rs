//! Many steps at once.

mod derivative;
mod pool;
mod pull;
mod rollout;
pub mod steps;
mod work;

use derivative::{Linearized, Request};
use pool::Pool;
use pull::{Pull, Pulled};
use steps::Steps;
use work::{FIRST, Start, advance, fill, read_controls};

use crate::array::{self, Rows};
use crate::error::{argument, exception, mismatch};
use crate::interrupt::{self, Watch};
use crate::layout;
use crate::model::{Model, with_parameters};
use crate::simulator::{gradient_rho, wrt};
use drystone::step::Step as Made;
use drystone::world::Model as Bodies;
use numpy::{PyArray1, PyArrayDyn};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

pub type Shaped<'py> = Bound<'py, PyArrayDyn<f64>>;
pub type Mask<'py> = Bound<'py, PyArray1<bool>>;

/// Makes steps of many states at once, on threads of its own; results have the same bits with any number of threads.
///
/// Parameters
/// ----------
/// model : Model
/// threads : int, optional
///     All cores by default.
#[pyclass(frozen, module = "drystone._drystone")]
pub struct Batch {
    pub model: Py<Model>,
    inner: Mutex<Inner>,
}

/// The threads, and the models of members that have some of their own.
pub struct Inner {
    pub pool: Pool,
    pub models: Option<Vec<Arc<Bodies>>>,
    /// So many members make their step before signals are looked after.
    size: usize,
    /// The memory of the starts of [`Batch::step`].
    starts: Vec<Start>,
}

impl Batch {
    pub fn lock(&self) -> PyResult<MutexGuard<'_, Inner>> {
        match self.inner.try_lock() {
            Ok(guard) => Ok(guard),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                let why = "this Batch is in use by another thread: use one Batch per thread";
                Err(PyRuntimeError::new_err(why))
            }
        }
    }
}

impl Inner {
    /// Returns the models of `count` members, if they have some of their own.
    pub fn models_of(&self, count: usize) -> PyResult<Option<&Vec<Arc<Bodies>>>> {
        match &self.models {
            Some(models) if models.len() != count => {
                let why = format!(
                    "{count} members, but parameters were set for {}",
                    models.len()
                );
                Err(argument("X", why, "give as many states, or clear_params()"))
            }
            models => Ok(models.as_ref()),
        }
    }
}

/// Makes a step of every row, whose states and inputs are written into `starts`.
fn made(
    py: Python<'_>,
    inner: &mut Inner,
    model: &Model,
    (x, controls): (&Rows, &[Option<Vec<f64>>]),
    starts: &mut Vec<Start>,
    rho: f64,
) -> PyResult<Vec<Made>> {
    inner.models_of(x.len())?;
    py.detach(|| fill(model, x, controls, starts))
        .map_err(exception)?;
    let mut work = |watch: &Watch| advance(inner, &model.bodies, starts, rho, watch);
    let made = match starts.len() < FIRST {
        true => py.detach(|| work(&Watch::default())),
        false => interrupt::long(py, starts.len(), None, work)?,
    };
    made.map_err(exception)
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (model, *, threads=None))]
    fn new(model: Py<Model>, threads: Option<usize>) -> PyResult<Self> {
        let wanted = match threads.map(NonZeroUsize::new) {
            None => None,
            Some(Some(threads)) => Some(threads),
            Some(None) => return Err(argument("threads", "is 0", "use 1 or more")),
        };
        Ok(Self {
            model,
            inner: Mutex::new(Inner {
                pool: Pool::new(wanted).map_err(exception)?,
                models: None,
                size: FIRST,
                starts: Vec::new(),
            }),
        })
    }

    /// The model.
    #[getter]
    fn model(&self, py: Python<'_>) -> Py<Model> {
        self.model.clone_ref(py)
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> PyResult<usize> {
        Ok(self.lock()?.pool.threads())
    }

    /// Give every member values of its own for some parameters; they hold until `clear_params`.
    ///
    /// Parameters
    /// ----------
    /// names : str or sequence of str
    ///     Names of `model.names("parameter")`.
    /// values : array_like [n, len(names)], or [n] for a single name
    fn set_params(
        &self,
        py: Python<'_>,
        names: &Bound<'_, PyAny>,
        values: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (names, values) = match names.extract::<String>() {
            Ok(name) => {
                let array::Numbers { values, shape } = array::numbers("values", values)?;
                if !matches!(shape[..], [_] | [_, 1]) {
                    let why = format!("has shape {shape:?}, expected [n]");
                    return Err(argument("values", why, "give one value per member"));
                }
                (vec![name], values)
            }
            Err(_) => {
                let names: Vec<String> = names.extract()?;
                if names.is_empty() {
                    let fix = "name some, or clear_params()";
                    return Err(argument("names", "there are none", fix));
                }
                let rows = array::matrix("values", values, names.len(), "one value per name")?;
                (names, rows.values)
            }
        };
        let bodies = &self.model.get().bodies;
        let models: PyResult<Vec<_>> = py.detach(|| {
            let each = values.chunks_exact(names.len());
            each.map(|values| with_parameters(bodies, &names, values).map(Arc::new))
                .collect()
        });
        self.lock()?.models = Some(models?);
        Ok(())
    }

    /// Give all members the model of the batch again.
    fn clear_params(&self) -> PyResult<()> {
        self.lock()?.models = None;
        Ok(())
    }

    /// Make one step of every state.
    ///
    /// Parameters
    /// ----------
    /// X : array_like [n, nx]
    /// U : array_like [n, nu] or [nu], optional
    ///     The controls; by default those that change nothing.
    /// rho : float, optional
    ///     The relaxation; by default that of the scene.
    ///
    /// Returns
    /// -------
    /// X1 : ndarray [n, nx]
    ///     The states at the end; where a step has no solution, that at the start.
    /// ok : ndarray [n] of bool
    ///     Whether each step was solved.
    #[pyo3(signature = (X, U=None, *, rho=None))]
    #[expect(non_snake_case, reason = "arrays of many states have capitals")]
    fn step<'py>(
        &self,
        py: Python<'py>,
        X: &Bound<'py, PyAny>,
        U: Option<&Bound<'py, PyAny>>,
        rho: Option<f64>,
    ) -> PyResult<(Shaped<'py>, Mask<'py>)> {
        let model = self.model.get();
        let nx = layout::nx(&model.bodies);
        let x = array::matrix("X", X, nx, "a state")?;
        let controls = read_controls(model, U, x.len())?;
        let mut inner = self.lock()?;
        let inner = &mut *inner;
        let mut starts = std::mem::take(&mut inner.starts);
        let made = made(
            py,
            inner,
            model,
            (&x, &controls),
            &mut starts,
            model.rho_or(rho),
        );
        inner.starts = starts;
        let made = made?;
        let (values, ok): (Vec<f64>, Vec<bool>) = py.detach(|| {
            let mut out = Vec::with_capacity(nx * made.len());
            let ok = made.iter().map(|step| step.status.solved).collect();
            made.into_iter()
                .for_each(|step| layout::write(&model.bodies, &step.state, &mut out));
            (out, ok)
        });
        let x = array::shaped(py, values, &[ok.len(), nx])?;
        Ok((x, PyArray1::from_vec(py, ok)))
    }

    /// Make one step of every state as `step` does, and keep what derivatives need.
    ///
    /// Returns
    /// -------
    /// Steps
    #[pyo3(signature = (X, U=None, *, rho=None))]
    #[expect(non_snake_case, reason = "arrays of many states have capitals")]
    fn forward(
        &self,
        py: Python<'_>,
        X: &Bound<'_, PyAny>,
        U: Option<&Bound<'_, PyAny>>,
        rho: Option<f64>,
    ) -> PyResult<Steps> {
        let model = self.model.get();
        let x = array::matrix("X", X, layout::nx(&model.bodies), "a state")?;
        let controls = read_controls(model, U, x.len())?;
        let rho = model.rho_or(rho);
        let mut inner = self.lock()?;
        let mut starts = Vec::new();
        let made = made(py, &mut inner, model, (&x, &controls), &mut starts, rho)?;
        Ok(Steps {
            model: self.model.clone_ref(py),
            models: inner.models.clone(),
            made,
            starts,
            controls,
            rho,
        })
    }

    /// Pull derivatives back through steps: one transposed solve each.
    ///
    /// Parameters
    /// ----------
    /// steps : Steps
    /// cotangents : array_like [n, ndx]
    /// rho : float, optional
    ///     The relaxation of the derivatives; by default that of the steps.
    /// params : sequence of str
    ///
    /// Returns
    /// -------
    /// xbar : ndarray [n, ndx]
    /// ubar : ndarray [n, nu]
    /// pbar : ndarray [n, len(params)]
    /// ok : ndarray [n] of bool
    ///     Where False, the step has no derivative and its rows are zero.
    #[pyo3(signature = (steps, cotangents, *, rho=None, params=Vec::new()))]
    fn vjp<'py>(
        &self,
        py: Python<'py>,
        steps: &Bound<'py, Steps>,
        cotangents: &Bound<'py, PyAny>,
        rho: Option<f64>,
        params: Vec<String>,
    ) -> PyResult<Pulled<'py>> {
        let (model, steps) = (self.model.get(), steps.get());
        if !model.fits(steps.model.get()) {
            return Err(mismatch(py, "steps"));
        }
        let n = steps.made.len();
        let of = "one number per tangent";
        let cotangents = array::matrix("cotangents", cotangents, model.ndx(), of)?;
        if cotangents.len() != n {
            let why = format!("has {} rows, the steps are {n}", cotangents.len());
            return Err(argument("cotangents", why, "give one row per step"));
        }
        let pull = Pull {
            model,
            steps,
            cotangents,
            wrt: wrt(&model.bodies, &params)?,
            rho: gradient_rho(rho, steps.rho)?,
        };
        let mut inner = self.lock()?;
        let inner = &mut *inner;
        let pulled = interrupt::long(py, n, None, |watch| pull.make(inner, watch))?;
        pull.arrays(py, &pulled.map_err(exception)?)
    }

    /// Make one step of every state and differentiate it.
    ///
    /// Parameters
    /// ----------
    /// X : array_like [n, nx]
    /// U : array_like [n, nu] or [nu], optional
    /// rho, grad_rho : float, optional
    ///     The relaxations of the steps and of their derivatives (by default the same).
    /// params : sequence of str
    /// coordinates : {"bodies", "joints"}
    ///     With "joints" the tangents are those of the joint space: 2 joint_nv.
    ///
    /// Returns
    /// -------
    /// X1 : ndarray [n, nx]
    /// A : ndarray [n, ndx, ndx]
    /// B : ndarray [n, ndx, nu]
    /// P : ndarray [n, ndx, len(params)]
    /// ok : ndarray [n] of bool
    ///     Where False, the step has no derivative and its matrices are zero.
    #[pyo3(signature = (X, U=None, *, rho=None, grad_rho=None, params=Vec::new(), coordinates="bodies"))]
    #[expect(non_snake_case, reason = "arrays of many states have capitals")]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn linearize<'py>(
        &self,
        py: Python<'py>,
        X: &Bound<'py, PyAny>,
        U: Option<&Bound<'py, PyAny>>,
        rho: Option<f64>,
        grad_rho: Option<f64>,
        params: Vec<String>,
        coordinates: &str,
    ) -> PyResult<Linearized<'py>> {
        let model = self.model.get();
        let x = array::matrix("X", X, layout::nx(&model.bodies), "a state")?;
        let controls = read_controls(model, U, x.len())?;
        let rho = model.rho_or(rho);
        let request = Request {
            rho,
            gradient_rho: gradient_rho(grad_rho, rho)?,
            wrt: wrt(&model.bodies, &params)?,
            joints: model.in_joints(coordinates)?,
        };
        let mut inner = self.lock()?;
        inner.models_of(x.len())?;
        let inner = &mut *inner;
        let mut starts = Vec::new();
        let filled = py.detach(|| fill(model, &x, &controls, &mut starts));
        filled.map_err(exception)?;
        let work = |watch: &Watch| request.make(inner, &model.bodies, &starts, watch);
        let made = interrupt::long(py, starts.len(), None, work)?.map_err(exception)?;
        request.arrays(py, model, &made, &controls)
    }

    /// Make many steps of every state.
    ///
    /// Parameters
    /// ----------
    /// X0 : array_like [n, nx]
    /// Us : array_like [n, T, nu] or [T, nu], optional
    ///     The controls of every step; by default those that change nothing, for `steps` steps.
    /// steps : int, optional
    ///     Number of steps without `Us`.
    /// rho : float, optional
    /// progress : callable, optional
    ///     It is called with the number of steps done and their total.
    ///
    /// Returns
    /// -------
    /// Xs : ndarray [n, T + 1, nx]
    ///     States from the start on. After a step without a solution the last state is repeated.
    /// ok : ndarray [n, T] of bool
    ///     Whether each step was solved.
    #[pyo3(signature = (X0, Us=None, *, steps=None, rho=None, progress=None))]
    #[expect(non_snake_case, reason = "arrays of many states have capitals")]
    fn rollout<'py>(
        &self,
        py: Python<'py>,
        X0: &Bound<'py, PyAny>,
        Us: Option<&Bound<'py, PyAny>>,
        steps: Option<usize>,
        rho: Option<f64>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Shaped<'py>, Bound<'py, PyArrayDyn<bool>>)> {
        rollout::rollout(self, py, (X0, Us), steps, rho, progress)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let model = self.model.bind(py).repr()?;
        Ok(format!("Batch({model}, threads={})", self.threads()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (py, own) = (slf.py(), slf.get());
        let function = py.import("drystone._pickles")?.getattr("batch")?;
        let arguments = (own.model.clone_ref(py), own.threads()?);
        Ok((function, arguments.into_pyobject(py)?.into_any()))
    }
}
