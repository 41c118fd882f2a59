//! Derivatives of steps of mechanisms against central differences.

use drystone::step::{Gradient, Simulator, Wrt};
use drystone::world::{Input, Model, Parameter, State};
use nalgebra::DMatrix;
use std::sync::Arc;

/// The tightest relaxation in these tests.
pub const RHO: f64 = 1e-4;

/// A step to be differentiated.
pub struct Case {
    pub model: Arc<Model>,
    pub state: State,
    pub input: Input,
    pub rho: f64,
}

impl Case {
    fn next(&self, model: &Arc<Model>, state: &State, input: &Input) -> State {
        let mut simulator = Simulator::precise(model.clone());
        let step = simulator.step(state, input, self.rho).unwrap();
        assert!(step.status.solved, "{}", step.status.explain(self.rho));
        step.state
    }

    /// Returns the central difference of fourth order of the next state along a curve of steps.
    fn difference(&self, size: f64, at: impl Fn(f64) -> State) -> Vec<f64> {
        let base = at(0.0);
        let d = |t: f64| base.difference(&self.model, &at(t * size));
        let (a, b, c, e) = (d(-2.0), d(-1.0), d(1.0), d(2.0));
        (0..a.len())
            .map(|i| (8.0 * (c[i] - b[i]) - (e[i] - a[i])) / (12.0 * size))
            .collect()
    }

    fn by_state(&self, k: usize, size: f64) -> Vec<f64> {
        self.difference(size, |t| {
            let mut d = vec![0.0; 2 * self.model.nv()];
            d[k] = t;
            let state = self.state.integrate(&self.model, &d);
            self.next(&self.model, &state, &self.input)
        })
    }

    fn by_input(&self, k: usize, size: f64) -> Vec<f64> {
        self.difference(size, |t| {
            let mut d = vec![0.0; self.model.nu()];
            d[k] = t;
            let input = self.input.integrate(&self.model, &d);
            self.next(&self.model, &self.state, &input)
        })
    }

    fn by_parameter(&self, parameter: &Parameter, size: f64) -> Vec<f64> {
        self.difference(size, |t| {
            let model = self.model.with_parameter(parameter, parameter.value + t);
            self.next(&Arc::new(model.unwrap()), &self.state, &self.input)
        })
    }

    pub fn gradient(&self) -> (Gradient, Vec<Parameter>) {
        let mut simulator = Simulator::precise(self.model.clone());
        let step = simulator.step(&self.state, &self.input, self.rho).unwrap();
        assert!(step.status.solved, "{}", step.status.explain(self.rho));
        let mut wrt = Wrt::state_and_inputs();
        wrt.parameters = self.model.parameters();
        wrt.parameters
            .retain(|p| !p.name.contains("shape") && !p.name.contains("rotation"));
        // In a plane redundant rows contradict each other where an anchor leaves it, along y.
        let is_loop = self.model.joints.len() > self.model.bodies.len();
        wrt.parameters
            .retain(|p| !(is_loop && p.name.contains("anchor[1]")));
        let gradient = simulator.gradient(&step, self.rho, &wrt).unwrap();
        (gradient, wrt.parameters)
    }

    /// Compares the adjoint with the columns.
    pub fn check_adjoint(&self) {
        let (gradient, parameters) = self.gradient();
        let mut simulator = Simulator::precise(self.model.clone());
        let step = simulator.step(&self.state, &self.input, self.rho).unwrap();
        let mut wrt = Wrt::state_and_inputs();
        wrt.parameters = parameters;
        let n = 2 * self.model.nv();
        let weights: Vec<f64> = (0..n).map(|k| ((k * 7 + 3) % 11) as f64 - 5.0).collect();
        let found = simulator.pullback(&step, self.rho, &wrt, &weights).unwrap();
        let weights = DMatrix::from_row_slice(1, n, &weights);
        let pairs = [
            (&weights * gradient.a(), found.state),
            (&weights * gradient.b(), found.inputs),
            (&weights * gradient.parameters(), found.parameters),
        ];
        for (columns, pulled) in pairs {
            let scale = columns.amax().max(1.0);
            for (a, b) in columns.iter().zip(&pulled) {
                assert!((a - b).abs() < 1e-9 * scale, "{a} {b} of {scale}");
            }
        }
    }

    /// Compares the derivative in joint space with that of the bodies, between the maps to and from the joint space.
    pub fn check_joint_space(&self) {
        let (gradient, parameters) = self.gradient();
        let mut simulator = Simulator::precise(self.model.clone());
        let step = simulator.step(&self.state, &self.input, self.rho).unwrap();
        let wrt = Wrt {
            parameters,
            ..Wrt::state_and_inputs()
        };
        let own = simulator.joint_gradient(&step, self.rho, &wrt).unwrap();
        let space = self.model.joint_space();
        let read = space.read(&step.state);
        let inputs = space.inputs();
        for (found, expected) in [
            (own.a, &read * gradient.a() * space.expand(&self.state)),
            (own.b, &read * gradient.b().select_columns(&inputs)),
            (own.parameters, &read * gradient.parameters()),
        ] {
            assert_eq!(found.shape(), expected.shape());
            let scale = expected.amax().max(1.0);
            let error = (found - expected).amax();
            assert!(error < 1e-9 * scale, "{error:e} of {scale}");
        }
    }

    /// Returns every error with its name, relative to the largest entry of its column, or 1e-4 of a unit where all are smaller: the
    /// steps are exact to about 1e-12. Every entry counts with the best of three sizes of the differences, since those of sharp
    /// limits want small and those of nearly nothing large ones.
    pub fn errors(&self) -> Vec<(f64, String)> {
        let (gradient, parameters) = self.gradient();
        let tangents = self.model.tangents();
        let mut out = Vec::new();
        let mut add = |name: &str, analytic: &DMatrix<f64>, k: usize, numeric: [Vec<f64>; 3]| {
            let column = analytic.column(k);
            let scale = column.iter().fold(1e-4_f64, |m, x| m.max(x.abs()));
            for (i, a) in column.iter().enumerate() {
                let errors = numeric.iter().map(|n| (a - n[i]).abs());
                let best = errors.fold(f64::MAX, f64::min);
                let label = format!(
                    "d {} / d {name}: {a:.9} {:.9}",
                    tangents[i].name, numeric[1][i]
                );
                out.push((best / scale, label));
            }
        };
        let (a, b) = (gradient.a(), gradient.b());
        for k in 0..2 * self.model.nv() {
            let numeric = [1e-3, 1e-4, 1e-5].map(|size| self.by_state(k, size));
            add(&tangents[k].name, &a, k, numeric);
        }
        for (k, input) in self.model.inputs().iter().enumerate() {
            let numeric = [1e-2, 1e-3, 1e-4].map(|size| self.by_input(k, size));
            add(&input.name, &b, k, numeric);
        }
        let p = gradient.parameters();
        for (k, parameter) in parameters.iter().enumerate() {
            let large = match parameter.value.abs() {
                value if value < 1e-9 => 1e-3,
                value => 1e-3 * value,
            };
            let sizes = [large, 0.1 * large, 0.01 * large];
            add(
                &parameter.name,
                &p,
                k,
                sizes.map(|size| self.by_parameter(parameter, size)),
            );
        }
        out.sort_by(|x, y| y.0.total_cmp(&x.0));
        out
    }
}
