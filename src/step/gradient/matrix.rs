//! A derivative as dense blocks, one per island, and the matrices made of them.

use crate::math::lanes::Lanes;
use crate::step::island::COLUMNS;
use nalgebra::DMatrix;
use sprs::{CsMat, TriMat};
use std::ops::Range;

/// A dense block of a larger matrix, as panels of [`COLUMNS`] columns.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Block {
    /// The rows of the block in the large matrix.
    pub rows: Vec<usize>,
    /// The columns of the block in the large matrix.
    pub columns: Vec<usize>,
    /// Its values, all rows of the first columns, then of the next ones; zero where there are no more
    /// columns.
    panels: Vec<Lanes<COLUMNS>>,
}

impl Block {
    /// Makes room for rows and columns; all panels are to be written.
    pub fn open(
        &mut self,
        rows: impl Iterator<Item = usize>,
        columns: impl Iterator<Item = usize>,
    ) {
        self.rows.clear();
        self.rows.extend(rows);
        self.columns.clear();
        self.columns.extend(columns);
        let panels = self.columns.len().div_ceil(COLUMNS);
        self.panels.resize(self.rows.len() * panels, Lanes::ZERO);
    }

    /// Returns a block of given values, by row and column.
    pub fn new(
        rows: impl Iterator<Item = usize>,
        columns: impl Iterator<Item = usize>,
        value: impl Fn(usize, usize) -> f64,
    ) -> Self {
        let mut out = Self::default();
        out.open(rows, columns);
        for j in 0..out.columns.len() {
            for (i, lanes) in out.panel_mut(j / COLUMNS).iter_mut().enumerate() {
                lanes.0[j % COLUMNS] = value(i, j);
            }
        }
        out
    }

    /// Returns all rows of panel `k`.
    pub fn panel_mut(&mut self, k: usize) -> &mut [Lanes<COLUMNS>] {
        let height = self.rows.len();
        &mut self.panels[k * height..][..height]
    }

    /// Returns the columns and the rows of every panel.
    fn panels(&self) -> impl Iterator<Item = (&[usize], &[Lanes<COLUMNS>])> {
        let panels = self.panels.chunks_exact(self.rows.len().max(1));
        self.columns.chunks(COLUMNS).zip(panels)
    }

    /// Returns a value, by row and column.
    pub fn value(&self, i: usize, j: usize) -> f64 {
        self.panels[j / COLUMNS * self.rows.len() + i].0[j % COLUMNS]
    }

    /// Returns how many of its values are in a part of the large matrix.
    fn count(&self, rows: &Range<usize>, columns: &Range<usize>) -> usize {
        let within = |ids: &[usize], range: &Range<usize>| {
            ids.iter().filter(|id| range.contains(id)).count()
        };
        within(&self.rows, rows) * within(&self.columns, columns)
    }

    /// Returns the sum of the blocks as a dense matrix.
    pub fn dense(blocks: &[Block], rows: Range<usize>, columns: Range<usize>) -> DMatrix<f64> {
        let mut out = DMatrix::default();
        Self::dense_into(blocks, rows, columns, &mut out);
        out
    }

    /// Writes the matrix into the memory of `out`. No row is in two blocks.
    pub fn dense_into(
        blocks: &[Block],
        rows: Range<usize>,
        columns: Range<usize>,
        out: &mut DMatrix<f64>,
    ) {
        let shape = (rows.len(), columns.len());
        let written: usize = blocks.iter().map(|b| b.count(&rows, &columns)).sum();
        if out.shape() != shape {
            *out = DMatrix::zeros(shape.0, shape.1);
        } else if written < out.len() {
            out.as_mut_slice().fill(0.0);
        }
        for block in blocks {
            block.copy(&rows, &columns, out.as_mut_slice());
        }
    }

    /// Writes its part of some rows and columns of the large matrix, column-major.
    fn copy(&self, rows: &Range<usize>, columns: &Range<usize>, out: &mut [f64]) {
        for (ids, panel) in self.panels() {
            let wanted = |(_, id): &(usize, &usize)| columns.contains(id);
            for (lane, id) in ids.iter().take(COLUMNS).enumerate().filter(wanted) {
                let column = &mut out[(id - columns.start) * rows.len()..][..rows.len()];
                for (row, value) in self.rows.iter().zip(panel) {
                    if let Some(out) = column.get_mut(row.wrapping_sub(rows.start)) {
                        *out = value.0[lane];
                    }
                }
            }
        }
    }

    /// Returns the sum of the blocks as a sparse matrix.
    pub fn sparse(blocks: &[Block], rows: usize, columns: Range<usize>) -> CsMat<f64> {
        let mut out = TriMat::new((rows, columns.len()));
        for (block, (ids, panel)) in blocks.iter().flat_map(|b| b.panels().map(move |p| (b, p))) {
            for (row, values) in block.rows.iter().zip(panel) {
                for (id, value) in ids.iter().zip(values.0) {
                    if columns.contains(id) && value != 0.0 {
                        out.add_triplet(*row, id - columns.start, value);
                    }
                }
            }
        }
        out.to_csr()
    }

    /// Adds `weights`^T times the block: `weights` per row, `out` per column of the large matrix.
    pub fn add_weighted(&self, weights: &[f64], out: &mut [f64]) {
        for (ids, panel) in self.panels() {
            let rows = self.rows.iter().zip(panel);
            let sum = rows.fold(Lanes::ZERO, |sum, (row, values)| {
                sum + *values * weights[*row]
            });
            for (id, value) in ids.iter().zip(sum.0) {
                out[*id] += value;
            }
        }
    }

    /// Returns a dense matrix as one block.
    pub fn from_dense(matrix: &DMatrix<f64>) -> Self {
        let (rows, columns) = matrix.shape();
        Self::new(0..rows, 0..columns, |i, j| matrix[(i, j)])
    }
}
