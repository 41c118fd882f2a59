//! The soft signed distance of convex polyhedra: a smooth maximum of the distances to the planes of each, and a smooth minimum
//! over them (smooth contact manifolds, eq. 4 and union).

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

/// The union of polyhedra: phi = -tau ln sum exp(-phi_l / tau). Of one polyhedron it is the distance to it.
#[derive(Debug, Clone)]
pub struct SoftPolyhedra {
    parts: Vec<SoftPlanes>,
    /// The temperature of the minimum, a length.
    temperature: f64,
}

impl SoftPolyhedra {
    /// Returns the union of at least one polyhedron, whose minimum is as sharp as the sharpest of them.
    pub fn new(parts: Vec<SoftPlanes>) -> Self {
        let temperatures = parts.iter().map(|part| part.temperature);
        let temperature = temperatures.fold(f64::INFINITY, f64::min);
        Self { parts, temperature }
    }

    /// Returns whether the distance at a point is certainly more than `reach`: the minimum is less than the nearest part by at most
    /// tau ln n.
    pub fn is_beyond(&self, y: &Vec3, reach: f64) -> bool {
        let reach = reach + self.temperature * (self.parts.len() as f64).ln();
        self.parts.iter().all(|part| part.least(y) > reach)
    }

    /// Returns the distance at a point.
    pub fn value(&self, y: &Vec3) -> f64 {
        let values = || self.parts.iter().map(|part| part.value(y));
        let least = values().fold(f64::INFINITY, f64::min);
        let sum: f64 = values()
            .map(|value| ((least - value) / self.temperature).exp())
            .sum();
        least - self.temperature * sum.ln()
    }

    /// Returns the distance at a point with its derivatives.
    pub fn at(&self, y: &Vec3) -> Soft {
        let value = self.value(y);
        let (mut gradient, mut hessian) = (Vec3::zeros(), Mat3::zeros());
        let mut square = Mat3::zeros();
        for part in &self.parts {
            let own = part.at(y);
            let weight = ((value - own.value) / self.temperature).exp();
            gradient += own.gradient * weight;
            hessian += own.hessian * weight;
            square += own.gradient * own.gradient.transpose() * weight;
        }
        let spread = square - gradient * gradient.transpose();
        Soft {
            value,
            gradient,
            hessian: hessian - spread / self.temperature,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cube of half-size 1 about a point.
    fn cube(centre: Vec3) -> SoftPlanes {
        let axes = (0..3).flat_map(|k| [1.0, -1.0].map(|sign| Vec3::ith(k, sign)));
        let planes = axes.map(|normal| (normal, 1.0 + normal.dot(&centre)));
        SoftPlanes {
            planes: planes.collect(),
            temperature: 0.05,
        }
    }

    #[test]
    fn faces_are_exact_and_derivatives_those_of_differences() {
        let one = SoftPolyhedra::new(vec![cube(Vec3::zeros())]);
        let on_face = Vec3::new(0.2, -0.1, 1.3);
        assert!((one.value(&on_face) - 0.3).abs() < 1e-9);
        let two = SoftPolyhedra::new(vec![cube(Vec3::zeros()), cube(Vec3::new(1.5, 0.5, 0.3))]);
        // on a face of the first, 0.5 below one of the second
        assert!((two.value(&Vec3::new(1.0, 0.3, 0.2)) + 0.5).abs() < 1e-3);
        for polyhedra in [one, two] {
            for y in [
                Vec3::new(0.9, 0.95, 0.3),
                Vec3::new(1.02, -0.98, 1.0),
                Vec3::new(0.5, 0.2, 1.16),
            ] {
                let step = 1e-6;
                let at = polyhedra.at(&y);
                assert!((at.value - polyhedra.value(&y)).abs() < 1e-15);
                for k in 0..3 {
                    let [above, below] =
                        [step, -step].map(|by| polyhedra.at(&(y + Vec3::ith(k, by))));
                    let slope = (above.value - below.value) / (2.0 * step);
                    assert!((at.gradient[k] - slope).abs() < 1e-8);
                    let rate = (above.gradient - below.gradient) / (2.0 * step);
                    assert!((at.hessian.column(k) - rate).norm() < 1e-6);
                }
            }
        }
    }
}
