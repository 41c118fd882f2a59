//! Steps of a batch with their derivatives.

use super::work::{Start, in_parts};
use super::{Inner, Mask, Shaped};
use crate::array;
use crate::interrupt::Watch;
use crate::layout;
use crate::model::Model;
use drystone::error::Result;
use drystone::step::{Step as Made, Worker, Wrt};
use drystone::world::{Model as Bodies, State};
use nalgebra::DMatrix;
use numpy::PyArray1;
use pyo3::prelude::*;
use std::sync::Arc;

/// A derivative as numbers by rows.
pub(super) struct Derivative {
    pub next: State,
    pub a: Vec<f64>,
    pub b: DMatrix<f64>,
    pub p: Vec<f64>,
    pub ok: bool,
}

/// The relaxations of steps and derivatives, and what these are by.
pub(super) struct Request {
    pub rho: f64,
    pub gradient_rho: f64,
    pub wrt: Wrt,
    /// Whether tangents are those of the joint space.
    pub joints: bool,
}

/// Next states, A, B, parameter columns, and whether there are any.
pub type Linearized<'py> = (
    Shaped<'py>,
    Shaped<'py>,
    Shaped<'py>,
    Shaped<'py>,
    Mask<'py>,
);

impl Request {
    /// Returns the number of rows of a derivative.
    fn rows(&self, model: &Bodies) -> usize {
        match self.joints {
            true => 2 * model.joint_space().nv(),
            false => 2 * model.nv(),
        }
    }

    /// Returns derivatives as arrays, under the controls of every member.
    pub(super) fn arrays<'py>(
        &self,
        py: Python<'py>,
        model: &Model,
        made: &[Derivative],
        controls: &[Option<Vec<f64>>],
    ) -> PyResult<Linearized<'py>> {
        let (n, rows) = (made.len(), self.rows(&model.bodies));
        let (nx, nu, np) = (
            layout::nx(&model.bodies),
            model.nu(),
            self.wrt.parameters.len(),
        );
        let [mut x, mut a, mut b, mut p] =
            [nx, rows * rows, rows * nu, rows * np].map(|width| Vec::with_capacity(n * width));
        let start = model.controls.start();
        for (made, own) in made.iter().zip(controls) {
            layout::write(&model.bodies, &made.next, &mut x);
            a.extend_from_slice(&made.a);
            let own = own.as_ref().unwrap_or(&start);
            model.controls.columns(&made.b, own, &mut b);
            p.extend_from_slice(&made.p);
        }
        let ok = PyArray1::from_iter(py, made.iter().map(|made| made.ok));
        let shaped = |values, shape: &[usize]| array::shaped(py, values, shape);
        Ok((
            shaped(x, &[n, nx])?,
            shaped(a, &[n, rows, rows])?,
            shaped(b, &[n, rows, nu])?,
            shaped(p, &[n, rows, np])?,
            ok,
        ))
    }

    /// Makes and differentiates one step in the joint space.
    fn in_joints(
        &self,
        worker: &mut Worker,
        model: &Arc<Bodies>,
        (state, input): &Start,
    ) -> Result<Derivative> {
        let simulator = worker.simulator(model);
        let step = simulator.step(state, input, self.rho)?;
        let made = simulator.joint_gradient(&step, self.gradient_rho, &self.wrt);
        Ok(match made {
            Ok(made) => {
                let mut b = DMatrix::zeros(self.rows(model), model.nu());
                for (k, place) in model.joint_space().inputs().into_iter().enumerate() {
                    b.set_column(place, &made.b.column(k));
                }
                let [a, p] = [&made.a, &made.parameters].map(array::by_rows);
                Derivative {
                    next: step.state,
                    a,
                    b,
                    p,
                    ok: step.status.solved,
                }
            }
            Err(_) => self.none(model, step),
        })
    }

    fn in_bodies(
        &self,
        model: &Bodies,
        step: Made,
        made: Result<drystone::Gradient>,
    ) -> Derivative {
        match made {
            Ok(made) => {
                let [a, p] = [made.a(), made.parameters()].map(|m| array::by_rows(&m));
                Derivative {
                    next: step.state,
                    a,
                    b: made.b(),
                    p,
                    ok: step.status.solved,
                }
            }
            Err(_) => self.none(model, step),
        }
    }

    /// Returns the derivative of a step that has none: zeros.
    fn none(&self, model: &Bodies, step: Made) -> Derivative {
        let rows = self.rows(model);
        Derivative {
            next: step.state,
            a: vec![0.0; rows * rows],
            b: DMatrix::zeros(self.rows(model), model.nu()),
            p: vec![0.0; rows * self.wrt.parameters.len()],
            ok: false,
        }
    }

    pub(super) fn make(
        &self,
        inner: &mut Inner,
        model: &Arc<Bodies>,
        starts: &[Start],
        watch: &Watch,
    ) -> Result<Vec<Derivative>> {
        let Inner {
            pool, models, size, ..
        } = inner;
        let batch = pool.batch()?;
        let made = in_parts(size, starts.len(), watch, |range| {
            if self.joints || models.is_some() {
                let first = range.start;
                let own = |k: usize| models.as_ref().map_or(model, |models| &models[first + k]);
                let work = |worker: &mut Worker, k: usize, start: &Start| match self.joints {
                    true => self.in_joints(worker, own(k), start),
                    false => {
                        let simulator = worker.simulator(own(k));
                        let step = simulator.step(&start.0, &start.1, self.rho)?;
                        let made = simulator.gradient(&step, self.gradient_rho, &self.wrt);
                        Ok(self.in_bodies(own(k), step, made))
                    }
                };
                return batch.map(&starts[range], work, |_| ());
            }
            let made = batch.differentiate(
                model,
                &starts[range],
                self.rho,
                self.gradient_rho,
                &self.wrt,
            );
            let made = made.into_iter();
            made.map(|both| both.map(|(step, made)| self.in_bodies(model, step, made)))
                .collect()
        });
        let made = made.into_iter().enumerate();
        made.map(|(k, step)| step.map_err(|e| e.within(&format!("member {k}"))))
            .collect()
    }
}
