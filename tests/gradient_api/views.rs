//! Sizes of the matrices, sparse and dense, and what is left out.

use crate::gradient_api::case;
use drystone::step::{CONTACT_ROWS, Pullback, Simulator, Wrt};
use drystone::world::Input;
use nalgebra::DMatrix;
use sprs::CsMat;
use std::sync::Arc;

fn dense(sparse: &CsMat<f64>) -> DMatrix<f64> {
    let mut out = DMatrix::zeros(sparse.rows(), sparse.cols());
    for (value, (i, j)) in sparse.iter() {
        out[(i, j)] += *value;
    }
    out
}

#[test]
fn matrices_have_the_sizes_of_the_model_and_sparse_ones_the_same_numbers() {
    for case in case::all() {
        let model = &case.model;
        let (n, nu, np) = (2 * model.nv(), model.nu(), model.parameters().len());
        let mut simulator = Simulator::new(model.clone());
        let step = case.step_with(&mut simulator, 1e-4);
        let gradient = simulator
            .gradient(&step, 1e-4, &Wrt::everything(model))
            .unwrap();
        let (a, b) = (gradient.a(), gradient.b());
        assert_eq!(a.shape(), (n, n));
        assert_eq!(b.shape(), (n, nu));
        assert_eq!(gradient.parameters().shape(), (n, np));
        assert_eq!(gradient.density().shape(), (n, np));
        let (sparse_a, sparse_b) = (gradient.a_sparse(), gradient.b_sparse());
        assert_eq!(dense(&sparse_a), a, "{}", case.name);
        assert_eq!(dense(&sparse_b), b, "{}", case.name);
        assert!(sparse_a.iter().all(|(value, _)| *value != 0.0));
        assert_eq!(gradient.contacts, step.contacts);
        assert_eq!(gradient.next, step.state);
        for k in 0..gradient.contacts.len() {
            let own = gradient.contact(k);
            let rows = CONTACT_ROWS.len();
            assert_eq!(own.state.shape(), (rows, n));
            assert_eq!(own.inputs.shape(), (rows, nu));
            assert_eq!(own.parameters.shape(), (rows, np));
            assert!(own.state.norm() > 0.0);
        }
    }
}

/// The three islands of a crowd do not feel each other.
#[test]
fn islands_do_not_feel_each_other() {
    let case = case::crowd();
    let mut simulator = Simulator::new(case.model.clone());
    let step = case.step_with(&mut simulator, 1e-4);
    let wrt = Wrt::state_and_inputs();
    let gradient = simulator.gradient(&step, 1e-4, &wrt).unwrap();
    let names = case.model.tangents();
    let island = |name: &str| {
        let body = name.split('.').next().unwrap();
        ["ball", "bundle"]
            .iter()
            .position(|b| *b == body)
            .unwrap_or(2)
    };
    let (mut within, mut across) = (0, 0);
    for (_, (i, j)) in gradient.a_sparse().iter() {
        if island(&names[i].name) == island(&names[j].name) {
            within += 1;
        } else {
            across += 1;
        }
    }
    assert!(within > 300, "{within} entries");
    assert_eq!(across, 0);
}

#[test]
fn what_was_not_asked_for_has_no_columns_and_costs_nothing_of_the_rest() {
    let case = case::crowd();
    let model = &case.model;
    let n = 2 * model.nv();
    let mut simulator = Simulator::new(model.clone());
    let step = case.step_with(&mut simulator, 1e-4);
    let mut ask = |wrt: &Wrt| simulator.gradient(&step, 1e-4, wrt).unwrap();
    let all = ask(&Wrt::everything(model));
    let none = ask(&Wrt::default());
    assert_eq!(none.a().shape(), (n, 0));
    assert_eq!(none.b().shape(), (n, 0));
    assert_eq!(none.parameters().shape(), (n, 0));
    assert_eq!(none.a_sparse().shape(), (n, 0));
    let close = |a: &DMatrix<f64>, b: &DMatrix<f64>| (a - b).norm() <= 1e-12 * b.norm();
    let state = ask(&Wrt {
        state: true,
        ..Wrt::default()
    });
    assert!(close(&state.a(), &all.a()));
    assert_eq!(state.b().ncols(), 0);
    assert_eq!(state.contact(0).state, DMatrix::zeros(11, n));
    let inputs = ask(&Wrt {
        inputs: true,
        contacts: true,
        ..Wrt::default()
    });
    assert!(close(&inputs.b(), &all.b()));
    assert!(close(&inputs.contact(0).inputs, &all.contact(0).inputs));
    // Parameters in the order asked for.
    let pick = ["stone.mass", "floor.part.friction", "time_step"];
    let some = ask(&Wrt {
        parameters: pick.map(|name| model.parameter(name).unwrap()).to_vec(),
        ..Wrt::default()
    });
    let names: Vec<String> = model.parameters().into_iter().map(|p| p.name).collect();
    for (j, name) in pick.iter().enumerate() {
        let there = names.iter().position(|n| n == name).unwrap();
        let (a, b) = (some.parameters(), all.parameters());
        let far = (a.column(j) - b.column(there)).norm();
        assert!(far <= 1e-12 * b.column(there).norm(), "{name}");
    }
    assert!(some.density().iter().all(|x| *x == 0.0));
}

#[test]
fn a_world_without_motion_has_empty_derivatives() {
    let model = Arc::new(case::builder().build().unwrap());
    let state = crate::common::scenes::rest(&model);
    let mut simulator = Simulator::new(model.clone());
    let step = simulator
        .step(&state, &Input::hold(&model, &state), 1e-4)
        .unwrap();
    let wrt = Wrt::everything(&model);
    let gradient = simulator.gradient(&step, 1e-5, &wrt).unwrap();
    assert_eq!(gradient.a().shape(), (0, 0));
    assert_eq!(gradient.b_sparse().shape(), (0, 0));
    let pulled = simulator.pullback(&step, 1e-3, &wrt, &[]).unwrap();
    assert_eq!(pulled.parameters, vec![0.0; model.parameters().len()]);
}

#[test]
fn nothing_asked_for_is_nothing_pulled_back() {
    let case = case::crowd();
    let mut simulator = Simulator::new(case.model.clone());
    let step = case.step_with(&mut simulator, 1e-4);
    let cotangent = vec![1.0; 2 * case.model.nv()];
    let pulled = simulator
        .pullback(&step, 1e-4, &Wrt::default(), &cotangent)
        .unwrap();
    let quality = pulled.quality;
    assert!(quality.condition > 1.0, "{quality:?}");
    let nothing = Pullback {
        quality,
        ..Pullback::default()
    };
    assert_eq!(pulled, nothing);
}
