//! Inverse dynamics: the wrenches that explain a motion over one step.

use crate::array::vector;
use crate::contacts::{self, Row};
use crate::input::array_of;
use drystone::step::Inverse as Found;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

/// An `Inverse` explains a motion over one step, besides the input: see `Simulator.inverse`.
#[pyclass(frozen, module = "drystone._drystone")]
pub struct Inverse {
    found: Found,
}

impl Inverse {
    pub fn of(found: Found) -> Self {
        Self { found }
    }
}

#[pymethods]
impl Inverse {
    /// The external forces (N) and torques about the centres of mass (N m) on all bodies, world axes, float64 [bodies, 6]; zero on
    /// fixed and prescribed bodies. On bodies with joints, what holds the joints together is a part of it.
    #[getter]
    fn wrenches<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        array_of(py, &self.found.wrenches)
    }

    /// The generalised forces of the wrenches, float64 [joint_nv], in the order of the velocities of the joint space: efforts of
    /// joints (N m or N), and wrenches on bodies that no joint holds (force in world axes, torque in body axes). Empty without joints.
    #[getter]
    fn efforts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        vector(py, self.found.efforts.clone())
    }

    /// The efforts of the motors at the motion under the commands of the input, float64 [joint_nv], in the order of `efforts`.
    /// Empty without joints.
    #[getter]
    fn motors<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        vector(py, self.found.motors.clone())
    }

    /// The contacts that the motion implies, a structured array of `CONTACT_DTYPE` as `Step.contacts`.
    #[getter]
    fn contacts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        contacts::array(py, self.found.contacts.iter().map(Row::of))
    }

    fn __repr__(&self) -> String {
        let (bodies, efforts) = (self.found.wrenches.len(), self.found.efforts.len());
        let contacts = self.found.contacts.len();
        format!("Inverse({bodies} bodies, {efforts} efforts, {contacts} contacts)")
    }
}
