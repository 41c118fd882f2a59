//! What a derivative says about its worth.

use crate::common::scenes::*;
use crate::gradient_api::case::{self, Case};
use crate::gradient_api::numeric::{Columns, analytic, error, numeric};
use drystone::scene::Scene;
use drystone::step::{Gradient, Rung, Simulator, Step, Wrt};
use drystone::world::{FrictionPoint, Input};
use std::sync::Arc;

#[test]
fn an_ordinary_step_is_not_modified_and_close_to_the_path() {
    for case in case::all() {
        let mut simulator = Simulator::new(case.model.clone());
        for rho in [1e-2, 1e-4, 1e-6] {
            let step = case.step_with(&mut simulator, rho);
            let wrt = Wrt::state_and_inputs();
            let quality = simulator.gradient(&step, rho, &wrt).unwrap().quality;
            let context = format!("{} {rho:e}: {quality:?}", case.name);
            assert!(!quality.modified, "{context}");
            assert_eq!(quality.rung, step.status.rung, "{context}");
            // The stopping rule of a step.
            assert!(quality.residual <= 1e-8, "{context}");
            assert!(quality.centrality <= 1e-4, "{context}");
            assert!(
                quality.condition >= 1.0 && quality.condition < 1e12,
                "{context}"
            );
        }
    }
}

/// Steps of a drop with SL's own slip row, which has folds: some need the ladder.
fn ladder(which: usize, hz: f64, seed: u64, mut see: impl FnMut(&Case, &Step, &mut Simulator)) {
    let (name, shape) = &droppable(0.5)[which];
    let builder = on_floor(&ground(), shape, 0.5)
        .time_step(1.0 / hz)
        .length(0.5)
        .friction_point(FrictionPoint::Implicit);
    let model = Arc::new(builder.build().unwrap());
    let mut simulator = Simulator::precise(model.clone());
    let state = drop_start(&model, 0.5, seed);
    let mut case = Case {
        name,
        input: Input::hold(&model, &state),
        model,
        state,
    };
    for _ in 0..40 {
        let step = case.step_with(&mut simulator, 1e-6);
        see(&case, &step, &mut simulator);
        case.state = step.state;
    }
}

/// `OtherSlipRow` and `Halved` are told; `FarStart` and the others solve the step's own
/// rows. Which steps need the ladder is for the solver to say: if none does any more, look for
/// others.
#[test]
fn a_step_that_was_modified_says_so() {
    let mut halves = 0;
    for (which, hz, seed) in [(3, 10.0, 1), (3, 10.0, 18)] {
        ladder(which, hz, seed, |case, step, simulator| {
            let Some(gradient) = modified(case, step, simulator, 1e-9) else {
                return;
            };
            // The neighbours of a step in halves are made in halves, too.
            assert_eq!(step.status.rung, Rung::Halved);
            halves += 1;
            let columns = Columns::new(&case.model, case.model.parameters());
            let ours = analytic(&case.model, &columns, &gradient, false);
            let theirs = numeric(case, &columns, 1e-6, 1e-8, |p, by| {
                Arc::new(case.model.with_parameter(p, p.value + by).unwrap())
            });
            let next = error(&ours.next, &theirs.next);
            let contacts = error(&ours.contacts, &theirs.contacts);
            println!("Halved: {next:.1e}, contacts {contacts:.1e}");
            assert!(next < 1e-8 && contacts < 1e-8, "{next:e} {contacts:e}");
        });
    }
    assert!(halves > 0, "no step needed halves");
}

#[test]
fn a_step_with_the_other_slip_row_says_so() {
    let path = "tests/hard_steps/boxes_40_200Hz_1e-6_0_133.toml";
    let scene = Scene::load(path).unwrap();
    let mut simulator = Simulator::precise(scene.model.clone());
    let case = Case {
        name: "boxes",
        input: Input::hold(&scene.model, &scene.initial),
        model: scene.model,
        state: scene.initial,
    };
    let step = case.step_with(&mut simulator, 1e-6);
    assert_eq!(
        step.status.rung,
        Rung::OtherSlipRow,
        "choose another hard step"
    );
    // 40 bodies in a heap: condition numbers are larger by far.
    assert!(modified(&case, &step, &mut simulator, 1e-7).is_some());
}

/// A plate whose load is far off the middle of its face slides and spins: its friction would drive it.
#[test]
fn a_step_with_the_slip_at_the_contact_point_has_the_derivatives_of_differences() {
    let text = "[simulation]\ntime_step = 0.01\nduration = 1.0\n\
        [material.default]\nfriction = 0.3\ntorsional_friction = 0.0\n\
        [[body]]\nname = \"floor\"\nfixed = true\nshape = { halfspace = { normal = [0, 0, 1] } }\n\
        [[body]]\nname = \"plate\"\nshape = { box = { half_extents = [0.1, 0.1, 0.02] } }\nmass = 1\n\
        inertia = [0.004, 0.004, 0.007]\ncentre_of_mass = [0.09, 0.01, 0]\nposition = [-0.09, 0, 0.02]\n\
        velocity = [0.02, 0.01, 0]\nangular_velocity = [0, 0, 5]\n";
    let scene = Scene::parse(text, "plate").unwrap();
    let mut simulator = Simulator::precise(scene.model.clone());
    let case = Case {
        name: "plate",
        input: Input::hold(&scene.model, &scene.initial),
        model: scene.model,
        state: scene.initial,
    };
    for rho in [1e-5, 1e-6] {
        let step = case.step_with(&mut simulator, rho);
        assert_eq!(step.status.rung, Rung::SlipAtContact, "{rho:e}");
        let wrt = Wrt::everything(&case.model);
        let gradient = simulator.gradient(&step, rho, &wrt).unwrap();
        assert!(gradient.quality.modified);
        let columns = Columns::new(&case.model, case.model.parameters());
        let ours = analytic(&case.model, &columns, &gradient, false);
        let theirs = numeric(&case, &columns, rho, 1e-8, |p, by| {
            Arc::new(case.model.with_parameter(p, p.value + by).unwrap())
        });
        let next = error(&ours.next, &theirs.next);
        let contacts = error(&ours.contacts, &theirs.contacts);
        println!("{rho:e}: {next:.1e}, contacts {contacts:.1e}");
        assert!(next < 1e-7 && contacts < 1e-7, "{next:e} {contacts:e}");
    }
}

/// The gradient of a step that is flagged as modified, as it has to be where it has other rows or is in halves; its adjoint takes
/// the same way, to a part of `tolerance`.
fn modified(
    case: &Case,
    step: &Step,
    simulator: &mut Simulator,
    tolerance: f64,
) -> Option<Gradient> {
    let wrt = Wrt::everything(&case.model);
    let gradient = simulator.gradient(step, 1e-6, &wrt).unwrap();
    let rung = step.status.rung;
    let expected = matches!(
        rung,
        Rung::OtherSlipRow | Rung::OtherSlipRowFarStart | Rung::Halved
    );
    assert_eq!(gradient.quality.modified, expected, "{rung:?}");
    assert_eq!(gradient.quality.rung, rung);
    if !expected {
        return None;
    }
    let tangents = gradient.a().nrows();
    let cotangent = vec![1.0; tangents];
    let pulled = simulator.pullback(step, 1e-6, &wrt, &cotangent).unwrap();
    let sum = gradient.a().row_sum();
    let far = sum.iter().zip(&pulled.state).map(|(a, b)| (a - b).abs());
    let far = far.fold(0.0, f64::max);
    let size = gradient.a().norm();
    assert!(far < tolerance * size, "{far:e} of {size:e}");
    Some(gradient)
}
