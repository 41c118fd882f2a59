//! What a surface is made of: flat faces, curves of directions, grids of directions.

use super::curve::Curve;
use crate::math::{Rot, Vec3};
use std::f64::consts::{FRAC_PI_2, PI};

/// Longitudes about an axis of revolution.
pub(in crate::shape) const ROUND: usize = 64;
/// Cells of the grid of a smooth shape: from pole to pole, and around.
pub(in crate::shape) const GRID: [usize; 2] = [28, 48];

/// The faces (a unit normal and a unit tangent) and curves of a shape; `out` are directions.
pub(in crate::shape) struct Features {
    pub(super) detail: f64,
    pub faces: Vec<[Vec3; 2]>,
    pub curves: Vec<Curve>,
    /// Axes of round members, where their longitudes begin, and how far from the axis (rad) they
    /// have any.
    pub(super) rounds: Vec<(Vec3, Vec3, f64)>,
    /// Whether the whole shape has no edges, or few.
    pub(super) smooth: bool,
    pub(super) out: Vec<Vec3>,
}

impl Features {
    /// A side whose normals are at `height`, bases along z times `bases`; normals within the angle
    /// `reach` of z belong to a rim (or cap).
    pub fn add_round(&mut self, turn: &Rot, height: f64, reach: f64, bases: &[f64]) {
        let (axis, x) = (turn * Vec3::z(), turn * Vec3::x());
        self.curves.push(Curve::circle(turn, height));
        self.rounds.push((axis, x, reach));
        // first, so that the longitudes at its base are those of its side
        self.faces
            .splice(0..0, bases.iter().map(|sign| [axis * *sign, x]));
        if self.smooth && !bases.is_empty() {
            self.add_grid(turn, &Vec3::repeat(1.0), [12, ROUND]);
        }
    }

    /// Normals of an ellipsoid about its most distinct axis: even, by half, in direction and, by
    /// half, in place, so that needles and discs are smooth in the middle and at the ends.
    pub fn add_grid(&mut self, turn: &Rot, semi_axes: &Vec3, [cells, around]: [usize; 2]) {
        let logs = semi_axes.map(f64::ln);
        let distinct = |k: usize| (3.0 * logs[k] - logs.sum()).abs();
        let poles = [0, 1, 2].into_iter();
        let pole = poles.max_by(|&i, &j| distinct(i).total_cmp(&distinct(j)));
        let pole = pole.unwrap_or(2);
        let (x, y) = ((pole + 1) % 3, (pole + 2) % 3);
        let across = (semi_axes[x] * semi_axes[y]).sqrt();
        let inverse = semi_axes.map(|a| semi_axes.min() / a);
        let (cells, around) = (self.count(cells), self.count(around));
        for i in 0..=cells {
            let (sin, cos) = even(i, 2 * cells, semi_axes[pole] / across).sin_cos();
            for j in 0..around {
                let (east, north) = even(j, around, semi_axes[x] / semi_axes[y]).sin_cos();
                let mut u = Vec3::zeros();
                u[pole] = cos;
                u[x] = sin * north;
                u[y] = sin * east;
                let n = u.component_mul(&inverse).try_normalize(0.0);
                self.out.extend(n.map(|n| turn * n));
            }
        }
    }

    /// A number of cells in this detail, divisible by four.
    pub(super) fn count(&self, usual: usize) -> usize {
        4 * (0.25 * self.detail * usual as f64).ceil() as usize
    }
}

/// The k-th of `count` (divisible by four) angles phi around an ellipse x = a cos phi, y = b sin phi
/// with ratio = a / b: even is the mean of phi and of the angle psi of the normal,
/// tan psi = ratio tan phi.
fn even(k: usize, count: usize, ratio: f64) -> f64 {
    let (quarter, rest) = (4 * k / count, 4 * k % count);
    let ratio = if quarter % 2 == 0 { ratio } else { 1.0 / ratio };
    let (sin, cos) = (PI * rest as f64 / count as f64).sin_cos();
    // tan(phi + psi) = sin / cos is quadratic in tan phi.
    let p = (1.0 + ratio) * cos;
    let root = p.hypot(2.0 * ratio.sqrt() * sin);
    let phi = if cos > 0.0 {
        (2.0 * sin).atan2(p + root)
    } else {
        (root - p).atan2(2.0 * ratio * sin)
    };
    FRAC_PI_2 * quarter as f64 + phi
}
