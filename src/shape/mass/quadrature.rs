//! Moments of any convex shape from its support function.
//!
//! A fixed grid of normals (an icosahedron, every face cut into a grid of triangles, projected to
//! the sphere) is mapped to support points; their triangles are a closed polyhedron inscribed in
//! the shape, whose moments are exact. The moments for a grid and for the one twice as coarse
//! differ as 4:1 from the limit, so one Richardson step removes the leading error. The error
//! stated is the size of that step: an estimate, because a corner that only directions between
//! those of both grids support is missed by both.

use super::moments::Moments;
use crate::math::{Mat3, Rot, Vec3};

/// Cuts of every edge of the icosahedron: 10 x 128^2 + 2 normals.
pub(in crate::shape) const CUTS: usize = 128;

/// Cuts of the run that finds the widths.
const PILOT_CUTS: usize = 16;

/// Moments extrapolated from `cuts` and `cuts / 2` (`cuts` even), and their relative error.
///
/// A coarse run first finds the principal widths of the body; the normals are then spread so that
/// the support points of an ellipsoid of these widths would be even, as if it were a ball.
pub(in crate::shape) fn moments(support: impl Fn(&Vec3) -> Vec3, cuts: usize) -> (Moments, f64) {
    let pilot = extrapolated(&support, &Mat3::identity(), PILOT_CUTS).0;
    extrapolated(&support, &whitening(&pilot), cuts)
}

/// The symmetric matrix that makes the second moments of a body equal in all directions.
fn whitening(moments: &Moments) -> Mat3 {
    let centre = moments.first / moments.volume;
    let spread = moments.second / moments.volume - centre * centre.transpose();
    let eigen = spread.symmetric_eigen();
    let largest = eigen.eigenvalues.max();
    let inverse = eigen
        .eigenvalues
        .map(|e| (largest / e.max(1e-8 * largest)).sqrt());
    eigen.eigenvectors * Mat3::from_diagonal(&inverse) * eigen.eigenvectors.transpose()
}

fn extrapolated(support: &impl Fn(&Vec3) -> Vec3, spread: &Mat3, cuts: usize) -> (Moments, f64) {
    let (mut fine, mut coarse) = (Moments::default(), Moments::default());
    for face in icosahedron() {
        let grid = mapped_grid(&face, cuts, &|u| support(&(spread * u)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Capsule, CircularCone, Cuboid, Cylinder, Ellipsoid, Placed, Shape};

    /// Curved sums of very different kinds, off the axes.
    fn sums() -> Vec<[Placed; 2]> {
        let turned = |shape: Shape, x: f64| Placed {
            rotation: Rot::from_scaled_axis(Vec3::new(x, 0.7, -0.3)),
            ..Placed::at_origin(shape)
        };
        let cone = || Shape::CircularCone(CircularCone::new(0.4, 0.5).unwrap());
        let cylinder = || Shape::Cylinder(Cylinder::new(0.1, 0.5).unwrap());
        let needle = Shape::Ellipsoid(Ellipsoid::new(Vec3::new(0.5, 0.1, 0.05)).unwrap());
        let brick = Shape::Cuboid(Cuboid::new(Vec3::new(0.2, 0.1, 0.02)).unwrap());
        let capsule = Shape::Capsule(Capsule::new(0.02, 0.6).unwrap());
        vec![
            [turned(cone(), 0.1), turned(cylinder(), 1.3)],
            [turned(needle.clone(), 0.4), turned(brick.clone(), -0.5)],
            [turned(cylinder(), 0.2), turned(capsule, 1.0)],
            [turned(cone(), 0.0), turned(brick, 0.9)],
            [turned(needle, 0.0), turned(cylinder(), 2.0)],
        ]
    }

    #[test]
    fn a_finer_grid_changes_the_moments_by_less_than_the_stated_error() {
        for (i, [a, b]) in sums().iter().enumerate() {
            let support = |n: &Vec3| a.support(n).unwrap() + b.support(n).unwrap();
            let (moments_here, error) = moments(support, CUTS);
            let (found, finer) = (
                moments_here.properties(error),
                moments(support, 4 * CUTS).0.properties(0.0),
            );
            let volume = (found.volume / finer.volume - 1.0).abs();
            let inertia = (found.inertia - finer.inertia).norm() / finer.inertia.norm();
            assert!(error < 1e-4, "sum {i}: stated {error:.1e}");
            let worst = volume.max(inertia);
            println!("sum {i}: error {worst:.1e}, stated {error:.1e}");
            assert!(worst <= error, "sum {i}: {worst:.1e} of stated {error:.1e}");
        }
    }
}
