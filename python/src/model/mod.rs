//! The model: what exists, how it starts, what is controlled.

mod gaps;
mod joints;
mod load;
mod names;
pub mod packed;
mod tangents;

pub use names::joint_coordinates;

use crate::array;
use crate::control::{self, Controls};
use crate::error::{argument, exception};
use crate::input::Input;
use crate::layout;
use drystone::scene::Scene;
use drystone::world::{Input as Acting, Model as Bodies};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use std::sync::Arc;

/// Everything that does not change during a simulation, with the state at the start.
///
/// A model is immutable and may be shared between threads and pickled (its mesh files go along). Make one with
/// `Model.load`, `Model.parse` or `ModelBuilder`.
#[pyclass(frozen, module = "drystone._drystone")]
pub struct Model {
    /// The scene, with the model of [`Self::bodies`].
    pub scene: Arc<Scene>,
    pub bodies: Arc<Bodies>,
    pub controls: Arc<Controls>,
    /// Names of the controls that were chosen, if any were.
    pub chosen: Option<Vec<String>>,
    /// Parameters that differ from those of the scene.
    pub changed: Vec<(String, f64)>,
    /// The folder of the files of a pickled model, which lasts as long as the model.
    pub files: Option<Arc<packed::Files>>,
}

impl Model {
    /// Returns the model of a scene.
    pub fn of(scene: Scene) -> Self {
        let bodies = Arc::clone(&scene.model);
        let mut first = Acting::hold(&bodies, &scene.initial);
        scene.input_at(0, &scene.initial, &mut first);
        let base = control::base(&bodies, &scene.initial, &first);
        Self {
            controls: Arc::new(Controls::usual(&bodies, base)),
            scene: Arc::new(scene),
            bodies,
            chosen: None,
            changed: Vec::new(),
            files: None,
        }
    }

    /// Returns the model with another choice of controls and changed parameters.
    pub fn again(&self) -> Self {
        Self {
            scene: Arc::clone(&self.scene),
            bodies: Arc::clone(&self.bodies),
            controls: Arc::clone(&self.controls),
            chosen: self.chosen.clone(),
            changed: self.changed.clone(),
            files: self.files.clone(),
        }
    }

    /// Returns the model with other controls.
    pub fn controlled(&self, names: Vec<String>) -> PyResult<Self> {
        let controls = Controls::named(&self.bodies, &names, self.controls.base.clone())?;
        Ok(Self {
            controls: Arc::new(controls),
            chosen: Some(names),
            ..self.again()
        })
    }

    /// Returns the model with some parameters changed.
    pub fn changed(&self, names: &[String], values: &[f64]) -> PyResult<Self> {
        let bodies = with_parameters(&self.bodies, names, values)?;
        let bodies = Arc::new(bodies);
        let mut changed = self.changed.clone();
        changed.extend(names.iter().cloned().zip(values.iter().copied()));
        let mut scene = (*self.scene).clone();
        scene.model = Arc::clone(&bodies);
        Ok(Self {
            scene: Arc::new(scene),
            bodies,
            changed,
            ..self.again()
        })
    }

    /// Returns whether states and controls of another model fit this one.
    pub fn fits(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.bodies, &other.bodies)
            || self.bodies.fingerprint() == other.bodies.fingerprint()
    }

    /// Returns whether derivatives are asked for in the joint space.
    ///
    /// # Errors
    /// There are no such coordinates, or a control is no input of the joint space.
    pub fn in_joints(&self, coordinates: &str) -> PyResult<bool> {
        match coordinates {
            "bodies" => return Ok(false),
            "joints" => {}
            other => {
                let why = format!("\"{other}\" is none");
                return Err(argument("coordinates", why, "\"bodies\" or \"joints\""));
            }
        }
        let places = self.bodies.joint_space().inputs();
        let mut inputs = self.controls.inputs.iter();
        match inputs.position(|input| !places.contains(input)) {
            None => Ok(true),
            Some(k) => {
                let name = &self.controls.names()[k].0;
                let why = format!("the control {name} is no input of the joint space");
                let fix = "choose motors and inputs of bodies that no joint holds (with_controls)";
                Err(argument("coordinates", why, fix))
            }
        }
    }

    /// Returns the relaxation asked for, or that of the scene.
    pub fn rho_or(&self, rho: Option<f64>) -> f64 {
        rho.unwrap_or(self.scene.settings.relaxation)
    }
}

/// Returns a model with some parameters changed.
pub fn with_parameters(model: &Bodies, names: &[String], values: &[f64]) -> PyResult<Bodies> {
    if names.len() != values.len() {
        let why = format!("{} names and {} values", names.len(), values.len());
        return Err(argument("values", why, "give one value per name"));
    }
    let mut out = model.clone();
    for (name, &value) in names.iter().zip(values) {
        let parameter = out.parameter(name).map_err(exception)?;
        out = out.with_parameter(&parameter, value).map_err(exception)?;
    }
    Ok(out)
}

#[pymethods]
impl Model {
    /// The number of numbers of a state.
    #[getter]
    fn nx(&self) -> usize {
        layout::nx(&self.bodies)
    }

    /// The number of velocities: 6 per body that is not fixed.
    #[getter]
    fn nv(&self) -> usize {
        self.bodies.nv()
    }

    /// The number of tangents of a state: 2 nv.
    #[getter]
    pub fn ndx(&self) -> usize {
        2 * self.bodies.nv()
    }

    /// The number of controls.
    #[getter]
    pub fn nu(&self) -> usize {
        self.controls.len()
    }

    /// The number of joint coordinates.
    #[getter]
    fn nq(&self) -> usize {
        self.bodies.joint_coordinate_count()
    }

    /// The number of velocities of the joint space: those of joints, and 6 of every body that no joint holds.
    #[getter]
    fn joint_nv(&self) -> usize {
        self.bodies.joint_space().nv()
    }

    /// The length of a step, s.
    #[getter]
    fn time_step(&self) -> f64 {
        self.bodies.time_step
    }

    /// The relaxation of the scene, dimensionless.
    #[getter]
    fn rho(&self) -> f64 {
        self.scene.settings.relaxation
    }

    /// The number of steps of the scene.
    #[getter]
    fn steps(&self) -> usize {
        self.scene.settings.steps
    }

    /// The name of the contact model.
    #[getter]
    fn contact_model(&self) -> &'static str {
        self.bodies.contact_model.name()
    }

    /// A hash of everything that is in the model, equal for equal models.
    #[getter]
    fn fingerprint(&self) -> u64 {
        self.bodies.fingerprint()
    }

    /// The scene as TOML with every default filled in; parameters that `with_params` changed are not in it.
    #[getter]
    fn text(&self) -> String {
        self.scene.portable()
    }

    /// Warnings: the file says something that is allowed but deserves a word.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.scene
            .warnings
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    /// The controls that change nothing, float64 [nu].
    #[getter]
    fn control<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        array::vector(py, self.controls.start())
    }

    /// Lower and upper bounds of the controls, float64 [nu, 2]: limits of joints and of efforts, infinite where there are none.
    #[getter]
    fn control_bounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let bounds = self.controls.bounds(&self.bodies);
        PyArray1::from_vec(py, bounds).reshape([self.nu(), 2])
    }

    /// Return the state at the start, float64 [nx].
    fn initial<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        array::vector(py, layout::row(&self.bodies, &self.scene.initial))
    }

    /// Return the model with other controls.
    ///
    /// Parameters
    /// ----------
    /// names : str or sequence of str
    ///     Names of `names("input")`, beginnings of them ("box.force"), or patterns with stars ("*.motor.position").
    fn with_controls(&self, names: &Bound<'_, PyAny>) -> PyResult<Self> {
        match names.extract::<String>() {
            Ok(name) => self.controlled(vec![name]),
            Err(_) => self.controlled(names.extract()?),
        }
    }

    /// Return the model with some parameters changed; the mass properties do not follow a shape.
    ///
    /// Parameters
    /// ----------
    /// names : sequence of str
    ///     Names of `names("parameter")`.
    /// values : array_like [len(names)]
    fn with_params(&self, names: Vec<String>, values: &Bound<'_, PyAny>) -> PyResult<Self> {
        let values = array::row("values", values, names.len(), "one value per name")?;
        self.changed(&names, &values)
    }

    /// Return the values of some parameters, float64 [len(names)].
    fn params<'py>(
        &self,
        py: Python<'py>,
        names: Vec<String>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let values = names
            .iter()
            .map(|name| self.bodies.parameter(name).map(|p| p.value));
        let values: Result<Vec<f64>, _> = values.collect();
        Ok(array::vector(py, values.map_err(exception)?))
    }

    /// Return the input of step `k` of the scene (its keyframes, wrenches and motors), which starts at `x`.
    fn input(&self, k: usize, x: &Bound<'_, PyAny>) -> PyResult<Input> {
        let state = self.state("x", x)?;
        let mut out = Acting::default();
        self.scene.input_at(k, &state, &mut out);
        Ok(Input::of(out))
    }

    /// Return the input of controls `u` (float64 [nu]; by default those that change nothing).
    #[pyo3(signature = (u=None))]
    fn input_of(&self, u: Option<&Bound<'_, PyAny>>) -> PyResult<Input> {
        Ok(Input::of(match u {
            Some(u) => self.controls.input(&self.control_row(u)?),
            None => self.controls.base.clone(),
        }))
    }

    fn __repr__(&self) -> String {
        let (bodies, joints) = (self.bodies.bodies.len(), self.bodies.joints.len());
        let (nx, ndx, nu) = (self.nx(), self.ndx(), self.nu());
        format!(
            "Model({bodies} bodies, {joints} joints, nx={nx}, ndx={ndx}, nu={nu}, time_step={} s, rho={:e})",
            self.time_step(),
            self.rho()
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        packed::reduce(slf)
    }
}

impl Model {
    /// Reads one state.
    pub fn state(&self, name: &str, x: &Bound<'_, PyAny>) -> PyResult<drystone::State> {
        let row = array::row(name, x, self.nx(), "a state: nx numbers")?;
        layout::state(&self.bodies, &row).map_err(exception)
    }

    /// Reads one row of controls.
    pub fn control_row(&self, u: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
        array::row(
            "u",
            u,
            self.nu(),
            "controls: nu numbers (model.names(\"control\"))",
        )
    }
}
