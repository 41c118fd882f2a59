//! Joints: momentum, energy, order, gaps, gradients, independent answers.

mod behaviours;
mod chains;
mod differences;
mod frames;
mod free;
mod gimbal;
mod gradients;
mod hard_loops;
mod loop_energy;
mod loops;
mod mechanism;
mod mobility;
mod motions;
mod quasi_dynamic;
mod reference_mechanisms;
mod references;
mod run;
mod space;
mod starts;
