//! Many steps in a row and their derivative: forward, or backward with memory linear in their
//! number.

use super::gradient::{Gradient, Quality};
use super::{Simulator, Step, Wrt};
use crate::error::{Error, Result};
use crate::world::{Input, Model, State};
use nalgebra::DMatrix;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// What a rollout keeps for its derivative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Checkpoints {
    /// Every step with its primal-dual point: about 1 kB per pair and step.
    #[default]
    Steps,
    /// The state before every n-th step (n >= 1); the steps between are made again when they are
    /// needed, n at a time.
    Every(usize),
}

/// A trajectory under given inputs.
#[derive(Debug, Clone)]
pub struct Rollout {
    /// The state after the last step.
    pub end: State,
    /// Relaxation of the steps.
    pub rho: f64,
    model: Arc<Model>,
    inputs: Vec<Input>,
    checkpoints: Checkpoints,
    /// All steps, or none.
    steps: Vec<Step>,
    /// States at the checkpoints, or none.
    states: Vec<State>,
}

/// Derivative of the state after the last step of a rollout; tangents and SI units as in
/// [`Gradient`](super::Gradient).
#[derive(Debug, Clone)]
pub struct RolloutGradient {
    /// The derivative with respect to the first state, 2 nv x 2 nv; it has no columns when not asked for.
    pub state: DMatrix<f64>,
    /// The derivatives with respect to the input of every step, 2 nv x nu each; they are empty when not asked for.
    pub inputs: Vec<DMatrix<f64>>,
    /// The derivative with respect to the parameters, 2 nv x number of parameters, with mass properties held.
    pub parameters: DMatrix<f64>,
    /// What the mass properties that follow the shape add, see
    /// [`Gradient::density`](super::Gradient::density); zero when not asked for.
    pub density: DMatrix<f64>,
    /// The worst of all steps.
    pub quality: Quality,
}

/// Derivative of a number that depends on the states of a rollout.
#[derive(Debug, Clone, PartialEq)]
pub struct RolloutPullback {
    /// The derivative with respect to the first state, 2 nv.
    pub state: Vec<f64>,
    /// The derivatives with respect to the input of every step, nu each; they are empty when not asked for.
    pub inputs: Vec<Vec<f64>>,
    /// The derivative with respect to the parameters, with mass properties held.
    pub parameters: Vec<f64>,
    /// What the mass properties that follow the shape add; zero when not asked for.
    pub density: Vec<f64>,
    /// The worst of all steps.
    pub quality: Quality,
}

impl Rollout {
    /// Returns the number of steps.
    pub fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Returns whether there are no steps.
    pub fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }

    /// Ranges of steps between checkpoints, in the order of time.
    fn segments(&self) -> Vec<Range<usize>> {
        let (count, size) = (self.len(), self.segment_size());
        let starts = (0..count).step_by(size);
        starts.map(|k| k..(k + size).min(count)).collect()
    }

    fn segment_size(&self) -> usize {
        match self.checkpoints {
            Checkpoints::Steps => self.len().max(1),
            Checkpoints::Every(n) => n.max(1),
        }
    }
}

impl Simulator {
    /// Steps from `first` once per input at relaxation `rho`.
    ///
    /// # Errors
    /// As [`Self::step`]; and when a step is not solved, with its number and reason.
    pub fn rollout(
        &mut self,
        first: &State,
        inputs: &[Input],
        rho: f64,
        checkpoints: Checkpoints,
    ) -> Result<Rollout> {
        let mut out = Rollout {
            end: first.clone(),
            rho,
            model: Arc::clone(self.model()),
            inputs: inputs.to_vec(),
            checkpoints,
            steps: Vec::new(),
            states: Vec::new(),
        };
        let mut step = Step::default();
        for (k, input) in inputs.iter().enumerate() {
            if matches!(checkpoints, Checkpoints::Every(n) if k % n.max(1) == 0) {
                out.states.push(out.end.clone());
            }
            self.step_into(&out.end, input, rho, &mut step)?;
            solved(&step, k)?;
            out.end.clone_from(&step.state);
            if checkpoints == Checkpoints::Steps {
                out.steps.push(step.clone());
            }
        }
        Ok(out)
    }

    /// Returns the steps of a segment, made again if they were not kept.
    fn replay<'a>(
        &mut self,
        rollout: &'a Rollout,
        segment: Range<usize>,
    ) -> Result<Cow<'a, [Step]>> {
        if !Arc::ptr_eq(&rollout.model, self.model()) {
            let why = "was made by a simulator of another model";
            let fix = "differentiate it with a simulator of the same Arc<Model>";
            return Err(Error::value("rollout", why, fix));
        }
        if rollout.checkpoints == Checkpoints::Steps {
            return Ok(Cow::Borrowed(&rollout.steps[segment]));
        }
        let index = segment.start / rollout.segment_size();
        let mut state = rollout.states[index].clone();
        let mut out = Vec::with_capacity(segment.len());
        for input in &rollout.inputs[segment] {
            let step = self.step(&state, input, rollout.rho)?;
            state.clone_from(&step.state);
            out.push(step);
        }
        if state != *rollout.states.get(index + 1).unwrap_or(&rollout.end) {
            let why = "does not repeat: its steps end elsewhere when they are made again";
            let fix = "use the simulator that made it, or one of the same precision";
            return Err(Error::value("rollout", why, fix));
        }
        Ok(Cow::Owned(out))
    }

    /// Returns the derivative of the end of a rollout, by the chain rule forward in time, each step
    /// differentiated at relaxation `rho`. With another `rho` than the rollout's it is a hard
    /// trajectory with smoothed derivatives. `contacts` of `wrt` is not used.
    ///
    /// # Errors
    /// The errors are those of [`Self::gradient`].
    pub fn rollout_gradient(
        &mut self,
        rollout: &Rollout,
        rho: f64,
        wrt: &Wrt,
    ) -> Result<RolloutGradient> {
        let tangents = 2 * self.model().nv();
        let own = Wrt {
            state: true,
            contacts: false,
            ..wrt.clone()
        };
        let mut out = RolloutGradient {
            state: DMatrix::identity(tangents, tangents),
            inputs: Vec::new(),
            parameters: DMatrix::zeros(tangents, wrt.parameters.len()),
            density: DMatrix::zeros(tangents, wrt.parameters.len()),
            quality: Quality::default(),
        };
        let (mut gradient, mut a) = (Gradient::default(), DMatrix::default());
        for segment in rollout.segments() {
            for step in self.replay(rollout, segment)?.iter() {
                self.gradient_into(step, rho, &own, &mut gradient)?;
                gradient.a_into(&mut a);
                if wrt.state {
                    out.state = &a * out.state;
                }
                out.inputs.iter_mut().for_each(|b| *b = &a * &*b);
                if wrt.inputs {
                    out.inputs.push(gradient.b());
                }
                out.parameters = &a * out.parameters + gradient.parameters();
                out.density = &a * out.density + gradient.density();
                out.quality = out.quality.worse(&gradient.quality);
            }
        }
        if !wrt.state {
            out.state = DMatrix::zeros(tangents, 0);
        }
        Ok(out)
    }

    /// Returns the derivative of a number L that depends on the states of a rollout, backward in time:
    /// `cotangents[k]` is dL / d (state after step k), 2 nv numbers, or empty where L does not
    /// depend on it.
    ///
    /// # Errors
    /// As [`Self::pullback`]; and when there is not one cotangent per step.
    pub fn rollout_pullback(
        &mut self,
        rollout: &Rollout,
        rho: f64,
        wrt: &Wrt,
        cotangents: &[Vec<f64>],
    ) -> Result<RolloutPullback> {
        let tangents = 2 * self.model().nv();
        if cotangents.len() != rollout.len() {
            let why = format!("{} entries for {} steps", cotangents.len(), rollout.len());
            let fix = "give one per step, empty where there is nothing";
            return Err(Error::value("cotangents", why, fix));
        }
        let own = Wrt {
            state: true,
            ..wrt.clone()
        };
        let mut out = RolloutPullback {
            state: vec![0.0; tangents],
            inputs: Vec::new(),
            parameters: vec![0.0; wrt.parameters.len()],
            density: vec![0.0; wrt.parameters.len()],
            quality: Quality::default(),
        };
        for segment in rollout.segments().into_iter().rev() {
            let steps = self.replay(rollout, segment.clone())?;
            for (k, step) in segment.zip(steps.iter()).rev() {
                if !cotangents[k].is_empty() {
                    check_length(&cotangents[k], tangents, k)?;
                    add(&mut out.state, &cotangents[k]);
                }
                let pulled = self.pullback(step, rho, &own, &out.state)?;
                out.state = pulled.state;
                add(&mut out.parameters, &pulled.parameters);
                add(&mut out.density, &pulled.density);
                out.quality = out.quality.worse(&pulled.quality);
                if wrt.inputs {
                    out.inputs.push(pulled.inputs);
                }
            }
        }
        out.inputs.reverse();
        Ok(out)
    }
}

fn add(sum: &mut [f64], more: &[f64]) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
}

fn check_length(cotangent: &[f64], tangents: usize, k: usize) -> Result<()> {
    if cotangent.len() == tangents {
        return Ok(());
    }
    let why = format!(
        "has {} numbers, a state {tangents} tangents",
        cotangent.len()
    );
    let fix = "give one number per tangent, or none";
    Err(Error::value(format!("cotangents[{k}]"), why, fix))
}

fn solved(step: &Step, k: usize) -> Result<()> {
    if step.status.solved {
        return Ok(());
    }
    let why = format!("was not solved: {}", step.status.reason);
    let fix = "use a larger rho, a shorter time step, or another first state";
    Err(Error::value(format!("step {k}"), why, fix))
}
