//! Solids whose hulls have many faces, and what their hulls are.

use drystone::Vec3;
use drystone::shape::mesh::TriangleMesh;
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::f64::consts::TAU;

/// Points without order; the triangles are there so that it is a mesh, the hull is what counts.
pub fn cloud(points: Vec<Vec3>) -> TriangleMesh {
    let count = points.len() as u32;
    TriangleMesh {
        points,
        triangles: (2..count).map(|i| [0, i - 1, i]).collect(),
    }
}

/// Points spread over a ball of radius 1.
pub fn ball(count: usize) -> TriangleMesh {
    let turn = TAU * (1.0 - 2.0 / (1.0 + 5.0_f64.sqrt()));
    let point = |i: usize| {
        let z = 1.0 - (2.0 * i as f64 + 1.0) / count as f64;
        let (r, angle) = ((1.0 - z * z).sqrt(), turn * i as f64);
        Vec3::new(r * angle.cos(), r * angle.sin(), z)
    };
    cloud((0..count).map(point).collect())
}

/// A cylinder of radius 1 and height 2 with many sides.
pub fn cylinder(sides: usize) -> TriangleMesh {
    let point = |i: usize| {
        let angle = TAU * (i / 2) as f64 / sides as f64;
        let z = if i.is_multiple_of(2) { -1.0 } else { 1.0 };
        Vec3::new(angle.cos(), angle.sin(), z)
    };
    cloud((0..2 * sides).map(point).collect())
}

/// A box of half extents 1, 0.6, 0.3 with rounded edges: large flat faces among many small ones.
pub fn rounded_box() -> TriangleMesh {
    let ball = ball(600);
    let point = |p: &Vec3| {
        let side = |c: f64, half: f64| (half - 0.1) * if c < 0.0 { -1.0 } else { 1.0 };
        p * 0.1 + Vec3::new(side(p.x, 1.0), side(p.y, 0.6), side(p.z, 0.3))
    };
    let mut points: Vec<Vec3> = ball.points.iter().map(point).collect();
    // the flat faces reach the six extremes
    for axis in 0..3 {
        let extents = [1.0, 0.6, 0.3];
        for i in 0..8 {
            let corner = |k: usize| {
                let sign = if i & (1 << k) == 0 { -1.0 } else { 1.0 };
                sign * (extents[k] - if k == axis { 0.0 } else { 0.1 })
            };
            points.push(Vec3::new(corner(0), corner(1), corner(2)));
        }
    }
    cloud(points)
}

/// The hull of 200 random points in a box.
pub fn irregular() -> TriangleMesh {
    let mut dice = StdRng::seed_from_u64(7);
    let mut side = |half: f64| dice.random_range(-half..half);
    cloud(
        (0..200)
            .map(|_| Vec3::new(side(1.0), side(0.7), side(0.4)))
            .collect(),
    )
}
