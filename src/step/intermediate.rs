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

impl IntermediateState {
    /// Returns the body, the time and the state.
    pub(crate) fn within(&self) -> (usize, f64, BodyState) {
        (self.body, self.time, self.state)
    }
}

impl Step {
    /// Returns the states within the step of the free and driven bodies that went in halves, by body and time: between two of them a body
    /// made one solve. The list is empty where the step was made at once.
    pub fn intermediate_states(&self) -> Vec<IntermediateState> {
        self.states_within().collect()
    }

    /// Returns the [`Self::intermediate_states`] one after the other.
    pub(super) fn states_within(&self) -> impl Iterator<Item = IntermediateState> {
        let model = self.solution.model.iter();
        let bodies = model.flat_map(|model| model.bodies.iter().enumerate());
        let moving = bodies.filter(|(_, body)| body.is_moving());
        moving.flat_map(|(body, _)| {
            let leaves = self.solution.leaves().iter();
            let own = leaves.filter(move |leaf| leaf.active().has(body));
            let starts = own.scan(0.0, move |end, leaf| {
                let time = *end;
                *end += 0.5_f64.powi(leaf.depth as i32);
                let state = leaf.state.bodies[body];
                Some(IntermediateState { body, time, state })
            });
            starts.filter(|at| at.time > 0.0)
        })
    }
}
