//! The study of derivatives: every case of `drystone study gradients`.

use super::differences::{Differences, Moment};
use super::{Campaign, Pair, Scene, Situation};
use drystone::error::Result;
use drystone::math::scramble;
use drystone::step::{Quality, Rung, Simulator, Wrt};
use drystone::world::{Model, Parameter, ParameterKind};
use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Relaxations of the study.
pub const RHOS: [f64; 4] = [1e-6, 1e-4, 3e-3, 1e-2];
/// At most so many shape parameters of one part are differenced.
const SHAPE_PARAMETERS: usize = 6;
/// The reduced study takes every twelfth case.
const REDUCTION: usize = 12;

/// One case: a pair in a situation at a relaxation.
#[derive(Debug, Clone, Copy)]
pub struct Case {
    /// Number among all cases.
    pub index: usize,
    /// Which bodies.
    pub pair: Pair,
    /// The situation of the bodies.
    pub situation: Situation,
    /// Relaxation.
    pub rho: f64,
}

impl Case {
    /// All cases: ordered pairs x situations x relaxations.
    pub fn all() -> Vec<Case> {
        let mut cases = Vec::new();
        for pair in Pair::all() {
            for situation in Situation::ALL {
                for rho in RHOS {
                    let index = cases.len();
                    cases.push(Case {
                        index,
                        pair,
                        situation,
                        rho,
                    });
                }
            }
        }
        cases
    }

    /// A twelfth of [`Self::all`], always the same: two or three of every pair, nine or ten of every
    /// situation at every relaxation.
    pub fn quick() -> Vec<Case> {
        let per_pair = Situation::ALL.len() * RHOS.len();
        let mut cases = Self::all();
        cases.retain(|case| {
            (case.index / per_pair + case.index % per_pair).is_multiple_of(REDUCTION)
        });
        cases
    }

    /// E.g. `cone on cuboid, sliding, rho 1e-4`.
    pub fn name(&self) -> String {
        let (pair, situation) = (self.pair.name(), self.situation.name());
        format!("{pair}, {situation}, rho {:e}", self.rho)
    }
}

/// The figures of one case. Errors are the largest of a column, relative to the column itself,
/// dimensionless ([`Errors`](super::Errors)).
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Row {
    /// Name of the case.
    pub name: String,
    /// E.g. `cone on cuboid`.
    pub pair: String,
    /// E.g. `sliding`.
    pub situation: String,
    /// Relaxation.
    pub rho: f64,
    /// Error of the derivative with respect to the state.
    pub error_a: f64,
    /// Error of the derivative with respect to the input.
    pub error_b: f64,
    /// Error of the derivative with respect to parameters.
    pub error_p: f64,
    /// Error of all three derivatives together.
    pub error: f64,
    /// Largest of `error_a`, `error_b` and `error_p` for a step of a precise simulator: without the
    /// tolerance of the step.
    pub error_precise: f64,
    /// The entry that is off most, `d top.velocity.z / d support.position.z`.
    pub worst_entry: String,
    /// By how much the two best estimates of the worst column differ: what its differences are worth.
    pub noise: f64,
    /// Number of columns.
    pub columns: usize,
    /// Number of columns whose differences decide nothing,
    pub undecided: usize,
    /// and their names.
    pub undecided_names: String,
    /// Whether the derivative exists and all its numbers are finite.
    pub finite: bool,
    /// The recipe that solved the step; `Base` where the first attempt did.
    pub rung: String,
    /// Estimated condition of the condensed system; large near a fold.
    pub condition: f64,
    /// Distance of the step from the central path, |s o z - rho e| / rho.
    pub centrality: f64,
    /// Changed steps that were not solved.
    pub unsolved: usize,
    /// Changed steps on another rung or with other contacts.
    pub different: usize,
    /// Why the state is not what its situation says; empty when it is.
    pub doubt: String,
}

impl Row {
    /// The largest error of the three blocks; infinite where it is not a number, or no column decides
    /// anything.
    pub fn worst_block(&self) -> f64 {
        if self.columns > 0 && self.undecided == self.columns {
            return f64::INFINITY;
        }
        let errors = [self.error_a, self.error_b, self.error_p];
        errors.into_iter().map(or_infinite).fold(0.0, f64::max)
    }
}

/// Looks at one case.
///
/// # Errors
/// None that the cases of the study give; steps that are not solved are data.
pub fn examine(case: &Case) -> Result<Row> {
    let Scene { moment, doubt } = Scene::new(case.pair, case.situation, case.rho)?;
    let mut simulator = Simulator::new(moment.model.clone());
    let step = simulator.step(&moment.state, &moment.input, case.rho)?;
    let parameters = choose(&moment.model, case.index as u64);
    let differences = Differences::new(&moment, (&step, case.rho), parameters)?;
    let (analytic, quality) = derivative(&mut simulator, &moment, case.rho, &differences)?;
    let mut simulator = Simulator::precise(moment.model.clone());
    let (precise, _) = derivative(&mut simulator, &moment, case.rho, &differences)?;
    let errors = differences.errors(&analytic);
    Ok(Row {
        name: case.name(),
        pair: case.pair.name(),
        situation: case.situation.name().into(),
        rho: case.rho,
        error_a: errors.a,
        error_b: errors.b,
        error_p: errors.p,
        error: errors.all,
        error_precise: differences.errors(&precise).worst_block(),
        worst_entry: errors.worst_entry,
        noise: errors.noise,
        columns: errors.columns,
        undecided: errors.undecided.len(),
        undecided_names: errors.undecided.join(" "),
        finite: analytic.iter().all(|number| number.is_finite()),
        rung: match step.status.needed_ladder {
            true => step.status.rung.name().into(),
            false => Rung::Base.name().into(),
        },
        condition: quality.condition,
        centrality: quality.centrality,
        unsolved: differences.unsolved,
        different: differences.different,
        doubt,
    })
}

/// The study of derivatives.
#[derive(Debug, Clone, Copy, Default)]
pub struct Gradients {
    /// A twelfth of the cases only.
    pub quick: bool,
}

impl Campaign for Gradients {
    type Run = Case;
    type Row = Row;

    fn runs(&self) -> Vec<Case> {
        if self.quick {
            return Case::quick();
        }
        Case::all()
    }

    fn name(&self, case: &Case) -> String {
        case.name()
    }

    fn row_name<'a>(&self, row: &'a Row) -> &'a str {
        &row.name
    }

    fn carry_out(&self, case: &Case) -> Result<Row> {
        examine(case)
    }
}

/// The derivative of a step, dimensionless, columns as in `differences`, and its quality; not a
/// number when there is none.
fn derivative(
    simulator: &mut Simulator,
    moment: &Moment,
    rho: f64,
    differences: &Differences,
) -> Result<(DMatrix<f64>, Quality)> {
    let step = simulator.step(&moment.state, &moment.input, rho)?;
    let wrt = Wrt {
        parameters: differences.parameters.clone(),
        ..Wrt::state_and_inputs()
    };
    let (rows, columns) = (differences.row_units.len(), differences.column_units.len());
    Ok(match simulator.gradient(&step, rho, &wrt) {
        Ok(gradient) => (differences.dimensionless(&gradient), gradient.quality),
        Err(_) => (
            DMatrix::from_element(rows, columns, f64::NAN),
            Quality::default(),
        ),
    })
}

/// All parameters, but of the shape of every part at most [`SHAPE_PARAMETERS`], by lot.
fn choose(model: &Model, seed: u64) -> Vec<Parameter> {
    let mut of_part: BTreeMap<(usize, usize), Vec<(u64, usize)>> = BTreeMap::new();
    for parameter in model.parameters() {
        if let ParameterKind::Shape { body, part, index } = parameter.kind {
            let key = ((seed * 64 + body as u64) * 64 + part as u64) * 4096 + index as u64;
            let lots = of_part.entry((body, part)).or_default();
            lots.push((scramble(key), index));
        }
    }
    for lots in of_part.values_mut() {
        lots.sort_unstable();
        lots.truncate(SHAPE_PARAMETERS);
    }
    let mut all = model.parameters();
    all.retain(|parameter| match parameter.kind {
        ParameterKind::Shape { body, part, index } => {
            of_part[&(body, part)].iter().any(|lot| lot.1 == index)
        }
        _ => true,
    });
    all
}

pub(super) fn or_infinite(number: f64) -> f64 {
    if number.is_nan() {
        f64::INFINITY
    } else {
        number
    }
}
