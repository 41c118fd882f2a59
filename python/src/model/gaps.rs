//! Distances, energies and hashes of states.

use super::Model;
use super::tangents::Shaped;
use crate::array;
use crate::error::exception;
use crate::layout;
use drystone::State;
use drystone::contact::PairQuery;
use pyo3::prelude::*;

#[pymethods]
impl Model {
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
    ///     Distances along the normal to first order, m; negative where bodies overlap, minus infinity where reference points of parts
    ///     coincide. That of bodies of several parts is the
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
