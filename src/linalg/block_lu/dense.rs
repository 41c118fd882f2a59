//! The dense end of a large factorisation, by faer.
//!
//! What is left when most of a heap is eliminated is coupled all to all. From some rank on it is
//! cheaper to count all of it as coupled and to factorise it as one dense matrix, whose kernels use
//! the widest instructions of the machine. Rows are exchanged there (partial pivoting).

use super::structure::Structure;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::lu::partial_pivoting::factor::{lu_in_place, lu_in_place_scratch};
use faer::{MatMut, Par};

/// Buffers of the dense end, and its exchanges of rows.
#[derive(Default)]
pub struct Dense {
    /// The entries, column-major.
    matrix: Vec<f64>,
    memory: Option<MemBuffer>,
    /// The row that ended at every row, and the inverse.
    permutation: Vec<usize>,
    inverse: Vec<usize>,
    /// The exchanges in order: every row with one at or behind it.
    swaps: Vec<usize>,
    at: Vec<usize>,
}

impl std::fmt::Debug for Dense {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("Dense")
            .field("swaps", &self.swaps)
            .finish_non_exhaustive()
    }
}

impl Dense {
    /// Makes room for the dense end of a structure.
    pub fn resize(&mut self, structure: &Structure) {
        let n = structure.dense_rows.len();
        self.matrix.resize(n * n, 0.0);
        self.permutation.resize(n, 0);
        self.inverse.resize(n, 0);
        self.swaps.resize(n, 0);
        self.memory = (n > 0).then(|| {
            let need = lu_in_place_scratch::<usize, f64>(n, n, Par::Seq, Default::default());
            MemBuffer::new(need)
        });
    }

    /// Factorises the blocks of the dense end in place, as the other kernels would, but for the
    /// exchanges of rows.
    pub fn factor(&mut self, structure: &Structure, values: &mut [f64]) -> bool {
        let n = structure.dense_rows.len();
        let Some(memory) = &mut self.memory else {
            return true;
        };
        let matrix = &mut self.matrix;
        structure.each_dense_entry(|place, row, column| matrix[column * n + row] = values[place]);
        lu_in_place(
            MatMut::from_column_major_slice_mut(matrix, n, n),
            &mut self.permutation,
            &mut self.inverse,
            Par::Seq,
            MemStack::new(memory),
            Default::default(),
        );
        let mut regular = true;
        for k in 0..n {
            let pivot = &mut matrix[k * n + k];
            regular &= pivot.abs() > 0.0 && pivot.is_finite();
            *pivot = 1.0 / *pivot;
        }
        structure.each_dense_entry(|place, row, column| values[place] = matrix[column * n + row]);
        self.find_swaps();
        regular
    }

    /// Writes the permutation as exchanges; its inverse is used up.
    fn find_swaps(&mut self) {
        // Position of every original row, and the row at every position.
        let position = &mut self.inverse;
        let n = position.len();
        let at = &mut self.at;
        at.clear();
        at.extend(0..n);
        position.copy_from_slice(at);
        for k in 0..n {
            let (wanted, here) = (self.permutation[k], at[k]);
            let from = position[wanted];
            self.swaps[k] = from;
            at.swap(k, from);
            position[here] = from;
            position[wanted] = k;
        }
    }

    /// Returns whether the number of exchanges is odd.
    pub fn is_odd(&self) -> bool {
        let swaps = self.swaps.iter().enumerate();
        swaps.filter(|&(k, &other)| k != other).count() % 2 == 1
    }

    /// Exchanges the rows of right sides as those of the matrix were.
    pub fn exchange<R>(&self, structure: &Structure, b: &mut [R], columns: usize) {
        for (k, &other) in self.swaps.iter().enumerate() {
            swap_rows(structure, b, columns, k, other);
        }
    }

    /// Undoes [`Self::exchange`].
    pub fn exchange_back<R>(&self, structure: &Structure, b: &mut [R], columns: usize) {
        for (k, &other) in self.swaps.iter().enumerate().rev() {
            swap_rows(structure, b, columns, k, other);
        }
    }
}

fn swap_rows<R>(structure: &Structure, b: &mut [R], columns: usize, k: usize, other: usize) {
    if k != other {
        let rows = &structure.dense_rows;
        for c in 0..columns {
            b.swap(rows[k] * columns + c, rows[other] * columns + c);
        }
    }
}
