//! Central differences of a step and matrices without units.

use crate::gradient_api::case::Case;
use drystone::step::{CONTACT_ROWS, Gradient, Simulator, Step, Wrt};
use drystone::world::{Model, Parameter};
use nalgebra::DMatrix;
use std::sync::Arc;

/// Sizes of differences, in the units of the columns, and the order in which they are tried.
const SIZES: [f64; 5] = [3e-3, 3e-4, 3e-5, 3e-6, 3e-7];
const ORDER: [usize; 5] = [2, 1, 3, 0, 4];

/// Differences of two sizes that agree to this part of the tolerance, of their norm, are taken. No norm counts for less
/// than `SMALL`.
const AGREE: f64 = 0.1;
const SMALL: f64 = 1e-3;

/// All columns of a case: state, input, parameters.
pub struct Columns {
    pub names: Vec<String>,
    /// SI per unit of the column.
    pub units: Vec<f64>,
    pub state: usize,
    pub inputs: usize,
    pub parameters: Vec<Parameter>,
}

/// Mean mass of the moving bodies, kg.
fn mass(model: &Model) -> f64 {
    let moving: Vec<f64> = model
        .bodies
        .iter()
        .map(|b| b.mass)
        .filter(|m| *m > 0.0)
        .collect();
    moving.iter().sum::<f64>() / moving.len() as f64
}

/// SI per dimensionless unit.
fn unit(model: &Model, name: &str) -> f64 {
    let (l, t, m) = (model.units.length, model.units.time, mass(model));
    match name {
        "m" => l,
        "rad" | "1" => 1.0,
        "m/s" => l / t,
        "rad/s" => 1.0 / t,
        "m/s^2" => l / (t * t),
        "N" => m * l / (t * t),
        "N m" => m * l * l / (t * t),
        "N s" => m * l / t,
        "N m s" => m * l * l / t,
        "s" => model.time_step,
        "kg" => m,
        "kg m^2" => 0.1 * m * l * l,
        other => panic!("no unit {other}"),
    }
}

impl Columns {
    pub fn new(model: &Model, parameters: Vec<Parameter>) -> Self {
        let (tangents, inputs) = (model.tangents(), model.inputs());
        let mut out = Self {
            names: Vec::new(),
            units: Vec::new(),
            state: tangents.len(),
            inputs: inputs.len(),
            parameters,
        };
        let all = tangents.iter().map(|c| (&c.name, c.unit));
        let all = all.chain(inputs.iter().map(|c| (&c.name, c.unit)));
        for (name, of) in all.chain(out.parameters.iter().map(|p| (&p.name, p.unit))) {
            out.names.push(name.clone());
            out.units.push(unit(model, of));
        }
        out
    }

    pub fn count(&self) -> usize {
        self.names.len()
    }
}

/// Next state and contact points without units.
fn observe(model: &Model, base: &Step, step: &Step) -> Option<Vec<f64>> {
    let ids = |s: &Step| -> Vec<_> { s.contacts.iter().map(|c| (c.first, c.second)).collect() };
    if ids(base) != ids(step) {
        return None; // A pair at the margin of sight comes or goes.
    }
    let mut out = base.state.difference(model, &step.state);
    for (value, unit) in out.iter_mut().zip(state_units(model)) {
        *value /= unit;
    }
    for contact in &step.contacts {
        let mut rows = vec![contact.gap];
        rows.extend(contact.point.iter());
        rows.extend(contact.normal.iter());
        rows.extend(contact.impulse.iter());
        rows.push(contact.torsional_impulse);
        out.extend(rows.iter().zip(contact_units(model)).map(|(r, u)| r / u));
    }
    Some(out)
}

fn state_units(model: &Model) -> Vec<f64> {
    model
        .tangents()
        .iter()
        .map(|t| unit(model, t.unit))
        .collect()
}

fn contact_units(model: &Model) -> Vec<f64> {
    let unit_of = |name: &&str| match name.split_once('[') {
        Some((_, of)) => unit(model, of.trim_end_matches(']')),
        None => 1.0,
    };
    CONTACT_ROWS.iter().map(unit_of).collect()
}

/// The next state and the contact points: rows of a derivative, columns of [`Columns`].
pub struct Rates {
    /// 2 nv rows.
    pub next: DMatrix<f64>,
    /// 11 rows per contact.
    pub contacts: DMatrix<f64>,
}

/// The gradient without units; `density` says whether mass follows the shapes.
pub fn analytic(model: &Model, columns: &Columns, gradient: &Gradient, density: bool) -> Rates {
    let beside = |parts: [DMatrix<f64>; 3]| {
        let rows = parts[0].nrows();
        let mut out = DMatrix::zeros(rows, columns.count());
        let mut first = 0;
        for part in parts {
            assert_eq!(part.nrows(), rows);
            out.columns_mut(first, part.ncols()).copy_from(&part);
            first += part.ncols();
        }
        assert_eq!(first, columns.count());
        out
    };
    let mut parameters = gradient.parameters();
    if density {
        parameters += gradient.density();
    }
    let mut next = beside([gradient.a(), gradient.b(), parameters]);
    let rows = CONTACT_ROWS.len();
    let mut contacts = DMatrix::zeros(rows * gradient.contacts.len(), columns.count());
    for k in 0..gradient.contacts.len() {
        let own = gradient.contact(k);
        let own = beside([own.state, own.inputs, own.parameters]);
        contacts.rows_mut(rows * k, rows).copy_from(&own);
    }
    scale(&mut next, &state_units(model), &columns.units);
    scale(
        &mut contacts,
        &contact_units(model).repeat(gradient.contacts.len()),
        &columns.units,
    );
    Rates { next, contacts }
}

fn scale(matrix: &mut DMatrix<f64>, rows: &[f64], columns: &[f64]) {
    for (i, row) in rows.iter().enumerate() {
        for (j, column) in columns.iter().enumerate() {
            matrix[(i, j)] *= column / row;
        }
    }
}

/// Returns the estimate whose smaller neighbour is nearest to it; sizes are tried until two neighbours agree.
fn best_of_sizes(
    tolerance: f64,
    mut estimate: impl FnMut(f64) -> Option<Vec<f64>>,
) -> Option<Vec<f64>> {
    let norm = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let mut estimates: [Option<Vec<f64>>; 5] = Default::default();
    let mut best = (f64::INFINITY, 0);
    for k in ORDER {
        estimates[k] = estimate(SIZES[k]);
        for (first, pair) in estimates.windows(2).enumerate() {
            if let [Some(a), Some(b)] = pair {
                let change: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
                let apart = norm(&change);
                if apart < best.0 {
                    best = (apart, first);
                }
                if apart < AGREE * tolerance * norm(b).max(SMALL) {
                    return estimates[first].take();
                }
            }
        }
    }
    estimates[best.1].take()
}

/// Central differences of fourth order of the step of a case, good to a part of the `tolerance` with which they are compared where
/// sizes agree. `rebuilt` gives the model and the
/// state when parameter `p` changes by an amount (SI).
pub fn numeric(
    case: &Case,
    columns: &Columns,
    rho: f64,
    tolerance: f64,
    rebuilt: impl Fn(&Parameter, f64) -> Arc<Model>,
) -> Rates {
    let model = &case.model;
    let base = case.step(rho);
    let mut simulator = Simulator::precise(model.clone());
    let mut changed = |column: usize, by: f64| -> Option<Vec<f64>> {
        let by = by * columns.units[column];
        let at = |range: usize, k: usize| {
            let mut d = vec![0.0; range];
            d[k] = by;
            d
        };
        let (ns, nu) = (columns.state, columns.inputs);
        let step = if column < ns {
            let state = case.state.integrate(model, &at(ns, column));
            simulator.step(&state, &case.input, rho)
        } else if column < ns + nu {
            let input = case.input.integrate(model, &at(nu, column - ns));
            simulator.step(&case.state, &input, rho)
        } else {
            let model = rebuilt(&columns.parameters[column - ns - nu], by);
            Simulator::precise(model).step(&case.state, &case.input, rho)
        };
        let step = step.unwrap();
        assert!(
            step.status.solved,
            "{}: {}",
            columns.names[column], step.status.reason
        );
        observe(model, &base, &step)
    };
    let rows = observe(model, &base, &base).expect("itself").len();
    let mut all = DMatrix::zeros(rows, columns.count());
    for column in 0..columns.count() {
        let best = best_of_sizes(tolerance, |size| {
            let [a, b, c, d] = [-2.0, -1.0, 1.0, 2.0].map(|t| changed(column, t * size));
            let (a, b, c, d) = (a?, b?, c?, d?);
            let at = |i: usize| (8.0 * (c[i] - b[i]) - (d[i] - a[i])) / (12.0 * size);
            Some((0..rows).map(at).collect())
        });
        let best = best.unwrap_or_else(|| panic!("{}: other pairs", columns.names[column]));
        for row in 0..rows {
            all[(row, column)] = best[row];
        }
    }
    let n = columns.state;
    Rates {
        next: all.rows(0, n).into_owned(),
        contacts: all.rows(n, rows - n).into_owned(),
    }
}

/// The derivative with respect to state, inputs and some parameters, both ways: (analytic, numeric, columns).
pub fn both_by(
    case: &Case,
    rho: f64,
    tolerance: f64,
    parameters: Vec<Parameter>,
) -> (Rates, Rates, Columns) {
    let columns = Columns::new(&case.model, parameters);
    let mut simulator = Simulator::precise(case.model.clone());
    let step = case.step_with(&mut simulator, rho);
    let wrt = Wrt {
        parameters: columns.parameters.clone(),
        density: columns.parameters.len() == case.model.parameters().len(),
        ..Wrt::everything(&case.model)
    };
    let gradient = simulator.gradient(&step, rho, &wrt).unwrap();
    assert!(
        !gradient.quality.modified,
        "{}: {:?}",
        case.name, gradient.quality
    );
    let ours = analytic(&case.model, &columns, &gradient, false);
    let theirs = numeric(case, &columns, rho, tolerance, |p, by| {
        Arc::new(case.model.with_parameter(p, p.value + by).unwrap())
    });
    (ours, theirs, columns)
}

/// Relative Frobenius error of a matrix.
pub fn error(a: &DMatrix<f64>, b: &DMatrix<f64>) -> f64 {
    assert_eq!(a.shape(), b.shape());
    if b.is_empty() {
        return 0.0;
    }
    (a - b).norm() / b.norm().max(1e-12)
}

/// The worst column: its error relative to its own norm, or to 1e-3 of the largest column's.
pub fn worst_column(a: &DMatrix<f64>, b: &DMatrix<f64>) -> (f64, usize) {
    let largest = b.column_iter().map(|c| c.norm()).fold(0.0, f64::max);
    let of = |j: usize| {
        let scale = b.column(j).norm().max(1e-3 * largest).max(1e-12);
        let e = (a.column(j) - b.column(j)).norm() / scale;
        if e.is_nan() { f64::INFINITY } else { e }
    };
    let all = (0..b.ncols()).map(|j| (of(j), j));
    all.fold((0.0, 0), |m, e| if e.0 > m.0 { e } else { m })
}
