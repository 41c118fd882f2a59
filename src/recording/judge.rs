//! Contacts judged without the solver: true gaps from the shapes alone.

use crate::math::Vec3;
use crate::shape::penetration;
use crate::step::PartId;
use crate::world::{Model, State};

/// Contacts that the solver sees open by more than this part of the unit of length need not be
/// judged: the sign of its gap is exact.
pub const NEAR: f64 = 0.05;

/// Distance between the two parts of a contact with normal `normal` at `state`, m; negative when
/// they overlap. Found with support functions, not with the solver's alpha.
pub fn true_gap(model: &Model, state: &State, [first, second]: [PartId; 2], normal: &Vec3) -> f64 {
    let placed = |id: PartId| &model.bodies[id.body].parts[id.part].placed;
    let pose = |id: PartId| {
        let at = &state.bodies[id.body];
        (at.position, at.rotation)
    };
    -penetration(
        placed(first),
        &pose(first),
        placed(second),
        &pose(second),
        normal,
    )
}
