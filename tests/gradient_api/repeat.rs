//! Asking for derivatives changes nothing, and the same question has the same bits for an answer.

use crate::gradient_api::case;
use drystone::step::{Gradient, Simulator, Step, Wrt};

/// All bits of a gradient.
fn bits(gradient: &Gradient) -> Vec<u64> {
    let mut out = vec![gradient.rho.to_bits(), gradient.next.hash()];
    let mut add = |m: nalgebra::DMatrix<f64>| out.extend(m.iter().map(|x| x.to_bits()));
    add(gradient.a());
    add(gradient.b());
    add(gradient.parameters());
    add(gradient.density());
    for k in 0..gradient.contacts.len() {
        let own = gradient.contact(k);
        add(own.state);
        add(own.inputs);
        add(own.parameters);
    }
    let q = &gradient.quality;
    out.extend([q.residual, q.centrality, q.condition].map(f64::to_bits));
    out
}

/// Hashes of the states, and of all steps, of 20 steps.
fn run(case: &case::Case, ask: bool) -> (Vec<u64>, Vec<Step>) {
    let mut simulator = Simulator::new(case.model.clone());
    let (mut state, mut hashes, mut steps) = (case.state.clone(), Vec::new(), Vec::new());
    let wrt = Wrt::everything(&case.model);
    let cotangent = vec![1.0; 2 * case.model.nv()];
    let mut step = Step::default();
    for _ in 0..20 {
        let input = &case.input;
        simulator.step_into(&state, input, 1e-5, &mut step).unwrap();
        assert!(step.status.solved, "{}", case.name);
        if ask {
            for rho in [1e-5, 1e-2, 1e-7, 1e-3] {
                simulator.gradient(&step, rho, &wrt).unwrap();
                simulator.pullback(&step, rho, &wrt, &cotangent).unwrap();
            }
            simulator
                .gradients(&step, &[1e-2, 1e-5, 1e-6], &wrt)
                .unwrap();
            simulator.gradient(&step, -1.0, &wrt).unwrap_err();
        }
        state.clone_from(&step.state);
        hashes.push(state.hash());
        steps.push(step.clone());
    }
    (hashes, steps)
}

#[test]
fn a_trajectory_does_not_feel_that_derivatives_were_asked_for() {
    for case in case::all() {
        let ((quiet, steps), (asked, same)) = (run(&case, false), run(&case, true));
        assert_eq!(quiet, asked, "{}", case.name);
        assert!(steps == same, "{}", case.name);
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    for case in case::all() {
        let wrt = Wrt::everything(&case.model);
        let mut used = Simulator::new(case.model.clone());
        for own in [1e-2, 1e-4, 1e-6] {
            let step = case.step_with(&mut used, own);
            let before = step.clone();
            for rho in [own, 1e-4, 1e-6] {
                let ask = |s: &mut Simulator| bits(&s.gradient(&step, rho, &wrt).unwrap());
                let first = ask(&mut used);
                assert_eq!(first, ask(&mut used), "{} {rho:e}: again", case.name);
                let mut fresh = Simulator::new(case.model.clone());
                assert_eq!(first, ask(&mut fresh), "{} {rho:e}: fresh", case.name);
                // After another step in between.
                let other = used.step(&step.state, &case.input, 1e-3).unwrap();
                used.gradient(&other, 1e-2, &wrt).unwrap();
                let ask = |s: &mut Simulator| bits(&s.gradient(&step, rho, &wrt).unwrap());
                assert_eq!(first, ask(&mut used), "{} {rho:e}: later", case.name);
            }
            assert!(step == before, "{}: the step changed", case.name);
            let cotangent: Vec<f64> = (0..2 * case.model.nv()).map(|i| i as f64 - 3.0).collect();
            let mut pull = || used.pullback(&step, 1e-4, &wrt, &cotangent).unwrap();
            assert_eq!(pull(), pull(), "{}", case.name);
        }
    }
}

/// Buffers of other scenes, other sizes and other questions, and an error in between.
#[test]
fn reused_buffers_hold_the_same_gradient() {
    let mut out = Gradient::default();
    let (mut a, mut b) = Default::default();
    let mut count = 0;
    for case in case::all() {
        let mut simulator = Simulator::new(case.model.clone());
        let step = case.step_with(&mut simulator, 1e-4);
        let inputs = Wrt {
            inputs: true,
            ..Wrt::default()
        };
        for wrt in [
            Wrt::everything(&case.model),
            Wrt::state_and_inputs(),
            inputs,
        ] {
            let fresh = simulator.gradient(&step, 1e-4, &wrt).unwrap();
            simulator
                .gradient_into(&step, 1e-4, &wrt, &mut out)
                .unwrap();
            assert_eq!(bits(&fresh), bits(&out), "{}", case.name);
            out.a_into(&mut a);
            out.b_into(&mut b);
            assert!(a == fresh.a() && b == fresh.b(), "{}", case.name);
            count += 1;
        }
        simulator
            .gradient_into(&step, -1.0, &Wrt::default(), &mut out)
            .unwrap_err();
        assert!(out.a().is_empty() && out.b().is_empty() && out.next.bodies.is_empty());
    }
    assert!(count > 20, "{count}");
}
