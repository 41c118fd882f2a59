//! A recording for other programs: animated glTF, rows of CSV, charts.
//!
//! Frames are taken one at a time and none is kept, so a recording may be longer than the memory.

mod csv;
mod draft;
mod glb;
mod glb_document;
mod glb_meshes;
mod survey;

pub use self::csv::Csv;
pub use draft::Draft;
pub use glb::Glb;
pub use survey::Survey;
