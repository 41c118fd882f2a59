//! Exports read back: animated glTF by another reader, rows of CSV by their columns.

mod limits;
mod made;
mod poses;
mod read;
mod rows;
mod surfaces;
mod visuals;
