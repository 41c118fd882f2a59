//! Steps under the separating-plane models against central differences.

use super::explicit::carried;
use crate::common::scenes::cuboid;
use crate::gradient_api::case::on_the_floor;
use crate::gradient_api::differences::compare_by;
use drystone::step::{Contact, Simulator};
use drystone::world::{ContactModel, ModelBuilder, SeparatingPlaneSettings};

#[test]
fn next_states_and_contacts_are_differentiated_with_respect_to_everything() {
    let case = carried(|builder| builder.contact_model(ContactModel::SeparatingPlane));
    for rho in [1e-2, 1e-3] {
        let all = case.model.parameters();
        compare_by(&case, rho, 1e-5, all);
    }
}

/// Friction as published is that of the start of the step: the bodies have pushed each other in the step before.
#[test]
fn steps_as_published_are_differentiated_with_respect_to_everything() {
    let rho = 1e-2;
    let settings = SeparatingPlaneSettings {
        slip_speed: 0.03,
        ..SeparatingPlaneSettings::default()
    };
    let published = |builder: ModelBuilder| {
        let builder = builder.contact_model(ContactModel::SeparatingPlaneAsPublished);
        builder.separating_plane(settings)
    };
    let block = cuboid(0.1, 0.08, 0.06);
    for mut case in [
        carried(published),
        on_the_floor("published", block, published),
    ] {
        let mut simulator = Simulator::new(case.model.clone());
        let (mut pushed, mut rubbed) = (false, false);
        for _ in 0..60 {
            let step = case.step_with(&mut simulator, rho);
            let all = step.contacts.iter();
            let rubs = |c: &Contact| {
                (c.impulse - c.normal * c.normal_impulse).norm() > 0.05 * c.normal_impulse
            };
            rubbed = pushed && all.clone().any(rubs);
            pushed = all.clone().any(|c| c.normal_impulse > 1e-3);
            if rubbed {
                break;
            }
            case.state = step.state;
        }
        assert!(rubbed, "{} never rubs", case.name);
        compare_by(&case, rho, 1e-5, case.model.parameters());
    }
}
