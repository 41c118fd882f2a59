//! States within a step that went in halves.

use super::Step;
use crate::world::BodyState;

/// The state of a body at the end of a part of a step, where the step goes on with another part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IntermediateState {
    /// The index of the body in the model.
    pub body: usize,
    /// The time as a part of the step, between 0 and 1: a multiple of a power of 1/2.
    pub time: f64,
    /// The state; its velocity is that of half a part of the step earlier, as everywhere.
    pub state: BodyState,
}

impl Step {
    /// Returns the states within the step of the free and driven bodies that went in halves, by body and time: between two of them a body
    /// made one solve. The list is empty where the step was made at once.
    pub fn intermediate_states(&self) -> Vec<IntermediateState> {
        let mut out = Vec::new();
        let Some(model) = &self.solution.model else {
            return out;
        };
        let bodies = model.bodies.iter().enumerate();
        for (body, _) in bodies.filter(|(_, body)| body.is_moving()) {
            let mut time = 0.0;
            let leaves = self.solution.leaves().iter();
            for leaf in leaves.filter(|leaf| leaf.active().has(body)) {
                if time > 0.0 {
                    let state = leaf.state.bodies[body];
                    out.push(IntermediateState { body, time, state });
                }
                time += 0.5_f64.powi(leaf.depth as i32);
            }
        }
        out
    }
}
