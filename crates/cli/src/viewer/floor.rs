//! Half-spaces as tiles.

use super::actor::{colour, mesh};
use super::lens::Lens;
use drystone::math::tangents;
use drystone::shape::Surface;
use drystone::world::BodyState;
use kiss3d::prelude::{SceneNode3d, Vec3 as Vec3f};

/// Light and dark tiles.
const TILES: [[f32; 3]; 2] = [[0.80, 0.80, 0.78], [0.66, 0.66, 0.64]];
/// The normal of a level floor has a larger vertical component.
const LEVEL: f64 = 0.99;
/// Tiles on either side of the middle.
const TILES_ACROSS: i32 = 24;

/// Returns the surface of a body that is `at` its pose, in the world.
pub(super) fn placed(surface: &Surface, at: &BodyState) -> Surface {
    let points = surface.points.iter().map(|p| at.position + at.rotation * p);
    Surface {
        points: points.collect(),
        normals: surface.normals.iter().map(|n| at.rotation * n).collect(),
        triangles: surface.triangles.clone(),
    }
}

/// A half-space as tiles of side `tile` (m) around the middle of its `square` in the world; the
/// corners of the tiles are at multiples of the side from the origin.
pub(super) fn floor(node: &mut SceneNode3d, square: &Surface, tile: f64, lens: &Lens) {
    let normal = square.normals[0];
    let middle = (square.points[0] + square.points[2]) * 0.5;
    let (t1, t2) = tangents(&normal);
    let [u, v] = [t1, t2].map(|t| (middle.dot(&t) / tile).round());
    let corner = middle + t1 * (u * tile - middle.dot(&t1)) + t2 * (v * tile - middle.dot(&t2));
    let first = (u + v).rem_euclid(2.0) as i32;
    for (parity, shade) in (0..).zip(TILES) {
        let mut tiles = Surface {
            points: Vec::new(),
            normals: Vec::new(),
            triangles: Vec::new(),
        };
        let across = || -TILES_ACROSS..TILES_ACROSS;
        let all = across().flat_map(|i| across().map(move |k| (i, k)));
        for (i, k) in all.filter(|(i, k)| (i + k + first).rem_euclid(2) == parity) {
            let start = tiles.points.len();
            let ends = [(i, k), (i + 1, k), (i + 1, k + 1), (i, k + 1)];
            let at = |(i, k): (i32, i32)| t1 * f64::from(i) + t2 * f64::from(k);
            tiles.points.extend(ends.map(|end| at(end) * tile));
            tiles.normals.extend([normal; 4]);
            tiles
                .triangles
                .extend([[0, 1, 2], [0, 2, 3]].map(|t| t.map(|k| start + k)));
        }
        let mut child = node.add_mesh(mesh(&tiles, lens), Vec3f::ONE);
        child.set_color(colour(shade, 1.0));
        // nothing is below a level floor; a wall that is seen from behind is its shadow alone
        child.set_casts_shadows(normal.z < LEVEL);
    }
    node.set_position(lens.point(&corner));
}

/// The largest of 1, 2 and 5 times a power of ten that is not above `length`.
pub(super) fn round(length: f64) -> f64 {
    let power = 10f64.powf(length.log10().floor());
    let digits = [5.0, 2.0, 1.0].into_iter().map(|digit| digit * power);
    digits.into_iter().find(|&x| x <= length).unwrap_or(power)
}

#[cfg(test)]
mod tests {
    use super::round;

    #[test]
    fn tiles_are_round() {
        for (length, tile) in [(0.13, 0.1), (0.5, 0.5), (49.0, 20.0), (1e-3, 1e-3)] {
            assert!((round(length) / tile - 1.0).abs() < 1e-12, "{length}");
        }
    }
}
