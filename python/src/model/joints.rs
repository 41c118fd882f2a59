//! Joint coordinates and frames of states.

use super::Model;
use super::tangents::{Shaped, row_of, together};
use crate::array;
use crate::error::exception;
use crate::layout;
use drystone::Vec3;
use drystone::math::Rot;
use nalgebra::Quaternion;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

type Vector<'py> = Bound<'py, PyArray1<f64>>;

#[pymethods]
impl Model {
    /// Return the positions of all joint coordinates, ndarray [..., nq], rad or m.
    fn joint_positions<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
    ) -> PyResult<Shaped<'py>> {
        let width = [self.bodies.joint_coordinate_count()];
        self.each(py, x, |state| state.joint_positions(&self.bodies), &width)
    }

    /// Return the velocities of all joint coordinates, ndarray [..., nq], rad/s or m/s.
    fn joint_velocities<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
    ) -> PyResult<Shaped<'py>> {
        let width = [self.bodies.joint_coordinate_count()];
        self.each(py, x, |state| state.joint_velocities(&self.bodies), &width)
    }

    /// Return states with all joints at given positions.
    ///
    /// Parameters
    /// ----------
    /// x : array_like [..., nx]
    ///     Bodies that no joint holds stay where they are here.
    /// q : array_like [..., nq]
    ///     Positions, rad or m; those of joints that close loops are a first guess.
    /// v : array_like [..., nq], optional
    ///     Velocities, rad/s or m/s; zero by default.
    ///
    /// Returns
    /// -------
    /// ndarray [..., nx]
    #[pyo3(signature = (x, q, v=None))]
    fn with_joint_positions<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
        q: &Bound<'py, PyAny>,
        v: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Shaped<'py>> {
        let nq = self.bodies.joint_coordinate_count();
        let x = self.read("x", x)?;
        let q = array::rows("q", q, nq, "one position per joint coordinate: nq")?;
        let v = v
            .map(|v| array::rows("v", v, nq, "one velocity per joint coordinate: nq"))
            .transpose()?;
        let states = layout::states(&self.bodies, &x)?;
        let lead = together(&x, &q, ["x", "q"])?;
        let count: usize = lead.iter().product();
        if let Some(v) = &v {
            together(&q, v, ["q", "v"])?;
        }
        let still = vec![0.0; nq];
        let mut out = Vec::with_capacity(count * self.nx_of());
        for k in 0..count {
            let state = &states[if x.lead.is_empty() { 0 } else { k }];
            let v = v.as_ref().map_or(&still[..], |v| row_of(v, k));
            let placed = state.with_joint_positions(&self.bodies, row_of(&q, k), v);
            layout::write(&self.bodies, &placed.map_err(exception)?, &mut out);
        }
        array::shaped(py, out, &[&lead[..], &[self.nx_of()]].concat())
    }

    /// Return the mass matrix of the joint space, ndarray [joint_nv, joint_nv].
    fn mass_matrix<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let state = self.state("x", x)?;
        let made = py.detach(|| self.bodies.joint_space().mass_matrix(&state));
        array::dense(py, &made)
    }

    /// Return position (world, m) and quaternion (w, x, y, z) of a named frame.
    fn frame_pose<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
        frame: &str,
    ) -> PyResult<(Vector<'py>, Vector<'py>)> {
        let state = self.state("x", x)?;
        let (position, q) = self.bodies.frame(frame).map_err(exception)?.pose(&state);
        let position = position.iter().copied().collect();
        Ok((
            array::vector(py, position),
            array::vector(py, vec![q.w, q.i, q.j, q.k]),
        ))
    }

    /// Return the Jacobian of a named frame by the velocities of the joint space, ndarray [6, joint_nv]: velocity of its origin,
    /// then angular velocity, world axes.
    fn frame_jacobian<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
        frame: &str,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let state = self.state("x", x)?;
        let frame = self.bodies.frame(frame).map_err(exception)?;
        array::dense(py, &self.bodies.joint_space().frame_jacobian(&state, frame))
    }

    /// Return the state whose joints bring a named frame to a pose, by damped least squares from `x` and within the limits.
    ///
    /// Parameters
    /// ----------
    /// x : array_like [nx]
    /// frame : str
    /// position : array_like [3]
    ///     World, m.
    /// quat_wxyz : array_like [4], optional
    ///     Any orientation by default.
    ///
    /// Raises
    /// ------
    /// Error
    ///     The pose is not reached: with the distance that is left.
    #[pyo3(signature = (x, frame, position, quat_wxyz=None))]
    fn reach<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
        frame: &str,
        position: &Bound<'py, PyAny>,
        quat_wxyz: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let state = self.state("x", x)?;
        let position = Vec3::from_vec(array::row("position", position, 3, "x, y, z")?);
        let rotation = match quat_wxyz {
            None => None,
            Some(q) => {
                let q = array::row("quat_wxyz", q, 4, "w, x, y, z")?;
                Some(Rot::from_quaternion(Quaternion::new(
                    q[0], q[1], q[2], q[3],
                )))
            }
        };
        let frame = self.bodies.frame(frame).map_err(exception)?;
        let found = py.detach(|| {
            self.bodies
                .joint_space()
                .reach(&state, frame, position, rotation)
        });
        Ok(array::vector(
            py,
            layout::row(&self.bodies, &found.map_err(exception)?),
        ))
    }
}
