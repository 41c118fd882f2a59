//! One side of a pair: the conic rows of a part, condensed to its four-port (docs/formulation.md, section 2).
//!
//! In: the point y in the body frame and alpha. Out: the push Gy^T lambda and the share ga^T
//! lambda, and how they answer: after slacks, duals and auxiliaries are eliminated, in that order,
//! push_share(new) = constants - port (dz, dalpha), dz the change of y seen in the contact frame.
//!
//! The port is formed from rows that are turned into the contact frame first. Its entries along
//! the normal are of order 1/rho, the tangential ones of a flat or line contact of order rho: in
//! any other frame rounding of the former would swamp the latter (cone drops at rho 1e-8, 30 Hz and
//! above: 460 of 5,700 first attempts failed, with turned rows none).

mod parameter;

use crate::ipm::ConeVars;
use crate::math::{Mat3, Vec3};
use crate::shape::Rows;

/// Slacks, duals and auxiliaries of one part, with its linearisation.
#[derive(Debug, Default, Clone)]
pub struct Side {
    /// Auxiliary variables.
    pub eps: Vec<f64>,
    /// s and lambda.
    pub cone: ConeVars,
    /// G^T lambda: push (body frame), share, then the stationarity of the auxiliaries.
    pub stationarity: Vec<f64>,
    /// s - (h0 + G xi).
    pub residual: Vec<f64>,
    /// Factor of G^T H G after elimination of the auxiliaries; leading 4x4 block: the port.
    normal: Vec<f64>,
    /// Right sides of the elimination: AFFINE, UNIT, CORRECTOR.
    constants: [Vec<f64>; 3],
    /// dz = offsets - H ds.
    offsets: [Vec<f64>; 2],
    corrector: Vec<f64>,
    deps: [Vec<f64>; 3],
    scratch: Vec<f64>,
    /// The rows, y and the vector auxiliaries turned into the contact frame.
    turned: Vec<f64>,
    /// From the body into the contact frame.
    turn: Mat3,
    /// First columns of the vector auxiliaries.
    vectors: Vec<usize>,
    /// One row of W^-1 G.
    scaled_row: Vec<f64>,
}

impl Side {
    /// Prepares for the rows of a part.
    pub fn reset(&mut self, rows: &Rows) {
        self.cone.reset(rows.orthant, &rows.socs);
        let (m, width) = (rows.len(), rows.width());
        resize(&mut self.eps, rows.aux);
        resize(&mut self.stationarity, width);
        resize(&mut self.residual, m);
        resize(&mut self.normal, width * width);
        resize(&mut self.turned, m * width);
        resize(&mut self.scratch, m);
        resize(&mut self.scaled_row, width);
        self.vectors.clear();
        self.vectors.extend(rows.vectors.iter().map(|v| 4 + v));
        self.constants.iter_mut().for_each(|c| resize(c, width));
        self.deps.iter_mut().for_each(|d| resize(d, rows.aux));
    }

    /// h0 + G xi at the body point y.
    fn slack_of(rows: &Rows, y: &Vec3, alpha: f64, eps: &[f64], i: usize) -> f64 {
        let g = rows.row(i);
        let mut sum = rows.h0[i] + g[0] * y.x + g[1] * y.y + g[2] * y.z + g[3] * alpha;
        for (g, e) in g[4..].iter().zip(eps) {
            sum += g * e;
        }
        sum
    }

    /// Starts from the point y: eps = 0, slacks moved into the cone by 0.3, lambda = 0.3 s^-1
    /// (docs/formulation.md, section 4, step 2).
    pub fn start(&mut self, rows: &Rows, y: &Vec3, alpha: f64) {
        self.eps.fill(0.0);
        for i in 0..rows.len() {
            self.cone.s[i] = Self::slack_of(rows, y, alpha, &self.eps, i);
        }
        self.cone.start_from_slacks(0.3, 0.3);
    }

    /// Residuals and push at the current iterate.
    pub fn evaluate(&mut self, rows: &Rows, y: &Vec3, alpha: f64) {
        self.stationarity.fill(0.0);
        for i in 0..rows.len() {
            self.residual[i] = self.cone.s[i] - Self::slack_of(rows, y, alpha, &self.eps, i);
            let lambda = self.cone.z[i];
            for (sum, g) in self.stationarity.iter_mut().zip(rows.row(i)) {
                *sum += g * lambda;
            }
        }
        self.cone.rescale();
    }

    /// Push in the body frame.
    pub fn push(&self) -> Vec3 {
        Vec3::new(
            self.stationarity[0],
            self.stationarity[1],
            self.stationarity[2],
        )
    }

    /// ga^T lambda.
    pub fn share(&self) -> f64 {
        self.stationarity[3]
    }

    /// Largest of |S_col| and |E_eps|.
    pub fn worst_residual(&self) -> f64 {
        let aux = self.stationarity[4..].iter();
        aux.chain(&self.residual)
            .fold(0.0, |m, r| larger(m, r.abs()))
    }

    /// Condenses for target rho: the port and its constants for AFFINE and UNIT, in the contact
    /// frame; `turn` takes body vectors there.
    pub fn condense(&mut self, rows: &Rows, turn: &Mat3, rho: f64) {
        let width = rows.width();
        self.turn = *turn;
        self.turned.copy_from_slice(&rows.g);
        for row in self.turned.chunks_exact_mut(width) {
            turn_columns(turn, row, 0);
        }
        for &first in &self.vectors {
            for row in self.turned.chunks_exact_mut(width) {
                turn_columns(turn, row, first);
            }
        }
        let row = |i: usize| &self.turned[i * width..(i + 1) * width];
        self.normal.fill(0.0);
        for i in 0..rows.orthant {
            add_square(&mut self.normal, row(i), self.cone.orthant_weight(i));
        }
        for (k, &(start, dim)) in self.cone.socs().iter().enumerate() {
            // Rows of W^-1 G, squared: G^T H G without the cancellation of 2 q q^T - J, which
            // would swamp the small eigenvalues of a line contact.
            let inverse = self.cone.scaling(k).inverse(dim);
            for factors in &inverse[..dim] {
                self.scaled_row.fill(0.0);
                for (i, factor) in factors[..dim].iter().enumerate() {
                    for (sum, g) in self.scaled_row.iter_mut().zip(row(start + i)) {
                        *sum += factor * g;
                    }
                }
                add_square(&mut self.normal, &self.scaled_row, 1.0);
            }
        }
        self.cone.constants(rho, &mut self.offsets);
        self.cone.weigh(&self.residual, &mut self.scratch);
        for i in 0..rows.len() {
            self.scratch[i] += self.offsets[0][i] + self.cone.z[i];
        }
        transpose_times(&self.turned, &self.scratch, &mut self.constants[0]);
        transpose_times(&self.turned, &self.offsets[1], &mut self.constants[1]);
        self.eliminate_auxiliaries(width);
        for kind in 0..2 {
            self.reduce(width, kind);
        }
    }

    /// Constants of the corrector, from the affine direction.
    pub fn correct(&mut self) {
        self.cone.corrector_constants(&mut self.corrector);
        transpose_times(&self.turned, &self.corrector, &mut self.constants[2]);
        self.reduce(self.stationarity.len(), 2);
    }

    fn eliminate_auxiliaries(&mut self, width: usize) {
        for j in (4..width).rev() {
            let inverse = 1.0 / self.normal[j * width + j];
            for i in 0..j {
                let factor = self.normal[i * width + j] * inverse;
                if factor != 0.0 {
                    for k in 0..j {
                        self.normal[i * width + k] -= factor * self.normal[j * width + k];
                    }
                }
                self.normal[i * width + j] = factor;
            }
        }
    }

    fn reduce(&mut self, width: usize, kind: usize) {
        let mut c = std::mem::take(&mut self.constants[kind]);
        self.reduce_into(width, &mut c);
        self.constants[kind] = c;
    }

    fn reduce_into(&self, width: usize, c: &mut [f64]) {
        for j in (4..width).rev() {
            for i in 0..j {
                c[i] -= self.normal[i * width + j] * c[j];
            }
        }
    }

    /// The 4x4 port in the contact frame.
    pub fn port(&self, width: usize) -> [[f64; 4]; 4] {
        std::array::from_fn(|i| std::array::from_fn(|j| self.normal[i * width + j]))
    }

    /// Constants of the port, contact frame, for one part of the direction.
    pub fn port_constants(&self, kind: usize) -> [f64; 4] {
        let c = &self.constants[kind];
        [c[0], c[1], c[2], c[3]]
    }

    /// Back-substitution: from (dz, dalpha) of one part of the direction, contact frame, to eps, s
    /// and lambda.
    pub fn recover(&mut self, kind: usize, dz: [f64; 3], dalpha: f64) {
        let width = self.stationarity.len();
        let deps = &mut self.deps[kind];
        let first = [dz[0], dz[1], dz[2], dalpha];
        for j in 4..width {
            // Row j of the factor: pivot x_j + sum_{i<j} n_ji x_i = c_j, scaled by the pivot.
            let mut sum = self.constants[kind][j] / self.normal[j * width + j];
            for i in 0..j {
                let x = if i < 4 { first[i] } else { deps[i - 4] };
                sum -= self.normal[i * width + j] * x;
            }
            deps[j - 4] = sum;
        }
        let ds = &mut self.cone.ds[kind];
        for (i, g) in self.turned.chunks_exact(width).enumerate() {
            let mut sum: f64 = g[..4].iter().zip(&first).map(|(g, x)| g * x).sum();
            sum += g[4..]
                .iter()
                .zip(deps.iter())
                .map(|(g, x)| g * x)
                .sum::<f64>();
            ds[i] = if kind == 0 {
                sum - self.residual[i]
            } else {
                sum
            };
        }
        let back = self.turn.transpose();
        for &first in &self.vectors {
            turn_columns(&back, deps, first - 4);
        }
        let offsets = match kind {
            0 | 1 => &self.offsets[kind],
            _ => &self.corrector,
        };
        self.cone.weigh(&self.cone.ds[kind], &mut self.scratch);
        for (i, offset) in offsets.iter().enumerate() {
            self.cone.dz[kind][i] = offset - self.scratch[i];
        }
    }

    /// Moves the auxiliaries, slacks and duals by `step` times the combined direction.
    pub fn advance(&mut self, step: f64, excess: f64, corrected: bool) {
        let with = if corrected { 1.0 } else { 0.0 };
        for (i, eps) in self.eps.iter_mut().enumerate() {
            let [affine, unit, corrector] = &self.deps;
            *eps += step * (affine[i] + excess * unit[i] + with * corrector[i]);
        }
        self.cone.advance(step);
    }
}

fn resize(v: &mut Vec<f64>, n: usize) {
    v.clear();
    v.resize(n, 0.0);
}

/// The larger, and NaN when either is.
pub fn larger(a: f64, b: f64) -> f64 {
    if a >= b || a.is_nan() { a } else { b }
}

fn add_square(matrix: &mut [f64], row: &[f64], weight: f64) {
    let width = row.len();
    for i in 0..width {
        let factor = weight * row[i];
        if factor != 0.0 {
            for j in 0..width {
                matrix[i * width + j] += factor * row[j];
            }
        }
    }
}

/// Turns three entries from `first` on.
fn turn_columns(turn: &Mat3, row: &mut [f64], first: usize) {
    let v = turn * Vec3::new(row[first], row[first + 1], row[first + 2]);
    row[first..first + 3].copy_from_slice(v.as_slice());
}

/// G^T u for row-major G.
fn transpose_times(g: &[f64], u: &[f64], out: &mut [f64]) {
    out.fill(0.0);
    for (row, &u) in g.chunks_exact(out.len()).zip(u) {
        for (sum, g) in out.iter_mut().zip(row) {
            *sum += g * u;
        }
    }
}
