//! The simulators that one thread of a batch keeps.

use crate::step::Simulator;
use crate::world::Model;
use std::sync::Arc;

/// Simulators kept, for jobs whose models take turns.
const KEPT: usize = 8;

/// The simulators of one thread.
#[derive(Debug, Default)]
pub struct Worker {
    /// The one used last comes last.
    simulators: Vec<Simulator>,
}

impl Worker {
    /// Returns a simulator of `model`, with the buffers of earlier jobs as long as no more than eight models
    /// take turns. What it was used for before does not change a result.
    pub fn simulator(&mut self, model: &Arc<Model>) -> &mut Simulator {
        let mut all = self.simulators.iter();
        match all.position(|simulator| Arc::ptr_eq(simulator.model(), model)) {
            Some(place) => self.simulators[place..].rotate_left(1),
            None => {
                if self.simulators.len() == KEPT {
                    self.simulators.remove(0);
                }
                self.simulators.push(Simulator::new(Arc::clone(model)));
            }
        }
        let last = self.simulators.len() - 1;
        &mut self.simulators[last]
    }
}
