//! The correction that makes a soft distance vanish at the queries of its skin.
//!
//! The correction is a softmax mean of numbers c at the queries q, sum w_k c_k, with the weights' temperature of the
//! field. It is right at every query when G c = -D phi(q), where G_jk = exp(-|q_j - q_k|^2 / epsilon) is symmetric and
//! positive definite, and D has the sums of its rows: conjugate gradients solve it.

use super::cloud::{Cloud, Plane};
use crate::math::Vec3;
use std::collections::HashMap;

/// Queries closer than this to another, in spacings, are left out: crowds of them make the correction swing.
const APART: f64 = 0.35;
/// Entries of G below exp of minus this are left out.
const NEGLIGIBLE: f64 = 25.0;
/// The residual of the equations relative to that without a correction.
const TOLERANCE: f64 = 1e-12;
/// Most iterations; a box needs 20 at a quarter of the spacing's square, 40 at half of it and 110 at all of it.
const ITERATIONS: usize = 1000;

/// Returns the correction of a field, `None` where there are no queries.
pub(super) fn correction(
    field: &Cloud,
    queries: &[Vec3],
    spacing: f64,
    epsilon: f64,
) -> Option<Cloud> {
    let queries = thinned(queries, APART * spacing);
    if queries.is_empty() {
        return None;
    }
    let number = |(index, point): (usize, &Vec3), offset| Plane {
        point: *point,
        normal: Vec3::zeros(),
        offset,
        share: 1.0,
        index,
    };
    let all = || queries.iter().enumerate();
    let blank: Vec<Plane> = all().map(|query| number(query, 0.0)).collect();
    let near = Cloud::new(&blank, spacing, epsilon);
    let kernel = Kernel::new(&near, &queries, epsilon);
    let wrong = queries.iter().zip(&kernel.sums);
    let wrong = wrong.map(|(q, sum)| -sum * field.value(q)).collect();
    let offsets = kernel.solve(wrong);
    let planes = all().zip(offsets).map(|(query, c)| number(query, c));
    let planes: Vec<Plane> = planes.collect();
    Some(Cloud::new(&planes, spacing, epsilon))
}

/// Returns the points without those that are closer than `apart` (m) to one before them.
fn thinned(points: &[Vec3], apart: f64) -> Vec<Vec3> {
    let mut kept: Vec<Vec3> = Vec::new();
    let mut cells: HashMap<[i64; 3], Vec<usize>> = HashMap::new();
    for point in points {
        let [i, j, k] = [0, 1, 2].map(|k| (point[k] / apart).floor() as i64);
        let around = (0..27).map(|n| [i + n / 9 - 1, j + n / 3 % 3 - 1, k + n % 3 - 1]);
        let mut near = around.filter_map(|cell| cells.get(&cell)).flatten();
        if near.all(|&other| (kept[other] - point).norm() >= apart) {
            cells.entry([i, j, k]).or_default().push(kept.len());
            kept.push(*point);
        }
    }
    kept
}

/// The matrix G by rows.
struct Kernel {
    rows: Vec<Vec<(u32, f64)>>,
    sums: Vec<f64>,
}

impl Kernel {
    fn new(near: &Cloud, queries: &[Vec3], epsilon: f64) -> Self {
        let row = |q: &Vec3| {
            let mut row = Vec::new();
            near.within(q, NEGLIGIBLE * epsilon, |plane, square| {
                row.push((plane.index as u32, (-square / epsilon).exp()));
            });
            row
        };
        let rows: Vec<Vec<(u32, f64)>> = queries.iter().map(row).collect();
        let sums = rows.iter().map(|row| row.iter().map(|(_, g)| g).sum());
        Self {
            sums: sums.collect(),
            rows,
        }
    }

    fn times(&self, x: &[f64]) -> Vec<f64> {
        let entry = |row: &Vec<(u32, f64)>| row.iter().map(|&(k, g)| g * x[k as usize]).sum();
        self.rows.iter().map(entry).collect()
    }

    /// Solves G x = right by conjugate gradients.
    fn solve(&self, right: Vec<f64>) -> Vec<f64> {
        let mut x = vec![0.0; right.len()];
        let (mut residual, mut way) = (right.clone(), right);
        let mut square = dot(&residual, &residual);
        let enough = TOLERANCE * TOLERANCE * square;
        for _ in 0..ITERATIONS {
            if square <= enough {
                break;
            }
            let turned = self.times(&way);
            let length = square / dot(&way, &turned);
            for k in 0..x.len() {
                x[k] += length * way[k];
                residual[k] -= length * turned[k];
            }
            let before = std::mem::replace(&mut square, dot(&residual, &residual));
            for k in 0..x.len() {
                way[k] = residual[k] + square / before * way[k];
            }
        }
        x
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
