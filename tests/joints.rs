//! Joints: momentum, energy, order, gaps, gradients, independent answers.

#[path = "joints/behaviours.rs"]
mod behaviours;
#[path = "joints/chains.rs"]
mod chains;
#[path = "joints/differences.rs"]
mod differences;
#[path = "joints/frames.rs"]
mod frames;
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
#[path = "joints/mobility.rs"]
mod mobility;
#[path = "joints/motions.rs"]
mod motions;
#[path = "joints/quasi_dynamic.rs"]
mod quasi_dynamic;
#[path = "joints/reference_mechanisms.rs"]
mod reference_mechanisms;
#[path = "joints/references.rs"]
mod references;
#[path = "joints/run.rs"]
mod run;
#[path = "joints/space.rs"]
mod space;
