//! How the bounding radius follows the parameters of a shape.

use super::{Minkowski, Placed, Polytope, Shape};
use crate::math::{Mat3, Vec3};

impl Placed {
    /// Derivative of the shape's [`Shape::bounding_radius`] with respect to parameter `i` of
    /// [`Placed::parameters`], m per unit of the parameter; 0 for the six of the placement. Where
    /// several corners of a polytope are farthest, the mean of both sides.
    pub fn bounding_radius_rate(&self, i: usize) -> f64 {
        self.shape.bounding_radius_rate(i)
    }
}

impl Shape {
    /// The same for parameter `i` of [`Shape::parameters`]; 0 for one that does not exist and for
    /// a half-space.
    pub fn bounding_radius_rate(&self, i: usize) -> f64 {
        if i >= self.parameter_count() {
            return 0.0;
        }
        match self {
            Shape::HalfSpace(_) => 0.0,
            Shape::Cuboid(shape) => shape.half_extents[i] / shape.half_extents.norm(),
            Shape::Polytope(shape) => shape.radius_rate(i),
            Shape::Sphere(_) => 1.0,
            Shape::Ellipsoid(shape) => f64::from(i == shape.semi_axes.imax()),
            Shape::Capsule(_) => [1.0, 0.5][i],
            Shape::Cylinder(shape) => {
                [shape.radius, 0.25 * shape.length][i] / self.bounding_radius()
            }
            Shape::CircularCone(shape) => {
                let (base, height) = (shape.base_radius(), shape.height);
                let rim = base.hypot(0.25 * height);
                if rim <= 0.75 * height {
                    return [0.75, 0.0][i];
                }
                // d tan = 1 + tan^2.
                let widening = height + base * base / height;
                [rim / height, base * widening / rim][i]
            }
            Shape::PaddedPolytope(shape) => match i.checked_sub(1) {
                None => 1.0,
                Some(own) => shape.core.radius_rate(own),
            },
            Shape::Minkowski(sum) => sum.radius_rate(i),
        }
    }
}

impl Minkowski {
    fn radius_rate(&self, i: usize) -> f64 {
        let [a, b] = &self.children;
        let (child, i) = match i.checked_sub(a.parameter_count()) {
            None => (a, i),
            Some(i) => (b, i),
        };
        match i.checked_sub(child.shape.parameter_count()) {
            Some(k @ 0..=2) => (a.offset + b.offset)
                .try_normalize(0.0)
                .map_or(0.0, |towards| towards[k]),
            _ => child.bounding_radius_rate(i),
        }
    }
}

impl Polytope {
    /// Speed of the farthest corner away from the origin; where several are, the mean of the largest
    /// and the smallest of their speeds: of the derivatives to both sides.
    fn radius_rate(&self, i: usize) -> f64 {
        let distances = self.vertices.iter().map(|v| v.norm());
        let far = distances.clone().fold(0.0, f64::max) * (1.0 - 1e-12);
        let farthest = distances.enumerate().filter(|(_, d)| *d >= far);
        let speeds: Vec<f64> = farthest.map(|(k, _)| self.corner_speed(i, k)).collect();
        let largest = speeds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let smallest = speeds.iter().copied().fold(f64::INFINITY, f64::min);
        0.5 * (largest + smallest)
    }

    /// Speed of a corner away from the origin with parameter `i`.
    fn corner_speed(&self, i: usize, corner: usize) -> f64 {
        let away = self.vertices[corner].normalize();
        if let Some(number) = i.checked_sub(self.offsets.len()) {
            return if number / 3 == corner {
                away[number % 3]
            } else {
                0.0
            };
        }
        if !self.corners[i].contains(&corner) {
            return 0.0;
        }
        // n.dv = 1 for the face that moves and 0 for the others: exact where three faces meet,
        // else least squares.
        let meeting = self.normals.iter().zip(&self.corners);
        let planes = meeting.filter(|(_, corners)| corners.contains(&corner));
        let normal_matrix: Mat3 = planes.map(|(n, _)| n * n.transpose()).sum();
        let velocity: Option<Vec3> = normal_matrix
            .cholesky()
            .map(|factor| factor.solve(&self.normals[i]));
        velocity.map_or(0.0, |velocity| velocity.dot(&away))
    }
}
