//! Central differences of a step: the independent derivative that the analytic one is judged by.
//!
//! Every column is differenced at +-d and +-d/4 for a geometric sequence of d; two neighbours give
//! one estimate of fourth order, (16 D(d/4) - D(d)) / 15. Everything is dimensionless (units of the
//! model: length, velocity, time, the mass of the moving body), so that no unit dominates a norm.

use crate::error::Result;
use crate::step::{Simulator, Step};
use crate::world::{Input, Model, Parameter, State};
use nalgebra::{DMatrix, DVector};
use std::ops::Range;
use std::sync::Arc;

/// The largest change, in units of the variable.
const LARGEST: f64 = 1e-3;
/// Sizes of changes; each is a quarter of the one before.
const SIZES: usize = 10;

/// What a column changes.
#[derive(Debug, Clone)]
enum Column {
    State(usize),
    Input(usize),
    Parameter(Parameter),
}

/// Columns of the differences, in order: state, input, parameters.
pub struct Blocks {
    /// State.
    pub a: Range<usize>,
    /// Input.
    pub b: Range<usize>,
    /// Parameters.
    pub p: Range<usize>,
}

/// Central differences of one step at several sizes of the change.
pub struct Differences {
    /// Fourth-order estimates, the one from the largest changes first: rows are tangents of the
    /// end, columns those of `blocks`; dimensionless. Not a number where a step was not solved.
    pub estimates: Vec<DMatrix<f64>>,
    /// Which columns are which.
    pub blocks: Blocks,
    /// Size of the units of rows and columns, SI.
    pub row_units: DVector<f64>,
    /// As `row_units`.
    pub column_units: DVector<f64>,
    /// Names of the columns; the first are also those of the rows.
    pub names: Vec<String>,
    /// Changed steps that were not solved, or do not exist.
    pub unsolved: usize,
    /// Changed steps that took another rung or another number of contacts than the step itself.
    pub different: usize,
}

impl Differences {
    /// Differences of the step from `state` under `input` with respect to the whole state, the
    /// whole input and `parameters`; `step` is that step.
    ///
    /// # Errors
    /// As [`Simulator::step`].
    pub fn new(
        model: &Arc<Model>,
        state: &State,
        input: &Input,
        step: (&Step, f64),
        parameters: &[Parameter],
    ) -> Result<Self> {
        let (tangents, coordinates) = (model.tangents(), model.inputs());
        let (rows, inputs) = (tangents.len(), coordinates.len());
        let mut columns: Vec<Column> = (0..rows).map(Column::State).collect();
        columns.extend((0..inputs).map(Column::Input));
        columns.extend(parameters.iter().cloned().map(Column::Parameter));
        let mut out = Self {
            estimates: vec![DMatrix::zeros(rows, columns.len()); SIZES - 1],
            blocks: Blocks {
                a: 0..rows,
                b: rows..rows + inputs,
                p: rows + inputs..columns.len(),
            },
            row_units: units(model, tangents.iter().map(|t| t.unit)),
            column_units: units(
                model,
                (tangents.iter().map(|t| t.unit))
                    .chain(coordinates.iter().map(|i| i.unit))
                    .chain(parameters.iter().map(|p| p.unit)),
            ),
            names: (tangents.iter().map(|t| &t.name))
                .chain(coordinates.iter().map(|i| &i.name))
                .chain(parameters.iter().map(|p| &p.name))
                .cloned()
                .collect(),
            unsolved: 0,
            different: 0,
        };
        let mut probe = Probe {
            model,
            state,
            input,
            step: step.0,
            rho: step.1,
            simulator: Simulator::new(model.clone()),
        };
        for (k, column) in columns.iter().enumerate() {
            let mut coarser: Option<DVector<f64>> = None;
            for size in 0..SIZES {
                let d = LARGEST * 0.25_f64.powi(size as i32) * out.column_units[k];
                let difference = out.central(&mut probe, column, d)? * out.column_units[k];
                let difference = difference.component_div(&out.row_units);
                if let Some(coarser) = coarser {
                    let estimate = (&difference * 16.0 - coarser) / 15.0;
                    out.estimates[size - 1].set_column(k, &estimate);
                }
                coarser = Some(difference);
            }
        }
        Ok(out)
    }

    /// (end(+d) - end(-d)) / 2d, SI.
    fn central(&mut self, probe: &mut Probe, column: &Column, d: f64) -> Result<DVector<f64>> {
        let mut ends = [1.0, -1.0].map(|_| DVector::from_element(self.row_units.len(), f64::NAN));
        for (sign, end) in [1.0, -1.0].iter().zip(&mut ends) {
            match probe.step(column, sign * d)? {
                Some(step) if step.status.solved => {
                    let same = step.status.rung == probe.step.status.rung
                        && step.contacts.len() == probe.step.contacts.len();
                    self.different += usize::from(!same);
                    let change = probe.step.state.difference(probe.model, &step.state);
                    *end = DVector::from_vec(change);
                }
                _ => self.unsolved += 1,
            }
        }
        let [plus, minus] = ends;
        Ok((plus - minus) / (2.0 * d))
    }
}

/// Steps the changed scene.
struct Probe<'a> {
    model: &'a Arc<Model>,
    state: &'a State,
    input: &'a Input,
    step: &'a Step,
    rho: f64,
    simulator: Simulator,
}

impl Probe<'_> {
    /// The step with one number changed by `d`; `None` where the changed model does not exist.
    fn step(&mut self, column: &Column, d: f64) -> Result<Option<Step>> {
        let alone = |count: usize, k: usize| {
            let mut change = vec![0.0; count];
            change[k] = d;
            change
        };
        let step = match column {
            Column::State(k) => {
                let change = alone(2 * self.model.nv(), *k);
                let state = self.state.integrate(self.model, &change);
                self.simulator.step(&state, self.input, self.rho)?
            }
            Column::Input(k) => {
                let change = alone(self.model.nu(), *k);
                let input = self.input.integrate(self.model, &change);
                self.simulator.step(self.state, &input, self.rho)?
            }
            Column::Parameter(parameter) => {
                let changed = self.model.with_parameter(parameter, parameter.value + d);
                let Ok(model) = changed else {
                    return Ok(None);
                };
                let mut simulator = Simulator::new(Arc::new(model));
                simulator.step(self.state, self.input, self.rho)?
            }
        };
        Ok(Some(step))
    }
}

/// The size of the model's unit of every variable, SI.
fn units<'a>(model: &Model, names: impl Iterator<Item = &'a str>) -> DVector<f64> {
    let mass = model
        .bodies
        .iter()
        .map(|body| body.mass)
        .fold(0.0, f64::max);
    let (length, time) = (model.units.length, model.units.time);
    let acceleration = length / (time * time);
    let size = |name| match name {
        "m" => length,
        "s" => time,
        "m/s" => length / time,
        "rad/s" => 1.0 / time,
        "m/s^2" => acceleration,
        "kg" => mass,
        "kg m^2" => mass * length * length,
        "N" => mass * acceleration,
        "N m" => mass * acceleration * length,
        _ => 1.0,
    };
    DVector::from_vec(names.map(size).collect())
}
