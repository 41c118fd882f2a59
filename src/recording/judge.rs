//! Contacts judged without the solver: true gaps from the shapes alone.

use crate::shape::penetration;
use crate::step::{Contact, PartId};
use crate::world::{Model, State};

/// Distance between the two parts of `contact` at `state`, m; negative when they overlap. Found
/// with support functions, not with the solver's alpha.
pub fn true_gap(model: &Model, state: &State, contact: &Contact) -> f64 {
    let placed = |id: PartId| &model.bodies[id.body].parts[id.part].placed;
    let pose = |id: PartId| {
        let at = &state.bodies[id.body];
        (at.position, at.rotation)
    };
    let (first, second) = (contact.first, contact.second);
    -penetration(
        placed(first),
        &pose(first),
        placed(second),
        &pose(second),
        &contact.normal,
    )
}
