//! Steps by explicit integrators against central differences, forward and adjoint.

use crate::common::scenes::cuboid;
use crate::gradient_api::case::{Case, at, body, drive, planar_with, rough, sphere, stack_with};
use crate::gradient_api::differences::compare_by;
use drystone::math::{Rot, Vec3};
use drystone::step::{Simulator, Wrt};
use drystone::world::{
    ContactModel, Input, Integrator, Model, ModelBuilder, Motion, ParameterKind, PartSpec,
    SoftMinimumSettings, State,
};
use std::sync::Arc;

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

/// A stone on a paddle that rises and turns, with a driven ball in touch.
pub fn carried(with: impl Fn(ModelBuilder) -> ModelBuilder) -> Case {
    let stone = rough(cuboid(0.08, 0.1, 0.09), [0.0, 0.01, 0.0], [0.3, 0.2, 0.1]);
    carried_stone(with, vec![stone])
}

/// Carries a stone of other parts.
pub fn carried_stone(with: impl Fn(ModelBuilder) -> ModelBuilder, stone: Vec<PartSpec>) -> Case {
    let paddle = rough(cuboid(0.2, 0.2, 0.1), [0.01, 0.0, 0.0], [0.0, 0.0, 0.0]);
    let builder = with(Model::builder().length(0.1))
        .body(body("paddle", Motion::Prescribed, vec![paddle]))
        .body(body("stone", Motion::Free, stone))
        .body(body(
            "finger",
            Motion::Driven(drive()),
            vec![rough(sphere(0.06), [0.0, 0.0, 0.01], [0.0, 0.3, 0.0])],
        ));
    let model = Arc::new(builder.build().expect("a model"));
    let state = State {
        bodies: vec![
            at([0.0; 3], [0.1, 0.05, 0.0], [0.0; 3], [0.0; 3]),
            at(
                [0.0, 0.0, 0.25],
                [0.3, 0.2, 0.4],
                [-0.3, 0.1, -0.2],
                [0.5, -1.0, 0.4],
            ),
            at(
                [0.21, 0.0, 0.25],
                [0.1, 0.2, 0.3],
                [-0.2, 0.0, 0.1],
                [0.3, 0.2, -0.4],
            ),
        ],
        ..State::default()
    };
    let mut input = Input::hold(&model, &state);
    let paddle = &mut input.commands[0];
    paddle.position += Vec3::new(0.001, 0.0005, 0.002);
    paddle.rotation *= Rot::from_scaled_axis(Vec3::new(0.01, -0.02, 0.03));
    let finger = &mut input.commands[2];
    finger.position += Vec3::new(-0.08, 0.01, 0.0);
    finger.rotation *= Rot::from_scaled_axis(Vec3::new(0.2, 0.1, -0.3));
    finger.velocity = Vec3::new(-0.1, 0.05, 0.02);
    finger.angular_velocity = Vec3::new(0.2, -0.1, 0.3);
    let case = Case {
        name: "carried",
        model,
        state,
        input,
    };
    case.until(&[("paddle", "stone"), ("stone", "finger")])
}

/// Checks all columns of a case, and the adjoint of a weight.
fn check(case: &Case) {
    let rho = 1e-4;
    let is_shape = |kind: &ParameterKind| matches!(kind, ParameterKind::Shape { .. });
    let parameters = case.model.parameters().into_iter();
    let parameters: Vec<_> = parameters.filter(|p| !is_shape(&p.kind)).collect();
    compare_by(case, rho, 1e-7, parameters.clone());

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
            // The published springs of a thin body let another one through.
            if contact_model == ContactModel::SoftMinimum {
                check(&planar_with("planar", by(contact_model, integrator, 0.004)));
            }
            check(&carried(by(contact_model, integrator, 0.004)));
        }
    }
}
