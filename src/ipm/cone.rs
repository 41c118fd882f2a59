//! Slacks and duals of a product of cones, their scaling and their search directions.
//!
//! Orthant rows come first, then second-order cones. A direction is kept in three parts, because it
//! is affine in the target: `AFFINE` (aimed at rho), `UNIT` (per unit of further target) and
//! `CORRECTOR` (second order).

use super::second_order::{self, MAX, Scaling};

/// Index of the part AFFINE among AFFINE, UNIT, CORRECTOR.
const AFFINE: usize = 0;

/// Variables of a product cone.
#[derive(Debug, Default, Clone)]
pub struct ConeVars {
    orthant: usize,
    socs: Vec<(usize, usize)>,
    /// Slacks.
    pub s: Vec<f64>,
    /// Duals.
    pub z: Vec<f64>,
    /// The block's relaxation divided by the rho asked for.
    pub factor: f64,
    scalings: Vec<Scaling>,
    /// Parts of the direction of s: AFFINE, UNIT, CORRECTOR.
    pub ds: [Vec<f64>; 3],
    /// Parts of the direction of z.
    pub dz: [Vec<f64>; 3],
    step_s: Vec<f64>,
    step_z: Vec<f64>,
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
            self.socs.push((end, dim));
            end += dim;
        }
        self.factor = 1.0;
        self.scalings.clear();
        self.scalings.resize(socs.len(), Scaling::default());
        let parts = self.ds.iter_mut().chain(&mut self.dz);
        let plain = [&mut self.s, &mut self.z, &mut self.step_s, &mut self.step_z];
        for v in parts.chain(plain) {
            v.clear();
            v.resize(end, 0.0);
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

    /// (start, dimension) of every second-order cone.
    pub fn socs(&self) -> &[(usize, usize)] {
        &self.socs
    }

    /// Number of complementarity products that are rho on the path: rows and cones.
    pub fn degree(&self) -> usize {
        self.orthant + self.socs.len()
    }

    /// Moves the slacks along e into the cone until they are `inside` deep, and sets
    /// z = `product` s^-1.
    pub fn start_from_slacks(&mut self, inside: f64, product: f64) {
        for s in &mut self.s[..self.orthant] {
            *s = s.max(inside);
        }
        for &(start, dim) in &self.socs {
            let norm = self.s[start + 1..start + dim]
                .iter()
                .map(|v| v * v)
                .sum::<f64>();
            self.s[start] = self.s[start].max(norm.sqrt() + inside);
        }
        let mut z = std::mem::take(&mut self.z);
        self.inverse_slacks(&mut z);
        z.iter_mut().for_each(|z| *z *= product);
        self.z = z;
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
        for &(start, dim) in &self.socs {
            let axis = start + 1..start + dim;
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

    /// s^-1 in the Jordan algebra.
    pub fn inverse_slacks(&self, out: &mut [f64]) {
        for i in 0..self.orthant {
            out[i] = 1.0 / self.s[i];
        }
        for &(start, dim) in &self.socs {
            let s = &self.s[start..start + dim];
            let inverse = 1.0 / second_order::det(s);
            out[start] = s[0] * inverse;
            for i in 1..dim {
                out[start + i] = -s[i] * inverse;
            }
        }
    }

    /// Largest |s o z - rho_b e| / rho_b and where, with rho_b = rho times the block's factor.
    pub fn centrality(&self, rho: f64) -> (f64, usize) {
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
        for &(start, dim) in &self.socs {
            let range = start..start + dim;
            let mut jordan = [0.0; MAX];
            second_order::product(&self.s[range.clone()], &self.z[range], &mut jordan);
            see(jordan[0] - target, start);
            (1..dim).for_each(|i| see(jordan[i], start + i));
        }
        worst
    }

    /// Sum of s.z divided by the block's factor.
    pub fn complementarity(&self) -> f64 {
        let sum: f64 = self.s.iter().zip(&self.z).map(|(s, z)| s * z).sum();
        sum / self.factor
    }

    /// The same after a step along the combined direction.
    pub fn complementarity_after(&self, step: f64) -> f64 {
        let (ds, dz) = (&self.step_s, &self.step_z);
        let sum: f64 = (0..self.len())
            .map(|i| (self.s[i] + step * ds[i]) * (self.z[i] + step * dz[i]))
            .sum();
        sum / self.factor
    }

    /// Scalings at the current point.
    pub fn rescale(&mut self) {
        for (scaling, &(start, dim)) in self.scalings.iter_mut().zip(&self.socs) {
            let range = start..start + dim;
            *scaling = Scaling::new(&self.s[range.clone()], &self.z[range]);
        }
    }

    /// z/s of an orthant row: its entry of H = W^-2.
    pub fn orthant_weight(&self, row: usize) -> f64 {
        self.z[row] / self.s[row]
    }

    /// Scaling of the k-th second-order cone.
    pub fn scaling(&self, k: usize) -> &Scaling {
        &self.scalings[k]
    }

    /// H x = W^-2 x.
    pub fn weigh(&self, x: &[f64], out: &mut [f64]) {
        for i in 0..self.orthant {
            out[i] = self.orthant_weight(i) * x[i];
        }
        for (scaling, &(start, dim)) in self.scalings.iter().zip(&self.socs) {
            let range = start..start + dim;
            scaling.inverse_squared_times(&x[range.clone()], &mut out[range]);
        }
    }

    /// The part of dz that does not depend on ds: dz = constant - H ds. AFFINE: rho_b s^-1 - z;
    /// UNIT: factor s^-1; CORRECTOR: minus the second-order correction.
    pub fn constants(&self, rho: f64, out: &mut [Vec<f64>; 2]) {
        let [affine, unit] = out;
        unit.resize(self.len(), 0.0);
        affine.resize(self.len(), 0.0);
        self.inverse_slacks(unit);
        for i in 0..self.len() {
            unit[i] *= self.factor;
            affine[i] = rho * unit[i] - self.z[i];
        }
    }

    /// See [`Self::constants`]; reads the affine direction.
    pub fn corrector_constants(&self, out: &mut Vec<f64>) {
        out.resize(self.len(), 0.0);
        let (ds, dz) = (&self.ds[AFFINE], &self.dz[AFFINE]);
        for i in 0..self.orthant {
            out[i] = ds[i] * dz[i] / self.s[i];
        }
        for (scaling, &(start, dim)) in self.scalings.iter().zip(&self.socs) {
            let range = start..start + dim;
            scaling.correction(&ds[range.clone()], &dz[range.clone()], &mut out[range]);
        }
        out.iter_mut().for_each(|v| *v = -*v);
    }

    /// Forms the direction AFFINE + `excess` UNIT (+ CORRECTOR) and returns the inverse of the
    /// longest step to the boundary.
    pub fn combine(&mut self, excess: f64, corrector: bool) -> f64 {
        let with = if corrector { 1.0 } else { 0.0 };
        mix(&mut self.step_s, &self.ds, excess, with);
        mix(&mut self.step_z, &self.dz, excess, with);
        let mut inverse = 0.0_f64;
        for (step, at) in [(&self.step_s, &self.s), (&self.step_z, &self.z)] {
            for (step, at) in step.iter().zip(at).take(self.orthant) {
                inverse = inverse.max(-step / at);
            }
        }
        for &(start, dim) in &self.socs {
            let range = start..start + dim;
            inverse = inverse
                .max(second_order::inverse_step(
                    &self.s[range.clone()],
                    &self.step_s[range.clone()],
                ))
                .max(second_order::inverse_step(
                    &self.z[range.clone()],
                    &self.step_z[range],
                ));
        }
        inverse
    }

    /// Moves by `step` times the combined direction.
    pub fn advance(&mut self, step: f64) {
        for i in 0..self.len() {
            self.s[i] += step * self.step_s[i];
            self.z[i] += step * self.step_z[i];
        }
    }
}

/// out = AFFINE + `excess` UNIT + `with` CORRECTOR.
fn mix(out: &mut [f64], parts: &[Vec<f64>; 3], excess: f64, with: f64) {
    let [affine, unit, corrector] = parts;
    for (((out, a), u), c) in out.iter_mut().zip(affine).zip(unit).zip(corrector) {
        *out = a + excess * u + with * c;
    }
}
