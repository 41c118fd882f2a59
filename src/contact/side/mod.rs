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
mod fours;
mod parameter;
mod row;

use super::setup::Depth;
use crate::ipm::{ConeVars, MAX_CONE};
use crate::math::{Matrix, Real, Vector, array};
use crate::shape::Rows;
use auxiliary::Elimination;
use fours::RowsOfFour;
use row::{Row, Sums, add_row, dot4, first_columns, turned_row, turning};

/// Index of the part AFFINE among AFFINE, UNIT, CORRECTOR.
const AFFINE: usize = 0;

/// Slacks, duals and auxiliaries of one part, with its linearisation.
#[derive(Debug, Default, Clone)]
pub struct Side<R: Real = f64> {
    /// Auxiliary variables.
    pub eps: Vec<R>,
    /// s and lambda.
    pub cone: ConeVars<R>,
    /// Push (body frame) and share: the columns y and alpha of G^T lambda.
    push_share: Row<R>,
    /// s - (h0 + G xi).
    pub residual: Vec<R>,
    worst: R,
    /// The first rows, in fours, and their number; `rows` holds the others.
    fours: Vec<RowsOfFour>,
    in_fours: usize,
    /// The rows in the contact frame; orthant rows are divided by their slack.
    rows: Vec<Row<R>>,
    /// W^-1 times the rows of second-order cones, and times their residuals.
    scaled: Vec<Row<R>>,
    scaled_residual: Vec<R>,
    /// G^T H G after elimination of the auxiliaries.
    pub port: [Row<R>; 4],
    /// Right sides of the elimination: AFFINE, UNIT, CORRECTOR.
    constants: [Row<R>; 3],
    /// Few parts have any: out of the way.
    aux: Box<Elimination<R>>,
}

impl<R: Real> Side<R> {
    /// Prepares for the rows of a part.
    pub fn reset(&mut self, rows: &Rows) {
        self.cone.reset(rows.orthant, &rows.socs);
        let (m, aux) = (rows.len(), rows.aux);
        resize(&mut self.eps, aux);
        resize(&mut self.residual, m);
        let curved = m - rows.orthant;
        resize(&mut self.scaled_residual, curved);
        self.rows.resize(m, [R::ZERO; 4]);
        self.reset_fours(rows);
        self.scaled.resize(curved, [R::ZERO; 4]);
        self.aux.reset(rows);
    }

    /// Starts from the point y: eps = 0, slacks moved into the cone by the least slack, lambda =
    /// complementarity s^-1.
    #[inline(always)]
    pub fn start(&mut self, rows: &Rows, y: &Vector<R>, alpha: R, depth: &Depth) {
        self.eps.fill(R::ZERO);
        let point = [y.x, y.y, y.z, alpha];
        let slacks = rows.h0.iter().zip(rows.g.chunks_exact(rows.width()));
        let [own, _] = self.cone.point_mut();
        for (s, (h0, g)) in own.iter_mut().zip(slacks) {
            *s = R::of(*h0) + dot4(&point, first_columns(g));
        }
        self.cone.start_from_slacks(depth.slack, depth.product);
    }

    /// Residuals and push at the current iterate.
    #[inline(always)]
    pub fn evaluate(&mut self, rows: &Rows, y: &Vector<R>, alpha: R) {
        let point = [y.x, y.y, y.z, alpha];
        let mut worst = R::ZERO;
        match self.in_fours {
            0 => self.push_share = self.evaluate_rows(0, rows, &point, [R::ZERO; 4]),
            n => {
                let push_share;
                (push_share, worst) = self.evaluate_fours(&point);
                self.push_share = self.evaluate_rows(n, rows, &point, push_share);
            }
        }
        if rows.aux > 0 {
            let stationarity = &mut self.aux.stationarity;
            stationarity.fill(R::ZERO);
            let rows = rows.g.chunks_exact(rows.width()).zip(self.cone.z());
            for (r, (g, z)) in self.residual.iter_mut().zip(rows) {
                for ((sum, g), e) in stationarity.iter_mut().zip(&g[4..]).zip(&self.eps) {
                    *r -= *e * *g;
                    *sum += *z * *g;
                }
            }
        }
        // Comparisons hide what is not a number, sums do not.
        let mut unknowns = R::ZERO;
        for all in [&point[..], &self.eps] {
            all.iter().for_each(
                #[inline(always)]
                |x| unknowns += *x,
            );
        }
        for all in [self.stationarity(), &self.residual[self.in_fours..]] {
            all.iter().for_each(
                #[inline(always)]
                |r| worst = worst.up(r.abs()),
            );
        }
        self.worst = R::choose(unknowns.is_nan(), R::of(f64::NAN), worst);
        self.cone.measure();
    }

    /// Residuals of the rows from `first` on; `push_share` with theirs.
    #[inline(always)]
    fn evaluate_rows(
        &mut self,
        first: usize,
        rows: &Rows,
        point: &Row<R>,
        push_share: Row<R>,
    ) -> Row<R> {
        let mut sum = push_share;
        let columns = rows.g[first * rows.width()..].chunks_exact(rows.width());
        let slacks = rows.h0[first..].iter().zip(columns);
        let cone = self.cone.s()[first..].iter().zip(&self.cone.z()[first..]);
        for (r, ((s, z), (h0, g))) in self.residual[first..].iter_mut().zip(cone.zip(slacks)) {
            let columns = first_columns(g);
            *r = *s - (R::of(*h0) + dot4(point, columns));
            add_row(&mut sum, columns, *z);
        }
        sum
    }

    /// Push in the body frame.
    #[inline(always)]
    pub fn push(&self) -> Vector<R> {
        let [x, y, z, _] = self.push_share;
        Vector::new(x, y, z)
    }

    /// ga^T lambda.
    #[inline(always)]
    pub fn share(&self) -> R {
        self.push_share[3]
    }

    /// Stationarity of the auxiliaries.
    pub fn stationarity(&self) -> &[R] {
        match self.eps.is_empty() {
            true => &[],
            false => &self.aux.stationarity,
        }
    }

    /// Largest of |S_col| and |E_eps|.
    #[inline(always)]
    pub fn worst_residual(&self) -> R {
        self.worst
    }

    /// Condenses for target rho: the port and its constants for AFFINE and UNIT, in the contact
    /// frame; `turn` takes body vectors there.
    #[inline(always)]
    pub fn condense(&mut self, rows: &Rows, turn: &Matrix<R>, rho: f64) {
        self.cone.aim(rho);
        let mut sums = match self.in_fours {
            0 => self.square_orthant(0, rows, turn, Sums::default()),
            n => {
                let sums = self.square_fours(turn);
                self.square_orthant(n, rows, turn, sums)
            }
        };
        if !rows.socs.is_empty() {
            self.scale_cones(rows, turn);
            self.square_cones(&mut sums);
        }
        self.port = sums.port();
        let (aim, factor) = (self.cone.aimed(), self.cone.factor);
        let Sums { residual, unit, .. } = &sums;
        self.constants[0] = array(|k| residual[k] + aim * unit[k]);
        self.constants[1] = array(|k| unit[k] * factor);
        if rows.aux > 0 {
            self.scale_auxiliaries(rows, turn);
            self.square_auxiliaries();
            self.eliminate_auxiliaries();
            self.reduce(0);
            self.reduce(1);
        }
    }

    /// Orthant rows from `first` on and their residuals, turned into the contact frame, divided by the
    /// slack and squared; `sums` with theirs.
    #[inline(always)]
    fn square_orthant(
        &mut self,
        first: usize,
        rows: &Rows,
        turn: &Matrix<R>,
        sums: Sums<R>,
    ) -> Sums<R> {
        let turn = turning(turn);
        let plain = rows.g[first * rows.width()..].chunks_exact(rows.width());
        let plain = plain.zip(&self.residual[first..]);
        let own = self.rows[first..].iter_mut().zip(plain);
        let mut sum = sums;
        for ((row, (g, r)), at) in own.zip(self.cone.orthant_rows(first)) {
            let (inverse, p) = (at.inverse(), at.product());
            let turned = turned_row(&turn, first_columns(g));
            *row = array(|k| turned[k] * inverse);
            sum.add(row, p);
            sum.add_residual(row, p, *r * inverse);
        }
        sum
    }

    /// Rows and residuals of second-order cones, turned into the contact frame and times W^-1.
    #[inline(always)]
    fn scale_cones(&mut self, rows: &Rows, turn: &Matrix<R>) {
        let (orthant, turn) = (rows.orthant, turning(turn));
        let plain = rows.g.chunks_exact(rows.width());
        for (row, g) in self.rows.iter_mut().zip(plain).skip(orthant) {
            *row = turned_row(&turn, first_columns(g));
        }
        for soc in self.cone.socs() {
            let (start, dim) = (soc.start(), soc.dim());
            let mut columns = [[R::ZERO; MAX_CONE]; 4];
            let mut residual = [R::ZERO; MAX_CONE];
            for i in 0..dim {
                for k in 0..4 {
                    columns[k][i] = self.rows[start + i][k];
                }
                residual[i] = self.residual[start + i];
            }
            let columns: [_; 4] = array(|k| soc.scaling.inverse_times(&columns[k]));
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
    #[inline(always)]
    fn square_cones(&self, sums: &mut Sums<R>) {
        let orthant = self.cone.orthant();
        for soc in self.cone.socs() {
            for (i, inverse) in soc.scaling.s_inverse[..soc.dim()].iter().enumerate() {
                let at = soc.start() + i;
                let row = &self.scaled[at - orthant];
                sums.add(row, R::ONE);
                add_row(&mut sums.residual, row, self.scaled_residual[at - orthant]);
                add_row(&mut sums.unit, &self.rows[at], *inverse);
            }
        }
    }

    /// Constants of the corrector, from the affine direction.
    #[inline(always)]
    pub fn correct(&mut self) {
        let orthant = self.cone.orthant();
        let mut sum = match self.in_fours {
            0 => self.correct_rows(0, [R::ZERO; 4]),
            n => self.correct_rows(n, self.correct_fours()),
        };
        for soc in self.cone.socs() {
            let rows = &self.scaled[soc.start() - orthant..];
            for (row, second) in rows.iter().zip(&soc.second()[..soc.dim()]) {
                add_row(&mut sum, row, -*second);
            }
        }
        self.constants[2] = sum;
        if !self.eps.is_empty() {
            self.correct_auxiliaries();
            self.reduce(2);
        }
    }

    /// The part of the orthant rows from `first` on, and `sum`.
    #[inline(always)]
    fn correct_rows(&self, first: usize, mut sum: Row<R>) -> Row<R> {
        let weights = self.cone.second_order(first);
        for (row, (p, second)) in self.rows[first..].iter().zip(weights) {
            add_row(&mut sum, row, -p * second);
        }
        sum
    }

    /// Constants of the port, contact frame: AFFINE, UNIT, CORRECTOR.
    #[inline(always)]
    pub fn constants(&self) -> &[Row<R>; 3] {
        &self.constants
    }

    /// Back-substitution: from (dz, dalpha) of one part of the direction, contact frame, to eps and
    /// the part of the slacks.
    #[inline(always)]
    pub fn recover(&mut self, kind: usize, dz: [R; 3], dalpha: R) {
        let own = [dz[0], dz[1], dz[2], dalpha];
        match self.in_fours {
            0 => self.recover_rows(0, kind, &own),
            n => {
                self.recover_fours(kind, &own);
                self.recover_rows(n, kind, &own);
            }
        }
        if kind == AFFINE {
            self.cone.close(&self.residual);
        }
        if !self.eps.is_empty() {
            self.recover_auxiliaries(kind, &own);
        }
        if kind == AFFINE {
            self.cone.look_along_affine();
        }
    }

    /// The slacks of the rows from `first` on.
    #[inline(always)]
    fn recover_rows(&mut self, first: usize, kind: usize, own: &Row<R>) {
        let part = self.cone.part_mut(kind)[first..].iter_mut();
        for (part, row) in part.zip(&self.rows[first..]) {
            *part = dot4(row, own);
        }
    }

    /// Moves the auxiliaries, slacks and duals by `step` times the combined direction.
    #[inline(always)]
    pub fn advance(&mut self, step: R, excess: R, corrected: R::Mask) {
        if !self.eps.is_empty() {
            self.advance_auxiliaries(step, excess, corrected);
        }
        self.cone.advance(step);
    }
}

/// Makes room; the contents are undefined afterwards.
fn resize<R: Real>(v: &mut Vec<R>, n: usize) {
    v.resize(n, R::ZERO);
}

/// The larger, and NaN when either is.
#[inline(always)]
pub fn larger<R: Real>(a: R, b: R) -> R {
    a.worse(b)
}
