//! Slacks and duals of a product of cones, their scaling and their search directions.
//!
//! Orthant rows come first, then second-order cones. A direction of the slacks is affine in the
//! target and kept in three scaled parts: `AFFINE` (aimed at rho), `UNIT` (per unit of further
//! target) and `CORRECTOR` (second order). That of the duals follows from it. With e = ds/s and
//! g = dz/z of an orthant row, and a = W^-1 ds and b = W dz of a second-order cone,
//!
//! ```text
//! e + g = t / (s z) - 1 - (e g of AFFINE)        a + b = t l^-1 - l - l^-1 o (a o b of AFFINE)
//! ```
//!
//! for a target t, the last term with the corrector only; l is the scaled point.

mod combination;
mod direction;
mod fours;
mod measure;
mod rows;
mod soc;
mod start;

use super::part::DirectionPart;
use super::second_order::MAX;
use crate::math::{Real, Table, array};
pub use combination::InverseSteps;
use rows::{At, at, second_order};
pub use soc::Soc;

/// From so many orthant rows on they are taken in fours.
const FOURS: usize = 8;

/// Returns how many of `rows` orthant rows are taken in fours: the first ones.
pub fn in_fours(rows: usize) -> usize {
    if rows < FOURS { 0 } else { rows / 4 * 4 }
}

/// Columns of a [`ConeVars`]: slacks and duals; residuals of the rows; 1/(s z) of the orthant rows; the parts of the direction,
/// e of the orthant rows, ds of the others (W a would lose the digits that rows on a boundary need);
/// combined ds and dz.
const S: usize = 0;
const Z: usize = 1;
const RESIDUAL: usize = 2;
const RECIPROCAL: usize = 3;
const PARTS: usize = 4;
const DS: usize = 7;
const DZ: usize = 8;

/// The columns that the passes over orthant rows read of a point, and of the direction to further targets.
const POINT: [usize; 3] = [S, Z, RECIPROCAL];
const PATH: [usize; 3] = [
    column_of(DirectionPart::Affine),
    column_of(DirectionPart::Unit),
    RECIPROCAL,
];

/// Returns the column that holds a part of the direction.
const fn column_of(part: DirectionPart) -> usize {
    PARTS + part as usize
}

/// The measures of an affine direction.
#[derive(Debug, Default, Clone, Copy)]
struct AffineMeasure<R> {
    /// The inverse of the longest step.
    inverse_step: R,
    /// The sum of ds.dz.
    second: R,
}

/// The measures of a combined direction.
#[derive(Debug, Default, Clone, Copy)]
struct CombinedMeasure<R: Real> {
    target: R,
    corrected: R::Mask,
    /// The sum of ds.dz.
    second: R,
}

/// The slacks and duals of a product cone, and a direction of them.
#[derive(Debug, Default, Clone)]
pub struct ConeVars<R: Real = f64> {
    orthant: usize,
    socs: Vec<Soc<R>>,
    rows: Table<9, R>,
    /// The relaxation of the block divided by the rho asked for.
    pub factor: R,
    /// The smallest and the largest complementarity product, of second-order cones beyond what rounding leaves.
    low: R,
    high: R,
    /// The largest other entry of s o z, beyond what rounding leaves.
    other: R,
    /// The sum of s.z.
    sum: R,
    /// The target of AFFINE: rho times the factor.
    affine_target: R,
    /// The measures of the affine direction.
    affine: AffineMeasure<R>,
    /// The measures of the combined direction.
    combined: CombinedMeasure<R>,
}

impl<R: Real> ConeVars<R> {
    /// Sets the cones; the contents are undefined afterwards.
    pub fn reset(&mut self, orthant: usize, socs: &[usize]) {
        self.orthant = orthant;
        self.socs.clear();
        let mut end = orthant;
        for &dim in socs {
            assert!(
                dim <= MAX,
                "second-order cones have dimension at most {MAX}"
            );
            self.socs.push(Soc {
                start: end,
                dim,
                ..Soc::default()
            });
            end += dim;
        }
        self.factor = R::ONE;
        self.rows.resize(end, R::ZERO);
    }

    /// Returns the slacks.
    #[inline(always)]
    pub fn s(&self) -> &[R] {
        self.rows.column(S)
    }

    /// Returns the duals.
    #[inline(always)]
    pub fn z(&self) -> &[R] {
        self.rows.column(Z)
    }

    /// Slacks and duals, to be set.
    #[inline(always)]
    pub fn point_mut(&mut self) -> [&mut [R]; 2] {
        self.rows.first_mut()
    }

    /// Returns the residuals of the rows, as they were set.
    #[inline(always)]
    pub fn residuals(&self) -> &[R] {
        self.rows.column(RESIDUAL)
    }

    /// Slacks and duals, and the residuals of the rows, to be set.
    #[inline(always)]
    pub fn residuals_mut(&mut self) -> [&mut [R]; 3] {
        self.rows.first_mut()
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.rows.length()
    }

    /// Returns whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of orthant rows.
    pub fn orthant(&self) -> usize {
        self.orthant
    }

    /// Returns the second-order cones.
    pub fn socs(&self) -> &[Soc<R>] {
        &self.socs
    }

    /// Returns the number of complementarity products that are rho on the path: rows and cones.
    pub fn degree(&self) -> usize {
        self.orthant + self.socs.len()
    }

    /// Returns the columns of the orthant rows from `first` on.
    #[inline(always)]
    fn plain<const N: usize>(&self, columns: [usize; N], first: usize) -> [&[R]; N] {
        array(
            #[inline(always)]
            |k| self.rows.part(columns[k], first..self.orthant),
        )
    }

    /// Returns the orthant rows from `first` on.
    #[inline(always)]
    pub fn orthant_rows(&self, first: usize) -> impl Iterator<Item = At<R>> {
        let [s, z, reciprocals] = self.plain(POINT, first);
        at(s, z, reciprocals)
    }

    /// Returns 1/s of an orthant row.
    #[inline(always)]
    pub fn inverse(&self, row: usize) -> R {
        self.rows.entry(Z, row) * self.rows.entry(RECIPROCAL, row)
    }

    /// Returns s z and e g of AFFINE of the orthant rows from `first` on.
    #[inline(always)]
    pub fn second_order(&self, first: usize) -> impl Iterator<Item = (R, R)> {
        let [affine] = self.plain([column_of(DirectionPart::Affine)], first);
        second_order(self.orthant_rows(first), affine, self.affine_target)
    }

    /// Returns the orthant rows from `first` on; AFFINE, to be set, and the residuals of all rows from there on.
    #[inline(always)]
    pub fn affine_mut(&mut self, first: usize) -> (impl Iterator<Item = At<R>>, &mut [R], &[R]) {
        let n = self.orthant;
        let [s, z, residuals, reciprocals, affine] = self.rows.first_mut();
        let rows = at(&s[first..n], &z[first..n], &reciprocals[first..n]);
        (rows, &mut affine[first..], &residuals[first..])
    }

    /// Returns the part of e of the orthant rows and of ds of the others, to be set.
    #[inline(always)]
    pub fn part_mut(&mut self, part: DirectionPart) -> &mut [R] {
        self.rows.column_mut(column_of(part))
    }
}
