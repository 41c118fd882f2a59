//! Drystone: rigid-body contact for bodies made of convex stones.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod broad_phase;
pub mod contact;
pub mod dynamics;
pub mod error;
pub mod ipm;
pub mod linalg;
pub mod math;
pub mod recording;
pub mod scene;
pub mod shape;
pub mod step;
pub mod world;

pub use error::{Error, ErrorKind, Result};
