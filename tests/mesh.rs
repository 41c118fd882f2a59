//! Meshes: every format gives the same triangles, hulls are reduced by a known distance, hollow things stay
//! hollow when they are decomposed.

mod cache;
mod damaged;
mod files;
mod hollow;
pub mod makers;
mod reduce;
mod scenes;
mod solids;
