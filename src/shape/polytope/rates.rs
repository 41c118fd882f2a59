//! How the bounding and the inscribed radius of a polytope follow its parameters.

use super::Polytope;
use crate::math::{Mat3, Vec3};
use crate::shape::Column;
use crate::shape::least::least;

impl Polytope {
    /// Speed of the farthest corner away from the origin; where several are, the mean of the largest
    /// and the smallest of their speeds: of the derivatives to both sides.
    pub(super) fn radius_rate(&self, i: usize) -> f64 {
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

    /// Derivatives of the least face offset. How offsets follow a parameter stands in the rows: there the offset
    /// is the coefficient of alpha.
    pub(super) fn inscribed_rate(&self, i: usize) -> [f64; 2] {
        let mut rates = vec![0.0; self.offsets.len()];
        for entry in self.row_derivatives(i) {
            if entry.column == Column::Alpha {
                rates[entry.row] += entry.value;
            }
        }
        least(self.offsets.iter().copied().zip(rates))
    }
}
