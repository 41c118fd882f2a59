//! What a derivative says about its worth.

use crate::case;
use crate::scenes::*;
use drystone::step::{Rung, Simulator, Step, Wrt};
use drystone::world::{FrictionPoint, Input, Model, State};
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

#[test]
fn explore() {
    let shapes = droppable(0.5);
    for hz in [10.0, 17.0, 30.0, 50.0] {
        for (name, shape) in &shapes {
            for seed in 0..40 {
                let builder = on_floor(&ground(), shape, 0.5)
                    .time_step(1.0 / hz)
                    .length(0.5)
                    .friction_point(FrictionPoint::Implicit);
                let model = Arc::new(builder.build().unwrap());
                let mut simulator = Simulator::new(model.clone());
                let mut state = drop_start(&model, 0.5, seed);
                let input = Input::hold(&model, &state);
                for k in 0..40 {
                    let step = simulator.step(&state, &input, 1e-6).unwrap();
                    if step.status.rung >= Rung::R3 && step.status.solved {
                        println!("{name} hz {hz} seed {seed} step {k} {:?}", step.status.rung);
                    }
                    if !step.status.solved {
                        println!("{name} hz {hz} seed {seed} step {k} unsolved");
                        break;
                    }
                    state = step.state;
                }
            }
        }
    }
}
