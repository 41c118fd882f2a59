//! The kinematics of joints: what a kind of joint leaves free, its rows, its coordinates, and the wrenches of its
//! impulses (docs/joints.md).
//!
//! ```text
//! p_s = x_s + R_s r_s    A = R_a C_a    B = R_b C_b    M = A^T B    d = A^T (p_b - p_a)
//! ```
//!
//! Side 0 is the child b, side 1 the parent a. Rows and coordinates are functions of both poses; impulses are pairs
//! (force, couple) at p_b, on the child and opposite on the parent, so that they conserve momentum wherever the
//! bodies are.
//!
//! Not here: what the impulses are (`dynamics::JointBlock`), and which bodies are joined (`world::Joint`).

mod coordinate;
mod geometry;
mod gimbal;
mod kind;
mod row;
mod wrench;

pub use coordinate::Coordinate;
pub use geometry::{Frame, Geometry, JointFrames};
pub use kind::JointKind;
pub use row::Row;
pub use wrench::{Wrench6, WrenchRate};

/// The numbers of both sides of a joint: of the child, then of the parent.
pub type BothSides<T> = [T; 2];

#[cfg(test)]
mod tests;
