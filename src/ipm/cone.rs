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

use super::second_order::{MAX, Padded, Scaling, det, dot, padded, product};

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

    /// Moves the slacks along e into the cone until they are `inside` deep, and sets
    /// z = `product` s^-1.
    pub fn start_from_slacks(&mut self, inside: f64, product: f64) {
        for (s, z) in self.s.iter_mut().zip(&mut self.z).take(self.orthant) {
            *s = s.max(inside);
            *z = product / *s;
        }
        for soc in &self.socs {
            let range = soc.start..soc.start + soc.dim;
            let s = &mut self.s[range.clone()];
            let norm = s[1..].iter().map(|v| v * v).sum::<f64>();
            s[0] = s[0].max(norm.sqrt() + inside);
            let scale = product / det(&padded(s));
            for (z, s) in self.z[range.clone()].iter_mut().zip(s) {
                *z = -*s * scale;
            }
            self.z[soc.start] = -self.z[soc.start];
        }
    }

    /// Puts s and z on the central path at complementarity `c` (times the block's factor), keeping
    /// their difference.
    pub fn recentre(&mut self, c: f64) {
        let c = c * self.factor;
        // Eigenvalues of s and z from those of s - z.
        let halves = |d: f64| {
            let root = (d * d + 4.0 * c).sqrt();
            // The smaller of the two without cancellation.
            let large = 0.5 * (root + d.abs());
            if d > 0.0 {
                (large, c / large)
            } else {
                (c / large, large)
            }
        };
        for i in 0..self.orthant {
            (self.s[i], self.z[i]) = halves(self.s[i] - self.z[i]);
        }
        for soc in &self.socs {
            let start = soc.start;
            let axis = start + 1..start + soc.dim;
            let d0 = self.s[start] - self.z[start];
            for i in axis.clone() {
                self.s[i] -= self.z[i];
            }
            let norm = self.s[axis.clone()]
                .iter()
                .map(|v| v * v)
                .sum::<f64>()
                .sqrt();
            let (plus, minus) = (halves(d0 + norm), halves(d0 - norm));
            let scale = if norm > 0.0 { 0.5 / norm } else { 0.0 };
            self.s[start] = 0.5 * (plus.0 + minus.0);
            self.z[start] = 0.5 * (plus.1 + minus.1);
            for i in axis {
                let along = self.s[i] * scale;
                self.s[i] = along * (plus.0 - minus.0);
                self.z[i] = along * (plus.1 - minus.1);
            }
        }
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

    /// The same after a step along the combined direction.
    pub fn complementarity_after(&self, step: f64) -> f64 {
        let (target, corrected, second) = self.combined;
        let less = if corrected { self.affine.1 } else { 0.0 };
        let first = target * self.degree() as f64 - self.sum - less;
        (self.sum + step * (first + step * second)) / self.factor
    }

    /// Inverse of the longest step along the affine direction, after [`Self::look_along_affine`].
    pub fn inverse_affine(&self) -> f64 {
        self.affine.0
    }

    /// As [`Self::complementarity_after`], along the affine direction.
    pub fn complementarity_after_affine(&self, step: f64) -> f64 {
        let first = self.aim * self.degree() as f64 - self.sum;
        (self.sum + step * (first + step * self.affine.1)) / self.factor
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

    /// Sets the relaxation at which AFFINE aims.
    pub fn aim(&mut self, rho: f64) {
        self.aim = rho * self.factor;
    }

    /// rho_b of the relaxation at which AFFINE aims.
    pub fn aimed(&self) -> f64 {
        self.aim
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

    /// The second-order terms and the longest step of the affine direction, whose part is set.
    pub fn look_along_affine(&mut self) {
        let (mut inverse, mut sum) = (0.0, 0.0);
        let aim = self.aim;
        let rows = self.parts[AFFINE].iter().zip(&mut self.second);
        let measures = self.products.iter().zip(&self.reciprocals);
        for ((e, second), (product, reciprocal)) in rows.zip(measures) {
            let g = aim * reciprocal - 1.0 - e;
            *second = e * g;
            sum += product * *second;
            inverse = up(up(inverse, -e), -g);
        }
        for soc in &mut self.socs {
            let ds = padded(&self.parts[AFFINE][soc.start..soc.start + soc.dim]);
            let a = soc.scaling.inverse_times(&ds);
            let b = soc.dual(&a, aim);
            let change = product(&a, &b);
            soc.second = soc.scaling.divide(&change);
            sum += change[0];
            let scaling = &soc.scaling;
            inverse = up(
                up(inverse, scaling.inverse_step(&a)),
                scaling.inverse_step(&b),
            );
        }
        self.affine = (inverse, sum);
    }

    /// Inverse of the longest step along AFFINE + `excess` UNIT, which is not formed.
    pub fn inverse_plain(&self, excess: f64) -> f64 {
        let target = self.aim + excess * self.factor;
        let [affine, unit, _] = &self.parts;
        let mut inverse = 0.0;
        for ((a, u), reciprocal) in affine.iter().zip(unit).zip(&self.reciprocals) {
            let e = a + excess * u;
            let g = target * reciprocal - 1.0 - e;
            inverse = up(up(inverse, -e), -g);
        }
        for soc in &self.socs {
            let range = soc.start..soc.start + soc.dim;
            let [affine, unit] = [affine, unit].map(|v| padded(&v[range.clone()]));
            let ds: Padded = std::array::from_fn(|i| affine[i] + excess * unit[i]);
            let a = soc.scaling.inverse_times(&ds);
            let b = soc.dual(&a, target);
            let scaling = &soc.scaling;
            inverse = up(
                up(inverse, scaling.inverse_step(&a)),
                scaling.inverse_step(&b),
            );
        }
        inverse
    }

    /// Forms the direction AFFINE + `excess` UNIT (+ CORRECTOR) and returns the inverse of the
    /// longest step to the boundary.
    pub fn combine(&mut self, excess: f64, corrector: bool) -> f64 {
        let with = if corrector { 1.0 } else { 0.0 };
        let target = self.aim + excess * self.factor;
        let (mut inverse, mut sum) = (0.0, 0.0);
        let [affine, unit, third] = &self.parts;
        let steps = self.step_s.iter_mut().zip(&mut self.step_z);
        let point = self.s.iter().zip(&self.z);
        let measures = self.products.iter().zip(&self.reciprocals);
        let parts = affine.iter().zip(unit).zip(third).zip(&self.second);
        let rows = steps.zip(point).zip(measures).zip(parts);
        for ((((ds, dz), (s, z)), (product, reciprocal)), (((a, u), c), second)) in rows {
            let e = a + excess * u + with * c;
            let g = target * reciprocal - 1.0 - with * second - e;
            (*ds, *dz) = (s * e, z * g);
            sum += product * (e * g);
            inverse = up(up(inverse, -e), -g);
        }
        for soc in &mut self.socs {
            let range = soc.start..soc.start + soc.dim;
            let [affine, unit, third] = [affine, unit, third].map(|v| padded(&v[range.clone()]));
            let ds: Padded =
                std::array::from_fn(|i| affine[i] + excess * unit[i] + with * third[i]);
            let a = soc.scaling.inverse_times(&ds);
            let mut b = soc.dual(&a, target);
            let mut bent = a;
            for i in 0..MAX {
                b[i] -= with * soc.second[i];
                bent[i] += with * soc.second[i];
            }
            sum += dot(&a, &b);
            let scaling = &soc.scaling;
            inverse = up(
                up(inverse, scaling.inverse_step(&a)),
                scaling.inverse_step(&b),
            );
            let (curved, s_inverse) = (scaling.inverse_times(&bent), scaling.s_inverse);
            let z = padded(&self.z[range]);
            let dz = std::array::from_fn(|i| target * s_inverse[i] - z[i] - curved[i]);
            soc.step = [ds, dz];
        }
        self.combined = (target, corrector, sum);
        inverse
    }

    /// Moves by `step` times the combined direction.
    pub fn advance(&mut self, step: f64) {
        for (s, d) in self.s.iter_mut().zip(&self.step_s) {
            *s += step * d;
        }
        for (z, d) in self.z.iter_mut().zip(&self.step_z) {
            *z += step * d;
        }
        for soc in &self.socs {
            let range = soc.start..soc.start + soc.dim;
            let [ds, dz] = &soc.step;
            for (s, d) in self.s[range.clone()].iter_mut().zip(ds) {
                *s += step * d;
            }
            for (z, d) in self.z[range].iter_mut().zip(dz) {
                *z += step * d;
            }
        }
    }
}
