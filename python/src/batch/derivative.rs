//! Steps of a batch with their derivatives.

use super::Inner;
use super::work::{Start, in_parts};
use crate::array;
use crate::interrupt::Watch;
use drystone::error::Result;
use drystone::step::{Step as Made, Worker, Wrt};
use drystone::world::{Model as Bodies, State};
use nalgebra::DMatrix;
use std::sync::Arc;

/// A derivative as numbers by rows.
pub(super) struct Derivative {
    pub next: State,
    pub a: Vec<f64>,
    pub b: DMatrix<f64>,
    pub p: Vec<f64>,
    pub ok: bool,
}

/// What a derivative is asked for.
pub(super) struct Request {
    pub rho: f64,
    pub gradient_rho: f64,
    pub wrt: Wrt,
    pub joints: bool,
    /// Rows of the derivative.
    pub rows: usize,
}

impl Request {
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
                let mut b = DMatrix::zeros(self.rows, model.nu());
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
        Derivative {
            next: step.state,
            a: vec![0.0; self.rows * self.rows],
            b: DMatrix::zeros(self.rows, model.nu()),
            p: vec![0.0; self.rows * self.wrt.parameters.len()],
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
