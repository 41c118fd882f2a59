//! Studies: many cases, one table, a pass line.
//!
//! So far one: the derivatives of a step against central differences of it, for every ordered pair
//! of primitives in every situation at several relaxations ([`gradients`]).
//!
//! Not here: the derivatives themselves.

mod differences;
mod pairs;
mod primitives;
mod situations;

pub use differences::{Blocks, Differences};
pub use pairs::Pair;
pub use primitives::Primitive;
pub use situations::{Scene, Situation};
