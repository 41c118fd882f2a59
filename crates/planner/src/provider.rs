//! The questions of a planner to a simulator.

use super::Space;
use drystone::error::Result;
use drystone::step::{Batch, Simulator, Step, StepStatus, Wrt};
use drystone::world::State;
use nalgebra::{DMatrix, DVector};
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Which derivatives are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Derivatives {
    /// The next configuration alone.
    None,
    /// The derivative with respect to the command.
    B,
    /// The derivatives with respect to configuration and command.
    AAndB,
}

/// The smoothed step and its derivatives, over the nv pose tangents of the model.
#[derive(Debug, Clone)]
pub struct Linearization {
    /// The next state at the relaxation asked for.
    pub next: State,
    /// d next configuration / d configuration, nv x nv; no columns when not asked for.
    pub a: DMatrix<f64>,
    /// d next configuration / d command, nv x commands; no columns when not asked for.
    pub b: DMatrix<f64>,
    /// How the step went.
    pub status: StepStatus,
    /// Whether `next`, `a` and `b` may be used: the step was solved and has a derivative.
    pub valid: bool,
}

/// A step with contact as planners see it; small enough for planners of one's own (RRT, iLQR, MPC).
pub trait Provider {
    /// Commands and configurations.
    fn space(&self) -> &Space;

    /// The true step: at the relaxation of the simulation.
    ///
    /// # Errors
    /// When a number is not finite.
    fn step(&mut self, state: &State, command: &DVector<f64>) -> Result<Step>;

    /// The step smoothed by relaxation `rho`, with derivatives.
    ///
    /// # Errors
    /// When `rho` or a number is not usable; a step that is not solved is not valid instead.
    fn linearize(
        &mut self,
        state: &State,
        command: &DVector<f64>,
        rho: f64,
        wanted: Derivatives,
    ) -> Result<Linearization>;
}

/// The provider made of a [`Simulator`].
#[derive(Debug)]
pub struct ContactProvider {
    space: Arc<Space>,
    simulator: Simulator,
    rho: f64,
}

impl ContactProvider {
    /// True steps are made at relaxation `rho`.
    pub fn new(space: Arc<Space>, rho: f64) -> Self {
        Self {
            simulator: Simulator::new(Arc::clone(&space.model)),
            space,
            rho,
        }
    }
}

impl Provider for ContactProvider {
    fn space(&self) -> &Space {
        &self.space
    }

    fn step(&mut self, state: &State, command: &DVector<f64>) -> Result<Step> {
        let input = self.space.input(state, command);
        self.simulator.step(state, &input, self.rho)
    }

    fn linearize(
        &mut self,
        state: &State,
        command: &DVector<f64>,
        rho: f64,
        wanted: Derivatives,
    ) -> Result<Linearization> {
        linearize(
            &mut self.simulator,
            &self.space,
            (state, command),
            rho,
            wanted,
        )
    }
}

/// Linearizes many at once.
#[derive(Debug)]
pub struct ProviderBatch {
    space: Arc<Space>,
    batch: Batch,
}

impl ProviderBatch {
    /// A batch on so many threads, all cores when none are given.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn new(space: Arc<Space>, threads: Option<NonZeroUsize>) -> Result<Self> {
        let batch = Batch::new(threads)?;
        Ok(Self { space, batch })
    }

    /// What [`Provider::linearize`] makes of every member, in order, with the same bits on any number
    /// of threads; one that cannot be asked for is not valid, and its status says why.
    pub fn linearize(
        &mut self,
        members: &[(State, DVector<f64>)],
        rho: f64,
        wanted: Derivatives,
    ) -> Vec<Linearization> {
        let space = &self.space;
        let work = |worker: &mut drystone::step::Worker, _, (state, command): &(State, _)| {
            let simulator = worker.simulator(&space.model);
            let made = linearize(simulator, space, (state, command), rho, wanted);
            made.unwrap_or_else(|error| Linearization::invalid(space, state, error.to_string()))
        };
        self.batch.map(members, work, |_| ())
    }
}

impl Linearization {
    fn invalid(space: &Space, state: &State, reason: String) -> Self {
        let nothing = DMatrix::zeros(space.model.nv(), 0);
        Self {
            next: state.clone(),
            a: nothing.clone(),
            b: nothing,
            status: StepStatus {
                reason,
                ..StepStatus::default()
            },
            valid: false,
        }
    }
}

fn linearize(
    simulator: &mut Simulator,
    space: &Space,
    (state, command): (&State, &DVector<f64>),
    rho: f64,
    wanted: Derivatives,
) -> Result<Linearization> {
    let input = space.input(state, command);
    let step = simulator.step(state, &input, rho)?;
    let nv = space.model.nv();
    let mut out = Linearization {
        a: DMatrix::zeros(nv, 0),
        b: DMatrix::zeros(nv, 0),
        valid: step.status.solved,
        status: step.status.clone(),
        next: step.state.clone(),
    };
    if wanted == Derivatives::None || !out.valid {
        return Ok(out);
    }
    let wrt = Wrt {
        state: wanted == Derivatives::AAndB,
        inputs: true,
        ..Wrt::default()
    };
    match simulator.gradient(&step, rho, &wrt) {
        Err(_) => out.valid = false,
        Ok(gradient) => {
            out.b = space
                .command_columns(&gradient.b())
                .rows(0, nv)
                .into_owned();
            if wrt.state {
                out.a = gradient.a().view((0, 0), (nv, nv)).into_owned();
            }
        }
    }
    Ok(out)
}
