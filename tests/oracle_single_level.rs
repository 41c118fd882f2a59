//! The single-level step against independent solutions of the paper's own systems
//! (`tests/oracles/single_level.json`): a planar box (SL eq. 58) and bodies at rest.
//!
//! The data are in the paper's units: (alpha - 1) gamma = rho with gamma in N s, and the row
//! alpha >= 0 in every collision problem. Our row is H (alpha - 1) gamma = rho, so the contact
//! rows get rho H and the collision rows rho.

mod one_body;
mod planar_box;
mod rest;
