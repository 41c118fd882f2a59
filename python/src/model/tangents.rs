//! Changes of states, and functions of many states at once.

use super::Model;
use crate::array::{self, Rows};
use crate::error::argument;
use crate::layout;
use drystone::State;
use numpy::PyArrayDyn;
use pyo3::prelude::*;

pub(super) type Shaped<'py> = Bound<'py, PyArrayDyn<f64>>;

const STATE: &str = "a state: nx numbers";
const TANGENT: &str = "one number per tangent: ndx";

/// Returns the shape of rows of `width` numbers with the leading axes of two arrays, of which one may be a single row.
pub(super) fn together(a: &Rows, b: &Rows, names: [&str; 2]) -> PyResult<Vec<usize>> {
    match (a.lead.is_empty(), b.lead.is_empty()) {
        (true, _) => Ok(b.lead.clone()),
        (_, true) => Ok(a.lead.clone()),
        _ if a.lead == b.lead => Ok(a.lead.clone()),
        _ => {
            let why = format!(
                "has leading axes {:?}, but {} has {:?}",
                b.lead, names[0], a.lead
            );
            Err(argument(
                names[1],
                why,
                "give as many rows, or a single one",
            ))
        }
    }
}

/// Returns row `k`, or the only one.
pub(super) fn row_of(rows: &Rows, k: usize) -> &[f64] {
    if rows.lead.is_empty() {
        rows.row(0)
    } else {
        rows.row(k)
    }
}

impl Model {
    pub(super) fn read(&self, name: &str, x: &Bound<'_, PyAny>) -> PyResult<Rows> {
        array::rows(name, x, self.nx_of(), STATE)
    }

    pub(super) fn nx_of(&self) -> usize {
        layout::nx(&self.bodies)
    }

    /// Returns one row of numbers for every state.
    pub(super) fn each<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
        work: impl Fn(&State) -> Vec<f64> + Sync,
        width: &[usize],
    ) -> PyResult<Shaped<'py>> {
        let rows = self.read("x", x)?;
        let states = layout::states(&self.bodies, &rows)?;
        let out: Vec<f64> = py.detach(|| states.iter().flat_map(&work).collect());
        array::shaped(py, out, &[&rows.lead, width].concat())
    }

    /// Returns rows made of every state and the row of numbers beside it.
    fn beside<'py>(
        &self,
        py: Python<'py>,
        x: &Rows,
        other: &Rows,
        names: [&str; 2],
        width: usize,
        write: impl Fn(&[f64], &[f64], &mut Vec<f64>),
    ) -> PyResult<Shaped<'py>> {
        let lead = together(x, other, names)?;
        let count: usize = lead.iter().product();
        let mut out = Vec::with_capacity(count * width);
        for k in 0..count {
            write(row_of(x, k), row_of(other, k), &mut out);
        }
        array::shaped(py, out, &[&lead[..], &[width]].concat())
    }
}

#[pymethods]
impl Model {
    /// Return states changed by tangents.
    ///
    /// Parameters
    /// ----------
    /// x : array_like [..., nx]
    /// dx : array_like [..., ndx]
    ///     Positions and velocities change by addition, rotations by the exponential map in body axes.
    ///
    /// Returns
    /// -------
    /// ndarray [..., nx]
    fn integrate<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
        dx: &Bound<'py, PyAny>,
    ) -> PyResult<Shaped<'py>> {
        let x = self.read("x", x)?;
        let dx = array::rows("dx", dx, self.ndx(), TANGENT)?;
        let states = layout::states(&self.bodies, &x)?;
        let lead = together(&x, &dx, ["x", "dx"])?;
        let count: usize = lead.iter().product();
        let mut out = Vec::with_capacity(count * self.nx_of());
        for k in 0..count {
            let state = &states[if x.lead.is_empty() { 0 } else { k }];
            let moved = state.integrate(&self.bodies, row_of(&dx, k));
            layout::write(&self.bodies, &moved, &mut out);
        }
        array::shaped(py, out, &[&lead[..], &[self.nx_of()]].concat())
    }

    /// Return the tangents that lead from states to others: `integrate(x0, difference(x0, x1))` is `x1`.
    ///
    /// Parameters
    /// ----------
    /// x0, x1 : array_like [..., nx]
    ///
    /// Returns
    /// -------
    /// ndarray [..., ndx]
    fn difference<'py>(
        &self,
        py: Python<'py>,
        x0: &Bound<'py, PyAny>,
        x1: &Bound<'py, PyAny>,
    ) -> PyResult<Shaped<'py>> {
        let (x0, x1) = (self.read("x0", x0)?, self.read("x1", x1)?);
        let from = layout::states(&self.bodies, &x0)?;
        let to = layout::states(&self.bodies, &x1)?;
        let lead = together(&x0, &x1, ["x0", "x1"])?;
        let count: usize = lead.iter().product();
        let of = |rows: &Rows, k: usize| if rows.lead.is_empty() { 0 } else { k };
        let all =
            (0..count).flat_map(|k| from[of(&x0, k)].difference(&self.bodies, &to[of(&x1, k)]));
        array::shaped(py, all.collect(), &[&lead[..], &[self.ndx()]].concat())
    }

    /// Return derivatives by tangents from derivatives by the numbers of states.
    ///
    /// Parameters
    /// ----------
    /// x : array_like [..., nx]
    /// gradient : array_like [..., nx]
    ///
    /// Returns
    /// -------
    /// ndarray [..., ndx]
    fn to_tangent<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
        gradient: &Bound<'py, PyAny>,
    ) -> PyResult<Shaped<'py>> {
        let (x, g) = (self.read("x", x)?, self.read("gradient", gradient)?);
        let write =
            |x: &[f64], g: &[f64], out: &mut Vec<f64>| layout::to_tangent(&self.bodies, x, g, out);
        self.beside(py, &x, &g, ["x", "gradient"], self.ndx(), write)
    }

    /// Return derivatives by the numbers of states, without a component along the norms of quaternions, from derivatives by
    /// tangents.
    ///
    /// Parameters
    /// ----------
    /// x : array_like [..., nx]
    /// gradient : array_like [..., ndx]
    ///
    /// Returns
    /// -------
    /// ndarray [..., nx]
    #[expect(
        clippy::wrong_self_convention,
        reason = "it is the opposite of to_tangent"
    )]
    fn from_tangent<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
        gradient: &Bound<'py, PyAny>,
    ) -> PyResult<Shaped<'py>> {
        let x = self.read("x", x)?;
        let g = array::rows("gradient", gradient, self.ndx(), TANGENT)?;
        let write = |x: &[f64], g: &[f64], out: &mut Vec<f64>| {
            layout::from_tangent(&self.bodies, x, g, out)
        };
        self.beside(py, &x, &g, ["x", "gradient"], self.nx_of(), write)
    }
}
