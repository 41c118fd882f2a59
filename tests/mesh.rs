//! Meshes: every format gives the same triangles, hulls are reduced by a known distance, hollow things stay
//! hollow when they are decomposed.

#[path = "mesh/cache.rs"]
mod cache;
#[path = "mesh/damaged.rs"]
mod damaged;
#[path = "mesh/files.rs"]
mod files;
#[path = "mesh/hollow.rs"]
mod hollow;
#[path = "mesh/makers.rs"]
mod makers;
#[path = "mesh/reduce.rs"]
mod reduce;
#[path = "mesh/scenes.rs"]
mod scenes;
#[path = "mesh/solids.rs"]
mod solids;
