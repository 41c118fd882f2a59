//! Misuse is told, with the field, the limit and the remedy.

use crate::common::scenes::cuboid;
use crate::gradient_api::case::{self, Case, body, builder, rough};
use drystone::Error;
use drystone::step::{Checkpoints, Simulator, Step, Wrt};
use drystone::world::{Model, Motion, Parameter};
use std::sync::Arc;

fn solved() -> (Case, Simulator, Step) {
    let case = case::stack();
    let mut simulator = Simulator::new(case.model.clone());
    let step = case.step_with(&mut simulator, 1e-4);
    (case, simulator, step)
}

fn says(error: Error, field: &str, words: &[&str]) {
    assert_eq!(error.field, field, "{error}");
    assert!(!error.fix.is_empty(), "no remedy: {error}");
    let text = error.to_string();
    for word in words {
        assert!(text.contains(word), "\"{word}\" is missing in: {text}");
    }
}

/// The error of all three ways to ask.
fn all_ways(simulator: &mut Simulator, step: &Step, rho: f64, wrt: &Wrt, see: impl Fn(Error)) {
    see(simulator.gradient(step, rho, wrt).unwrap_err());
    see(simulator.gradients(step, &[1e-4, rho], wrt).unwrap_err());
    let cotangent = vec![0.0; 2 * simulator.model().nv()];
    see(simulator.pullback(step, rho, wrt, &cotangent).unwrap_err());
}

#[test]
fn a_relaxation_that_cannot_be_is_refused() {
    let (_, mut simulator, step) = solved();
    let wrt = Wrt::state_and_inputs();
    for (rho, said) in [
        (0.0, "got 0"),
        (-1e-4, "got -0.0001"),
        (9.9e-10, "got 0.00000000099"),
        (f64::NAN, "got NaN"),
        (f64::INFINITY, "got inf"),
        (f64::NEG_INFINITY, "got -inf"),
    ] {
        all_ways(&mut simulator, &step, rho, &wrt, |e| {
            says(e, "rho", &["from 1e-9 to 0.1", said, "e.g. 1e-6"]);
        });
    }
    simulator.gradient(&step, 1e-9, &wrt).unwrap();
}

#[test]
fn an_unknown_parameter_is_refused_with_the_nearest_name() {
    let (case, mut simulator, step) = solved();
    let error = case.model.parameter("upper.mas").unwrap_err();
    says(
        error,
        "upper.mas",
        &["no such parameter", "did you mean \"upper.mass\"?"],
    );
    let error = case.model.parameter("uper.part.frction").unwrap_err();
    says(error, "uper.part.frction", &["\"upper.part.friction\""]);
    let error = case
        .model
        .parameter("nonsense of another kind")
        .unwrap_err();
    says(
        error,
        "nonsense of another kind",
        &["known are: gravity.x, gravity.y"],
    );
    // A parameter of a model with more bodies.
    let other = case::crowd().model;
    let strange = other.parameter("bundle.mass").unwrap();
    let wrt = |parameter: Parameter| Wrt {
        parameters: vec![parameter],
        ..Wrt::default()
    };
    all_ways(&mut simulator, &step, 1e-4, &wrt(strange), |e| {
        says(e, "bundle.mass", &["no such parameter"]);
    });
}

#[test]
fn a_coefficient_of_friction_that_is_0_has_no_derivative() {
    let mut smooth = rough(cuboid(0.1, 0.1, 0.1), [0.0; 3], [0.0; 3]);
    (smooth.friction, smooth.torsional_friction) = (0.0, 0.0.into());
    let model = builder().body(body("stone", Motion::Free, vec![smooth]));
    let model = model.build().unwrap();
    for name in ["stone.part.friction", "stone.part.torsional_friction"] {
        let error = model.parameter(name).unwrap_err();
        says(error, name, &["the coefficient is 0", "e.g. 1e-3"]);
        assert!(model.parameters().iter().all(|p| p.name != name));
    }
    // The same parameter of a rough model.
    let rough = vec![rough(cuboid(0.1, 0.1, 0.1), [0.0; 3], [0.0; 3])];
    let other = builder()
        .body(body("stone", Motion::Free, rough))
        .build()
        .unwrap();
    let friction = other.parameter("stone.part.friction").unwrap();
    let model = Arc::new(model);
    let mut simulator = Simulator::new(model.clone());
    let state = crate::common::scenes::rest(&model);
    let mut state = state;
    state.bodies[1].position.z = 1.0;
    let input = drystone::world::Input::hold(&model, &state);
    let step = simulator.step(&state, &input, 1e-4).unwrap();
    let wrt = Wrt {
        parameters: vec![friction],
        ..Wrt::default()
    };
    all_ways(&mut simulator, &step, 1e-4, &wrt, |e| {
        says(
            e,
            "stone.part.friction",
            &["the coefficient is 0", "e.g. 1e-3"],
        );
    });
}

#[test]
fn only_solved_steps_have_a_derivative() {
    let (_, mut simulator, step) = solved();
    let wrt = Wrt::state_and_inputs();
    all_ways(&mut simulator, &Step::default(), 1e-4, &wrt, |e| {
        says(e, "step", &["never made", "status.solved"]);
    });
    let mut failed = step.clone();
    failed.status.solved = false;
    failed.status.reason = "no attempt converged".into();
    all_ways(&mut simulator, &failed, 1e-4, &wrt, |e| {
        says(
            e,
            "step",
            &["was not solved: no attempt converged", "larger rho"],
        );
    });
    // It tells so before it looks at the model.
    let mut other = Simulator::new(case::crowd().model);
    all_ways(&mut other, &failed, 1e-4, &wrt, |e| {
        says(e, "step", &["not solved"])
    });
}

#[test]
fn a_step_of_another_model_is_refused() {
    let (case, _, step) = solved();
    let equal: Model = (*case.model).clone();
    let wrt = Wrt::state_and_inputs();
    for other in [case::crowd().model, Arc::new(equal)] {
        let mut simulator = Simulator::new(other);
        all_ways(&mut simulator, &step, 1e-4, &wrt, |e| {
            says(e, "step", &["another model", "same Arc<Model>"]);
        });
    }
    // Another simulator of the same model is welcome.
    let mut fresh = Simulator::new(case.model.clone());
    fresh.gradient(&step, 1e-4, &wrt).unwrap();
}

#[test]
fn a_cotangent_has_one_finite_number_per_tangent() {
    let (_, mut simulator, step) = solved();
    let wrt = Wrt::state_and_inputs();
    let mut broken = vec![0.0; 24];
    broken[7] = f64::NAN;
    for cotangent in [vec![], vec![1.0; 23], vec![1.0; 25], broken] {
        let error = simulator
            .pullback(&step, 1e-4, &wrt, &cotangent)
            .unwrap_err();
        says(
            error,
            "cotangent",
            &["24 finite numbers", "one per tangent"],
        );
    }
}

#[test]
fn an_input_that_is_not_finite_is_named() {
    let case = case::crowd();
    let mut simulator = Simulator::new(case.model.clone());
    let mut refused = 0;
    for (i, body) in case.model.bodies.iter().enumerate() {
        let mut change = |field: &str, change: &dyn Fn(&mut drystone::world::Input)| {
            let mut input = case.input.clone();
            change(&mut input);
            let step = simulator.step(&case.state, &input, 1e-4);
            // What a body ignores may be anything.
            let Err(error) = step else { return };
            let place = format!("input.{field}[{i}]");
            says(error, &place, &[&body.name, "finite"]);
            refused += 1;
        };
        change("wrenches", &|input| input.wrenches[i].torque.y = f64::NAN);
        change("commands", &|input| {
            input.commands[i].position.x = f64::INFINITY;
        });
        change("commands", &|input| {
            input.commands[i].angular_velocity.z = f64::NAN;
        });
    }
    let count = |of: &dyn Fn(&Motion) -> usize| -> usize {
        case.model.bodies.iter().map(|b| of(&b.motion)).sum()
    };
    let expected = count(&|motion| match motion {
        Motion::Fixed => 0,
        Motion::Free => 1,
        Motion::Prescribed => 2,
        Motion::Driven(_) => 3,
    });
    assert_eq!(refused, expected);
}

#[test]
fn a_rollout_of_another_model_is_refused() {
    let (case, mut simulator, _) = solved();
    let inputs = vec![case.input.clone(); 4];
    let wrt = Wrt::state_and_inputs();
    let mass = case.model.parameters();
    let mass = mass.iter().find(|p| p.name.ends_with(".mass")).unwrap();
    let heavier = case.model.with_parameter(mass, 2.0 * mass.value).unwrap();
    let mut other = Simulator::new(Arc::new(heavier));
    let mut precise = Simulator::precise(case.model.clone());
    for checkpoints in [Checkpoints::Steps, Checkpoints::Every(2)] {
        let rollout = simulator.rollout(&case.state, &inputs, 1e-4, checkpoints);
        let rollout = rollout.unwrap();
        let cotangents = vec![Vec::new(); 4];
        let pulled = other.rollout_pullback(&rollout, 1e-4, &wrt, &cotangents);
        says(pulled.unwrap_err(), "rollout", &["another model"]);
        let forward = other.rollout_gradient(&rollout, 1e-4, &wrt);
        says(forward.unwrap_err(), "rollout", &["another model"]);
        if checkpoints != Checkpoints::Steps {
            let again = precise.rollout_gradient(&rollout, 1e-4, &wrt);
            says(again.unwrap_err(), "rollout", &["does not repeat"]);
        }
    }
}
