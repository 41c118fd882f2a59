//! Momentum rows of bodies: what a body contributes to a step, and how its state follows from the
//! solution (docs/formulation.md, section 3, SL eq. 8). Everything is in the units of the model.
//!
//! ```text
//! x+ = x + h v+        Q+ = Q dq(u+)        w+ = A u+
//! m (v+ - v) - h (m g + f) - sum of contact impulses                              = 0
//! R L+(u+) - R J w - h tau - sum of contact torque impulses                       = 0
//! new v = v+,   new w = J^-1 F^T (J w + R^T (h tau + sum of torque impulses)),   F = R(dq(u+))
//! ```
//!
//! The unknown u+ is the Cayley rate of the step, w+ the angular velocity over it ([`Cayley`](crate::math::Cayley)).
//! DIFFERENCE from SL (interval velocity as state): the state's w is the one at the node; with the
//! interval's, angular momentum is lost to 1e-3 and fast spins alias. R is the rotation at the
//! start of the step: with R+ every torque would turn by h w.
//!
//! # Quasi-dynamic bodies
//!
//! A body of which only the configuration counts starts every step at rest: v = w = 0 in the rows
//! above, whatever the velocities of its state. What it carries through a step is its pose alone,
//! and its mass resists a displacement dx of a step like a spring of stiffness m / h^2:
//!
//! ```text
//! (m / h) (x+ - x) = h (m g + f + K (x_cmd - x+) - D v+) + sum of contact impulses
//! ```
//!
//! An actuated body is a driven one: it goes to where stiffness, mass and contact hold it. A free
//! one moves by what pushes it, and its mass regularises the rest. Contact rows, solver and
//! gradients are those of any step; velocities of the next state are those of the interval, and
//! columns of velocities are zero in A. At relaxations for planning (3e-3 and more) every pair with
//! such a body is kept, however far apart.

mod body_block;
mod drive;
mod joint_block;
mod quasi_dynamic;

pub use body_block::{BodyBlock, BodyParameter, BodyRates, BodySetup, INPUTS, RotationLaw, Start};
pub use drive::DriveStep;
pub use joint_block::{
    Actuator, AxisChange, AxisSetup, AxisUnits, CouplingSetup, JointBlock, JointChange,
    JointMotions, JointPoint, JointSetup, LOOP, Sides, Slopes,
};
