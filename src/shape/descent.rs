//! A search for the least value of a function of a direction, without derivatives.

use crate::math::{Vec3, tangents};

/// Minimum of `depth` over unit normals near `best`: Nelder-Mead in the tangent plane, begun anew
/// with ever smaller triangles.
pub(super) fn descend(depth: &impl Fn(&Vec3) -> f64, mut best: (f64, Vec3)) -> (f64, Vec3) {
    for size in [1e-2, 3e-4, 1e-5, 1e-7] {
        let found = nelder_mead(depth, &best.1, size);
        if found.0 < best.0 {
            best = found;
        }
    }
    best
}

/// One search from `start` with a first triangle of `size`, rad.
pub(super) fn nelder_mead(depth: &impl Fn(&Vec3) -> f64, start: &Vec3, size: f64) -> (f64, Vec3) {
    let (t1, t2) = tangents(start);
    let normal = |u: [f64; 2]| (start + t1 * u[0] + t2 * u[1]).normalize();
    let at = |u: [f64; 2]| (depth(&normal(u)), u);
    let mut simplex = [
        at([0.9 * size, 0.1 * size]),
        at([-0.4 * size, 0.8 * size]),
        at([-0.5 * size, -0.9 * size]),
    ];
    for _ in 0..60 {
        simplex.sort_by(|a, b| a.0.total_cmp(&b.0));
        let [best, good, worst] = simplex;
        let middle = [0, 1].map(|k| 0.5 * (best.1[k] + good.1[k]));
        let towards = |t: f64| at([0, 1].map(|k| middle[k] + t * (worst.1[k] - middle[k])));
        let spread = [0, 1].map(|k| {
            (worst.1[k] - best.1[k])
                .abs()
                .max((good.1[k] - best.1[k]).abs())
        });
        if spread[0].max(spread[1]) < 1e-3 * size {
            break;
        }
        let reflected = towards(-1.0);
        if reflected.0 < best.0 {
            let expanded = towards(-2.0);
            simplex[2] = if expanded.0 < reflected.0 {
                expanded
            } else {
                reflected
            };
        } else if reflected.0 < good.0 {
            simplex[2] = reflected;
        } else {
            let nearer = towards(if reflected.0 < worst.0 { -0.5 } else { 0.5 });
            if nearer.0 < worst.0.min(reflected.0) {
                simplex[2] = nearer;
            } else {
                let half = |u: [f64; 2]| at([0, 1].map(|k| 0.5 * (u[k] + best.1[k])));
                simplex = [best, half(good.1), half(worst.1)];
            }
        }
    }
    simplex.sort_by(|a, b| a.0.total_cmp(&b.0));
    (simplex[0].0, normal(simplex[0].1))
}
