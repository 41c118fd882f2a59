//! One side of a pair: the conic rows of a part, condensed to its four-port (docs/formulation.md, section 2).
//!
//! In: the point y in the body frame and alpha. Out: the push Gy^T lambda and the share ga^T
//! lambda, and how they answer: after slacks, duals and auxiliaries are eliminated, in that order,
//! push_share(new) = constants - port (dz, dalpha), dz the change of y seen in the port frame.
//!
//! The port is formed from rows that are rotated into the port frame first. Its entries along
//! the normal are of order 1/rho, the tangential ones of a flat or line contact of order rho: in
//! any other frame rounding of the former would swamp the latter (decision D43).

mod auxiliary;
mod condense;
mod elimination;
mod fours;
mod parameter;
mod recover;
mod row;

use super::setup::Depth;
use crate::ipm::{ByPart, ConeVars};
use crate::math::{Real, Vector};
use crate::shape::Rows;
use elimination::Elimination;
use fours::RowsOfFour;
use row::{Row, add_row, dot4, first_columns};

/// G^T H G after elimination of the auxiliaries: (push, share) per (y, alpha), port frame.
pub type Port<R = f64> = [Row<R>; 4];

/// Slacks, duals and auxiliaries of one part, with its linearisation.
#[derive(Debug, Default, Clone)]
pub struct Side<R: Real = f64> {
    /// The slacks s, the duals lambda, and the residuals s - (h0 + G xi).
    pub cone: ConeVars<R>,
    /// The part's own [`Rows::relaxation`].
    relaxation: f64,
    /// Push (body frame) and share: the columns y and alpha of G^T lambda.
    push_share: Row<R>,
    worst: R,
    /// The first rows, in fours, and their number; `rows` holds the others.
    fours: Vec<RowsOfFour>,
    in_fours: usize,
    /// The rows in the port frame, orthant rows divided by their slack; then W^-1 times those of
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

    /// Relaxes the rows by `share` of the part's own relaxation.
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

    /// Evaluates residuals and push at the current iterate.
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

    /// Evaluates the residuals of the rows from `first` on; returns `push_share` with their share added.
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

    /// Returns the push in the body frame.
    #[inline(always)]
    pub fn push(&self) -> Vector<R> {
        let [x, y, z, _] = self.push_share;
        Vector::new(x, y, z)
    }

    /// Returns ga^T lambda.
    #[inline(always)]
    pub fn share(&self) -> R {
        self.push_share[3]
    }

    /// Returns the stationarity of the auxiliaries.
    pub fn stationarity(&self) -> &[R] {
        self.aux.as_ref().map_or(&[], |aux| &aux.stationarity)
    }

    /// Returns the largest of |S_col| and |E_eps|.
    #[inline(always)]
    pub fn worst_residual(&self) -> R {
        self.worst
    }

    /// Returns W^-1 times the rows of second-order cones.
    #[inline(always)]
    fn scaled_rows(&self) -> &[Row<R>] {
        &self.rows[self.cone.len()..]
    }

    /// Returns the constants of the port, port frame: AFFINE, UNIT, CORRECTOR.
    #[inline(always)]
    pub fn constants(&self) -> &ByPart<Row<R>> {
        &self.constants
    }
}

/// Returns the larger, and NaN when either is.
#[inline(always)]
pub fn larger<R: Real>(a: R, b: R) -> R {
    a.worse(b)
}
