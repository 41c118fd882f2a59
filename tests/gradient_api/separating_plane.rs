//! Steps under the separating-plane model against central differences.

use super::explicit::carried;
use crate::gradient_api::differences::compare_by;
use drystone::world::ContactModel;

#[test]
fn next_states_and_contacts_are_differentiated_with_respect_to_everything() {
    let case = carried(|builder| builder.contact_model(ContactModel::SeparatingPlane));
    for rho in [1e-2, 1e-3] {
        let all = case.model.parameters();
        compare_by(&case, rho, 1e-5, all);
    }
}
