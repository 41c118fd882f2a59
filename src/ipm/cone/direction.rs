//! Directions of the slacks and duals: the affine look ahead, the combined step.

use super::{AFFINE, ConeVars, up};
use crate::ipm::second_order::{MAX, Padded, dot, padded, product};

impl ConeVars {
    /// Sets the relaxation at which AFFINE aims.
    pub fn aim(&mut self, rho: f64) {
        self.aim = rho * self.factor;
    }

    /// rho_b of the relaxation at which AFFINE aims.
    pub fn aimed(&self) -> f64 {
        self.aim
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
            inverse = up(inverse, soc.scaling.inverse_step_of_both(&a, &b));
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
            inverse = up(inverse, soc.scaling.inverse_step_of_both(&a, &b));
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
            inverse = up(inverse, soc.scaling.inverse_step_of_both(&a, &b));
            let scaling = &soc.scaling;
            let (curved, s_inverse) = (scaling.inverse_times(&bent), scaling.s_inverse);
            let z = padded(&self.z[range]);
            let dz = std::array::from_fn(|i| target * s_inverse[i] - z[i] - curved[i]);
            soc.step = [ds, dz];
        }
        self.combined = (target, corrector, sum);
        inverse
    }

    /// The row or cone (its first row) that bounds the combined direction, and the inverse of the longest
    /// step there.
    pub fn limit(&self) -> (f64, usize) {
        let mut most = (0.0, 0);
        let mut see = |inverse: f64, row: usize| {
            if inverse > most.0 {
                most = (inverse, row);
            }
        };
        for row in 0..self.orthant {
            see(-self.step_s[row] / self.s[row], row);
            see(-self.step_z[row] / self.z[row], row);
        }
        for soc in &self.socs {
            let [ds, dz] = &soc.step;
            let (a, b) = (soc.scaling.inverse_times(ds), soc.scaling.times(dz));
            see(soc.scaling.inverse_step_of_both(&a, &b), soc.start);
        }
        most
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

    /// [`Self::complementarity`] after a step along the combined direction.
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
}
