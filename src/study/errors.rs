//! How far a derivative is from the central differences: relative Frobenius norms, dimensionless.

use super::Differences;
use crate::step::Gradient;
use nalgebra::DMatrix;
use serde::Serialize;
use std::fmt;
use std::ops::Range;

/// Relative errors, each of the estimate with the smallest one; not a number where there is nothing
/// to compare.
#[derive(Debug, Clone, Serialize)]
pub struct Errors {
    /// Of the derivative with respect to the state.
    pub a: f64,
    /// With respect to the input.
    pub b: f64,
    /// With respect to parameters.
    pub p: f64,
    /// Of all three together.
    pub all: f64,
    /// By how much the two best neighbours among the estimates differ: what the differences
    /// themselves are worth.
    pub noise: f64,
    /// The entry that is off most, `d top.velocity.z / d support.position.z`.
    pub worst_entry: String,
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "relative error {:.1e} (A {:.1e}, B {:.1e}, parameters {:.1e}; differences agree to \
             {:.1e}), worst in {}",
            self.all, self.a, self.b, self.p, self.noise, self.worst_entry
        )
    }
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
        let all = 0..self.column_units.len();
        let error = |columns: &Range<usize>| {
            let errors = self.estimates.iter().map(|e| relative(of, e, columns));
            errors.fold(f64::NAN, f64::min)
        };
        let neighbours = self.estimates.windows(2);
        let noise = neighbours.map(|pair| relative(&pair[0], &pair[1], &all));
        Errors {
            a: error(&self.blocks.a),
            b: error(&self.blocks.b),
            p: error(&self.blocks.p),
            all: error(&all),
            noise: noise.fold(f64::NAN, f64::min),
            worst_entry: self.worst_entry(of),
        }
    }

    /// The entry with the largest error at the best estimate.
    fn worst_entry(&self, of: &DMatrix<f64>) -> String {
        let errors = self.estimates.iter().map(|e| of - e);
        let errors = errors.filter(|error| !error.is_empty());
        let Some(error) = errors.min_by(|a, b| a.norm().total_cmp(&b.norm())) else {
            return String::new();
        };
        let (row, column) = error.iamax_full();
        format!("d {} / d {}", self.names[row], self.names[column])
    }
}

impl Errors {
    /// The largest error of the three blocks; infinite where there should be one and is none.
    pub fn worst_block(&self) -> f64 {
        let errors = [self.a, self.b, self.p].map(super::gradients::or_infinite);
        errors.into_iter().fold(0.0, f64::max)
    }
}

/// || a - b || / || b || of some columns; zero where both are empty or zero.
fn relative(a: &DMatrix<f64>, b: &DMatrix<f64>, columns: &Range<usize>) -> f64 {
    let (first, count) = (columns.start, columns.len());
    let (a, b) = (a.columns(first, count), b.columns(first, count));
    let off = (a - b).norm();
    if off == 0.0 { 0.0 } else { off / b.norm() }
}
