//! The derivative of a step.

use crate::array::{dense, vector};
use crate::layout;
use crate::model::Model;
use drystone::step::{Gradient, JointGradient, Quality};
use nalgebra::DMatrix;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// The derivative of a step at one relaxation, SI units; rows of states are tangents of the state at the end.
#[pyclass(frozen, get_all, module = "drystone._drystone")]
pub struct Linearization {
    /// d next / d state, float64 [ndx, ndx].
    #[pyo3(name = "A")]
    a: Py<PyArray2<f64>>,
    /// d next / d controls, float64 [ndx, nu].
    #[pyo3(name = "B")]
    b: Py<PyArray2<f64>>,
    /// d next / d parameters, mass properties held, float64 [ndx, len(params)].
    #[pyo3(name = "P")]
    p: Py<PyArray2<f64>>,
    /// The part of mass properties that follow the shapes, beside P, float64 [ndx, len(params)]; zeros unless asked for.
    density: Py<PyArray2<f64>>,
    /// The state at the end at this relaxation, float64 [nx].
    x: Py<PyArray1<f64>>,
    /// The relaxation.
    rho: f64,
    /// How well the step was solved: residual, centrality, condition, rung, modified, unexplained_energy (J).
    quality: Py<PyDict>,
    /// The derivatives of the contacts by state, controls and parameters, rows as `CONTACT_ROWS`; empty unless asked for.
    contacts: Py<PyList>,
}

#[pymethods]
impl Linearization {
    fn __repr__(&self, py: Python<'_>) -> String {
        let shape = |of: &Py<PyArray2<f64>>| {
            let shape = of.bind(py).shape().to_vec();
            format!("[{}, {}]", shape[0], shape[1])
        };
        let (a, b, p) = (shape(&self.a), shape(&self.b), shape(&self.p));
        format!("Linearization(A={a}, B={b}, P={p}, rho={:e})", self.rho)
    }
}

fn quality<'py>(py: Python<'py>, of: &Quality) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    out.set_item("residual", of.residual)?;
    out.set_item("centrality", of.centrality)?;
    out.set_item("condition", of.condition)?;
    out.set_item("rung", of.rung.name())?;
    out.set_item("modified", of.modified)?;
    out.set_item("unexplained_energy", of.unexplained_energy)?;
    Ok(out)
}

fn by_controls<'py>(
    py: Python<'py>,
    model: &Model,
    b: &DMatrix<f64>,
    u: &[f64],
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let mut out = Vec::new();
    model.controls.columns(b, u, &mut out);
    PyArray1::from_vec(py, out).reshape([b.nrows(), model.controls.len()])
}

impl Linearization {
    /// Returns the derivative in the tangents of the bodies, under controls `u`; `contacts` were asked for or not.
    pub fn of_bodies(
        py: Python<'_>,
        model: &Model,
        of: &Gradient,
        u: &[f64],
        contacts: bool,
    ) -> PyResult<Self> {
        let count = if contacts { of.contacts.len() } else { 0 };
        let contacts = PyList::empty(py);
        for k in 0..count {
            let each = of.contact(k);
            let b = by_controls(py, model, &each.inputs, u)?;
            contacts.append((dense(py, &each.state)?, b, dense(py, &each.parameters)?))?;
        }
        Ok(Self {
            a: dense(py, &of.a())?.unbind(),
            b: by_controls(py, model, &of.b(), u)?.unbind(),
            p: dense(py, &of.parameters())?.unbind(),
            density: dense(py, &of.density())?.unbind(),
            x: vector(py, layout::row(&model.bodies, &of.next)).unbind(),
            rho: of.rho,
            quality: quality(py, &of.quality)?.unbind(),
            contacts: contacts.unbind(),
        })
    }

    /// Returns the derivative in the tangents of the joint space, under controls `u` at relaxation `rho`.
    pub fn of_joints(
        py: Python<'_>,
        model: &Model,
        of: &JointGradient,
        u: &[f64],
        rho: f64,
    ) -> PyResult<Self> {
        let places = model.bodies.joint_space().inputs();
        let mut inputs = DMatrix::zeros(of.b.nrows(), model.bodies.nu());
        for (column, &place) in places.iter().enumerate() {
            inputs.set_column(place, &of.b.column(column));
        }
        let nothing = DMatrix::zeros(of.parameters.nrows(), of.parameters.ncols());
        Ok(Self {
            a: dense(py, &of.a)?.unbind(),
            b: by_controls(py, model, &inputs, u)?.unbind(),
            p: dense(py, &of.parameters)?.unbind(),
            density: dense(py, &nothing)?.unbind(),
            x: vector(py, layout::row(&model.bodies, &of.next)).unbind(),
            rho,
            quality: quality(py, &of.quality)?.unbind(),
            contacts: PyList::empty(py).unbind(),
        })
    }
}
