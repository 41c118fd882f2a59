//! A derivative as dense blocks, one per island, and the matrices made of them.

use crate::math::lanes::Lanes;
use crate::step::island::{ABREAST, IslandColumn};
use nalgebra::DMatrix;
use sprs::{CsMat, TriMat};
use std::ops::Range;

/// Numbers of a line of the cache: as many columns are written abreast.
const LINE: usize = 8;

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

/// Those of `ids` within a range: where they are, and where in the range.
fn within(ids: &[usize], range: &Range<usize>) -> Vec<(usize, usize)> {
    let ids = ids.iter().enumerate().filter(|(_, id)| range.contains(id));
    ids.map(|(k, id)| (k, id - range.start)).collect()
}

impl Block {
    /// Makes room for rows and columns; all values are to be written.
    pub fn open(&mut self, rows: impl Iterator<Item = usize>, columns: &[IslandColumn]) {
        self.rows.clear();
        self.rows.extend(rows);
        self.columns.clear();
        self.columns.extend(columns.iter().map(|column| column.id));
        self.values.resize(self.rows.len() * columns.len(), 0.0);
    }

    /// Writes all rows of the columns that go abreast as number `k`.
    pub fn write(&mut self, k: usize, count: usize, rows: &[Lanes<ABREAST>]) {
        let width = self.columns.len();
        for (to, row) in self.values.chunks_exact_mut(width).zip(rows) {
            let to = &mut to[k * ABREAST..][..count];
            match to.first_chunk_mut() {
                Some(to) => *to = row.0,
                None => to.copy_from_slice(&row.0[..count]),
            }
        }
    }

    /// The sum of the blocks as a dense matrix.
    pub fn dense(blocks: &[Block], rows: Range<usize>, columns: Range<usize>) -> DMatrix<f64> {
        let mut out = DMatrix::default();
        Self::dense_into(blocks, rows, columns, &mut out);
        out
    }

    /// The same in the memory of `out`. No row is in two blocks.
    pub fn dense_into(
        blocks: &[Block],
        rows: Range<usize>,
        columns: Range<usize>,
        out: &mut DMatrix<f64>,
    ) {
        let shape = (rows.len(), columns.len());
        if out.shape() == shape {
            out.as_mut_slice().fill(0.0);
        } else {
            *out = DMatrix::zeros(shape.0, shape.1);
        }
        let height = rows.len();
        for block in blocks {
            let width = block.columns.len();
            let mut past = 0;
            for run in block.columns.chunk_by(|a, b| a + 1 == *b) {
                let inside = |end: usize| end.saturating_sub(run[0]).min(run.len());
                let own = &run[inside(columns.start)..inside(columns.end)];
                for part in own.chunks(LINE) {
                    let from = past + (part[0] - run[0]);
                    let to = (part[0] - columns.start) * height;
                    let to = &mut out.as_mut_slice()[to..][..part.len() * height];
                    let values = block.values.chunks_exact(width);
                    let own = block.rows.iter().zip(values);
                    for (row, values) in own.filter(|(row, _)| rows.contains(row)) {
                        let values = &values[from..][..part.len()];
                        for (column, value) in to.chunks_exact_mut(height).zip(values) {
                            column[row - rows.start] = *value;
                        }
                    }
                }
                past += run.len();
            }
        }
    }

    /// The sum of the blocks as a sparse matrix.
    pub fn sparse(blocks: &[Block], rows: usize, columns: Range<usize>) -> CsMat<f64> {
        let mut out = TriMat::new((rows, columns.len()));
        for block in blocks {
            let own_columns = within(&block.columns, &columns);
            let values = block.values.chunks_exact(block.columns.len().max(1));
            for (row, values) in block.rows.iter().zip(values) {
                for &(k, j) in own_columns.iter().filter(|(k, _)| values[*k] != 0.0) {
                    out.add_triplet(*row, j, values[k]);
                }
            }
        }
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
