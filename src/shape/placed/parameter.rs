//! Parameters of a placed shape: how derivatives of rows pass through a placement.

use super::Placed;
use crate::error::{Error, Result};
use crate::math::{Rot, Vec3};
use crate::shape::{Column, Parameter, RowDerivative};

impl Placed {
    /// The shape's parameters as `shape.NAME`, then `position[k]` and `rotation[k]` of the
    /// placement in the enclosing frame.
    pub fn parameters(&self) -> Vec<Parameter> {
        let own = self.shape.parameters().into_iter();
        let position = (0..3).map(|k| Parameter::metres(format!("position[{k}]"), self.offset[k]));
        let rotation = (0..3).map(|k| Parameter::radians(format!("rotation[{k}]"), 0.0));
        own.map(|p| p.within("shape"))
            .chain(position)
            .chain(rotation)
            .collect()
    }

    /// Number of parameters: the shape's and six of the placement.
    pub fn parameter_count(&self) -> usize {
        self.shape.parameter_count() + 6
    }

    /// Derivatives of [`Placed::rows`] with respect to parameter `i`.
    pub fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
        let own = self.shape.parameter_count();
        match i.checked_sub(own) {
            None => self.turned(&self.shape.parameter_rows(i)),
            Some(k @ 0..=2) => {
                let rows = self.rows();
                let along = |i: usize| RowDerivative::new(i, Column::Constant, -rows.row(i)[k]);
                gathered((0..rows.len()).map(along).collect())
            }
            Some(k @ 3..=5) => self.swung(&Vec3::ith(k - 3, 1.0)),
            Some(_) => Vec::new(),
        }
    }

    /// The same with parameter `i` set to `value`; a rotation is applied to the present one, on
    /// the left.
    ///
    /// # Errors
    /// The parameter does not exist, or the value is not one it accepts.
    pub fn with_parameter(&self, i: usize, value: f64) -> Result<Self> {
        let mut out = self.clone();
        match i.checked_sub(self.shape.parameter_count()) {
            None => {
                let shape = self.shape.with_parameter(i, value);
                out.shape = shape.map_err(|e| e.within("shape"))?;
            }
            Some(k) if k >= 6 || !value.is_finite() => {
                let why = format!("no parameter {i}, or value {value} not finite");
                return Err(Error::value("", why, "see the list of parameters"));
            }
            Some(k @ 0..=2) => out.offset[k] = value,
            Some(k) => {
                let turn = Rot::from_scaled_axis(Vec3::ith(k - 3, value));
                out.rotation = turn * self.rotation;
            }
        }
        Ok(out)
    }

    /// Derivatives of the shape's own rows as derivatives of the placed ones.
    fn turned(&self, inner: &[RowDerivative]) -> Vec<RowDerivative> {
        let rows = self.shape.rows();
        let mut out = Vec::with_capacity(2 * inner.len());
        for d in inner {
            let (first, k) = match d.column {
                Column::Y(k) => (0, k),
                Column::Aux(k) => match rows.vectors.iter().find(|v| (**v..**v + 3).contains(&k)) {
                    Some(v) => (4 + v, k - v),
                    None => {
                        out.push(*d);
                        continue;
                    }
                },
                Column::Constant | Column::Alpha => {
                    out.push(*d);
                    continue;
                }
            };
            let turned = self.rotation * Vec3::ith(k, d.value);
            out.extend(RowDerivative::triple(d.row, first, &turned));
            if first == 0 {
                let constant = -turned.dot(&self.offset);
                out.push(RowDerivative::new(d.row, Column::Constant, constant));
            }
        }
        gathered(out)
    }

    /// Derivatives of the placed rows when the placement turns about `axis`.
    fn swung(&self, axis: &Vec3) -> Vec<RowDerivative> {
        let rows = self.rows();
        let mut out = Vec::new();
        for i in 0..rows.len() {
            for first in rows.turning_columns() {
                let column = Vec3::from_column_slice(&rows.row(i)[first..first + 3]);
                let turned = axis.cross(&column);
                out.extend(RowDerivative::triple(i, first, &turned));
                if first == 0 {
                    let constant = -turned.dot(&self.offset);
                    out.push(RowDerivative::new(i, Column::Constant, constant));
                }
            }
        }
        gathered(out)
    }
}

/// One entry per coefficient, zeros dropped, in the order of first appearance. Entries of one row
/// stand together.
fn gathered(entries: Vec<RowDerivative>) -> Vec<RowDerivative> {
    let mut out: Vec<RowDerivative> = Vec::with_capacity(entries.len());
    for entry in entries {
        let of_row = out.iter_mut().rev().take_while(|e| e.row == entry.row);
        match of_row.into_iter().find(|e| e.column == entry.column) {
            Some(same) => same.value += entry.value,
            None => out.push(entry),
        }
    }
    out.retain(|e| e.value != 0.0);
    out
}
