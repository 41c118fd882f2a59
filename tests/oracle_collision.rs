//! The collision query against independent reference data: alpha, contact point, normal and all
//! derivatives of every shape pair (tolerances as suggested in `tests/oracles/README.md`).

mod exact;
mod relaxed;
mod special;
