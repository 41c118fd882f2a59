//! Holes: walls in a ring, one fixed body.

use super::task::DEPTH;
use std::f64::consts::{PI, TAU};
use std::fmt::Write;

/// Thickness of a wall, m.
const WALL: f64 = 0.02;

/// A hole along z with its mouth at z = 0: so many walls whose inner faces are `apothem` (m) from the axis, edges
/// cut off by `chamfer` (m). Walls are longer than their side of the hole: the union of all points beyond any of
/// the faces is exactly what is outside of the hole, and of the funnel above it.
pub(super) fn upright(walls: u32, apothem: f64, chamfer: f64) -> String {
    let outer = apothem + WALL;
    let half = outer * (PI / f64::from(walls)).tan();
    let mut profile = vec![[apothem, -DEPTH], [outer, -DEPTH], [outer, 0.0]];
    profile.push([apothem + chamfer, 0.0]);
    if chamfer > 0.0 {
        profile.push([apothem, -chamfer]);
    }
    let middle = [apothem + 0.5 * WALL, -0.5 * DEPTH];
    let corner = |&[x, z]: &[f64; 2]| {
        let [x, z] = [x - middle[0], z - middle[1]];
        [[x, -half, z], [x, half, z]]
    };
    let corners: Vec<[f64; 3]> = profile.iter().flat_map(corner).collect();
    let mut text = format!(
        "\n[shape.wall.polytope]\nvertices = {corners:?}\n\n[shape.hole.bundle]\nparts = [\n"
    );
    for k in 0..walls {
        let angle = TAU * f64::from(k) / f64::from(walls);
        let place = [middle[0] * angle.cos(), middle[0] * angle.sin(), middle[1]];
        let quat = [(0.5 * angle).cos(), 0.0, 0.0, (0.5 * angle).sin()];
        writeln!(
            text,
            "    {{ shape = \"wall\", position = {place:?}, quat_wxyz = {quat:?} }},"
        )
        .expect("writing to a string");
    }
    text + "]\n\n[[body]]\nname = \"hole\"\nfixed = true\nshape = \"hole\"\n"
}
