//! The points of a hull where its body is.

use crate::math::Vec3;

/// The points of a hull about the middle of the pair, world, with its radius and the excess by which it is smaller.
#[derive(Debug, Clone, Default)]
pub struct PosedHull {
    /// The points about the middle of the pair.
    pub points: Vec<Vec3>,
    /// The radius about every point.
    pub radius: f64,
    /// The excess of every point, by which its radius is smaller.
    pub excess: Vec<f64>,
}

impl PosedHull {
    /// Returns the largest n.x + r |n| over its points, with no excess.
    pub fn support(&self, n: &Vec3) -> f64 {
        let along = self.points.iter().map(|x| n.dot(x));
        along.fold(f64::NEG_INFINITY, f64::max) + self.radius * n.norm()
    }

    /// Returns the largest n.x + (r - e) |n| over its points.
    pub fn shrunk_support(&self, n: &Vec3) -> f64 {
        let length = n.norm();
        let along = self.points.iter().zip(&self.excess);
        let along = along.map(|(x, excess)| n.dot(x) - excess * length);
        along.fold(f64::NEG_INFINITY, f64::max) + self.radius * length
    }

    /// Returns the radius about a point less its excess.
    #[inline(always)]
    pub fn reach(&self, point: usize) -> f64 {
        self.radius - self.excess[point]
    }

    /// Returns the largest coordinate of a point.
    pub fn farthest(&self) -> f64 {
        let points = self.points.iter();
        points.fold(0.0, |most, x| x.amax().max(most))
    }
}
