//! Steps by explicit integrators against central differences, forward and adjoint.

use crate::gradient_api::case::{Case, crowd_with, planar_with, stack_with};
use crate::gradient_api::differences::compare_rates;
use crate::gradient_api::numeric::both_by;
use drystone::step::{Simulator, Wrt};
use drystone::world::{ContactModel, Integrator, ModelBuilder, ParameterKind, SoftMinimumSettings};

/// Returns what makes a model explicit.
fn by(
    contact_model: ContactModel,
    integrator: Integrator,
    time_step: f64,
) -> impl Fn(ModelBuilder) -> ModelBuilder {
    let settings = SoftMinimumSettings {
        stiffness: Some(3e4),
        smoothing: Some(2e-3),
        stiction_velocity: 0.05,
        integrator,
        ..SoftMinimumSettings::default()
    };
    move |builder| {
        builder
            .contact_model(contact_model)
            .soft_minimum(settings)
            .time_step(time_step)
    }
}

/// Checks all columns of a case, and the adjoint of a weight.
fn check(case: &Case) {
    let rho = 1e-4;
    let is_shape = |kind: &ParameterKind| matches!(kind, ParameterKind::Shape { .. });
    let parameters = case.model.parameters().into_iter();
    let parameters: Vec<_> = parameters.filter(|p| !is_shape(&p.kind)).collect();
    compare_rates(case, rho, 1e-7, both_by(case, rho, parameters.clone()));

    let mut simulator = Simulator::new(case.model.clone());
    let step = case.step_with(&mut simulator, rho);
    let wrt = Wrt {
        parameters,
        ..Wrt::state_and_inputs()
    };
    let weights: Vec<f64> = (0..2 * case.model.nv())
        .map(|k| (k as f64 * 0.7).sin())
        .collect();
    let gradient = simulator.gradient(&step, rho, &wrt).expect("a gradient");
    let pulled = simulator
        .pullback(&step, rho, &wrt, &weights)
        .expect("a pullback");
    let row = nalgebra::RowDVector::from_row_slice(&weights);
    for (forward, back) in [
        (&row * gradient.a(), &pulled.state),
        (&row * gradient.b(), &pulled.inputs),
        (&row * gradient.parameters(), &pulled.parameters),
    ] {
        for (a, b) in forward.iter().zip(back) {
            assert!((a - b).abs() < 1e-9 * (1.0 + a.abs()), "{a} {b}");
        }
    }
}

#[test]
fn explicit_steps_are_differentiated() {
    for contact_model in [
        ContactModel::SoftMinimum,
        ContactModel::SoftMinimumAsPublished,
    ] {
        for integrator in [Integrator::Euler, Integrator::RungeKutta] {
            println!("{contact_model:?}, {}", integrator.name());
            check(&stack_with("stack", by(contact_model, integrator, 0.004)));
            check(&planar_with("planar", by(contact_model, integrator, 0.004)));
            check(&crowd_with("crowd", by(contact_model, integrator, 0.01)));
        }
    }
}
