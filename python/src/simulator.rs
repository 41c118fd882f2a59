//! One simulation at a time.

use crate::array;
use crate::error::{argument, exception, mismatch};
use crate::input::Input;
use crate::inverse::Inverse;
use crate::linearization::Linearization;
use crate::lock::without_lock;
use crate::model::Model;
use crate::step::Step;
use drystone::error::Result;
use drystone::step::{LARGEST_RHO, SMALLEST_GRADIENT_RHO, Simulator as Stepper, Wrt};
use drystone::world::{Input as Acting, Model as Bodies};
use numpy::PyArray1;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, TryLockError};

type Vector<'py> = Bound<'py, PyArray1<f64>>;

/// Steps a model; it holds scratch memory only, nothing that can change a result. Use one per thread.
///
/// Parameters
/// ----------
/// model : Model
/// threads : int
///     Threads for groups of bodies that do not touch each other; results have the same bits with any number.
/// precise : bool
///     Steps end at rounding, for differences of your own.
#[pyclass(frozen, module = "drystone._drystone")]
pub struct Simulator {
    model: Py<Model>,
    threads: usize,
    precise: bool,
    inner: Mutex<Stepper>,
}

impl Simulator {
    pub(crate) fn lock(&self) -> PyResult<MutexGuard<'_, Stepper>> {
        match self.inner.try_lock() {
            Ok(guard) => Ok(guard),
            // What a panic left is scratch.
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                let why =
                    "this Simulator is in use by another thread: use one Simulator per thread";
                Err(PyRuntimeError::new_err(why))
            }
        }
    }
}

/// Returns what a derivative is asked by.
pub fn wrt(model: &Bodies, params: &[String]) -> PyResult<Wrt> {
    let parameters = params.iter().map(|name| model.parameter(name));
    Ok(Wrt {
        parameters: parameters.collect::<Result<_>>().map_err(exception)?,
        ..Wrt::state_and_inputs()
    })
}

/// Returns the relaxation of a derivative: that asked for, else that of the step, as far as derivatives go.
pub fn gradient_rho(rho: Option<f64>, of_step: f64) -> PyResult<f64> {
    let rho = rho.unwrap_or_else(|| of_step.max(SMALLEST_GRADIENT_RHO));
    match (SMALLEST_GRADIENT_RHO..=LARGEST_RHO).contains(&rho) {
        true => Ok(rho),
        false => {
            let why = format!(
                "must be from {SMALLEST_GRADIENT_RHO:e} to {LARGEST_RHO} for a derivative, got {rho}"
            );
            Err(argument("rho", why, "e.g. 1e-6 (stiff) to 1e-2 (smooth)"))
        }
    }
}

#[pymethods]
impl Simulator {
    #[new]
    #[pyo3(signature = (model, *, threads=1, precise=false))]
    fn new(model: Bound<'_, Model>, threads: usize, precise: bool) -> PyResult<Self> {
        let bodies = &model.get().bodies;
        let inner = match (NonZeroUsize::new(threads), precise) {
            (Some(NonZeroUsize::MIN), false) => Stepper::new(bodies.clone()),
            (Some(NonZeroUsize::MIN), true) => Stepper::precise(bodies.clone()),
            (Some(threads), false) => {
                Stepper::with_threads(bodies.clone(), threads).map_err(exception)?
            }
            (None, _) => return Err(argument("threads", "is 0", "use 1 or more")),
            (Some(_), true) => {
                let fix = "leave one of threads and precise out";
                return Err(argument("precise", "has one thread only", fix));
            }
        };
        Ok(Self {
            model: model.unbind(),
            threads,
            precise,
            inner: Mutex::new(inner),
        })
    }

    /// The model.
    #[getter]
    fn model(&self, py: Python<'_>) -> Py<Model> {
        self.model.clone_ref(py)
    }

    /// Make one step.
    ///
    /// Parameters
    /// ----------
    /// x : array_like [nx]
    ///     The state at the start.
    /// u : array_like [nu] or Input, optional
    ///     The controls; by default those that change nothing (`model.control`).
    /// rho : float, optional
    ///     The relaxation, 1e-10 to 0.1; by default that of the scene.
    ///
    /// Returns
    /// -------
    /// Step
    ///     Also where the step was not solved: see `Step.solved`, `Step.check`.
    #[pyo3(signature = (x, u=None, *, rho=None))]
    fn step(
        &self,
        py: Python<'_>,
        x: &Bound<'_, PyAny>,
        u: Option<&Bound<'_, PyAny>>,
        rho: Option<f64>,
    ) -> PyResult<Step> {
        let model = self.model.get();
        let before = model.state("x", x)?;
        let (input, u) = acting(model, u)?;
        let rho = model.rho_or(rho);
        let mut inner = self.lock()?;
        let inner = &mut *inner;
        let step = without_lock(py, || inner.step(&before, &input, rho));
        Ok(Step {
            model: self.model.clone_ref(py),
            step: step.map_err(exception)?,
            before,
            input,
            u,
            rho,
        })
    }

    /// Differentiate a solved step.
    ///
    /// Parameters
    /// ----------
    /// step : Step
    /// rho : float, optional
    ///     The relaxation of the derivative, 1e-9 to 0.1; by default that of the step. A larger one smooths: contact is felt
    ///     across a gap.
    /// params : sequence of str
    ///     Names of `model.names("parameter")`, the columns of P.
    /// density : bool
    ///     `Linearization.density` is what mass properties that follow the shapes add to P.
    /// contacts : bool
    ///     `Linearization.contacts` are the derivatives of the contacts.
    /// coordinates : {"bodies", "joints"}
    ///     With "joints" A is [2 joint_nv, 2 joint_nv], by the tangents of the joint space.
    ///
    /// Returns
    /// -------
    /// Linearization
    #[pyo3(signature = (step, *, rho=None, params=Vec::new(), density=false, contacts=false, coordinates="bodies"))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn linearize(
        &self,
        py: Python<'_>,
        step: &Bound<'_, Step>,
        rho: Option<f64>,
        params: Vec<String>,
        density: bool,
        contacts: bool,
        coordinates: &str,
    ) -> PyResult<Linearization> {
        let (model, step) = (self.model.get(), step.get());
        self.check(py, step)?;
        let joints = model.in_joints(coordinates)?;
        let wrt = Wrt {
            density,
            contacts,
            ..wrt(&model.bodies, &params)?
        };
        let rho = gradient_rho(rho, step.step.status.rho)?;
        let u = step.u.clone().unwrap_or_else(|| model.controls.start());
        let mut inner = self.lock()?;
        let inner = &mut *inner;
        if joints {
            let made = without_lock(py, || inner.joint_gradient(&step.step, rho, &wrt));
            return Linearization::of_joints(py, model, &made.map_err(exception)?, &u, rho);
        }
        let made = without_lock(py, || inner.gradient(&step.step, rho, &wrt));
        Linearization::of_bodies(py, model, &made.map_err(exception)?, &u, contacts)
    }

    /// Pull a derivative back through a solved step: one transposed solve.
    ///
    /// Parameters
    /// ----------
    /// step : Step
    /// cotangent : array_like [ndx]
    ///     The derivative of a number by the tangents of the state at the end.
    /// rho : float, optional
    ///     The relaxation of the derivative.
    /// params : sequence of str
    /// density : bool
    ///     The parameters of shapes change the mass properties, too.
    ///
    /// Returns
    /// -------
    /// xbar : ndarray [ndx]
    ///     The derivative by the tangents of the state at the start.
    /// ubar : ndarray [nu]
    /// pbar : ndarray [len(params)]
    #[pyo3(signature = (step, cotangent, *, rho=None, params=Vec::new(), density=false))]
    fn vjp<'py>(
        &self,
        py: Python<'py>,
        step: &Bound<'py, Step>,
        cotangent: &Bound<'py, PyAny>,
        rho: Option<f64>,
        params: Vec<String>,
        density: bool,
    ) -> PyResult<(Vector<'py>, Vector<'py>, Vector<'py>)> {
        let (model, step) = (self.model.get(), step.get());
        self.check(py, step)?;
        let cotangent = array::row(
            "cotangent",
            cotangent,
            model.ndx(),
            "one number per tangent",
        )?;
        let wrt = Wrt {
            density,
            ..wrt(&model.bodies, &params)?
        };
        let rho = gradient_rho(rho, step.step.status.rho)?;
        let mut inner = self.lock()?;
        let inner = &mut *inner;
        let pulled = without_lock(py, || inner.pullback(&step.step, rho, &wrt, &cotangent));
        let pulled = pulled.map_err(exception)?;
        let u = step.u.clone().unwrap_or_else(|| model.controls.start());
        let mut by_controls = Vec::new();
        model.controls.pulled(&pulled.inputs, &u, &mut by_controls);
        let both = pulled.parameters.iter().zip(&pulled.density);
        let parameters = match density {
            true => both.map(|(held, following)| held + following).collect(),
            false => pulled.parameters,
        };
        let [x, u, p] = [pulled.state, by_controls, parameters].map(|v| array::vector(py, v));
        Ok((x, u, p))
    }

    /// Find what explains a motion over one step: inverse dynamics.
    ///
    /// Parameters
    /// ----------
    /// x : array_like [nx]
    ///     The state at the start.
    /// x_next : array_like [nx]
    ///     The state at the end; its poses are explained, its velocities are not read.
    /// u : array_like [nu] or Input, optional
    ///     The controls that act besides; by default those that change nothing (`model.control`). Prescribed bodies go where
    ///     they are in `x_next`.
    /// rho : float, optional
    ///     The relaxation, 1e-10 to 0.1; by default that of the scene.
    ///
    /// Returns
    /// -------
    /// Inverse
    ///     The wrenches that, besides `u`, make the step end at the poses of `x_next`, with efforts of joints and contacts. The
    ///     motion is explained as one solve: a step that was made in halves has other wrenches.
    ///
    /// Raises
    /// ------
    /// Error
    ///     A body turns by more than 1 rad, or no contact impulses belong to the motion: of all contact models but the
    ///     soft-minimum ones, where two parts overlap in `x_next`.
    #[pyo3(signature = (x, x_next, u=None, *, rho=None))]
    fn inverse(
        &self,
        py: Python<'_>,
        x: &Bound<'_, PyAny>,
        x_next: &Bound<'_, PyAny>,
        u: Option<&Bound<'_, PyAny>>,
        rho: Option<f64>,
    ) -> PyResult<Inverse> {
        let model = self.model.get();
        let (start, end) = (model.state("x", x)?, model.state("x_next", x_next)?);
        let (input, _) = acting(model, u)?;
        let rho = model.rho_or(rho);
        let mut inner = self.lock()?;
        let inner = &mut *inner;
        let found = without_lock(py, || inner.inverse(&start, &end, &input, rho));
        Ok(Inverse::of(found.map_err(exception)?))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let model = self.model.bind(py).repr()?;
        Ok(format!("Simulator({model})"))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (py, own) = (slf.py(), slf.get());
        let function = py.import("drystone._pickles")?.getattr("simulator")?;
        let arguments = (own.model.clone_ref(py), own.threads, own.precise);
        Ok((function, arguments.into_pyobject(py)?.into_any()))
    }
}

impl Simulator {
    fn check(&self, py: Python<'_>, step: &Step) -> PyResult<()> {
        match self.model.get().fits(step.model.get()) {
            true => Ok(()),
            false => Err(mismatch(py, "step")),
        }
    }
}

/// Returns the input that is given as controls or whole, with the controls.
pub fn acting(model: &Model, u: Option<&Bound<'_, PyAny>>) -> PyResult<(Acting, Option<Vec<f64>>)> {
    match u {
        None => Ok((model.controls.base.clone(), None)),
        Some(u) => match u.cast::<Input>() {
            Ok(input) => Ok((checked(&model.bodies, &input.get().input)?, None)),
            Err(_) => {
                let u = model.control_row(u)?;
                Ok((model.controls.input(&u), Some(u)))
            }
        },
    }
}

fn checked(model: &Bodies, input: &Acting) -> PyResult<Acting> {
    let motors: usize = model
        .joints
        .iter()
        .map(|joint| joint.motors().count())
        .sum();
    let found = [
        input.wrenches.len(),
        input.commands.len(),
        input.motors.len(),
    ];
    match found == [model.bodies.len(), model.bodies.len(), motors] {
        true => Ok(input.clone()),
        false => Err(argument(
            "u",
            "is an Input of another model",
            "make it with this model",
        )),
    }
}
