//! States of a model: changes, joint coordinates, frames, distances.

use crate::array::{self, Rows};
use crate::error::{argument, exception};
use crate::layout;
use crate::model::Model;
use drystone::Vec3;
use drystone::contact::PairQuery;
use drystone::math::Rot;
use drystone::world::State;
use nalgebra::Quaternion;
use numpy::{PyArray1, PyArray2, PyArrayDyn};
use pyo3::prelude::*;

type Shaped<'py> = Bound<'py, PyArrayDyn<f64>>;
type Vector<'py> = Bound<'py, PyArray1<f64>>;

const STATE: &str = "a state: nx numbers";
const TANGENT: &str = "one number per tangent: ndx";

/// Returns the shape of rows of `width` numbers with the leading axes of two arrays, of which one may be a single row.
fn together(a: &Rows, b: &Rows, names: [&str; 2]) -> PyResult<Vec<usize>> {
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
fn row_of(rows: &Rows, k: usize) -> &[f64] {
    if rows.lead.is_empty() {
        rows.row(0)
    } else {
        rows.row(k)
    }
}

impl Model {
    fn read(&self, name: &str, x: &Bound<'_, PyAny>) -> PyResult<Rows> {
        array::rows(name, x, self.nx_of(), STATE)
    }

    fn nx_of(&self) -> usize {
        layout::nx(&self.bodies)
    }

    /// Returns one row of numbers for every state.
    fn each<'py>(
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

    /// Return the pairs of bodies that may touch, by name: the columns of `gaps`.
    fn pairs(&self) -> Vec<(String, String)> {
        let name = |i: usize| self.bodies.bodies[i].name.clone();
        self.touching()
            .into_iter()
            .map(|[a, b]| (name(a), name(b)))
            .collect()
    }

    /// Return the distances of all pairs of bodies that may touch.
    ///
    /// Parameters
    /// ----------
    /// X : array_like [..., nx]
    ///
    /// Returns
    /// -------
    /// ndarray [..., len(pairs)]
    ///     Distances along the normal to first order, m; negative where bodies overlap. That of bodies of several parts is the
    ///     smallest one of their parts.
    #[pyo3(signature = (X))]
    #[expect(non_snake_case, reason = "arrays of many states have capitals")]
    fn gaps<'py>(&self, py: Python<'py>, X: &Bound<'py, PyAny>) -> PyResult<Shaped<'py>> {
        let rows = self.read("X", X)?;
        let states = layout::states(&self.bodies, &rows)?;
        let pairs = self.touching();
        let queries = self.queries(&pairs);
        let made: drystone::Result<Vec<f64>> = py.detach(|| {
            let all = states
                .iter()
                .flat_map(|state| queries.iter().map(move |query| (state, query)));
            all.map(|(state, query)| query.gap(state)).collect()
        });
        array::shaped(
            py,
            made.map_err(exception)?,
            &[&rows.lead[..], &[pairs.len()]].concat(),
        )
    }

    /// Return kinetic (of the velocities in a state) and potential energy of moving bodies, ndarray [..., 2], J; heights count from
    /// the origin of the world.
    fn energy<'py>(&self, py: Python<'py>, x: &Bound<'py, PyAny>) -> PyResult<Shaped<'py>> {
        let bodies = &self.bodies;
        let work = |state: &State| {
            let mut energy = [0.0; 2];
            for (body, at) in bodies
                .bodies
                .iter()
                .zip(&state.bodies)
                .filter(|(body, _)| body.is_moving())
            {
                let w = at.angular_velocity;
                energy[0] +=
                    0.5 * (body.mass * at.velocity.norm_squared() + w.dot(&(body.inertia * w)));
                energy[1] -= body.mass * bodies.gravity.dot(&at.position);
            }
            energy.to_vec()
        };
        self.each(py, x, work, &[2])
    }

    /// Return a hash of all bits of a state, as the command line prints it.
    fn hash(&self, x: &Bound<'_, PyAny>) -> PyResult<u64> {
        Ok(self.state("x", x)?.hash())
    }
}

/// The queries of the parts of two bodies.
struct Between {
    bodies: [usize; 2],
    parts: Vec<PairQuery>,
}

impl Between {
    /// Returns the smallest distance of any two parts, m.
    fn gap(&self, state: &State) -> drystone::Result<f64> {
        let [a, b] = self
            .bodies
            .map(|i| (state.bodies[i].position, state.bodies[i].rotation));
        let gaps = self
            .parts
            .iter()
            .map(|query| query.exact(a, b).map(|near| near.gap));
        gaps.into_iter()
            .try_fold(f64::INFINITY, |least, gap| Ok(least.min(gap?)))
    }
}

impl Model {
    fn touching(&self) -> Vec<[usize; 2]> {
        let bodies = &self.bodies.bodies;
        let pairs = (0..bodies.len()).flat_map(|a| (a + 1..bodies.len()).map(move |b| [a, b]));
        let have_parts =
            |&[a, b]: &[usize; 2]| !bodies[a].parts.is_empty() && !bodies[b].parts.is_empty();
        pairs
            .filter(|&[a, b]| self.bodies.may_touch(a, b))
            .filter(have_parts)
            .collect()
    }

    fn queries(&self, pairs: &[[usize; 2]]) -> Vec<Between> {
        let parts = |body: usize| &self.bodies.bodies[body].parts;
        let between = |&[a, b]: &[usize; 2]| {
            let all = parts(a)
                .iter()
                .flat_map(|p| parts(b).iter().map(move |q| (p, q)));
            Between {
                bodies: [a, b],
                parts: all
                    .map(|(p, q)| PairQuery::new(&p.placed, &q.placed))
                    .collect(),
            }
        };
        pairs.iter().map(between).collect()
    }
}
