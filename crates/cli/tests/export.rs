//! Exports read back: animated glTF by another reader, rows of CSV by their columns.

#[path = "common/command.rs"]
mod command;
#[path = "export/limits.rs"]
mod limits;
#[path = "export/made.rs"]
mod made;
#[path = "export/poses.rs"]
mod poses;
#[path = "export/read.rs"]
mod read;
#[path = "export/rows.rs"]
mod rows;
#[path = "export/surfaces.rs"]
mod surfaces;
#[path = "export/visuals.rs"]
mod visuals;
