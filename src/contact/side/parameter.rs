//! How a side answers to a change of its shape's parameters.

use super::Side;
use super::row::{add_row, rotate_three, rotated_row, rotation_columns};
use crate::math::{Mat3, Vec3};
use crate::shape::{Column, RowDerivative};

impl Side {
    /// Returns the change of the condensed (push, share) per unit of a shape parameter at fixed y and alpha:
    /// with delta the change of the slacks, -G^T H delta + dG^T lambda after elimination of the
    /// auxiliaries; port frame, after [`Self::condense`]. `derivative` is in
    /// metres per unit, the rows in units of `length`; `into_port` takes body vectors into the port frame.
    pub fn parameter_shift(
        &self,
        derivative: &[RowDerivative],
        y: &Vec3,
        alpha: f64,
        length: f64,
        into_port: &Mat3,
    ) -> [f64; 4] {
        let aux = self.aux.as_deref().filter(|_| !self.eps().is_empty());
        let mut delta = vec![0.0; self.cone.len()];
        let (mut swung, mut swung_aux) = ([0.0; 4], vec![0.0; self.eps().len()]);
        for entry in derivative {
            let (column, factor, value) = self.coefficient(entry, y, alpha, length);
            delta[entry.row] += value * factor;
            let push = value * self.cone.z()[entry.row];
            match column {
                Some(column) if column < 4 => swung[column] += push,
                Some(column) => swung_aux[column - 4] += push,
                None => (),
            }
        }
        let mut constants = rotated_row(&rotation_columns(into_port), &swung);
        for &first in aux.map_or(&[][..], |aux| &aux.vectors) {
            rotate_three(into_port, &mut swung_aux, first);
        }
        let weights = self.cone.scaled_weights(&delta);
        let orthant = self.cone.orthant();
        let (plain, curved) = weights.split_at(orthant);
        for (row, weight) in plain.iter().enumerate() {
            add_row(&mut constants, &self.turned(row), -weight);
        }
        for (row, weight) in self.scaled_rows().iter().zip(curved) {
            add_row(&mut constants, row, -weight);
        }
        if let Some(aux) = aux {
            let n = swung_aux.len();
            let rows = aux.rows.chunks_exact(n).zip(plain);
            let curved = aux.scaled.chunks_exact(n).zip(curved);
            for (own, weight) in rows.chain(curved) {
                for (c, g) in swung_aux.iter_mut().zip(own) {
                    *c -= g * weight;
                }
            }
            aux.reduce(&mut constants, &mut swung_aux);
        }
        constants
    }

    /// Minus lambda times the change of the rows per unit of a shape parameter.
    pub fn envelope(&self, rows: &[RowDerivative], y: &Vec3, alpha: f64, length: f64) -> f64 {
        let term = |entry: &RowDerivative| {
            let (_, factor, value) = self.coefficient(entry, y, alpha, length);
            value * factor * self.cone.z()[entry.row]
        };
        -rows.iter().map(term).sum::<f64>()
    }

    /// Returns the column of a coefficient, the variable it multiplies, and its derivative in these units.
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
            Column::Aux(k) => (Some(4 + k), self.eps()[k], entry.value),
        }
    }
}
