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

use super::second_order::{MAX, Padded, Scaling, padded, product};
use crate::math::{Real, array};
use rows::measure;

/// Index of the part AFFINE among AFFINE, UNIT, CORRECTOR.
const AFFINE: usize = 0;

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
    /// Combined ds and dz.
    step: [Padded<R>; 2],
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

/// Variables of a product cone.
#[derive(Debug, Default, Clone)]
pub struct ConeVars<R: Real = f64> {
    orthant: usize,
    socs: Vec<Soc<R>>,
    /// Slacks.
    pub s: Vec<R>,
    /// Duals.
    pub z: Vec<R>,
    /// The block's relaxation divided by the rho asked for.
    pub factor: R,
    /// 1/s, s z and 1/(s z) of the orthant rows.
    inverse: Vec<R>,
    products: Vec<R>,
    reciprocals: Vec<R>,
    /// Parts of the direction: e of the orthant rows, ds of the others (W a would lose the digits
    /// that rows on a boundary need).
    parts: [Vec<R>; 3],
    /// e g of the affine direction.
    second: Vec<R>,
    /// Combined ds and dz of the orthant rows.
    step_s: Vec<R>,
    step_z: Vec<R>,
    /// Largest and smallest complementarity product, largest other entry of s o z, sum of s.z.
    range: (R, R),
    other: R,
    sum: R,
    /// rho times factor.
    aim: R,
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
        let [affine, unit, third] = &mut self.parts;
        for v in [&mut self.s, &mut self.z, affine, unit, third] {
            v.resize(end, R::ZERO);
        }
        for v in [
            &mut self.inverse,
            &mut self.products,
            &mut self.reciprocals,
            &mut self.second,
            &mut self.step_s,
            &mut self.step_z,
        ] {
            v.resize(orthant, R::ZERO);
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.s.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.s.is_empty()
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
        let (mut low, mut high, mut sum) = match in_fours(self.orthant) {
            0 => {
                let out = [&mut self.inverse, &mut self.products, &mut self.reciprocals];
                measure::<R, _, f64>(out.map(Vec::as_mut_slice), [&self.s, &self.z]).alone()
            }
            n => self.measure_fours(n),
        };
        let mut other = R::ZERO;
        for soc in &mut self.socs {
            let range = soc.start..soc.start + soc.dim;
            let (s, z) = (padded(&self.s[range.clone()]), padded(&self.z[range]));
            soc.scaling = Scaling::new(&s, &z);
            let jordan = product(&s, &z);
            low = R::choose(jordan[0].below(low), jordan[0], low);
            high = high.up(jordan[0]);
            sum += jordan[0];
            other = jordan[1..].iter().fold(other, |m, x| m.up(x.abs()));
        }
        self.range = (low, high);
        (self.sum, self.other) = (sum, other);
    }

    /// Largest |s o z - rho_b e| / rho_b, with rho_b = rho times the block's factor, after
    /// [`Self::measure`].
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

    /// 1/s of the orthant rows.
    #[inline(always)]
    pub fn inverse_slacks(&self) -> &[R] {
        &self.inverse
    }

    /// s z of the orthant rows.
    #[inline(always)]
    pub fn products(&self) -> &[R] {
        &self.products
    }

    /// Part of e of the orthant rows and of ds of the others, to be set.
    #[inline(always)]
    pub fn part_mut(&mut self, kind: usize) -> &mut [R] {
        &mut self.parts[kind]
    }

    /// e g of the affine direction, orthant rows.
    #[inline(always)]
    pub fn second(&self) -> &[R] {
        &self.second
    }

    /// The row of the first world with the largest |s o z - rho_b e| / rho_b, and that.
    pub fn worst_row(&self, rho: f64) -> (f64, usize) {
        let target = rho * self.factor.lane(0);
        let mut worst = (0.0, 0);
        let mut see = |value: f64, row: usize| {
            let deviation = value.abs() / target;
            if deviation > worst.0 || deviation.is_nan() {
                worst = (deviation, row);
            }
        };
        for i in 0..self.orthant {
            see((self.s[i] * self.z[i]).lane(0) - target, i);
        }
        for soc in &self.socs {
            let range = soc.start..soc.start + soc.dim;
            let jordan = product(&padded(&self.s[range.clone()]), &padded(&self.z[range]));
            see(jordan[0].lane(0) - target, soc.start);
            (1..soc.dim).for_each(|i| see(jordan[i].lane(0), soc.start + i));
        }
        worst
    }
}

impl ConeVars {
    /// H x = W^-2 x as weights of the scaled rows: s z x/s, or W^-1 x.
    pub fn weigh_scaled(&self, x: &[f64]) -> Vec<f64> {
        let mut out = x.to_vec();
        for i in 0..self.orthant {
            out[i] *= self.products[i] * self.inverse[i];
        }
        for soc in &self.socs {
            let range = soc.start..soc.start + soc.dim;
            let scaled = soc.scaling.inverse_times(&padded(&x[range.clone()]));
            out[range].copy_from_slice(&scaled[..soc.dim]);
        }
        out
    }
}
