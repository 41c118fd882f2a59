//! A run as a member of a batch: what is to be made.

use crate::error::{Error, Result};
use crate::step::Wrt;
use crate::world::{Input, Model, State};
use std::sync::Arc;

/// A run to be made.
#[derive(Debug, Clone, Copy)]
pub struct Member<'a> {
    /// The model; members may have different ones.
    pub model: &'a Arc<Model>,
    /// The state at the start.
    pub first: &'a State,
    /// The inputs of the steps.
    pub inputs: Inputs<'a>,
    /// Number of steps.
    pub steps: usize,
    /// Relaxation of the steps.
    pub rho: f64,
    /// Which steps are differentiated.
    pub sensitivity: Sensitivity<'a>,
}

/// The inputs that act on the bodies of a member.
#[derive(Clone, Copy)]
pub enum Inputs<'a> {
    /// The input is the same in every step.
    Constant(&'a Input),
    /// One per step.
    Sequence(&'a [Input]),
    /// Called before every step with its number, the state it starts from and the input of the step
    /// before (at first [`Input::hold`]), which it changes.
    Function(&'a (dyn Fn(usize, &State, &mut Input) + Sync)),
}

impl std::fmt::Debug for Inputs<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Inputs::Constant(_) => "Constant",
            Inputs::Sequence(_) => "Sequence",
            Inputs::Function(_) => "Function",
        })
    }
}

/// Which steps of a run are differentiated, at which relaxation and with respect to what. For the
/// derivative of the end of a run with respect to its start, see
/// [`Simulator::rollout_gradient`](crate::step::Simulator::rollout_gradient) and
/// [`Batch::map`](super::Batch::map).
#[derive(Debug, Clone, Copy)]
pub enum Sensitivity<'a> {
    /// No step is kept.
    None,
    /// The last step is kept.
    Last(f64, &'a Wrt),
    /// All steps are kept.
    Every(f64, &'a Wrt),
}

impl<'a> Sensitivity<'a> {
    /// Returns the relaxation and columns of the derivative of step `k` of `steps`, if it has one.
    pub(super) fn at(&self, k: usize, steps: usize) -> Option<(f64, &'a Wrt)> {
        match *self {
            Sensitivity::Every(rho, wrt) => Some((rho, wrt)),
            Sensitivity::Last(rho, wrt) if k + 1 == steps => Some((rho, wrt)),
            Sensitivity::Last(..) | Sensitivity::None => None,
        }
    }
}

impl Member<'_> {
    /// Returns whether it can go abreast with another.
    pub(super) fn matches(&self, other: &Member) -> bool {
        Arc::ptr_eq(self.model, other.model) && self.rho == other.rho
    }

    /// Checks what a step does not check.
    pub(super) fn check(&self) -> Result<()> {
        let (bodies, states) = (self.model.bodies.len(), self.first.bodies.len());
        if bodies != states {
            let why = format!("{states} entries for a model of {bodies} bodies");
            let fix = "give one entry per body of the model";
            return Err(Error::value("first.bodies", why, fix));
        }
        match self.inputs {
            Inputs::Sequence(inputs) if inputs.len() != self.steps => {
                let why = format!("{} inputs for {} steps", inputs.len(), self.steps);
                Err(Error::value("inputs", why, "give one input per step"))
            }
            _ => Ok(()),
        }
    }
}
