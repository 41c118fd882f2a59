//! Studies: many cases, one table, a pass line.
//!
//! So far one: the derivatives of a step against central differences of it, for every ordered pair
//! of primitives in every situation at several relaxations ([`examine_all`], [`Summary`]).
//!
//! Not here: the derivatives themselves.

mod campaign;
mod dice;
mod differences;
pub mod drop;
mod errors;
mod gradients;
mod method;
mod pairs;
pub mod peg;
mod plot;
mod primitives;
mod report;
mod situations;
pub mod speed;
pub mod stack;
mod summary;
mod table;
mod trial;

pub use campaign::{Campaign, Done, carry_out};
pub use dice::Dice;
pub use differences::{Blocks, Differences, Moment};
pub use errors::Errors;
pub use gradients::{Case, RHOS, Row, examine, examine_all};
pub use method::Method;
pub use pairs::Pair;
pub use plot::{Content, HeatMap, Plot};
pub use primitives::Primitive;
pub use report::Report;
pub use situations::{Scene, Situation};
pub use summary::{Figures, MEDIAN, Named, P99, Summary};
pub use table::Table;
