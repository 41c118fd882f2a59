//! The step against independent answers of mechanics: flight, sliding, rolling, impacts, towers,
//! spin, fingers, a wobbling disc, a wedged peg, pendulums, an arm, a wedge between jaws.
//!
//! The reference data are `tests/oracles/dynamics.json`; its README says how they were made. Every
//! kind of record has one function that builds a scene from its parameters, runs it and compares
//! what comes out with what is expected, to the reference's tolerance.
//!
//! Scenes start half a step early, as scene files do: velocities are those in the middle of the
//! steps, and a wrench acts in step k with its mean over [t_k - h/2, t_k + h/2]. Where a record
//! asks for the plain start, the run says so. Every run states the relaxation it needs and why.

mod arms;
pub mod bodies;
mod campaign;
mod disc;
mod fingers;
mod flight;
mod impacts;
mod kinds;
mod ledger;
mod peg;
mod pendulums;
mod pushing;
mod reach;
mod record;
mod rolling;
mod run;
mod sliding;
mod spin;
mod towers;
mod wedge;

pub use campaign::{OracleRow, Oracles};
pub use kinds::{KINDS, Kind};
pub use ledger::{Comparison, Ledger};
pub use record::{DEFAULTS, Record};
pub use run::Run;
pub use spin::top;
