//! Studies: many cases, one table, a pass line.
//!
//! A study is a [`Campaign`] (runs, each of which gives a row of figures) and a [`Report`] on its
//! rows (tables, pictures, pass line); [`carry_out`] does the runs on all cores and keeps every row.
//!
//! - [`drop`](mod@drop): random drops, in the plane as published and in space;
//! - [`stack`]: towers that should stand still, in the plane as published and in space;
//! - [`heaps`]: many stones in a bin, and light ones under heavy ones;
//! - [`stacking`]: towers, arches, overhangs, houses of cards: what must stand, and what must fall;
//! - [`insertion`]: pegs that a compliant hand pushes into holes, and what wedges;
//! - [`joints`]: chains thrown on the floor;
//! - [`peg`]: the published peg in its hole;
//! - [`speed`]: time of a step of bodies that fall on the floor;
//! - [`Gradients`]: the derivatives of a step against central differences of it, for every ordered
//!   pair of primitives in every situation at several relaxations ([`Summary`]);
//! - [`audit`]: every step judged from outside, impacts against finer steps;
//! - [`soak`]: a busy bin for very many steps, random scenes;
//! - [`separating_plane`]: experiments on the contact model of that name;
//! - [`codesign`]: machines designed with their controls and without;
//! - [`soft_minimum`]: the soft-minimum contact model beside its paper;
//! - [`fuzz`]: damaged scenes, recordings and checkpoints;
//! - [`physics`]: independent answers, sticking and sliding, laws of contact step by step, finer steps.
//!
//! [`Perturbation`] makes many initial states of one scene.
//!
//! Not here: the command line, and what is studied.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod audit;
mod campaign;
pub mod codesign;
mod counts;
mod differences;
pub mod drop;
mod errors;
pub mod fuzz;
mod gradients;
pub mod heaps;
pub mod insertion;
pub mod joints;
mod memory;
mod method;
mod pairs;
pub mod peg;
mod perturbation;
pub mod physics;
pub mod planning;
mod primitives;
mod report;
pub mod separating_plane;
mod situations;
pub mod soak;
pub mod soft_minimum;
pub mod speed;
pub mod stack;
pub mod stacking;
mod summary;
mod table;
mod trial;

pub use campaign::{Campaign, Done, carry_out};
pub use counts::Counts;
pub use differences::{Blocks, Differences, Moment};
pub use drystone::math::Dice;
pub use errors::Errors;
pub use gradients::{Case, Gradients, RHOS, Row, examine};
pub use method::Method;
pub use pairs::Pair;
pub use perturbation::Perturbation;
pub use primitives::Primitive;
pub use report::Report;
pub use situations::{Scene, Situation};
pub use summary::{Figures, LARGEST, MEDIAN, Named, P99, Summary};
pub use table::Table;
