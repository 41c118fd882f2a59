//! How rows and radii of a hull of points follow its parameters.

use super::PointHull;
use crate::math::{Mat3, Vec3};
use crate::shape::least::least;
use crate::shape::{Column, HullPointRates, RowDerivative};

/// The change of a face n.y = b per unit of a parameter.
struct FaceChange {
    /// The face.
    face: usize,
    /// The change of n.
    normal: Vec3,
    /// The change of b.
    offset: f64,
}

impl PointHull {
    /// Returns how faces turn where a point moves along an axis: a triangle as its plane does. A face with more corners would break along a
    /// diagonal; its plane turns as the one of least squares through its corners.
    fn face_changes(&self, point: usize, axis: usize) -> Vec<FaceChange> {
        let Some(vertex) = self.spanning.iter().position(|&at| at == point) else {
            return Vec::new();
        };
        let faces = self.core.corners.iter().enumerate();
        let around = faces.filter(|(_, corners)| corners.contains(&vertex));
        let change = |(face, corners): (usize, &Vec<usize>)| {
            let normal = self.core.normals[face];
            let count = corners.len() as f64;
            let at = |i: &usize| self.core.vertices[*i];
            let middle = corners.iter().map(at).sum::<Vec3>() / count;
            // Heights rise + slope.(y - middle) fit those of the corners: 1 of this one, 0 of the others, times n_axis.
            let arms = corners.iter().map(|i| at(i) - middle);
            let spread: Mat3 = arms.map(|arm| arm * arm.transpose()).sum();
            let spread = spread + normal * normal.transpose() * spread.trace();
            let arm = self.local(point) - middle;
            let slope = spread.try_inverse().map_or_else(Vec3::zeros, |s| s * arm);
            let slope = (slope - normal * normal.dot(&slope)) * normal[axis];
            FaceChange {
                face,
                normal: -slope,
                offset: normal[axis] / count - slope.dot(&middle),
            }
        };
        around.map(change).collect()
    }

    /// Returns the derivatives of the rows with respect to parameter `i`.
    pub(super) fn row_derivatives(&self, i: usize) -> Vec<RowDerivative> {
        let Some((point, axis)) = self.point_and_axis(i) else {
            let ball = self.core.normals.len();
            return vec![RowDerivative::new(ball, Column::Alpha, 1.0)];
        };
        let mut out = Vec::new();
        for FaceChange {
            face,
            normal,
            offset,
        } in self.face_changes(point, axis)
        {
            let along = normal.dot(&self.centre);
            out.extend(RowDerivative::point(face, &-normal));
            if self.radius > 0.0 {
                out.extend(RowDerivative::triple(face, 4, &-normal));
            }
            out.push(RowDerivative::new(face, Column::Constant, along));
            out.push(RowDerivative::new(face, Column::Alpha, offset - along));
        }
        out
    }

    /// Returns the derivative of the bounding radius: where several points are farthest, the mean of the largest and the smallest of their
    /// speeds.
    pub(super) fn bounding_rate(&self, i: usize) -> f64 {
        let Some((point, axis)) = self.point_and_axis(i) else {
            return 1.0;
        };
        let arms = self.spanning.iter().map(|&k| (k, self.local(k)));
        let far = arms.clone().map(|(_, arm)| arm.norm()).fold(0.0, f64::max);
        let farthest = arms.filter(|(_, arm)| arm.norm() >= far * (1.0 - 1e-12));
        let speeds = farthest.map(|(k, arm)| match k == point {
            true => arm[axis] / far,
            false => 0.0,
        });
        let largest = speeds.clone().fold(f64::NEG_INFINITY, f64::max);
        let smallest = speeds.fold(f64::INFINITY, f64::min);
        0.5 * (largest + smallest)
    }

    /// Returns the derivatives of the inscribed radius to both sides: of the least distance of a face from the centre.
    pub(super) fn inscribed_rate(&self, i: usize) -> [f64; 2] {
        let Some((point, axis)) = self.point_and_axis(i) else {
            return [1.0; 2];
        };
        let mut rates = vec![0.0; self.core.normals.len()];
        for change in self.face_changes(point, axis) {
            rates[change.face] = change.offset - change.normal.dot(&self.centre);
        }
        least(self.depths().zip(rates))
    }

    /// Returns how all points change with parameter `i`.
    pub(super) fn point_rates(&self, i: usize) -> HullPointRates {
        let mut points = vec![Vec3::zeros(); self.points.len()];
        match self.point_and_axis(i) {
            None => HullPointRates {
                points,
                radius: 1.0,
            },
            Some((point, axis)) => {
                points[point][axis] = 1.0;
                HullPointRates {
                    points,
                    radius: 0.0,
                }
            }
        }
    }
}
