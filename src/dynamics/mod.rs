//! Momentum rows of bodies: what a body contributes to a step, and how its state follows from the
//! solution (docs/formulation.md, section 3, SL eq. 8). Everything is in the units of the model.
//!
//! ```text
//! x+ = x + h v+        Q+ = Q dq(w+)
//! m (v+ - v) - h (m g + f) - sum of contact impulses                              = 0
//! R L+(w+) - R J w - h tau - sum of contact torque impulses                       = 0
//! new v = v+,   new w = J^-1 F^T (J w + R^T (h tau + sum of torque impulses)),   F = R(dq(w+))
//! ```
//!
//! DIFFERENCE from SL (interval velocity as state): the state's w is the one at the node; with the
//! interval's, angular momentum is lost to 1e-3 and fast spins alias. R is the rotation at the
//! start of the step: with R+ every torque would turn by h w.

mod body_block;
mod drive;

pub use body_block::{BodyBlock, BodyParameter, BodyRates, BodySetup, INPUTS, Start};
pub use drive::DriveStep;
