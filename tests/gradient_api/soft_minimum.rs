//! Steps of the soft-minimum model against central differences.

use crate::common::scenes::cuboid;
use crate::gradient_api::case::{on_the_floor, stack_with};
use crate::gradient_api::differences::compare_by;
use drystone::world::{ContactModel, ParameterKind};

#[test]
fn steps_between_clouds_are_differentiated() {
    for model in [
        ContactModel::SoftMinimum,
        ContactModel::SoftMinimumAsPublished,
    ] {
        let on_the_floor = on_the_floor("soft box", cuboid(0.1, 0.08, 0.06), |b| {
            b.contact_model(model)
        });
        let stack = stack_with("soft stack", |b| b.contact_model(model));
        for (case, rhos) in [(&on_the_floor, &[1e-2, 1e-4, 1e-6][..]), (&stack, &[1e-4])] {
            let is_shape = |kind: &ParameterKind| matches!(kind, ParameterKind::Shape { .. });
            let parameters = case.model.parameters().into_iter();
            let parameters: Vec<_> = parameters.filter(|p| !is_shape(&p.kind)).collect();
            for &rho in rhos {
                compare_by(case, rho, 1e-7, parameters.clone());
            }
        }
    }
}
