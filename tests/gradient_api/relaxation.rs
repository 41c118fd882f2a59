//! A derivative at another relaxation is the one of the step made there.

use crate::gradient_api::case;
use crate::gradient_api::numeric::{Columns, analytic, error};
use drystone::step::{Gradient, Simulator, Wrt};

/// Largest relative error of next states and contacts' derivatives by kind of column.
fn apart(case: &case::Case, columns: &Columns, a: &Gradient, b: &Gradient) -> f64 {
    assert_eq!(a.rho, b.rho);
    let [a, b] = [a, b].map(|g| analytic(&case.model, columns, g, true));
    let (ns, nu) = (columns.state, columns.inputs);
    let parts = [(0, ns), (ns, nu), (ns + nu, columns.count() - ns - nu)];
    let pairs = [(&a.next, &b.next), (&a.contacts, &b.contacts)];
    let of = |(first, count): (usize, usize)| {
        pairs.map(|(a, b)| {
            let part = |m: &nalgebra::DMatrix<f64>| m.columns(first, count).into_owned();
            error(&part(a), &part(b))
        })
    };
    parts.into_iter().flat_map(of).fold(0.0, f64::max)
}

/// The usual simulators stop at up to 1e-4 rho from the central path: 2e-7; precise ones: 6e-10.
#[test]
fn the_derivative_at_another_relaxation_is_that_of_the_step_made_there() {
    let usual: fn(_) -> _ = Simulator::new;
    for (make, tolerance) in [(usual, 1e-5), (Simulator::precise, 1e-8)] {
        let mut worst: f64 = 0.0;
        for case in case::all() {
            let wrt = Wrt::everything(&case.model);
            let columns = Columns::new(&case.model, wrt.parameters.clone());
            for (own, rho) in [(1e-4, 1e-6), (1e-4, 1e-2), (1e-2, 1e-6), (1e-6, 1e-4)] {
                let mut simulator = make(case.model.clone());
                let step = case.step_with(&mut simulator, own);
                let there = simulator.gradient(&step, rho, &wrt).unwrap();
                let direct = case.step_with(&mut simulator, rho);
                let direct = simulator.gradient(&direct, rho, &wrt).unwrap();
                let pairs = |g: &Gradient| -> Vec<_> {
                    g.contacts.iter().map(|c| (c.first, c.second)).collect()
                };
                assert_eq!(pairs(&there), pairs(&direct), "{}", case.name);
                let e = apart(&case, &columns, &there, &direct);
                worst = worst.max(e);
                assert!(e < tolerance, "{} {own:e} -> {rho:e}: {e:e}", case.name);
            }
        }
        println!("worst {worst:.1e}, tolerance {tolerance:.0e}");
    }
}

/// From the largest to the smallest relaxation, one from the other, in the order asked for; worst
/// 4e-10.
#[test]
fn several_relaxations_at_once_are_each_its_own() {
    let rhos = [1e-4, 1e-6, 1e-2, 3e-3, 1e-3, 1e-4, 1e-5];
    let mut worst: f64 = 0.0;
    for case in case::all() {
        let wrt = Wrt::everything(&case.model);
        let columns = Columns::new(&case.model, wrt.parameters.clone());
        let mut simulator = Simulator::precise(case.model.clone());
        let step = case.step_with(&mut simulator, 1e-4);
        let all = simulator.gradients(&step, &rhos, &wrt).unwrap();
        assert_eq!(all.len(), rhos.len());
        for (&rho, gradient) in rhos.iter().zip(&all) {
            assert_eq!(gradient.rho, rho);
            let alone = simulator.gradient(&step, rho, &wrt).unwrap();
            let e = apart(&case, &columns, gradient, &alone);
            worst = worst.max(e);
            assert!(e < 1e-8, "{} at {rho:e}: {e:e}", case.name);
        }
        assert!(simulator.gradients(&step, &[], &wrt).unwrap().is_empty());
    }
    println!("worst {worst:.1e}");
}

/// A peg above its hole has several solutions, and the path from rho 1e-1 ends on another one than
/// the start point: what else is asked for must not matter.
#[test]
fn a_larger_relaxation_does_not_change_the_answer_at_a_smaller_one() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/peg_in_hole.toml");
    let scene = drystone::scene::Scene::load(file).unwrap();
    let mut input = drystone::world::Input::hold(&scene.model, &scene.initial);
    scene.input_at(0, &scene.initial, &mut input);
    let mut simulator = Simulator::new(scene.model.clone());
    let step = simulator.step(&scene.initial, &input, 1e-6).unwrap();
    let wrt = Wrt::state_and_inputs();
    let all = simulator.gradients(&step, &[1e-1, 1e-2, 3e-3], &wrt);
    let alone = simulator.gradient(&step, 3e-3, &wrt).unwrap();
    assert_eq!(all.unwrap()[2].a(), alone.a());
}
