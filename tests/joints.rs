//! Joints: momentum, energy, order, gaps, gradients, what acts along them, loops.

#[path = "joints/behaviours.rs"]
mod behaviours;
#[path = "joints/chains.rs"]
mod chains;
#[path = "joints/differences.rs"]
mod differences;
#[path = "joints/free.rs"]
mod free;
#[path = "joints/gradients.rs"]
mod gradients;
#[path = "joints/hard_loops.rs"]
mod hard_loops;
#[path = "joints/loop_energy.rs"]
mod loop_energy;
#[path = "joints/loops.rs"]
mod loops;
#[path = "joints/mechanism.rs"]
mod mechanism;
#[path = "joints/motions.rs"]
mod motions;
#[path = "joints/run.rs"]
mod run;
