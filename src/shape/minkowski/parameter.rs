//! Parameters of a sum: those of its children.

use super::Minkowski;
use crate::error::Result;
use crate::shape::{Column, Parameter, RowDerivative, Rows};

impl Minkowski {
    pub(super) fn list_parameters(&self) -> Vec<Parameter> {
        let children = self.children.iter().enumerate();
        children
            .flat_map(|(i, child)| {
                let outer = format!("children[{i}]");
                let own = child.parameters().into_iter();
                own.map(move |p| p.within(&outer))
            })
            .collect()
    }

    /// Which child parameter `i` belongs to, and its number there.
    fn owner(&self, i: usize) -> (usize, usize) {
        let first = self.children[0].parameter_count();
        if i < first { (0, i) } else { (1, i - first) }
    }

    pub(super) fn row_derivatives(&self, i: usize) -> Vec<RowDerivative> {
        let (child, own) = self.owner(i);
        let rows = [self.children[0].rows(), self.children[1].rows()];
        let mut out = Vec::new();
        for d in self.children[child].parameter_rows(own) {
            let row = stacked_row(&rows, child, d.row);
            let e = rows[0].aux + rows[1].aux;
            let entry = |column, value| RowDerivative::new(row, column, value);
            match (d.column, child) {
                (Column::Y(k), 0) => {
                    out.push(entry(Column::Y(k), d.value));
                    out.push(entry(Column::Aux(e + k), -d.value));
                }
                (Column::Y(k), _) => out.push(entry(Column::Aux(e + k), d.value)),
                (Column::Aux(k), 1) => out.push(entry(Column::Aux(rows[0].aux + k), d.value)),
                (column, _) => out.push(entry(column, d.value)),
            }
        }
        out
    }

    pub(super) fn moved(&self, i: usize, value: f64) -> Result<Self> {
        let (child, own) = self.owner(i);
        let mut out = self.clone();
        let changed = self.children[child].with_parameter(own, value);
        out.children[child] = changed.map_err(|e| e.within(&format!("children[{child}]")))?;
        Ok(out)
    }
}

/// Where row `i` of a child stands in [`Rows::minkowski`]: orthant rows of both, then cones.
fn stacked_row(rows: &[Rows; 2], child: usize, i: usize) -> usize {
    let [a, b] = rows;
    match (child, i < rows[child].orthant) {
        (0, true) => i,
        (0, false) => b.orthant + i,
        (_, true) => a.orthant + i,
        (_, false) => a.len() + i,
    }
}
