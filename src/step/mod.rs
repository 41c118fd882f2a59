//! One step: lay out, assemble, solve.

mod outcome;
mod simulator;

pub use outcome::{Contact, PartId, Rung, Step, StepStatus, WorstRow};
pub use simulator::Simulator;
