//! The points of a hull where its body is.

use super::SeparatingPlane;
use crate::contact::terms::Geometry;
use crate::math::Vec3;

/// A promised decrease below this part of the energy is less than its rounding.
const ROUNDING: f64 = 1e-13;
/// A promised decrease below this part of the energy times the distance of the farthest point, in supports, is less than the rounding of that distance.
const ROUNDING_OF_POINTS: f64 = 1e-15;

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

/// Returns which part of the energy is lost to rounding.
pub fn rounding(hulls: [&PosedHull; 2], s: f64) -> f64 {
    let farthest = hulls[0].farthest().max(hulls[1].farthest());
    ROUNDING.max(ROUNDING_OF_POINTS * farthest / s)
}

impl SeparatingPlane {
    /// Places the points of both hulls. What bodies move is added to the distance at the start, so that it is not rounded as
    /// positions far from the origin are.
    pub(super) fn pose(&mut self, sides: [Geometry; 2]) {
        let [a, b] = self.setup.radii;
        let smaller = usize::from(b < a);
        let own = &self.bodies[smaller];
        let centre = own.pose.r * self.setup.centres[smaller];
        self.middle = own.pose.x + centre;
        for (side, geometry) in sides.into_iter().enumerate() {
            let hull = geometry.hull();
            let body = &self.bodies[side];
            let apart = body.start - own.start;
            let since = body.v * body.h - own.v * own.h - centre;
            self.terms[side] = [apart, since];
            self.from[side] = apart + since;
            let from = self.from[side];
            self.arms[side].clear();
            self.arms[side].extend(hull.points.iter().map(|y| body.pose.r * y));
            let posed = &mut self.hulls[side];
            posed.radius = hull.radius;
            posed.points.clear();
            let points = self.arms[side].iter().map(|arm| from + arm);
            posed.points.extend(points);
            posed.excess.resize(hull.points.len(), 0.0);
        }
    }
}
