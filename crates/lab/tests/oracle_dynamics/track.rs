//! The derivative of a run, chained step by step, and the account of what was compared.

use crate::oracle::number;
use drystone::math::Vec3;
use drystone::step::{Gradient, Wrt};
use drystone_lab::physics::oracles::{Record, Run};
use nalgebra::{DMatrix, DVector};
use std::collections::BTreeSet;

/// A run and the derivative of its state along some directions: changes of the initial state
/// together with changes of parameters.
pub struct Track {
    pub run: Run,
    wrt: Wrt,
    /// 2 nv x directions.
    pub state: DMatrix<f64>,
    /// Parameters x directions.
    pub parameters: DMatrix<f64>,
}

/// A change: (name of a tangent or parameter, rate).
pub type Direction<'a> = &'a [(&'a str, f64)];

impl Track {
    pub fn new(run: Run, contacts: bool, directions: &[Direction]) -> Self {
        let model = &run.model;
        let tangents: Vec<String> = model.tangents().into_iter().map(|t| t.name).collect();
        let mut state = DMatrix::zeros(tangents.len(), directions.len());
        let mut wrt = Wrt {
            state: true,
            contacts,
            ..Wrt::default()
        };
        let mut entries = Vec::new();
        for (j, direction) in directions.iter().enumerate() {
            for &(name, rate) in *direction {
                if let Some(i) = tangents.iter().position(|t| t == name) {
                    state[(i, j)] += rate;
                    continue;
                }
                let known = wrt.parameters.iter().position(|p| p.name == name);
                let i = known.unwrap_or_else(|| {
                    let found = model.parameter(name);
                    wrt.parameters.push(found.unwrap_or_else(|e| panic!("{e}")));
                    wrt.parameters.len() - 1
                });
                entries.push((i, j, rate));
            }
        }
        let mut parameters = DMatrix::zeros(wrt.parameters.len(), directions.len());
        for (i, j, rate) in entries {
            parameters[(i, j)] += rate;
        }
        Self {
            run,
            wrt,
            state,
            parameters,
        }
    }

    /// One step; returns its derivative and the directions at its start.
    pub fn advance(&mut self) -> (Gradient, DMatrix<f64>) {
        self.run.advance().unwrap();
        let gradient = self.run.gradient(&self.wrt).unwrap();
        let next = gradient.a() * &self.state + gradient.parameters() * &self.parameters;
        let before = std::mem::replace(&mut self.state, next);
        (gradient, before)
    }

    /// Change of three tangents of a body along all directions, 3 x directions.
    pub fn rates(&self, name: &str) -> DMatrix<f64> {
        let tangents = self.run.model.tangents();
        let first = tangents.iter().position(|t| t.name == format!("{name}.x"));
        self.state.rows(first.expect("a tangent"), 3).into_owned()
    }

    /// The same along a fixed axis.
    pub fn rates_along(&self, name: &str, axis: &Vec3) -> DVector<f64> {
        (axis.transpose() * self.rates(name)).transpose()
    }
}

/// What was compared of each record, and the misses.
#[derive(Default)]
pub struct Compared {
    seen: BTreeSet<(String, String)>,
    misses: Vec<String>,
}

impl Compared {
    pub fn near(&mut self, case: &Record, name: &str, theirs: f64, ours: f64, tolerance: f64) {
        let error = (ours - theirs).abs();
        let bad = error.is_nan() || error > tolerance;
        let mark = if bad { "  MISS" } else { "" };
        let row = format!(
            "{:26} {name:22} {theirs:12.6} {ours:12.6}  error {error:8.1e} of {tolerance:8.1e}{mark}",
            case.id
        );
        println!("{row}");
        self.seen.insert((case.id.clone(), name.into()));
        if bad {
            self.misses.push(row);
        }
    }

    /// A number of the record; the tolerance is relative to it, and to `scale` where it is small.
    pub fn entry(&mut self, case: &Record, name: &str, ours: f64, relative: f64, scale: f64) {
        let theirs = number(&case.gradients[name]);
        self.near(case, name, theirs, ours, relative * theirs.abs().max(scale));
    }

    pub fn skip(&mut self, case: &Record, name: &str, why: &str) {
        println!("{:26} {name:22} skipped: {why}", case.id);
        self.seen.insert((case.id.clone(), name.into()));
    }

    /// Every derivative of the records has been compared or skipped.
    pub fn settle(self, cases: &[Record]) {
        for case in cases {
            for (name, _) in case.gradients.as_object().expect("derivatives") {
                let key = (case.id.clone(), name.clone());
                assert!(self.seen.contains(&key), "{}: {name} left out", case.id);
            }
        }
        assert!(self.misses.is_empty(), "{}", self.misses.join("\n"));
    }
}
