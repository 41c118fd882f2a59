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

mod auxiliary;
mod parameter;

use crate::ipm::{ConeVars, MAX_CONE};
use crate::math::{Mat3, Vec3};
use crate::shape::Rows;

/// Index of the part AFFINE among AFFINE, UNIT, CORRECTOR.
const AFFINE: usize = 0;

/// Columns of the point and alpha.
type Row = [f64; 4];

/// Slacks, duals and auxiliaries of one part, with its linearisation.
#[derive(Debug, Default, Clone)]
pub struct Side {
    /// Auxiliary variables.
    pub eps: Vec<f64>,
    /// s and lambda.
    pub cone: ConeVars,
    /// Push (body frame) and share: the columns y and alpha of G^T lambda.
    push_share: Row,
    /// Stationarity of the auxiliaries: the other columns.
    stationarity: Vec<f64>,
    /// s - (h0 + G xi).
    pub residual: Vec<f64>,
    worst: f64,
    /// The rows in the contact frame; orthant rows are divided by their slack.
    rows: Vec<Row>,
    rows_aux: Vec<f64>,
    /// The residuals, alike.
    relative: Vec<f64>,
    /// W^-1 times the rows of second-order cones, and times their residuals.
    scaled: Vec<Row>,
    scaled_aux: Vec<f64>,
    scaled_residual: Vec<f64>,
    /// G^T H G after elimination of the auxiliaries.
    pub port: [Row; 4],
    /// Rows of the factor that belong to the auxiliaries: columns y and alpha; the others.
    factor: Vec<Row>,
    factor_aux: Vec<f64>,
    /// Right sides of the elimination: AFFINE, UNIT, CORRECTOR.
    constants: [Row; 3],
    constants_aux: [Vec<f64>; 3],
    deps: [Vec<f64>; 3],
    /// From the body into the contact frame.
    turn: Mat3,
    /// First of every three auxiliaries that turn with y.
    vectors: Vec<usize>,
}

/// G^T H G (upper triangle), G^T H r and G^T s^-1, as they are summed.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    first: Row,
    second: Row,
    third: [f64; 2],
    last: f64,
    residual: Row,
    unit: Row,
}

impl Sums {
    /// Adds the square of a row.
    #[inline(always)]
    fn add(&mut self, row: &Row, weight: f64) {
        let weighed = row.map(|g| g * weight);
        add_row(&mut self.first, row, weighed[0]);
        add_row(&mut self.second, row, weighed[1]);
        self.third[0] += weighed[2] * row[2];
        self.third[1] += weighed[2] * row[3];
        self.last += weighed[3] * row[3];
    }

    fn port(&self) -> [Row; 4] {
        let Self {
            first,
            second,
            third,
            last,
            ..
        } = *self;
        [
            first,
            [first[1], second[1], second[2], second[3]],
            [first[2], second[2], third[0], third[1]],
            [first[3], second[3], third[1], last],
        ]
    }
}

impl Side {
    /// Prepares for the rows of a part.
    pub fn reset(&mut self, rows: &Rows) {
        self.cone.reset(rows.orthant, &rows.socs);
        let (m, aux) = (rows.len(), rows.aux);
        resize(&mut self.eps, aux);
        resize(&mut self.stationarity, aux);
        resize(&mut self.residual, m);
        let curved = m - rows.orthant;
        resize(&mut self.relative, m);
        resize(&mut self.rows_aux, m * aux);
        resize(&mut self.scaled_residual, curved);
        resize(&mut self.scaled_aux, curved * aux);
        self.rows.resize(m, [0.0; 4]);
        self.scaled.resize(curved, [0.0; 4]);
        resize(&mut self.factor_aux, aux * aux);
        self.factor.resize(aux, [0.0; 4]);
        self.vectors.clone_from(&rows.vectors);
        let parts = self.constants_aux.iter_mut().chain(&mut self.deps);
        parts.for_each(|part| resize(part, aux));
    }

    /// Starts from the point y: eps = 0, slacks moved into the cone by 0.3, lambda = 0.3 s^-1
    /// (docs/formulation.md, section 4, step 2).
    pub fn start(&mut self, rows: &Rows, y: &Vec3, alpha: f64) {
        self.eps.fill(0.0);
        let point = [y.x, y.y, y.z, alpha];
        let slacks = rows.h0.iter().zip(rows.g.chunks_exact(rows.width()));
        for (s, (h0, g)) in self.cone.s.iter_mut().zip(slacks) {
            *s = h0 + dot4(first_columns(g), &point);
        }
        self.cone.start_from_slacks(0.3, 0.3);
    }

    /// Residuals and push at the current iterate.
    pub fn evaluate(&mut self, rows: &Rows, y: &Vec3, alpha: f64) {
        let point = [y.x, y.y, y.z, alpha];
        let mut push_share = [0.0; 4];
        let slacks = rows.h0.iter().zip(rows.g.chunks_exact(rows.width()));
        let cone = self.cone.s.iter().zip(&self.cone.z);
        for (r, ((s, z), (h0, g))) in self.residual.iter_mut().zip(cone.zip(slacks)) {
            let columns = first_columns(g);
            *r = s - (h0 + dot4(columns, &point));
            add_row(&mut push_share, columns, *z);
        }
        self.push_share = push_share;
        if rows.aux > 0 {
            self.stationarity.fill(0.0);
            let rows = rows.g.chunks_exact(rows.width()).zip(&self.cone.z);
            for (r, (g, z)) in self.residual.iter_mut().zip(rows) {
                for ((sum, g), e) in self.stationarity.iter_mut().zip(&g[4..]).zip(&self.eps) {
                    *r -= g * e;
                    *sum += g * z;
                }
            }
        }
        // Comparisons hide what is not a number, sums do not.
        let unknowns: f64 = point.iter().chain(&self.eps).sum();
        let all = self.stationarity.iter().chain(&self.residual);
        self.worst = match unknowns.is_nan() {
            true => f64::NAN,
            false => all.fold(0.0, |m, r| if r.abs() > m { r.abs() } else { m }),
        };
        self.cone.measure();
    }

    /// Push in the body frame.
    pub fn push(&self) -> Vec3 {
        let [x, y, z, _] = self.push_share;
        Vec3::new(x, y, z)
    }

    /// ga^T lambda.
    pub fn share(&self) -> f64 {
        self.push_share[3]
    }

    /// Stationarity of the auxiliaries.
    pub fn stationarity(&self) -> &[f64] {
        &self.stationarity
    }

    /// Largest of |S_col| and |E_eps|.
    pub fn worst_residual(&self) -> f64 {
        self.worst
    }

    /// Condenses for target rho: the port and its constants for AFFINE and UNIT, in the contact
    /// frame; `turn` takes body vectors there.
    pub fn condense(&mut self, rows: &Rows, turn: &Mat3, rho: f64) {
        self.turn = *turn;
        self.cone.aim(rho);
        let mut sums = Sums::default();
        self.square_orthant(rows, &mut sums);
        if !rows.socs.is_empty() {
            self.scale_cones(rows);
            self.square_cones(&mut sums);
        }
        self.port = sums.port();
        let (aim, factor) = (self.cone.aimed(), self.cone.factor);
        let Sums { residual, unit, .. } = &sums;
        self.constants[0] = std::array::from_fn(|k| residual[k] + aim * unit[k]);
        self.constants[1] = unit.map(|unit| unit * factor);
        if rows.aux > 0 {
            self.scale_auxiliaries(rows);
            self.square_auxiliaries();
            self.eliminate_auxiliaries();
            self.reduce(0);
            self.reduce(1);
        }
    }

    /// Orthant rows and residuals, turned into the contact frame, divided by the slack and squared.
    fn square_orthant(&mut self, rows: &Rows, sums: &mut Sums) {
        let turn = turning(&self.turn);
        let own = self.rows.iter_mut().zip(&mut self.relative);
        let plain = rows.g.chunks_exact(rows.width()).zip(&self.residual);
        let measures = self.cone.inverse_slacks().iter().zip(self.cone.products());
        let mut sum = *sums;
        for (((row, relative), (g, r)), (inverse, p)) in own.zip(plain).zip(measures) {
            let scaled = turned_row(&turn, first_columns(g)).map(|g| g * inverse);
            let r = r * inverse;
            sum.add(&scaled, *p);
            add_row(&mut sum.residual, &scaled, p * r);
            for (sum, g) in sum.unit.iter_mut().zip(&scaled) {
                *sum += g;
            }
            (*row, *relative) = (scaled, r);
        }
        *sums = sum;
    }

    /// Rows and residuals of second-order cones, turned into the contact frame and times W^-1.
    fn scale_cones(&mut self, rows: &Rows) {
        let (orthant, turn) = (rows.orthant, turning(&self.turn));
        let plain = rows.g.chunks_exact(rows.width()).zip(&self.residual);
        let own = self.rows.iter_mut().zip(&mut self.relative);
        for ((row, relative), (g, r)) in own.zip(plain).skip(orthant) {
            *row = turned_row(&turn, first_columns(g));
            *relative = *r;
        }
        for soc in self.cone.socs() {
            let (start, dim) = (soc.start(), soc.dim());
            let mut columns = [[0.0; MAX_CONE]; 4];
            let mut residual = [0.0; MAX_CONE];
            for i in 0..dim {
                for k in 0..4 {
                    columns[k][i] = self.rows[start + i][k];
                }
                residual[i] = self.residual[start + i];
            }
            let columns = columns.map(|column| soc.scaling.inverse_times(&column));
            let residual = soc.scaling.inverse_times(&residual);
            for i in 0..dim {
                let to = start - orthant + i;
                self.scaled[to] = [columns[0][i], columns[1][i], columns[2][i], columns[3][i]];
                self.scaled_residual[to] = residual[i];
            }
        }
    }

    /// Second-order cones are squared from rows that are scaled first: no cancellation of
    /// 2 q q^T - J, which would swamp the small eigenvalues of a line contact.
    fn square_cones(&self, sums: &mut Sums) {
        let orthant = self.cone.orthant();
        for soc in self.cone.socs() {
            for (i, inverse) in soc.scaling.s_inverse[..soc.dim()].iter().enumerate() {
                let at = soc.start() + i;
                let row = &self.scaled[at - orthant];
                sums.add(row, 1.0);
                add_row(&mut sums.residual, row, self.scaled_residual[at - orthant]);
                add_row(&mut sums.unit, &self.rows[at], *inverse);
            }
        }
    }

    /// Constants of the corrector, from the affine direction.
    pub fn correct(&mut self) {
        let (aux, orthant) = (self.eps.len(), self.cone.orthant());
        let mut sum = [0.0; 4];
        let weights = self.cone.products().iter().zip(self.cone.second());
        for (row, (p, second)) in self.rows.iter().zip(weights) {
            add_row(&mut sum, row, -p * second);
        }
        for soc in self.cone.socs() {
            let rows = &self.scaled[soc.start() - orthant..];
            for (row, second) in rows.iter().zip(&soc.second()[..soc.dim()]) {
                add_row(&mut sum, row, -second);
            }
        }
        if aux > 0 {
            let sum_aux = &mut self.constants_aux[2];
            sum_aux.fill(0.0);
            let mut add = |own: &[f64], weight: f64| {
                for (sum, g) in sum_aux.iter_mut().zip(own) {
                    *sum += weight * g;
                }
            };
            let weights = self.cone.products().iter().zip(self.cone.second());
            for (own, (p, second)) in self.rows_aux.chunks_exact(aux).zip(weights) {
                add(own, -p * second);
            }
            for soc in self.cone.socs() {
                let rows = &self.scaled_aux[(soc.start() - orthant) * aux..];
                for (own, second) in rows.chunks_exact(aux).zip(&soc.second()[..soc.dim()]) {
                    add(own, -second);
                }
            }
        }
        self.constants[2] = sum;
        if aux > 0 {
            self.reduce(2);
        }
    }

    /// Constants of the port, contact frame: AFFINE, UNIT, CORRECTOR.
    pub fn constants(&self) -> &[Row; 3] {
        &self.constants
    }

    /// Back-substitution: from (dz, dalpha) of one part of the direction, contact frame, to eps and
    /// the part of the slacks.
    pub fn recover(&mut self, kind: usize, dz: [f64; 3], dalpha: f64) {
        let first = [dz[0], dz[1], dz[2], dalpha];
        let base = if kind == AFFINE { 1.0 } else { 0.0 };
        let part = self.cone.part_mut(kind);
        for ((part, row), r) in part.iter_mut().zip(&self.rows).zip(&self.relative) {
            *part = dot4(row, &first) - base * r;
        }
        if !self.eps.is_empty() {
            self.recover_auxiliaries(kind, &first);
        }
        if kind == AFFINE {
            self.cone.look_along_affine();
        }
    }

    /// Moves the auxiliaries, slacks and duals by `step` times the combined direction.
    pub fn advance(&mut self, step: f64, excess: f64, corrected: bool) {
        let with = if corrected { 1.0 } else { 0.0 };
        let [affine, unit, corrector] = &self.deps;
        for (i, eps) in self.eps.iter_mut().enumerate() {
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
#[inline(always)]
pub fn larger(a: f64, b: f64) -> f64 {
    if a >= b || a.is_nan() { a } else { b }
}

/// Columns y and alpha of a row.
#[inline(always)]
fn first_columns(row: &[f64]) -> &Row {
    row.first_chunk()
        .expect("a row has the columns y and alpha")
}

#[inline(always)]
fn dot4(a: &Row, b: &Row) -> f64 {
    (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3])
}

/// sum += factor row.
#[inline(always)]
fn add_row(sum: &mut Row, row: &Row, factor: f64) {
    for (sum, g) in sum.iter_mut().zip(row) {
        *sum += factor * g;
    }
}

/// Columns of a rotation, padded.
fn turning(turn: &Mat3) -> [Row; 3] {
    [0, 1, 2].map(|k| [turn[(0, k)], turn[(1, k)], turn[(2, k)], 0.0])
}

/// The row with its point turned.
#[inline(always)]
fn turned_row(turn: &[Row; 3], g: &Row) -> Row {
    let mut out = [0.0, 0.0, 0.0, g[3]];
    for (column, g) in turn.iter().zip(g) {
        add_row(&mut out, column, *g);
    }
    out
}

/// Turns three entries from `first` on.
fn turn_three(turn: &Mat3, row: &mut [f64], first: usize) {
    let v = turn * Vec3::new(row[first], row[first + 1], row[first + 2]);
    row[first..first + 3].copy_from_slice(v.as_slice());
}
