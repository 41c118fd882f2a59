//! The point of a convex hull that is nearest to a point outside of it, over the faces that the point sees.

use super::convex_hull::ConvexHull;
use crate::math::Vec3;
use crate::shape::hull::Face;

/// Returns the nearest point of the hull; `point` itself where it is inside.
pub(super) fn nearest(hull: &ConvexHull, point: &Vec3) -> Vec3 {
    let mut best = (f64::INFINITY, *point);
    for face in &hull.faces {
        let height = face.normal.dot(point) - face.offset;
        if height > 0.0 && height < best.0 {
            let candidate = nearest_of_face(hull, face, point, height);
            let distance = (point - candidate).norm();
            if distance < best.0 {
                best = (distance, candidate);
            }
        }
    }
    best.1
}

/// The nearest point of a face: the foot of the perpendicular, or a point of an edge.
fn nearest_of_face(hull: &ConvexHull, face: &Face, point: &Vec3, height: f64) -> Vec3 {
    let foot = point - face.normal * height;
    let mut inside = true;
    let mut best = (f64::INFINITY, foot);
    let count = face.corners.len();
    for k in 0..count {
        let start = hull.corners[face.corners[k]];
        let edge = hull.corners[face.corners[(k + 1) % count]] - start;
        inside &= edge.cross(&(foot - start)).dot(&face.normal) >= 0.0;
        let share = edge.dot(&(foot - start)) / edge.norm_squared();
        let candidate = start + edge * share.clamp(0.0, 1.0);
        let distance = (foot - candidate).norm_squared();
        if distance < best.0 {
            best = (distance, candidate);
        }
    }
    if inside { foot } else { best.1 }
}
