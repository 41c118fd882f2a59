//! A recording for other programs: animated glTF, rows of CSV, charts; a planning scene for MuJoCo.
//!
//! Frames are taken one at a time and none is kept, so a recording may be longer than the memory.

mod chart;
mod csv;
mod draft;
mod glb;
mod inverse;
mod mjcf;
mod survey;

pub use self::csv::Csv;
pub use chart::{Charts, KeyFigures};
pub use draft::Draft;
pub use glb::Glb;
pub use inverse::{EffortChart, EffortRows, Explained, Explainer, Quantity};
pub use mjcf::{mjcf, model_as_mjcf};
pub use survey::Survey;
