//! The rooms of the program `drystone`.
//!
//! | room | what is in it |
//! | --- | --- |
//! | [`replay`] | a recording made whole again: model, looks of the bodies, figures per frame |
//! | [`export`] | a recording for other programs: glTF, CSV, charts |
//! | `viewer` (feature) | a window and pictures |
//! | [`command`] | the command line |
//!
//! Not here: the simulator ([`drystone`]), the planner ([`drystone_planner`]), the studies
//! ([`drystone_lab`]) and their charts ([`drystone_plot`]).
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod command;
pub mod export;
pub mod replay;
#[cfg(feature = "viewer")]
pub mod viewer;
