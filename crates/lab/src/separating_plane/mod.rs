//! Experiments on the contact model `separating_plane`.
//!
//! [`Throws`]: bodies thrown at each other at up to 20 m/s. Do hulls ever cross, and do steps have a solution?
//!
//! Not here: the model, and the certificate that judges it.

mod report;
mod throw_scene;
mod throws;

pub use report::{SeparatingPlaneReport, ThrowGroup};
pub use throw_scene::{Kind, throw_scene};
pub use throws::{Throw, ThrowRow, Throws};
