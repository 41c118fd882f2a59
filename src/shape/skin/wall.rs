//! Walls that are too thin for the spacing of a skin.

use super::{Patch, Skin};
use crate::math::Vec3;
use std::collections::HashMap;

/// Two patches are the two sides of a wall when the cosine of the angle between their normals is below this (150 degrees).
const OPPOSITE: f64 = -0.866;

impl Skin {
    /// Returns the thickness (m) of the thinnest wall whose two sides are nearer to each other than the spacing; none where there is
    /// no such wall.
    pub fn thinnest_wall(&self) -> Option<f64> {
        let side = self.spacing;
        let cell = |p: &Vec3| [0, 1, 2].map(|k| (p[k] / side).floor() as i64);
        let mut cells: HashMap<[i64; 3], Vec<&Patch>> = HashMap::new();
        for patch in &self.patches {
            cells.entry(cell(&patch.point)).or_default().push(patch);
        }
        let thickness = |patch: &Patch, other: &Patch| {
            let across = other.point - patch.point;
            let depth = -patch.normal.dot(&across);
            let is_wall =
                patch.normal.dot(&other.normal) < OPPOSITE && depth > 0.0 && across.norm() < side;
            is_wall.then_some(depth)
        };
        let near = |patch: &Patch| {
            let [i, j, k] = cell(&patch.point);
            let around = (0..27).map(|n| [i + n % 3 - 1, j + n / 3 % 3 - 1, k + n / 9 - 1]);
            let others = around.filter_map(|key| cells.get(&key)).flatten();
            others
                .filter_map(|other| thickness(patch, other))
                .reduce(f64::min)
        };
        self.patches.iter().filter_map(near).reduce(f64::min)
    }
}
