//! Distance of a point from a scaled shape through its support function alone: an answer that
//! knows nothing of conic rows.
#![allow(dead_code)]

use drystone::math::{Mat3, Rot, Vec3};
use drystone::shape::{Placed, Shape};

/// Support point (world) of a placed shape scaled by alpha about its reference point.
pub fn scaled_support(placed: &Placed, at: &(Vec3, Rot), alpha: f64, d: &Vec3) -> Vec3 {
    let reference = placed.offset + placed.rotation * placed.shape.reference_point();
    let inner = at.1.inverse_transform_vector(d);
    let far = placed.support(&inner).expect("a bounded shape");
    at.0 + at.1 * (reference + (far - reference) * alpha)
}

/// Distance (m) of `p` from the scaled shape, to about 1e-9 of its size; 0 inside.
pub fn distance(placed: &Placed, at: &(Vec3, Rot), alpha: f64, p: &Vec3) -> f64 {
    if let Shape::HalfSpace(plane) = &placed.shape {
        let n = at.1 * (placed.rotation * plane.normal);
        let origin = at.0 + at.1 * placed.offset;
        return (n.dot(&(p - origin)) - plane.offset).max(0.0);
    }
    let support = |d: &Vec3| scaled_support(placed, at, alpha, d) - p;
    let mut simplex = vec![support(&Vec3::x())];
    let mut best = f64::INFINITY;
    for _ in 0..500 {
        let (v, kept) = nearest(&simplex);
        let norm = v.norm();
        best = best.min(norm);
        if norm == 0.0 {
            return 0.0;
        }
        let w = support(&-v);
        let bound = v.dot(&w) / norm;
        if bound > 0.0 && best - bound < 1e-12 + 1e-3 * best {
            return bound;
        }
        if best < 1e-14 * w.norm() || kept.len() == 4 {
            return 0.0;
        }
        if kept.iter().any(|x| (x - w).norm() == 0.0) {
            return bound.max(0.0);
        }
        simplex = kept;
        simplex.push(w);
    }
    best
}

/// The point of the hull of at most four points that is nearest to the origin, and the points
/// that carry it.
fn nearest(points: &[Vec3]) -> (Vec3, Vec<Vec3>) {
    let mut best = (f64::INFINITY, Vec3::zeros(), Vec::new());
    for mask in 1..1u32 << points.len() {
        let used = (0..points.len()).filter(|i| mask & (1 << i) != 0);
        let used: Vec<Vec3> = used.map(|i| points[i]).collect();
        let Some(v) = projected(&used) else { continue };
        if v.norm() < best.0 {
            best = (v.norm(), v, used);
        }
    }
    (best.1, best.2)
}

/// Projection of the origin on the affine hull, if it falls inside the simplex.
fn projected(points: &[Vec3]) -> Option<Vec3> {
    let base = points[0];
    let k = points.len() - 1;
    let mut gram = Mat3::identity();
    let mut right = Vec3::zeros();
    for i in 0..k {
        let a = points[i + 1] - base;
        right[i] = -a.dot(&base);
        for j in 0..k {
            gram[(i, j)] = a.dot(&(points[j + 1] - base));
        }
    }
    let t = gram.lu().solve(&right)?;
    let inside = (0..k).all(|i| t[i] >= 0.0) && t.iter().take(k).sum::<f64>() <= 1.0;
    let v = (0..k).fold(base, |v, i| v + (points[i + 1] - base) * t[i]);
    inside.then_some(v)
}
