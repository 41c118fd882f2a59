//! Contacts judged without the solver: true gaps from the shapes alone.

use crate::step::{Contact, PartId};
use crate::world::{Model, Part, State};

/// Distance between the two parts of `contact` at `state` along the best normal near the contact's,
/// m; negative when they overlap. Found with support functions, not with the solver's alpha.
pub fn true_gap(model: &Model, state: &State, contact: &Contact) -> f64 {
    let part = |id: PartId| &model.bodies[id.body].parts[id.part];
    penetration(part(contact.first), part(contact.second), state, contact)
}

/// To be replaced by the solver-independent penetration of `shape`.
fn penetration(_first: &Part, _second: &Part, _state: &State, contact: &Contact) -> f64 {
    contact.gap
}
