//! Joints: momentum, energy, order, gaps, gradients.

#[path = "joints/chains.rs"]
mod chains;
#[path = "joints/differences.rs"]
mod differences;
#[path = "joints/falling.rs"]
mod falling;
#[path = "joints/free.rs"]
mod free;
#[path = "joints/gradients.rs"]
mod gradients;
#[path = "joints/reference_mechanisms.rs"]
mod reference_mechanisms;
#[path = "joints/references.rs"]
mod references;
#[path = "joints/space.rs"]
mod space;
