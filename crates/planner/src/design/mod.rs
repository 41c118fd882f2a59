//! Designs: numbers of a scene - points of shapes, attachments, masses, keyframes - that a loss over a run asks for (SDRS section VI).
//!
//! ```text
//! minimise over x   L = sum of terms over the states of a run of the scene with numbers x
//! dL/dx = dL/d(first state) d(first state)/dx + sum_k dL/d(input k) d(input k)/dx + dL/d(parameters) d(parameters)/dx + dL/dx at given states
//! ```
//!
//! The first factors are the adjoint of the steps, whatever contact model solves them; the second ones are central differences of the scene
//! that is built with other numbers, in which nothing moves: exact to rounding, since what a scene is made of follows its numbers smoothly.

mod contact_force;
mod descent;
mod designer;
mod effort;
mod follow;
mod loss;
mod optimize;
mod relative;
mod run;
mod term;
mod variable;

pub use designer::Designer;
pub use optimize::{Designed, Iteration};
pub use variable::Variable;
