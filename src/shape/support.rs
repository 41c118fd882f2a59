//! Pieces of support points, and radii of sets of points and faces.

use crate::math::Vec3;

/// `length` in the direction `d`; zero when `d` is.
pub(super) fn along(d: &Vec3, length: f64) -> Vec3 {
    let n = d.norm();
    if n > 0.0 {
        d * (length / n)
    } else {
        Vec3::zeros()
    }
}

/// `length` in the direction of `d` across the z axis.
pub(super) fn radial(d: &Vec3, length: f64) -> Vec3 {
    along(&Vec3::new(d.x, d.y, 0.0), length)
}

/// The vertex that is farthest along `d`.
pub(super) fn farthest(vertices: &[Vec3], d: &Vec3) -> Vec3 {
    let mut best = (f64::NEG_INFINITY, Vec3::zeros());
    for v in vertices {
        let height = v.dot(d);
        if height > best.0 {
            best = (height, *v);
        }
    }
    best.1
}

/// The distance of the vertex farthest from the origin.
pub(super) fn largest(vertices: &[Vec3]) -> f64 {
    vertices.iter().map(Vec3::norm).fold(0.0, f64::max)
}

/// The least of the offsets of faces.
pub(super) fn smallest(offsets: &[f64]) -> f64 {
    offsets.iter().copied().fold(f64::INFINITY, f64::min)
}
