//! How a side answers to a change of its shape's parameters.

use super::{Side, transpose_times, turn_columns};
use crate::math::Vec3;
use crate::shape::{Column, RowDerivative};

impl Side {
    /// Change of the condensed (push, share) per unit of a shape parameter at fixed y and alpha:
    /// with delta the change of the slacks, -G^T H delta + dG^T lambda after elimination of the
    /// auxiliaries; contact frame, after [`Self::condense`]. `derivative` is in
    /// metres per unit, the rows in units of `length`.
    pub fn parameter_shift(
        &self,
        derivative: &[RowDerivative],
        y: &Vec3,
        alpha: f64,
        length: f64,
    ) -> [f64; 4] {
        let width = self.stationarity.len();
        let mut delta = vec![0.0; self.cone.len()];
        let mut constants = vec![0.0; width];
        let mut swung = vec![0.0; width];
        for entry in derivative {
            let (column, factor, value) = self.coefficient(entry, y, alpha, length);
            delta[entry.row] += value * factor;
            if let Some(column) = column {
                swung[column] += value * self.cone.z[entry.row];
            }
        }
        turn_columns(&self.turn, &mut swung, 0);
        for &first in &self.vectors {
            turn_columns(&self.turn, &mut swung, first);
        }
        let mut weighed = vec![0.0; delta.len()];
        self.cone.weigh(&delta, &mut weighed);
        transpose_times(&self.turned, &weighed, &mut constants);
        for (c, swung) in constants.iter_mut().zip(&swung) {
            *c = swung - *c;
        }
        self.reduce_into(width, &mut constants);
        [constants[0], constants[1], constants[2], constants[3]]
    }

    /// Minus lambda times the change of the rows per unit of a shape parameter.
    pub fn envelope(&self, rows: &[RowDerivative], y: &Vec3, alpha: f64, length: f64) -> f64 {
        let term = |entry: &RowDerivative| {
            let (_, factor, value) = self.coefficient(entry, y, alpha, length);
            value * factor * self.cone.z[entry.row]
        };
        -rows.iter().map(term).sum::<f64>()
    }

    /// Column of a coefficient, the variable it multiplies, and its derivative in these units.
    fn coefficient(
        &self,
        entry: &RowDerivative,
        y: &Vec3,
        alpha: f64,
        length: f64,
    ) -> (Option<usize>, f64, f64) {
        match entry.column {
            Column::Constant => (None, 1.0, entry.value / length),
            Column::Y(k) => (Some(k), y[k], entry.value),
            Column::Alpha => (Some(3), alpha, entry.value / length),
            Column::Aux(k) => (Some(4 + k), self.eps[k], entry.value),
        }
    }
}
