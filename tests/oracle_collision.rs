//! The collision query against independent reference data: alpha, contact point, normal and all
//! derivatives of every shape pair (tolerances as suggested in `tests/oracles/README.md`).

#[path = "common/distance.rs"]
mod distance;
#[path = "common/oracle.rs"]
mod oracle;

#[path = "oracle_collision/exact.rs"]
mod exact;
#[path = "oracle_collision/relaxed.rs"]
mod relaxed;
#[path = "oracle_collision/special.rs"]
mod special;
