//! The adjoint is the transpose of the derivative.

use crate::gradient_api::case;
use crate::gradient_api::numeric::Columns;
use drystone::step::{Simulator, Wrt};
use rand::{Rng, SeedableRng, rngs::StdRng};

/// Relaxations of the step and of the derivative.
const RELAXATIONS: [(f64, f64); 6] = [
    (1e-2, 1e-2),
    (1e-4, 1e-4),
    (1e-6, 1e-6),
    (1e-4, 1e-2),
    (1e-4, 1e-6),
    (1e-6, 1e-3),
];

/// Worst of all, relative to the largest sum of absolute products of a block's columns: 1.1e-11 of one solve; of the four solves of a step in quarters,
/// the rounding of each of which the others enlarge, 3.4e-10.
#[test]
fn a_pullback_is_the_transposed_derivative() {
    let mut random = StdRng::seed_from_u64(1);
    let mut worst: f64 = 0.0;
    for case in case::all() {
        let wrt = Wrt::everything(&case.model);
        let columns = Columns::new(&case.model, wrt.parameters.clone());
        let mut simulator = Simulator::new(case.model.clone());
        for (own, rho) in RELAXATIONS {
            let step = case.step_with(&mut simulator, own);
            let bound = if step.status.halved { 5e-10 } else { 1e-10 };
            let gradient = simulator.gradient(&step, rho, &wrt).unwrap();
            // Weights per unit of the row.
            let units = columns.units.iter().take(columns.state);
            let cotangent: Vec<f64> = units
                .map(|unit| random.random_range(-1.0..1.0) / unit)
                .collect();
            let pulled = simulator.pullback(&step, rho, &wrt, &cotangent).unwrap();
            let (ns, nu) = (columns.state, columns.inputs);
            for (what, matrix, pulled, first) in [
                ("state", gradient.a(), &pulled.state, 0),
                ("inputs", gradient.b(), &pulled.inputs, ns),
                (
                    "parameters",
                    gradient.parameters(),
                    &pulled.parameters,
                    ns + nu,
                ),
                ("density", gradient.density(), &pulled.density, ns + nu),
            ] {
                assert_eq!(matrix.ncols(), pulled.len());
                let (mut error, mut scale): (f64, f64) = (0.0, 0.0);
                for (j, column) in matrix.column_iter().enumerate() {
                    let unit = columns.units[first + j];
                    let terms = || column.iter().zip(&cotangent).map(|(a, c)| a * c * unit);
                    let sum: f64 = terms().sum();
                    scale = scale.max(terms().map(f64::abs).sum());
                    error = error.max((pulled[j] * unit - sum).abs());
                }
                worst = worst.max(error / scale);
                assert!(
                    error <= bound * scale,
                    "{} step at {own:e}, derivative at {rho:e}, {what}: {:e}",
                    case.name,
                    error / scale
                );
            }
        }
    }
    println!("worst {worst:.1e}");
}

#[test]
fn a_pullback_has_what_was_asked_for() {
    let case = case::stack();
    let mut simulator = Simulator::new(case.model.clone());
    let step = case.step_with(&mut simulator, 1e-4);
    let cotangent = vec![1.0; 2 * case.model.nv()];
    let mut pull = |wrt: &Wrt| simulator.pullback(&step, 1e-4, wrt, &cotangent).unwrap();
    let all = pull(&Wrt::everything(&case.model));
    let state = pull(&Wrt {
        state: true,
        ..Wrt::default()
    });
    assert_eq!((state.state.len(), state.inputs.len()), (24, 0));
    assert!(state.parameters.is_empty());
    let far = state
        .state
        .iter()
        .zip(&all.state)
        .map(|(a, b)| (a - b).abs());
    assert!(far.fold(0.0, f64::max) < 1e-9);
    let one = pull(&Wrt {
        parameters: vec![case.model.parameter("upper.part.friction").unwrap()],
        ..Wrt::default()
    });
    assert_eq!((one.state.len(), one.inputs.len()), (0, 0));
    let names: Vec<String> = case
        .model
        .parameters()
        .into_iter()
        .map(|p| p.name)
        .collect();
    let place = names.iter().position(|name| name == "upper.part.friction");
    let other = all.parameters[place.unwrap()];
    assert!((one.parameters[0] - other).abs() <= 1e-10 * other.abs());
}
