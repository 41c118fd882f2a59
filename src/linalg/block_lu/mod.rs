//! Block-sparse LU: a graph of nodes with dense blocks of any size, pivoting inside the diagonal
//! blocks only, fill-in by minimum degree. Structure once per graph, values every iteration.

mod solve;
#[cfg(test)]
mod tests;

use super::{lu_factor, lu_solve};

/// Block-sparse square matrix with its factorisation.
#[derive(Debug, Default, Clone)]
pub struct BlockLu {
    sizes: Vec<usize>,
    /// Start of every node in a vector, `nodes + 1` entries.
    offsets: Vec<usize>,
    /// Elimination order and the position of each node in it.
    order: Vec<usize>,
    rank: Vec<usize>,
    /// Later neighbours of every node (after fill-in), sorted by rank.
    later: Vec<Vec<usize>>,
    /// Start of block (i, j) in `values`, i * nodes + j; `usize::MAX` when the block is zero.
    places: Vec<usize>,
    values: Vec<f64>,
    pivots: Vec<usize>,
    scratch: Vec<f64>,
}

const ABSENT: usize = usize::MAX;

impl BlockLu {
    /// Sets the structure: sizes of the nodes and the pairs of nodes that are coupled.
    pub fn set_structure(&mut self, sizes: &[usize], edges: &[(usize, usize)]) {
        let n = sizes.len();
        self.sizes.clear();
        self.sizes.extend_from_slice(sizes);
        self.offsets.clear();
        self.offsets.push(0);
        for &size in sizes {
            let end = self.offsets[self.offsets.len() - 1] + size;
            self.offsets.push(end);
        }
        self.places.clear();
        self.places.resize(n * n, ABSENT);
        let mark = |places: &mut [usize], i: usize, j: usize| {
            places[i * n + j] = 0;
            places[j * n + i] = 0;
        };
        for &(i, j) in edges {
            mark(&mut self.places, i, j);
        }
        self.eliminate_symbolically();
        let mut end = 0;
        for i in 0..n {
            for j in 0..n {
                if i == j || self.places[i * n + j] != ABSENT {
                    self.places[i * n + j] = end;
                    end += sizes[i] * sizes[j];
                }
            }
        }
        let largest = sizes.iter().copied().max().unwrap_or(0);
        self.values.clear();
        self.values.resize(end, 0.0);
        self.pivots.clear();
        self.pivots.resize(self.offsets[n], 0);
        self.scratch.clear();
        self.scratch.resize(largest * largest, 0.0);
    }

    /// Minimum degree order; marks the fill-in in `places`.
    fn eliminate_symbolically(&mut self) {
        let n = self.sizes.len();
        self.order.clear();
        self.rank.clear();
        self.rank.resize(n, ABSENT);
        self.later.iter_mut().for_each(Vec::clear);
        if self.later.len() < n {
            self.later.resize_with(n, Vec::new);
        }
        for step in 0..n {
            let degree = |i: usize| {
                (0..n)
                    .filter(|&j| {
                        j != i && self.rank[j] == ABSENT && self.places[i * n + j] != ABSENT
                    })
                    .count()
            };
            let Some(next) = (0..n)
                .filter(|&i| self.rank[i] == ABSENT)
                .min_by_key(|&i| degree(i))
            else {
                break;
            };
            self.rank[next] = step;
            self.order.push(next);
            for j in 0..n {
                if self.rank[j] == ABSENT && self.places[next * n + j] != ABSENT {
                    self.later[next].push(j);
                }
            }
            for a in 0..self.later[next].len() {
                for b in 0..self.later[next].len() {
                    let (i, j) = (self.later[next][a], self.later[next][b]);
                    self.places[i * n + j] = 0;
                }
            }
        }
    }

    /// Length of a vector.
    pub fn dimension(&self) -> usize {
        self.offsets.last().copied().unwrap_or(0)
    }

    /// Start of a node in a vector.
    pub fn offset(&self, node: usize) -> usize {
        self.offsets[node]
    }

    /// Sets all values to zero.
    pub fn clear(&mut self) {
        self.values.fill(0.0);
    }

    /// Block (i, j), row-major; it must be part of the structure.
    pub fn block_mut(&mut self, i: usize, j: usize) -> &mut [f64] {
        let start = self.places[i * self.sizes.len() + j];
        &mut self.values[start..start + self.sizes[i] * self.sizes[j]]
    }

    /// Factorises in place. Returns false when a pivot vanishes.
    pub fn factor(&mut self) -> bool {
        let n = self.sizes.len();
        for step in 0..n {
            let k = self.order[step];
            let size = self.sizes[k];
            let (diagonal, pivots) = (self.places[k * n + k], self.offsets[k]);
            let ok = lu_factor(
                &mut self.values[diagonal..diagonal + size * size],
                size,
                &mut self.pivots[pivots..pivots + size],
            );
            if !ok {
                return false;
            }
            for a in 0..self.later[k].len() {
                let j = self.later[k][a];
                self.divide_row_block(k, j);
            }
            for a in 0..self.later[k].len() {
                for b in 0..self.later[k].len() {
                    self.update_block(k, self.later[k][a], self.later[k][b]);
                }
            }
        }
        true
    }

    /// A_kj := A_kk^-1 A_kj.
    fn divide_row_block(&mut self, k: usize, j: usize) {
        let n = self.sizes.len();
        let (size, columns) = (self.sizes[k], self.sizes[j]);
        let (diagonal, place) = (self.places[k * n + k], self.places[k * n + j]);
        let block = &mut self.scratch[..size * columns];
        block.copy_from_slice(&self.values[place..place + size * columns]);
        let pivots = &self.pivots[self.offsets[k]..self.offsets[k] + size];
        lu_solve(
            &self.values[diagonal..diagonal + size * size],
            size,
            pivots,
            block,
            columns,
        );
        self.values[place..place + size * columns].copy_from_slice(block);
    }

    /// A_ij -= A_ik (A_kk^-1 A_kj).
    fn update_block(&mut self, k: usize, i: usize, j: usize) {
        let n = self.sizes.len();
        let (rows, inner, columns) = (self.sizes[i], self.sizes[k], self.sizes[j]);
        let left = self.places[i * n + k];
        let right = self.places[k * n + j];
        let target = self.places[i * n + j];
        for r in 0..rows {
            for m in 0..inner {
                let factor = self.values[left + r * inner + m];
                for c in 0..columns {
                    let value = self.values[right + m * columns + c];
                    self.values[target + r * columns + c] -= factor * value;
                }
            }
        }
    }

    /// Largest sum of the magnitudes in a column; of the matrix itself, so before [`Self::factor`].
    pub fn norm_1(&self) -> f64 {
        let n = self.sizes.len();
        let mut largest: f64 = 0.0;
        for j in 0..n {
            for c in 0..self.sizes[j] {
                let blocks = (0..n).filter(|i| self.places[i * n + j] != ABSENT);
                let column = blocks.flat_map(|i| {
                    let start = self.places[i * n + j] + c;
                    (0..self.sizes[i]).map(move |r| self.values[start + r * self.sizes[j]])
                });
                largest = largest.max(column.map(f64::abs).sum());
            }
        }
        largest
    }
}
