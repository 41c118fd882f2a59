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

mod direction;
mod fours;
mod rows;
mod start;

use super::part::DirectionPart;
use super::second_order::{MAX, Padded, Scaling, padded, product};
use crate::math::{Columns, Real, array};
use fours::measure_fours;
pub use rows::InverseSteps;
use rows::{At, at, measure, second_order};
use std::ops::Range;

/// From so many orthant rows on they are taken in fours.
const FOURS: usize = 8;

/// So many of `rows` orthant rows are taken in fours, the first.
pub fn in_fours(rows: usize) -> usize {
    if rows < FOURS { 0 } else { rows / 4 * 4 }
}

/// One second-order cone within a product.
#[derive(Debug, Clone, Copy, Default)]
pub struct Soc<R = f64> {
    start: usize,
    dim: usize,
    /// Scaling at the current point.
    pub scaling: Scaling<R>,
    /// l^-1 o (a o b) of the affine direction.
    second: Padded<R>,
}

impl<R: Real> Soc<R> {
    /// First row.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Number of rows.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// Its rows.
    #[inline(always)]
    pub fn rows(&self) -> Range<usize> {
        self.start..self.start + self.dim
    }

    /// l^-1 o (a o b) of the affine direction.
    pub fn second(&self) -> &Padded<R> {
        &self.second
    }

    /// b for a at target `t`, without corrector.
    #[inline(always)]
    fn dual(&self, a: &Padded<R>, t: R) -> Padded<R> {
        let (l, inverse) = (&self.scaling.l, &self.scaling.l_inverse);
        array(|i| t * inverse[i] - l[i] - a[i])
    }
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

/// What the passes over orthant rows read of a point, and of the direction to further targets.
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

/// Part of s0 z0 that rounding may leave of the product of a second-order cone, whose terms cancel.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Variables of a product cone.
#[derive(Debug, Default, Clone)]
pub struct ConeVars<R: Real = f64> {
    orthant: usize,
    socs: Vec<Soc<R>>,
    rows: Columns<9, R>,
    /// The block's relaxation divided by the rho asked for.
    pub factor: R,
    /// Smallest and largest complementarity product, largest other entry of s o z, of second-order cones beyond what
    /// rounding leaves; sum of s.z.
    range: (R, R),
    other: R,
    sum: R,
    /// rho times factor.
    affine_target: R,
    /// Inverse of the longest affine step; sum of ds.dz along it.
    affine: (R, R),
    /// Of the combined direction: target, whether corrected, sum of ds.dz.
    combined: (R, R::Mask, R),
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

    /// Slacks.
    #[inline(always)]
    pub fn s(&self) -> &[R] {
        self.rows.column(S)
    }

    /// Duals.
    #[inline(always)]
    pub fn z(&self) -> &[R] {
        self.rows.column(Z)
    }

    /// Slacks and duals, to be set.
    #[inline(always)]
    pub fn point_mut(&mut self) -> [&mut [R]; 2] {
        self.rows.first_mut()
    }

    /// Residuals of the rows, as they were set.
    #[inline(always)]
    pub fn residuals(&self) -> &[R] {
        self.rows.column(RESIDUAL)
    }

    /// Slacks and duals, and the residuals of the rows, to be set.
    #[inline(always)]
    pub fn residuals_mut(&mut self) -> [&mut [R]; 3] {
        self.rows.first_mut()
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.length()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of orthant rows.
    pub fn orthant(&self) -> usize {
        self.orthant
    }

    /// The second-order cones.
    pub fn socs(&self) -> &[Soc<R>] {
        &self.socs
    }

    /// Number of complementarity products that are rho on the path: rows and cones.
    pub fn degree(&self) -> usize {
        self.orthant + self.socs.len()
    }

    /// Scalings and complementarity at the current point.
    #[inline(always)]
    pub fn measure(&mut self) {
        let n = self.orthant;
        let [s, z, _, reciprocals] = self.rows.first_mut();
        let (mut low, mut high, mut sum) = match in_fours(n) {
            0 => measure::<R, _, f64>(&mut reciprocals[..n], [&s[..n], &z[..n]]).alone(),
            fours => measure_fours(fours, &mut reciprocals[..n], [&s[..n], &z[..n]]),
        };
        let mut other = R::ZERO;
        for soc in &mut self.socs {
            let range = soc.rows();
            let (s, z) = (padded(&s[range.clone()]), padded(&z[range]));
            soc.scaling = Scaling::new(&s, &z);
            let jordan = product(&s, &z);
            let rounding = s[0] * z[0] * R::of(ROUNDING);
            let least = jordan[0] + rounding;
            low = R::choose(least.below(low), least, low);
            high = high.up(jordan[0] - rounding);
            sum += jordan[0];
            let entries = jordan[1..].iter();
            other = entries.fold(other, |m, x| m.up(x.abs() - rounding));
        }
        self.range = (low, high);
        (self.sum, self.other) = (sum, other);
    }

    /// Largest |s o z - rho_b e| / rho_b, with rho_b = rho times the block's factor, of second-order cones beyond
    /// what rounding leaves (8 eps s0 z0), after [`Self::measure`].
    #[inline(always)]
    pub fn centrality(&self, rho: f64) -> R {
        let target = self.factor * rho;
        let (low, high) = self.range;
        let off = (high - target).max(target - low).max(self.other) / target;
        // Comparisons hide what is not a number, sums do not.
        R::choose(self.sum.is_nan(), R::of(f64::NAN), off)
    }

    /// Sum of s.z divided by the block's factor, after [`Self::measure`].
    #[inline(always)]
    pub fn complementarity(&self) -> R {
        self.sum / self.factor
    }

    /// Sum of s.z, after [`Self::measure`]: what the block adds to the duality gap.
    #[inline(always)]
    pub fn duality_gap(&self) -> R {
        self.sum
    }

    /// Columns of the orthant rows from `first` on.
    #[inline(always)]
    fn plain<const N: usize>(&self, columns: [usize; N], first: usize) -> [&[R]; N] {
        array(
            #[inline(always)]
            |k| self.rows.part(columns[k], first..self.orthant),
        )
    }

    /// The orthant rows from `first` on.
    #[inline(always)]
    pub fn orthant_rows(&self, first: usize) -> impl Iterator<Item = At<R>> {
        let [s, z, reciprocals] = self.plain(POINT, first);
        at(s, z, reciprocals)
    }

    /// 1/s of an orthant row.
    #[inline(always)]
    pub fn inverse(&self, row: usize) -> R {
        self.rows.entry(Z, row) * self.rows.entry(RECIPROCAL, row)
    }

    /// s z and e g of AFFINE of the orthant rows from `first` on.
    #[inline(always)]
    pub fn second_order(&self, first: usize) -> impl Iterator<Item = (R, R)> {
        let [affine] = self.plain([column_of(DirectionPart::Affine)], first);
        second_order(self.orthant_rows(first), affine, self.affine_target)
    }

    /// The orthant rows from `first` on; AFFINE, to be set, and the residuals of all rows from there on.
    #[inline(always)]
    pub fn affine_mut(&mut self, first: usize) -> (impl Iterator<Item = At<R>>, &mut [R], &[R]) {
        let n = self.orthant;
        let [s, z, residuals, reciprocals, affine] = self.rows.first_mut();
        let rows = at(&s[first..n], &z[first..n], &reciprocals[first..n]);
        (rows, &mut affine[first..], &residuals[first..])
    }

    /// Part of e of the orthant rows and of ds of the others, to be set.
    #[inline(always)]
    pub fn part_mut(&mut self, part: DirectionPart) -> &mut [R] {
        self.rows.column_mut(column_of(part))
    }

    /// The row of the first world with the largest |s o z - rho_b e| / rho_b, and that.
    pub fn worst_row(&self, rho: f64) -> (f64, usize) {
        let target = rho * self.factor.lane(0);
        let (s, z) = (self.s(), self.z());
        let mut worst = (0.0, 0);
        let mut visit = |value: f64, row: usize| {
            let deviation = value.abs() / target;
            if deviation > worst.0 || deviation.is_nan() {
                worst = (deviation, row);
            }
        };
        for i in 0..self.orthant {
            visit((s[i] * z[i]).lane(0) - target, i);
        }
        for soc in &self.socs {
            let range = soc.rows();
            let jordan = product(&padded(&s[range.clone()]), &padded(&z[range]));
            visit(jordan[0].lane(0) - target, soc.start);
            (1..soc.dim).for_each(|i| visit(jordan[i].lane(0), soc.start + i));
        }
        worst
    }
}

impl ConeVars {
    /// H x = W^-2 x as weights of the scaled rows: s z x/s, or W^-1 x.
    pub fn scaled_weights(&self, x: &[f64]) -> Vec<f64> {
        let mut out = x.to_vec();
        for (out, at) in out.iter_mut().zip(self.orthant_rows(0)) {
            *out *= at.product() * at.inverse();
        }
        for soc in &self.socs {
            let range = soc.rows();
            let scaled = soc.scaling.inverse_times(&padded(&x[range.clone()]));
            out[range].copy_from_slice(&scaled[..soc.dim]);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Centrality at relaxation `rho` of a cone whose product is `factor` times it, at slacks and duals of size `size`.
    fn centrality(size: f64, rho: f64, factor: f64) -> f64 {
        let mut cone = ConeVars::<f64>::default();
        cone.reset(0, &[3]);
        // s = (a, b, 0) and z = (a, -b, 0): s o z = a^2 - b^2 on the first row, 0 on the others.
        let b = (size * size - rho * factor).sqrt();
        let [s, z] = cone.point_mut();
        s.copy_from_slice(&[size, b, 0.0]);
        z.copy_from_slice(&[size, -b, 0.0]);
        cone.measure();
        cone.centrality(rho)
    }

    #[test]
    fn rounding_of_large_numbers_is_no_distance_from_the_path_and_all_else_is() {
        for (size, rho, off) in [(1e-2, 1e-6, 1e-3), (1.0, 1e-6, 1e-3), (300.0, 1e-8, 0.2)] {
            let found = centrality(size, rho, 1.0 + off);
            assert!((found - off).abs() < 0.1 * off, "{size}, {rho}: {found}");
        }
        // 8 eps s0 z0 is 1.6e-2 rho here
        assert!(centrality(300.0, 1e-8, 1.0) < 1e-2);
        assert!(centrality(1.0, 1e-6, 1.0) < 1e-9);
    }
}
