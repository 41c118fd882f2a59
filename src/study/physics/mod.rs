//! Is the physics right? Independent answers, closed forms, residuals of the laws, refinement.

pub mod oracles;
mod play;
mod slopes;

pub use slopes::{SlopeRow, Slopes, Stone};
