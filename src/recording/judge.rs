//! Contacts judged without the solver: true gaps from the shapes alone.

use crate::math::{Rot, Vec3};
use crate::shape::{Placed, gap_certificate, penetration};
use crate::step::PartId;
use crate::world::{Model, State};

/// Contacts that the solver sees open by more than this part of the unit of length need not be
/// judged: the sign of its gap is exact.
pub const NEAR: f64 = 0.05;

/// Distance between the two parts of a contact with normal `normal` at `state`, m; negative when
/// they overlap. Found with support functions, not with the solver's alpha.
pub fn true_gap(model: &Model, state: &State, pair: [PartId; 2], normal: &Vec3) -> f64 {
    let [(first, first_pose), (second, second_pose)] = placed(model, state, pair);
    -penetration(first, &first_pose, second, &second_pose, normal)
}

/// The depth of overlap of two parts where it is more than `known` (m, >= 0); else `known`. The same
/// as the larger of the two, but a look along the normal, which bounds the depth from above, is
/// enough for most contacts.
pub fn deeper(model: &Model, state: &State, pair: [PartId; 2], normal: &Vec3, known: f64) -> f64 {
    let [(first, first_pose), (second, second_pose)] = placed(model, state, pair);
    let bound = -gap_certificate(first, &first_pose, second, &second_pose, normal);
    if bound <= known {
        return known;
    }
    known.max(penetration(
        first,
        &first_pose,
        second,
        &second_pose,
        normal,
    ))
}

fn placed<'a>(
    model: &'a Model,
    state: &State,
    pair: [PartId; 2],
) -> [(&'a Placed, (Vec3, Rot)); 2] {
    pair.map(|id| {
        let at = &state.bodies[id.body];
        let placed = &model.bodies[id.body].parts[id.part].placed;
        (placed, (at.position, at.rotation))
    })
}
