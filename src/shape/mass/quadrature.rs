//! Moments of any convex shape from its support function.
//!
//! A fixed grid of normals (an icosahedron, every face cut into a grid of triangles, projected to
//! the sphere) is mapped to support points; their triangles are a closed polyhedron inscribed in
//! the shape, whose moments are exact. The moments for a grid and for the one twice as coarse
//! differ as 4:1 from the limit, so one Richardson step removes the leading error. The error
//! stated is the size of that step.

use super::moments::Moments;
use crate::math::{Rot, Vec3};

/// Cuts of every edge of the icosahedron: 10 x 128^2 + 2 normals.
pub(super) const CUTS: usize = 128;

/// Moments extrapolated from `cuts` and `cuts / 2` (`cuts` even), and their relative error.
pub(super) fn moments(support: impl Fn(&Vec3) -> Vec3, cuts: usize) -> (Moments, f64) {
    let (mut fine, mut coarse) = (Moments::default(), Moments::default());
    for face in icosahedron() {
        let grid = mapped_grid(&face, cuts, &support);
        add_grid(&mut fine, &grid, cuts, 1);
        add_grid(&mut coarse, &grid, cuts, 2);
    }
    let limit = fine.combined(4.0 / 3.0, &coarse, -1.0 / 3.0);
    let (a, b) = (fine.properties(0.0), limit.properties(0.0));
    let inertia = (a.inertia - b.inertia).norm() / b.inertia.norm();
    let error = inertia.max((a.volume / b.volume - 1.0).abs());
    (limit, error)
}

/// The faces of an icosahedron, turned so that no normal of the grid is one of a usual face.
fn icosahedron() -> Vec<[Vec3; 3]> {
    let g = 0.5 * (1.0 + 5.0_f64.sqrt());
    let turn = Rot::from_euler_angles(0.1234, 0.4321, 0.2718);
    let mut corners = Vec::with_capacity(12);
    for (s, t) in [(1.0, g), (1.0, -g), (-1.0, g), (-1.0, -g)] {
        let cyclic = [
            Vec3::new(0.0, s, t),
            Vec3::new(s, t, 0.0),
            Vec3::new(t, 0.0, s),
        ];
        corners.extend(cyclic.map(|corner| turn * corner));
    }
    let adjacent = |i: usize, j: usize| (corners[i] - corners[j]).norm() < 2.5;
    let mut faces = Vec::with_capacity(20);
    for i in 0..12 {
        for j in (i + 1..12).filter(|&j| adjacent(i, j)) {
            for k in (j + 1..12).filter(|&k| adjacent(i, k) && adjacent(j, k)) {
                let [a, b, c] = [i, j, k].map(|n| corners[n]);
                let outward = a.dot(&b.cross(&c)) > 0.0;
                faces.push(if outward { [a, b, c] } else { [a, c, b] });
            }
        }
    }
    faces
}

/// Support points of one face's grid, rows of `cuts + 1`, `cuts`, ... 1 points.
fn mapped_grid(face: &[Vec3; 3], cuts: usize, support: &impl Fn(&Vec3) -> Vec3) -> Vec<Vec<Vec3>> {
    let [a, b, c] = face;
    let point = |i: usize, j: usize| {
        let k = cuts - i - j;
        let n = (a * k as f64 + b * j as f64 + c * i as f64).normalize();
        support(&n)
    };
    (0..=cuts)
        .map(|i| (0..=cuts - i).map(|j| point(i, j)).collect())
        .collect()
}

fn add_grid(moments: &mut Moments, grid: &[Vec<Vec3>], cuts: usize, step: usize) {
    for i in (0..cuts).step_by(step) {
        for j in (0..cuts - i).step_by(step) {
            let (a, b, c) = (&grid[i][j], &grid[i][j + step], &grid[i + step][j]);
            moments.add_tetrahedron(a, b, c);
            if i + j + step < cuts {
                moments.add_tetrahedron(b, &grid[i + step][j + step], c);
            }
        }
    }
}
