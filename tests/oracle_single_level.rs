//! The single-level step against independent solutions of the paper's own systems
//! (`tests/oracles/single_level.json`): a planar box (SL eq. 58) and bodies at rest.
//!
//! The data are in the paper's units: (alpha - 1) gamma = rho with gamma in N s, and the row
//! alpha >= 0 in every collision problem. Our row is H (alpha - 1) gamma = rho, so the contact
//! rows get rho H and the collision rows rho.

#[path = "common/oracle.rs"]
mod oracle;
#[path = "common/scenes.rs"]
mod scenes;

#[path = "oracle_single_level/one_body.rs"]
mod one_body;
#[path = "oracle_single_level/planar_box.rs"]
mod planar_box;
#[path = "oracle_single_level/rest.rs"]
mod rest;
