//! The surface of an ellipsoid is cut as a cube blown up to a ball and stretched, with lines at equal angles on the
//! ball: cells of equal area have a kink along the diagonals of the cube's sides, and make normals worse.
//!
//! A side of the cube has places from -1 to 1; their directions are (x, y, 1) with x = tan(pi/4 a), y = tan(pi/4 b).

use super::Patch;
use super::cells::Cells;
use crate::math::Vec3;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

/// Nodes and weights of Gauss's rule with three points on [-1, 1].
const GAUSS: [(f64, f64); 3] = [
    (-0.774_596_669_241_483_4, 5.0 / 9.0),
    (0.0, 8.0 / 9.0),
    (0.774_596_669_241_483_4, 5.0 / 9.0),
];

/// Returns the number of cells.
pub(super) fn count(semi_axes: &Vec3, spacing: f64) -> usize {
    let [x, y, z] = numbers(semi_axes, spacing);
    2 * (x * y + y * z + z * x)
}

/// Adds the cells.
pub(super) fn add(semi_axes: &Vec3, cells: &mut Cells) {
    let numbers = numbers(semi_axes, cells.spacing);
    for axis in 0..3 {
        for sign in [1.0, -1.0] {
            let side = Side {
                semi_axes,
                axis,
                sign,
            };
            side.add(numbers, cells);
        }
    }
}

/// Returns the numbers of cells of a side along the three axes.
fn numbers(semi_axes: &Vec3, spacing: f64) -> [usize; 3] {
    [0, 1, 2].map(|k| Cells::along(FRAC_PI_2 * semi_axes[k], spacing))
}

/// A side of the cube.
struct Side<'a> {
    semi_axes: &'a Vec3,
    axis: usize,
    sign: f64,
}

impl Side<'_> {
    fn add(&self, numbers: [usize; 3], cells: &mut Cells) {
        let [m, n] = [1, 2].map(|k| numbers[(self.axis + k) % 3]);
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let at = |s: f64, t: f64| {
                let a = 2.0 * (i as f64 + s) / m as f64 - 1.0;
                let b = 2.0 * (j as f64 + t) / n as f64 - 1.0;
                [a, b]
            };
            let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
            let corners = corners.map(|[s, t]| self.point(at(s, t)));
            let mut area = 0.0;
            for ((s, v), (t, w)) in GAUSS.iter().flat_map(|a| GAUSS.map(|b| (*a, b))) {
                area += v * w * self.density(at(0.5 + 0.5 * s, 0.5 + 0.5 * t));
            }
            let point = self.point(at(0.5, 0.5));
            let slopes = point.component_div(self.semi_axes);
            let patch = Patch {
                point,
                normal: slopes.component_div(self.semi_axes).normalize(),
                area: area / (m * n) as f64,
            };
            cells.add(patch, &corners);
        }
    }

    /// Returns the direction of a place on the side, on the ball.
    fn direction(&self, [a, b]: [f64; 2]) -> Vec3 {
        let [x, y] = [a, b].map(|x| (FRAC_PI_4 * x).tan());
        let mut direction = Vec3::zeros();
        direction[self.axis] = self.sign;
        direction[(self.axis + 1) % 3] = x;
        direction[(self.axis + 2) % 3] = y;
        direction.normalize()
    }

    fn point(&self, place: [f64; 2]) -> Vec3 {
        self.direction(place).component_mul(self.semi_axes)
    }

    /// Returns the area per area of places, m^2: (pi/4)^2 (1 + x^2) (1 + y^2) / l^3 on the ball, l the length of
    /// (x, y, 1), times what the stretch makes of it.
    fn density(&self, place: [f64; 2]) -> f64 {
        let [x, y] = place.map(|p| (FRAC_PI_4 * p).tan().powi(2));
        let on_ball = FRAC_PI_4 * FRAC_PI_4 * (1.0 + x) * (1.0 + y) / (1.0 + x + y).powf(1.5);
        let slopes = self.direction(place).component_div(self.semi_axes);
        on_ball * self.semi_axes.product() * slopes.norm()
    }
}
