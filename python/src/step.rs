//! One step: where it ended, and how.

use crate::array;
use crate::contacts::{self, Row};
use crate::error::raise;
use crate::input::Input;
use crate::layout;
use crate::model::Model;
use drystone::step::Step as Made;
use drystone::world::{Input as Acting, State};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The result of a step; an unsolved one is a result, too (`solved`, `reason`).
#[pyclass(frozen, module = "drystone._drystone")]
pub struct Step {
    pub model: Py<Model>,
    pub step: Made,
    pub before: State,
    pub input: Acting,
    /// The controls, if the input was made of some.
    pub u: Option<Vec<f64>>,
    /// The relaxation that was asked for.
    pub rho: f64,
}

#[pymethods]
impl Step {
    /// The state at the end, float64 [nx]; that at the start when there is no new one.
    #[getter]
    fn x<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        array::vector(py, layout::row(&self.model.get().bodies, &self.step.state))
    }

    /// Whether the step was solved at the relaxation asked for.
    #[getter]
    fn solved(&self) -> bool {
        self.step.status.solved
    }

    /// Whether there is a new state (solved, or accepted at a larger relaxation).
    #[getter]
    fn advanced(&self) -> bool {
        self.step.status.advanced
    }

    /// The relaxation of the solution; 0 without one.
    #[getter]
    fn rho(&self) -> f64 {
        self.step.status.rho
    }

    /// The recipe that solved the step.
    #[getter]
    fn rung(&self) -> &'static str {
        self.step.status.rung.name()
    }

    /// The number of Newton iterations, all attempts included.
    #[getter]
    fn iterations(&self) -> usize {
        self.step.status.iterations
    }

    /// Whether the step was made in halves.
    #[getter]
    fn halved(&self) -> bool {
        self.step.status.halved
    }

    /// Why the step was not solved; empty when it was.
    #[getter]
    fn reason(&self) -> &str {
        &self.step.status.reason
    }

    /// Names and residuals of the worst rows of a step that was not solved.
    #[getter]
    fn worst(&self) -> Vec<(String, f64)> {
        let rows = self.step.status.worst.iter();
        rows.map(|row| (row.name.clone(), row.value)).collect()
    }

    /// Energy that the step gained without an explanation, J.
    #[getter]
    fn unexplained_energy(&self) -> f64 {
        self.step.status.energy.unexplained()
    }

    /// The contacts at the end, a structured array of `CONTACT_DTYPE`: "first" and "second" (body, part), "point" (m),
    /// "normal" (from first to second), "gap" (m), "impulse" (on second, N s), "normal_impulse", "torsional_impulse" (N m s),
    /// "patch_radius" (m), "patch" (half axes, m), "slip_velocity" (m/s), "sticking". World axes.
    #[getter]
    fn contacts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        contacts::array(py, self.step.contacts.iter().map(Row::of))
    }

    /// Impulses that hold the joints together, on the children, float64 [joints, 6]: force (N s) and torque (N m s), world.
    #[getter]
    fn joint_loads<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let all = self.step.joints.iter();
        let values: Vec<f64> = all
            .flat_map(|load| [load.force, load.torque].map(<[f64; 3]>::from).concat())
            .collect();
        let rows = values.len() / 6;
        PyArray1::from_vec(py, values).reshape([rows, 6])
    }

    /// Efforts along all joint coordinates, means over the step, float64 [nq], N m or N: of limits, springs, dampers, friction,
    /// armatures, motors and couplings.
    #[getter]
    fn joint_efforts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let bodies = &self.model.get().bodies;
        let all = self.step.joints.iter();
        let efforts = all.flat_map(|load| {
            let count = bodies.joints[load.joint].coordinate_count();
            load.along[..count]
                .iter()
                .map(|impulse| impulse / bodies.time_step)
        });
        array::vector(py, efforts.collect())
    }

    /// A hash of all bits of the state at the end, as the command line prints it.
    #[getter]
    fn hash(&self) -> u64 {
        self.step.state.hash()
    }

    /// Return how the step went, in words.
    fn explain(&self) -> String {
        self.step.status.explain(self.rho)
    }

    /// Return the step itself if it was solved.
    ///
    /// Raises
    /// ------
    /// UnsolvedStep
    ///     It was not solved: the exception has the step; `step.scene()` is a scene of this step alone.
    fn check<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let own = slf.get();
        if own.solved() {
            return Ok(slf);
        }
        let fields = PyDict::new(slf.py());
        fields.set_item("text", format!("the step {}", own.explain()))?;
        fields.set_item("step", &slf)?;
        Err(PyErr::from_value(raise(slf.py(), "UnsolvedStep", &fields)?))
    }

    /// Return the text of a scene that starts where this step starts and lasts one step, for a report or `--explain`.
    ///
    /// Wrenches and commands are those of the scene at its start, not those of this step.
    fn scene(&self) -> String {
        self.model.get().scene.one_step(0, &self.before)
    }

    fn __repr__(&self) -> String {
        let status = &self.step.status;
        let (rung, iterations) = (status.rung.name(), status.iterations);
        let contacts = self.step.contacts.len();
        let solved = if status.solved { "True" } else { "False" };
        let mut text = format!(
            "Step(solved={solved}, rung={rung}, iterations={iterations}, contacts={contacts}"
        );
        if !status.solved {
            text += &format!(", reason={:?}", status.reason);
            for row in &status.worst {
                text += &format!(", {}={:.1e}", row.name, row.value);
            }
        }
        text + ")"
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (py, own) = (slf.py(), slf.get());
        let function = py.import("drystone._pickles")?.getattr("step")?;
        let model = own.model.get();
        let before = array::vector(py, layout::row(&model.bodies, &own.before));
        let input = match &own.u {
            Some(u) => array::vector(py, u.clone()).into_any(),
            None => Bound::new(py, Input::of(own.input.clone()))?.into_any(),
        };
        let arguments = (own.model.clone_ref(py), before, input, own.rho);
        Ok((function, arguments.into_pyobject(py)?.into_any()))
    }
}
