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
mod start;

use super::second_order::{MAX, Padded, Scaling, padded, product};

/// Index of the part AFFINE among AFFINE, UNIT, CORRECTOR.
const AFFINE: usize = 0;

/// The larger; `a` when `b` is not a number.
#[inline(always)]
fn up(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// One second-order cone within a product.
#[derive(Debug, Clone, Copy, Default)]
pub struct Soc {
    start: usize,
    dim: usize,
    /// Scaling at the current point.
    pub scaling: Scaling,
    /// l^-1 o (a o b) of the affine direction.
    second: Padded,
    /// Combined ds and dz.
    step: [Padded; 2],
}

impl Soc {
    /// First row.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Number of rows.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// l^-1 o (a o b) of the affine direction.
    pub fn second(&self) -> &Padded {
        &self.second
    }

    /// b for a at target `t`, without corrector.
    #[inline(always)]
    fn dual(&self, a: &Padded, t: f64) -> Padded {
        let (l, inverse) = (&self.scaling.l, &self.scaling.l_inverse);
        std::array::from_fn(|i| t * inverse[i] - l[i] - a[i])
    }
}

/// Variables of a product cone.
#[derive(Debug, Default, Clone)]
pub struct ConeVars {
    orthant: usize,
    socs: Vec<Soc>,
    /// Slacks.
    pub s: Vec<f64>,
    /// Duals.
    pub z: Vec<f64>,
    /// The block's relaxation divided by the rho asked for.
    pub factor: f64,
    /// 1/s, s z and 1/(s z) of the orthant rows.
    inverse: Vec<f64>,
    products: Vec<f64>,
    reciprocals: Vec<f64>,
    /// Parts of the direction: e of the orthant rows, ds of the others (W a would lose the digits
    /// that rows on a boundary need).
    parts: [Vec<f64>; 3],
    /// e g of the affine direction.
    second: Vec<f64>,
    /// Combined ds and dz of the orthant rows.
    step_s: Vec<f64>,
    step_z: Vec<f64>,
    /// Largest and smallest complementarity product, largest other entry of s o z, sum of s.z.
    range: (f64, f64),
    other: f64,
    sum: f64,
    /// rho times factor.
    aim: f64,
    /// Inverse of the longest affine step; sum of ds.dz along it.
    affine: (f64, f64),
    /// Of the combined direction: target, whether corrected, sum of ds.dz.
    combined: (f64, bool, f64),
}

impl ConeVars {
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
        self.factor = 1.0;
        for v in [&mut self.s, &mut self.z] {
            v.clear();
            v.resize(end, 0.0);
        }
        for v in &mut self.parts {
            v.clear();
            v.resize(end, 0.0);
        }
        for v in [
            &mut self.inverse,
            &mut self.products,
            &mut self.reciprocals,
            &mut self.second,
            &mut self.step_s,
            &mut self.step_z,
        ] {
            v.clear();
            v.resize(orthant, 0.0);
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
    pub fn socs(&self) -> &[Soc] {
        &self.socs
    }

    /// Number of complementarity products that are rho on the path: rows and cones.
    pub fn degree(&self) -> usize {
        self.orthant + self.socs.len()
    }

    /// Scalings and complementarity at the current point.
    pub fn measure(&mut self) {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let (mut sum, mut other) = (0.0, 0.0);
        let out = self.inverse.iter_mut().zip(&mut self.products);
        let out = out.zip(&mut self.reciprocals);
        for (((inverse, product), reciprocal), (s, z)) in out.zip(self.s.iter().zip(&self.z)) {
            let p = s * z;
            *reciprocal = 1.0 / p;
            *inverse = z * *reciprocal;
            *product = p;
            low = if p < low { p } else { low };
            high = up(high, p);
            sum += p;
        }
        for soc in &mut self.socs {
            let range = soc.start..soc.start + soc.dim;
            let (s, z) = (padded(&self.s[range.clone()]), padded(&self.z[range]));
            soc.scaling = Scaling::new(&s, &z);
            let jordan = product(&s, &z);
            low = if jordan[0] < low { jordan[0] } else { low };
            high = up(high, jordan[0]);
            sum += jordan[0];
            other = jordan[1..].iter().fold(other, |m, x| up(m, x.abs()));
        }
        self.range = (low, high);
        (self.sum, self.other) = (sum, other);
    }

    /// Largest |s o z - rho_b e| / rho_b, with rho_b = rho times the block's factor, after
    /// [`Self::measure`].
    pub fn centrality(&self, rho: f64) -> f64 {
        let target = rho * self.factor;
        let (low, high) = self.range;
        if self.sum.is_nan() {
            // Comparisons hide what is not a number, sums do not.
            return f64::NAN;
        }
        (high - target).max(target - low).max(self.other) / target
    }

    /// The row with the largest |s o z - rho_b e| / rho_b, and that.
    pub fn worst_row(&self, rho: f64) -> (f64, usize) {
        let target = rho * self.factor;
        let mut worst = (0.0, 0);
        let mut see = |value: f64, row: usize| {
            let deviation = value.abs() / target;
            if deviation > worst.0 || deviation.is_nan() {
                worst = (deviation, row);
            }
        };
        for i in 0..self.orthant {
            see(self.s[i] * self.z[i] - target, i);
        }
        for soc in &self.socs {
            let range = soc.start..soc.start + soc.dim;
            let jordan = product(&padded(&self.s[range.clone()]), &padded(&self.z[range]));
            see(jordan[0] - target, soc.start);
            (1..soc.dim).for_each(|i| see(jordan[i], soc.start + i));
        }
        worst
    }

    /// Sum of s.z divided by the block's factor, after [`Self::measure`].
    pub fn complementarity(&self) -> f64 {
        self.sum / self.factor
    }

    /// 1/s of the orthant rows.
    pub fn inverse_slacks(&self) -> &[f64] {
        &self.inverse
    }

    /// s z of the orthant rows.
    pub fn products(&self) -> &[f64] {
        &self.products
    }

    /// Part of e of the orthant rows and of ds of the others, to be set.
    pub fn part_mut(&mut self, kind: usize) -> &mut [f64] {
        &mut self.parts[kind]
    }

    /// e g of the affine direction, orthant rows.
    pub fn second(&self) -> &[f64] {
        &self.second
    }

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
