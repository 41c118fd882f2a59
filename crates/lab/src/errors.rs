//! How far a derivative is from the central differences: column by column, each in its own scale,
//! dimensionless.
//!
//! Of every column the differences give several estimates, one per size of change. The one that agrees
//! best with its neighbour is what the column is compared with, whatever the derivative says, and by
//! how much the two differ is what it is worth. A column whose differences are worth less than
//! [`UNDECIDED`] judges nothing: it is named, not left out in silence.

use super::Differences;
use drystone::step::Gradient;
use nalgebra::{DMatrix, DVectorView};
use serde::Serialize;
use std::fmt;
use std::ops::Range;

/// Differences that agree no better than this, relative to their column, decide nothing.
pub const UNDECIDED: f64 = 1e-5;
/// A column that is smaller counts as of this size: at 1e-6 the differences of 3 % of the columns, which
/// are zero or nearly so, decide nothing.
const SMALLEST: f64 = 1e-4;

/// Largest relative errors of the columns of every block; zero of a block without columns.
#[derive(Debug, Clone, Serialize)]
pub struct Errors {
    /// Error of the derivative with respect to the state.
    pub a: f64,
    /// Error of the derivative with respect to the input.
    pub b: f64,
    /// Error of the derivative with respect to parameters.
    pub p: f64,
    /// Error of all three derivatives together.
    pub all: f64,
    /// By how much the two best estimates of that column differ: what its differences are worth.
    pub noise: f64,
    /// The entry that is off most in that column, `d top.velocity.z / d support.position.z`.
    pub worst_entry: String,
    /// Number of columns.
    pub columns: usize,
    /// Columns whose differences decide nothing.
    pub undecided: Vec<String>,
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "largest relative error of a column {:.1e} (A {:.1e}, B {:.1e}, parameters {:.1e}; its \
             differences agree to {:.1e}), worst in {}",
            self.all, self.a, self.b, self.p, self.noise, self.worst_entry
        )?;
        if self.undecided.is_empty() {
            return Ok(());
        }
        let (count, of) = (self.undecided.len(), self.columns);
        let names = self.undecided.join(", ");
        write!(
            f,
            "\nof {count} of {of} columns the differences agree no better than {UNDECIDED:.0e}: {names}"
        )
    }
}

/// A column next to its differences.
struct Compared {
    /// Relative error; infinite where it is not a number.
    error: f64,
    /// Relative difference of the two best estimates; infinite where there are none.
    noise: f64,
    /// Row with the largest error.
    row: usize,
}

impl Differences {
    /// A gradient in the units and columns of the differences.
    pub fn dimensionless(&self, gradient: &Gradient) -> DMatrix<f64> {
        let (rows, columns) = (&self.row_units, &self.column_units);
        let mut out = DMatrix::zeros(rows.len(), columns.len());
        for (block, range) in [
            (gradient.a(), &self.blocks.a),
            (gradient.b(), &self.blocks.b),
            (gradient.parameters(), &self.blocks.p),
        ] {
            out.columns_mut(range.start, range.len()).copy_from(&block);
        }
        for (mut column, unit) in out.column_iter_mut().zip(columns) {
            column *= *unit;
            column.component_div_assign(rows);
        }
        out
    }

    /// Errors of a derivative made by [`Self::dimensionless`].
    pub fn errors(&self, of: &DMatrix<f64>) -> Errors {
        let compared = |column| self.compare(column, &of.column(column));
        let all: Vec<Compared> = (0..of.ncols()).map(compared).collect();
        let decided = |column: &usize| all[*column].noise <= UNDECIDED;
        let error = |columns: &Range<usize>| {
            let decided = columns.clone().filter(decided);
            decided.map(|column| all[column].error).fold(0.0, f64::max)
        };
        let error_of = |column: &usize| all[*column].error;
        let worst = (0..all.len())
            .filter(decided)
            .max_by(|a, b| error_of(a).total_cmp(&error_of(b)));
        let undecided = (0..all.len()).filter(|column| !decided(column));
        Errors {
            a: error(&self.blocks.a),
            b: error(&self.blocks.b),
            p: error(&self.blocks.p),
            all: error(&(0..all.len())),
            noise: worst.map_or(f64::INFINITY, |column| all[column].noise),
            worst_entry: worst.map_or(String::new(), |column| {
                let row = &self.names[all[column].row];
                format!("d {row} / d {}", self.names[column])
            }),
            columns: all.len(),
            undecided: undecided.map(|k| self.names[k].clone()).collect(),
        }
    }

    /// A column of a derivative next to the estimate of it that its neighbour agrees with best.
    fn compare(&self, column: usize, of: &DVectorView<f64>) -> Compared {
        let mut out = Compared {
            error: f64::INFINITY,
            noise: f64::INFINITY,
            row: 0,
        };
        for pair in self.estimates.windows(2) {
            let [coarse, fine] = [&pair[0], &pair[1]].map(|estimate| estimate.column(column));
            let scale = fine.norm().max(SMALLEST);
            let noise = (coarse - fine).norm() / scale;
            if noise < out.noise {
                let off = of - fine;
                let error = off.norm() / scale;
                out = Compared {
                    error: super::gradients::or_infinite(error),
                    noise,
                    row: if off.is_empty() { 0 } else { off.iamax() },
                };
            }
        }
        out
    }
}

impl Errors {
    /// The largest error of the three blocks; infinite where no column decides anything.
    pub fn worst_block(&self) -> f64 {
        if self.columns > 0 && self.undecided.len() == self.columns {
            return f64::INFINITY;
        }
        self.all
    }
}
