//! Audit: every step judged from outside, with formulas of its own, and what it finds by class.
//!
//! - [`Scenes`]: random scenes, every solved step by the laws of flight, momentum, contact and energy;
//! - [`Impacts`]: two bodies that meet, against runs of finer steps: the side of contact, energy, overlap.
//!
//! A finding is a figure beyond a bound that the report prints; its scene can be saved, and then
//! reproduces it. Everything follows from the number of a run.

mod energy;
mod impact_report;
mod impact_scene;
mod impacts;
mod laws;
mod random_scene;
mod report;
mod scenes;
mod shapes;

pub use impact_report::ImpactReport;
pub use impacts::{ImpactRow, Impacts, examine_impact};
pub use random_scene::audit_scene;
pub use report::AuditReport;
pub use scenes::{SceneRow, Scenes, examine_scene};
