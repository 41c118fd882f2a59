//! A recording for other programs: animated glTF, rows of CSV, charts.
//!
//! Frames are taken one at a time and none is kept, so a recording may be longer than the memory.

mod chart;
mod chart_fold;
mod chart_forces;
mod chart_steps;

pub use chart::{Charts, KeyFigures};
