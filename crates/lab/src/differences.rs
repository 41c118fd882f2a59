//! Central differences of a step: the independent derivative that the analytic one is judged by.
//!
//! Every column is differenced at +-d and +-d/5 for a geometric sequence of d; two neighbours give
//! one estimate of fourth order, (25 D(d/5) - D(d)) / 24. Steps are those of a precise simulator: an
//! ordinary one stops at a residual of 1e-8, which is an error of its square root in a difference
//! (up to 3e-3; without a trace in the scatter between sizes, as it is smooth). Everything is dimensionless (units of the
//! model: length, velocity, time, the mass of the moving body), so that no unit dominates a norm.

use drystone::error::Result;
use drystone::step::{Simulator, Step};
use drystone::world::{Input, Model, Parameter, State};
use nalgebra::{DMatrix, DVector};
use std::ops::Range;
use std::sync::Arc;

/// The largest change, in units of the variable.
const LARGEST: f64 = 1e-3;
/// Sizes of changes, down to 1e-8; where contact is smooth over less than that, to 1e-10.
fn sizes(rho: f64) -> usize {
    if rho < 1e-7 { 11 } else { 8 }
}
/// How much smaller each size is than the one before.
const SHRINK: f64 = 0.2;

/// The model, the state and the input that a step starts from.
#[derive(Debug, Clone)]
pub struct Moment {
    /// The model.
    pub model: Arc<Model>,
    /// The state.
    pub state: State,
    /// The input.
    pub input: Input,
}

/// The coordinate or parameter that a column changes.
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
    /// Size of the units of rows, SI.
    pub row_units: DVector<f64>,
    /// Size of the units of columns, SI.
    pub column_units: DVector<f64>,
    /// The parameters, in order.
    pub parameters: Vec<Parameter>,
    /// Names of the columns; the first are also those of the rows.
    pub names: Vec<String>,
    /// Changed steps that were not solved, or do not exist.
    pub unsolved: usize,
    /// Changed steps that took another rung or another number of contacts than the step itself.
    pub different: usize,
}

impl Differences {
    /// Differences of the step of `moment` at relaxation `rho` with respect to the whole state, the
    /// whole input and `parameters`; `step` is that step.
    ///
    /// # Errors
    /// As [`Simulator::step`].
    pub fn new(
        moment: &Moment,
        (step, rho): (&Step, f64),
        parameters: Vec<Parameter>,
    ) -> Result<Self> {
        let model = &moment.model;
        let (tangents, coordinates) = (model.tangents(), model.inputs());
        let (rows, inputs) = (tangents.len(), coordinates.len());
        let mut columns: Vec<Column> = (0..rows).map(Column::State).collect();
        columns.extend((0..inputs).map(Column::Input));
        columns.extend(parameters.iter().cloned().map(Column::Parameter));
        let mut out = Self {
            estimates: vec![DMatrix::zeros(rows, columns.len()); sizes(rho) - 1],
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
            parameters,
            unsolved: 0,
            different: 0,
        };
        let mut probe = Probe {
            moment,
            step,
            rho,
            simulator: Simulator::precise(model.clone()),
        };
        for (k, column) in columns.iter().enumerate() {
            let mut coarser: Option<DVector<f64>> = None;
            for size in 0..sizes(rho) {
                let d = LARGEST * SHRINK.powi(size as i32) * out.column_units[k];
                let difference = out.central(&mut probe, column, d)? * out.column_units[k];
                let difference = difference.component_div(&out.row_units);
                if let Some(coarser) = coarser {
                    let estimate =
                        (&difference - coarser * SHRINK.powi(2)) / (1.0 - SHRINK.powi(2));
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
                    let change = probe
                        .step
                        .state
                        .difference(&probe.moment.model, &step.state);
                    *end = DVector::from_vec(change);
                }
                _ => self.unsolved += 1,
            }
        }
        let [plus, minus] = ends;
        Ok((plus - minus) / (2.0 * d))
    }
}

/// Makes the changed steps.
struct Probe<'a> {
    moment: &'a Moment,
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
        let Moment {
            model,
            state,
            input,
        } = self.moment;
        let step = match column {
            Column::State(k) => {
                let change = alone(2 * model.nv(), *k);
                let state = state.integrate(model, &change);
                self.simulator.step(&state, input, self.rho)?
            }
            Column::Input(k) => {
                let change = alone(model.nu(), *k);
                let input = input.integrate(model, &change);
                self.simulator.step(state, &input, self.rho)?
            }
            Column::Parameter(parameter) => {
                let changed = model.with_parameter(parameter, parameter.value + d);
                let Ok(model) = changed else {
                    return Ok(None);
                };
                let mut simulator = Simulator::precise(Arc::new(model));
                simulator.step(state, input, self.rho)?
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
