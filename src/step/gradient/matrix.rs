//! A derivative as dense blocks, one per island, and the matrices made of them.

use nalgebra::DMatrix;
use sprs::{CsMat, TriMat};
use std::ops::Range;

/// A dense block of a larger matrix, row-major.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Block {
    /// Its rows in the large matrix.
    pub rows: Vec<usize>,
    /// Its columns in the large matrix.
    pub columns: Vec<usize>,
    /// Its values.
    pub values: Vec<f64>,
}

impl Block {
    /// Calls `see` with row, column and value of every entry within `rows` and `columns`, counted
    /// from their starts.
    fn entries(
        blocks: &[Block],
        rows: &Range<usize>,
        columns: &Range<usize>,
        mut see: impl FnMut(usize, usize, f64),
    ) {
        for block in blocks {
            let width = block.columns.len();
            for (i, row) in block
                .rows
                .iter()
                .enumerate()
                .filter(|(_, r)| rows.contains(r))
            {
                for (j, column) in block.columns.iter().enumerate() {
                    if columns.contains(column) {
                        let value = block.values[i * width + j];
                        see(row - rows.start, column - columns.start, value);
                    }
                }
            }
        }
    }

    /// The sum of the blocks as a dense matrix.
    pub fn dense(blocks: &[Block], rows: Range<usize>, columns: Range<usize>) -> DMatrix<f64> {
        let mut out = DMatrix::zeros(rows.len(), columns.len());
        Self::entries(blocks, &rows, &columns, |i, j, value| out[(i, j)] += value);
        out
    }

    /// The sum of the blocks as a sparse matrix.
    pub fn sparse(blocks: &[Block], rows: usize, columns: Range<usize>) -> CsMat<f64> {
        let mut out = TriMat::new((rows, columns.len()));
        Self::entries(blocks, &(0..rows), &columns, |i, j, value| {
            if value != 0.0 {
                out.add_triplet(i, j, value);
            }
        });
        out.to_csr()
    }

    /// Adds `weights`^T times the block: `weights` per row, `out` per column of the large matrix.
    pub fn add_weighted(&self, weights: &[f64], out: &mut [f64]) {
        let rows = self.values.chunks_exact(self.columns.len().max(1));
        for (row, values) in self.rows.iter().zip(rows) {
            for (column, value) in self.columns.iter().zip(values) {
                out[*column] += weights[*row] * value;
            }
        }
    }

    /// A dense matrix as one block.
    pub fn from_dense(matrix: &DMatrix<f64>) -> Self {
        let (rows, columns) = matrix.shape();
        Self {
            rows: (0..rows).collect(),
            columns: (0..columns).collect(),
            values: matrix.transpose().as_slice().to_vec(),
        }
    }
}
