//! The soft signed distance of a convex polyhedron: a smooth maximum of the distances to its planes (SM2 eq. 4).

use super::skin::Soft;
use crate::math::{Mat3, Vec3};

/// The planes of a polyhedron with the temperature tau of their maximum: phi = tau ln sum exp(f_i / tau), with f_i the
/// distance to a plane. It is exact on a face away from its edges, which are rounded by tau ln 2.
#[derive(Debug, Clone)]
pub struct SoftPlanes {
    /// Outward unit normals and offsets.
    pub planes: Vec<(Vec3, f64)>,
    /// The temperature, a length.
    pub temperature: f64,
}

impl SoftPlanes {
    /// Returns the largest distance to a plane, which the soft one exceeds.
    pub fn least(&self, y: &Vec3) -> f64 {
        self.distances(y).fold(f64::NEG_INFINITY, f64::max)
    }

    fn distances(&self, y: &Vec3) -> impl Iterator<Item = f64> {
        self.planes
            .iter()
            .map(|(normal, offset)| normal.dot(y) - offset)
    }

    /// Returns the distance at a point.
    pub fn value(&self, y: &Vec3) -> f64 {
        let most = self.least(y);
        let sum: f64 = self
            .distances(y)
            .map(|f| ((f - most) / self.temperature).exp())
            .sum();
        most + self.temperature * sum.ln()
    }

    /// Returns the distance at a point with its derivatives: means of the normals and their covariance.
    pub fn at(&self, y: &Vec3) -> Soft {
        let most = self.least(y);
        let (mut sum, mut mean, mut square) = (0.0, Vec3::zeros(), Mat3::zeros());
        for ((normal, _), f) in self.planes.iter().zip(self.distances(y)) {
            let weight = ((f - most) / self.temperature).exp();
            sum += weight;
            mean += normal * weight;
            square += normal * normal.transpose() * weight;
        }
        let gradient = mean / sum;
        Soft {
            value: most + self.temperature * sum.ln(),
            gradient,
            hessian: (square / sum - gradient * gradient.transpose()) / self.temperature,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_exact_and_derivatives_those_of_differences() {
        let axes = (0..3).flat_map(|k| [1.0, -1.0].map(|sign| (Vec3::ith(k, sign), 1.0)));
        let cube = SoftPlanes {
            planes: axes.collect(),
            temperature: 0.05,
        };
        let on_face = cube.value(&Vec3::new(0.2, -0.1, 1.3));
        assert!((on_face - 0.3).abs() < 1e-9);
        for y in [Vec3::new(0.9, 0.95, 0.3), Vec3::new(1.02, -0.98, 1.0)] {
            let step = 1e-6;
            let (at, beside) = (cube.at(&y), |k: usize, by: f64| {
                cube.at(&(y + Vec3::ith(k, by)))
            });
            for k in 0..3 {
                let (above, below) = (beside(k, step), beside(k, -step));
                assert!((at.gradient[k] - (above.value - below.value) / (2.0 * step)).abs() < 1e-8);
                let rate = (above.gradient - below.gradient) / (2.0 * step);
                assert!((at.hessian.column(k) - rate).norm() < 1e-6);
            }
        }
    }
}
