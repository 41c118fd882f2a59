//! Experiments on the contact model `separating_plane`.
//!
//! [`Throws`]: bodies thrown at each other at up to 20 m/s. Do hulls ever cross, and do steps have a solution?
//!
//! [`Checks`]: what closed formulas, statics and other models say of it, one table for every [`Check`].
//!
//! [`Chains`]: the time of a step by the number of links.
//!
//! Not here: the model, and the certificate that judges throws.

mod case;
mod chains;
mod hover;
mod invariance;
mod planks;
mod report;
mod rest;
mod scenes;
mod shares;
mod slope;
mod spin;
mod text;
mod throw_group;
mod throw_scene;
mod throws;
mod tunnel;
mod twin;

pub use case::{Case, Check, CheckRow, Checks};
pub use chains::{ChainRow, Chains};
pub use hover::{Floor, Formula, Hover};
pub use invariance::{Invariance, Kept};
pub use planks::{Pile, Planks};
pub use report::SeparatingPlaneReport;
pub use scenes::Beside;
pub use slope::Slope;
pub use spin::Spin;
pub use throw_group::ThrowGroup;
pub use throw_scene::{Kind, throw_scene};
pub use throws::{Throw, ThrowRow, Throws};
pub use tunnel::{Attitude, Measured, Tunnel};
pub use twin::{Base, Twin};
