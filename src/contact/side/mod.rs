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
use crate::ipm::{ByPart, ConeVars, DirectionPart, MAX_CONE, padded};
use crate::math::{Four, Matrix, Real, Vector, array};
use crate::shape::Rows;
use auxiliary::Elimination;
use fours::RowsOfFour;
use row::{Row, Sums, add_row, dot4, first_columns, rotated_row, rotation_columns};

/// G^T H G after elimination of the auxiliaries: (push, share) per (y, alpha), contact frame.
pub type Port<R = f64> = [Row<R>; 4];

/// Slacks, duals and auxiliaries of one part, with its linearisation.
#[derive(Debug, Default, Clone)]
pub struct Side<R: Real = f64> {
    /// s and lambda, and s - (h0 + G xi).
    pub cone: ConeVars<R>,
    /// The part's own [`Rows::relaxation`].
    relaxation: f64,
    /// Push (body frame) and share: the columns y and alpha of G^T lambda.
    push_share: Row<R>,
    worst: R,
    /// The first rows, in fours, and their number; `rows` holds the others.
    fours: Vec<RowsOfFour>,
    in_fours: usize,
    /// The rows in the contact frame, orthant rows divided by their slack; then W^-1 times those of
    /// second-order cones.
    rows: Vec<Row<R>>,
    /// Right sides of the elimination: AFFINE, UNIT, CORRECTOR.
    constants: ByPart<Row<R>>,
    /// Auxiliary variables, if a part here ever had any.
    aux: Option<Box<Elimination<R>>>,
}

impl<R: Real> Side<R> {
    /// Prepares for the rows of a part.
    pub fn reset(&mut self, rows: &Rows) {
        self.cone.reset(rows.orthant, &rows.socs);
        self.relaxation = rows.relaxation;
        self.relax(R::ONE);
        let curved = rows.len() - rows.orthant;
        self.rows.resize(rows.len() + curved, [R::ZERO; 4]);
        self.reset_fours(rows);
        self.reset_auxiliaries(rows);
    }

    /// The rows get `share` of the part's own relaxation.
    pub fn relax(&mut self, share: R) {
        self.cone.factor = share * self.relaxation;
    }

    /// Starts from the point y: eps = 0, slacks moved into the cone by the least slack, lambda =
    /// complementarity s^-1.
    #[inline(always)]
    pub fn start(&mut self, rows: &Rows, y: &Vector<R>, alpha: R, depth: &Depth) {
        self.eps_mut().fill(R::ZERO);
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
        self.evaluate_auxiliaries(rows);
        // Comparisons hide what is not a number, sums do not.
        let mut unknowns = R::ZERO;
        for all in [&point[..], self.eps()] {
            all.iter().for_each(
                #[inline(always)]
                |x| unknowns += *x,
            );
        }
        for all in [self.stationarity(), &self.cone.residuals()[self.in_fours..]] {
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
        let [s, z, residual] = self.cone.residuals_mut();
        let cone = s[first..].iter().zip(&z[first..]);
        for (r, ((s, z), (h0, g))) in residual[first..].iter_mut().zip(cone.zip(slacks)) {
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
        self.aux.as_ref().map_or(&[], |aux| &aux.stationarity)
    }

    /// Largest of |S_col| and |E_eps|.
    #[inline(always)]
    pub fn worst_residual(&self) -> R {
        self.worst
    }

    /// Condenses for target rho: the port and its constants for AFFINE and UNIT, in the contact
    /// frame; `into_port` takes body vectors there.
    #[inline(always)]
    pub fn condense(&mut self, rows: &Rows, into_port: &Matrix<R>, rho: f64) -> Port<R> {
        self.cone.set_affine_target(rho);
        let mut sums = match self.in_fours {
            0 => self.square_orthant(0, rows, into_port, Sums::default()),
            n => {
                let sums = self.square_fours(into_port);
                self.square_orthant(n, rows, into_port, sums)
            }
        };
        if !rows.socs.is_empty() {
            self.square_cones(rows, into_port, &mut sums);
        }
        let mut port = sums.port();
        let (affine_target, factor) = (self.cone.affine_target(), self.cone.factor);
        let Sums { residual, unit, .. } = &sums;
        self.constants[DirectionPart::Affine] = array(|k| residual[k] + affine_target * unit[k]);
        self.constants[DirectionPart::Unit] = array(|k| unit[k] * factor);
        if rows.aux > 0 {
            self.scale_auxiliaries(rows, into_port);
            self.square_auxiliaries();
            self.eliminate_auxiliaries(&mut port);
            self.reduce(DirectionPart::Affine);
            self.reduce(DirectionPart::Unit);
        }
        port
    }

    /// Orthant rows from `first` on and their residuals, turned into the contact frame, divided by the
    /// slack and squared; `sums` with theirs.
    #[inline(always)]
    fn square_orthant(
        &mut self,
        first: usize,
        rows: &Rows,
        into_port: &Matrix<R>,
        sums: Sums<R>,
    ) -> Sums<R> {
        let into_port = rotation_columns(into_port);
        let plain = rows.g[first * rows.width()..].chunks_exact(rows.width());
        let plain = plain.zip(&self.cone.residuals()[first..]);
        let own = self.rows[first..].iter_mut().zip(plain);
        let mut sum = sums;
        for ((row, (g, r)), at) in own.zip(self.cone.orthant_rows(first)) {
            let (inverse, p) = (at.inverse(), at.product());
            let turned = rotated_row(&into_port, first_columns(g));
            *row = array(|k| turned[k] * inverse);
            sum.add(row, p);
            sum.add_residual(row, p, *r * inverse);
        }
        sum
    }

    /// Rows and residuals of second-order cones, turned into the contact frame and times W^-1, are squared
    /// from there: no cancellation of 2 q q^T - J, which would swamp the small eigenvalues of a line contact.
    #[inline(always)]
    fn square_cones(&mut self, rows: &Rows, into_port: &Matrix<R>, sums: &mut Sums<R>) {
        let into_port = rotation_columns(into_port);
        let plain = rows.g.chunks_exact(rows.width());
        let (own, scaled) = self.rows.split_at_mut(rows.len());
        for (row, g) in own.iter_mut().zip(plain).skip(rows.orthant) {
            *row = rotated_row(&into_port, first_columns(g));
        }
        for soc in self.cone.socs() {
            let own = &own[soc.rows()];
            let mut columns = [[R::ZERO; MAX_CONE]; 4];
            for (i, row) in own.iter().enumerate() {
                for k in 0..4 {
                    columns[k][i] = row[k];
                }
            }
            let columns: [_; 4] = array(|k| soc.scaling.inverse_times(&columns[k]));
            let residual = soc
                .scaling
                .inverse_times(&padded(&self.cone.residuals()[soc.rows()]));
            let scaled = scaled[soc.start() - rows.orthant..].iter_mut();
            for (i, (scaled, row)) in scaled.zip(own).enumerate() {
                *scaled = array(|k| columns[k][i]);
                sums.add(scaled, R::ONE);
                add_row(&mut sums.residual, scaled, residual[i]);
                add_row(&mut sums.unit, row, soc.scaling.s_inverse[i]);
            }
        }
    }

    /// W^-1 times the rows of second-order cones.
    #[inline(always)]
    fn scaled_rows(&self) -> &[Row<R>] {
        &self.rows[self.cone.len()..]
    }

    /// Constants of the corrector, from the affine direction: completes, once, those of the orthant rows that
    /// recovering AFFINE has left.
    #[inline(always)]
    pub fn condense_corrector(&mut self) {
        let orthant = self.cone.orthant();
        let mut sum = self.constants[DirectionPart::Corrector];
        for soc in self.cone.socs() {
            let rows = &self.scaled_rows()[soc.start() - orthant..];
            for (row, second) in rows.iter().zip(&soc.second()[..soc.dim()]) {
                add_row(&mut sum, row, -*second);
            }
        }
        self.constants[DirectionPart::Corrector] = sum;
        self.condense_corrector_of_auxiliaries();
        self.reduce(DirectionPart::Corrector);
    }

    /// Constants of the port, contact frame: AFFINE, UNIT, CORRECTOR.
    #[inline(always)]
    pub fn constants(&self) -> &ByPart<Row<R>> {
        &self.constants
    }

    /// Back-substitution: from (dz, dalpha) of one part of the direction, contact frame, to eps and
    /// the part of the slacks.
    #[inline(always)]
    pub fn recover(&mut self, part: DirectionPart, dz: [R; 3], dalpha: R) {
        let own = [dz[0], dz[1], dz[2], dalpha];
        if part == DirectionPart::Affine {
            return self.recover_affine(&own);
        }
        match self.in_fours {
            0 => self.recover_rows(0, part, &own),
            n => {
                self.recover_fours(part, &own);
                self.recover_rows(n, part, &own);
            }
        }
        self.recover_auxiliaries(part, &own);
    }

    /// The slacks of the rows from `first` on.
    #[inline(always)]
    fn recover_rows(&mut self, first: usize, part: DirectionPart, own: &Row<R>) {
        let slacks = self.cone.part_mut(part)[first..].iter_mut();
        for (slack, row) in slacks.zip(&self.rows[first..]) {
            *slack = dot4(row, own);
        }
    }

    /// The same of AFFINE; looks along it, with the constants of the corrector from the orthant rows.
    #[inline(always)]
    fn recover_affine(&mut self, own: &Row<R>) {
        match self.in_fours {
            0 => self.affine_slacks(0, own),
            n => {
                self.affine_slacks_fours(own);
                self.affine_slacks(n, own);
            }
        }
        self.recover_auxiliaries(DirectionPart::Affine, own);
        self.constants[DirectionPart::Corrector] = match self.in_fours {
            0 => self.corrector_constants(),
            n => self.corrector_constants_fours(n),
        };
    }

    /// The slacks along AFFINE of the rows from `first` on, without the residuals: it ends where they are none.
    #[inline(always)]
    fn affine_slacks(&mut self, first: usize, own: &Row<R>) {
        let n = self.cone.orthant();
        let (rows, parts, residuals) = self.cone.affine_mut(first);
        let own_rows = self.rows[first..].iter().zip(residuals);
        for ((part, (row, r)), at) in parts.iter_mut().zip(own_rows).zip(rows) {
            *part = dot4(row, own) - *r * at.inverse();
        }
        let (curved, residuals) = (&mut parts[n - first..], &residuals[n - first..]);
        for ((part, row), r) in curved.iter_mut().zip(&self.rows[n..]).zip(residuals) {
            *part = dot4(row, own) - *r;
        }
    }

    /// Looks along AFFINE; constants of the corrector from the orthant rows.
    #[inline(always)]
    fn corrector_constants(&mut self) -> Row<R> {
        let mut sum = [R::ZERO; 4];
        let rows = &self.rows;
        let visit = (
            |_: usize, _: Four| (),
            #[inline(always)]
            |k: usize, change: R| add_row(&mut sum, &rows[k], -change),
        );
        self.cone.measure_affine_with(0, visit);
        sum
    }

    /// Moves the auxiliaries, slacks and duals by `step` times the combined direction.
    #[inline(always)]
    pub fn advance(&mut self, step: R, excess: R, corrected: R::Mask) {
        self.advance_auxiliaries(step, excess, corrected);
        self.cone.advance(step, excess, corrected);
    }
}

/// The larger, and NaN when either is.
#[inline(always)]
pub fn larger<R: Real>(a: R, b: R) -> R {
    a.worse(b)
}
