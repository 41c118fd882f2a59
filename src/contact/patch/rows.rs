//! The rows of a part as the patch sees them: slacks, and how they answer to a motion of the contact point in the
//! contact frame, once the auxiliary variables have followed it.

use crate::math::{Dual, Number};
use crate::shape::Rows;

/// A coefficient of a row: a number, or one with derivatives.
pub(super) trait Coefficient<N>: Copy {
    /// Returns it times `x`.
    fn times(self, x: N) -> N;
}

impl<N: Number> Coefficient<N> for f64 {
    #[inline(always)]
    fn times(self, x: N) -> N {
        x * self
    }
}

impl<const N: usize> Coefficient<Dual<N>> for Dual<N> {
    fn times(self, x: Self) -> Self {
        x * self
    }
}

/// One conic row.
#[derive(Debug, Clone, Copy)]
pub(super) struct PatchRow<N> {
    pub(super) slack: N,
    /// The change of the slack along both tangents and the normal.
    pub(super) along: [N; 3],
}

/// The conic rows of a part; orthant rows first.
#[derive(Debug, Clone)]
pub(super) struct SideRows<N> {
    rows: Vec<PatchRow<N>>,
    orthant: usize,
    socs: Vec<usize>,
    /// The changes of the slacks with the auxiliaries, row by row.
    aux: Vec<N>,
    /// The matrix of the auxiliaries, and its right sides.
    own: Vec<N>,
    mixed: Vec<[N; 3]>,
    /// The auxiliary columns of the row in hand, and of the cone in hand.
    row: Vec<N>,
    cone: Vec<N>,
}

impl<N> Default for SideRows<N> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            orthant: 0,
            socs: Vec::new(),
            aux: Vec::new(),
            own: Vec::new(),
            mixed: Vec::new(),
            row: Vec::new(),
            cone: Vec::new(),
        }
    }
}

impl<N: Number> SideRows<N> {
    /// Sets the rows from their `slacks` and coefficients `g` (those of `rows`, which may carry derivatives), for
    /// a contact frame with the columns `axes`, body frame.
    #[inline(always)]
    pub(super) fn set<C: Coefficient<N>>(
        &mut self,
        rows: &Rows,
        g: &[C],
        slacks: &[N],
        axes: &[[N; 3]; 3],
    ) {
        self.orthant = rows.orthant;
        self.socs.clone_from(&rows.socs);
        self.rows.clear();
        self.aux.clear();
        let (zero, one) = (N::constant(0.0), N::constant(1.0));
        let plain = rows.g.chunks_exact(rows.width());
        let own = g.chunks_exact(rows.width()).zip(plain);
        for ((g, plain), slack) in own.zip(slacks) {
            let dot = |axis: &[N; 3], g: &[C]| {
                g[0].times(axis[0]) + g[1].times(axis[1]) + g[2].times(axis[2])
            };
            let point = point_of(rows, plain);
            let along = [
                dot(&axes[0], g),
                dot(&axes[1], g),
                point.map_or(zero, |(first, sign)| dot(&axes[2], &g[first..]) * sign),
            ];
            self.rows.push(PatchRow {
                slack: *slack,
                along,
            });
            self.aux.extend(g[4..].iter().map(|g| g.times(one)));
        }
    }

    /// Returns the orthant rows.
    #[inline(always)]
    pub(super) fn orthant(&self) -> &[PatchRow<N>] {
        &self.rows[..self.orthant]
    }

    /// Returns the rows of every second-order cone.
    #[inline(always)]
    pub(super) fn cones(&self) -> impl Iterator<Item = &[PatchRow<N>]> {
        let rows = self.socs.iter().scan(self.orthant, |start, dim| {
            let rows = *start..*start + dim;
            *start += dim;
            Some(rows)
        });
        rows.map(|rows| &self.rows[rows])
    }

    /// Lets the auxiliaries follow the motion along the tangents as on the central path, but away from their own limits,
    /// whose slacks count as larger by `room`. The motion along the normal is a depth, which every summand has of its own.
    #[inline(always)]
    pub(super) fn follow(&mut self, room: N) {
        let n = self.aux.len() / self.rows.len();
        if n == 0 {
            return;
        }
        self.clear_sums(n);
        for i in 0..self.orthant {
            let inverse = N::constant(1.0) / (self.rows[i].slack + room);
            self.add_row(i, 1.0, inverse);
        }
        let mut start = self.orthant;
        for k in 0..self.socs.len() {
            let end = start + self.socs[k];
            self.add_cone(start, end);
            start = end;
        }
        self.eliminate();
    }

    fn clear_sums(&mut self, n: usize) {
        let zero = N::constant(0.0);
        self.own.clear();
        self.own.resize(n * n, zero);
        self.mixed.clear();
        self.mixed.resize(n, [zero; 3]);
    }

    /// Adds the Hessian of a cone, 2 (J s)(J s)^T / det^2 - J / det.
    #[inline(always)]
    fn add_cone(&mut self, start: usize, end: usize) {
        let n = self.mixed.len();
        let zero = N::constant(0.0);
        let square = |row: &PatchRow<N>| row.slack * row.slack;
        let mut det = square(&self.rows[start]);
        for row in &self.rows[start + 1..end] {
            det = det - square(row);
        }
        let inverse = N::constant(1.0) / det;
        let scale = inverse.root();
        let mut along = [zero; 3];
        self.cone.clear();
        self.cone.resize(n, zero);
        for row in start..end {
            let sign = if row == start { 1.0 } else { -1.0 };
            let weight = self.rows[row].slack * inverse * sign;
            for (sum, x) in along.iter_mut().zip(self.rows[row].along) {
                *sum += x * weight;
            }
            for (sum, x) in self.cone.iter_mut().zip(&self.aux[row * n..]) {
                *sum += *x * weight;
            }
            self.add_row(row, -sign, scale);
        }
        let Self {
            mixed, own, cone, ..
        } = self;
        add(mixed, own, &along, cone, 2.0);
    }

    /// Adds `sign` times the square of a row that is multiplied by `scale`.
    #[inline(always)]
    fn add_row(&mut self, row: usize, sign: f64, scale: N) {
        let n = self.mixed.len();
        self.row.clear();
        let aux = self.aux[row * n..].iter().take(n);
        self.row.extend(aux.map(|x| *x * scale));
        let along = self.rows[row].along.map(|x| x * scale);
        let Self {
            mixed,
            own,
            row: scaled,
            ..
        } = self;
        add(mixed, own, &along, scaled, sign);
    }

    /// Lets the changes of the slacks along the tangents contain what the auxiliaries do.
    #[inline(always)]
    fn eliminate(&mut self) {
        let n = self.mixed.len();
        // Gauss-Jordan on [own | mixed]: mixed becomes own^-1 mixed.
        for j in 0..n {
            let inverse = N::constant(1.0) / self.own[j * n + j];
            for k in 0..n {
                self.own[j * n + k] = self.own[j * n + k] * inverse;
            }
            self.mixed[j] = self.mixed[j].map(|x| x * inverse);
            for i in (0..n).filter(|i| *i != j) {
                let factor = self.own[i * n + j];
                for k in 0..n {
                    self.own[i * n + k] = self.own[i * n + k] - factor * self.own[j * n + k];
                }
                for k in 0..3 {
                    self.mixed[i][k] = self.mixed[i][k] - factor * self.mixed[j][k];
                }
            }
        }
        for (row, aux) in self.rows.iter_mut().zip(self.aux.chunks_exact(n)) {
            for (aux, solved) in aux.iter().zip(&self.mixed) {
                for k in 0..2 {
                    row.along[k] = row.along[k] - *aux * solved[k];
                }
            }
        }
    }
}

/// Returns the first of the three columns of the point that a row is about, y or that of a summand, and the sign with which
/// they count; `None` if it is about none.
#[inline(always)]
fn point_of(rows: &Rows, row: &[f64]) -> Option<(usize, f64)> {
    if is_about(row, 0) {
        return Some((0, 1.0));
    }
    let own = rows.vectors.iter().find(|&v| is_about(row, 4 + v))?;
    Some((4 + own, sign_of(rows, *own)))
}

fn is_about(row: &[f64], first: usize) -> bool {
    row[first..first + 3].iter().any(|g| *g != 0.0)
}

/// Returns whether a vector of auxiliaries is the point of its summand, or minus it: the point of the other one is what
/// is left of that of the sum.
fn sign_of(rows: &Rows, vector: usize) -> f64 {
    let own = 4 + vector;
    for row in rows.g.chunks_exact(rows.width()) {
        let others = rows.vectors.iter().filter(|v| **v > vector).map(|v| 4 + v);
        let whole = std::iter::once(0).chain(others);
        let whole = whole.into_iter().find(|&first| is_about(row, first));
        if let Some(first) = whole.filter(|_| is_about(row, own)) {
            let product: f64 = (0..3).map(|k| row[own + k] * row[first + k]).sum();
            let parent = if first == 0 {
                1.0
            } else {
                sign_of(rows, first - 4)
            };
            return -parent * product.signum();
        }
    }
    1.0
}

/// Adds `sign` times the auxiliary rows of the square of a row with the columns `along` and `own`.
#[inline(always)]
fn add<N: Number>(mixed: &mut [[N; 3]], all: &mut [N], along: &[N; 3], own: &[N], sign: f64) {
    for (i, own_i) in own.iter().enumerate() {
        let weighted = *own_i * sign;
        for (sum, x) in mixed[i].iter_mut().zip(along) {
            *sum += weighted * *x;
        }
        for (sum, x) in all[i * own.len()..].iter_mut().zip(own) {
            *sum += weighted * *x;
        }
    }
}
