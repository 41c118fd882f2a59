//! The sharp edges of surfaces: without them glass is hardly seen.

use drystone::math::Vec3;
use drystone::shape::Surface;
use std::collections::HashMap;

/// The cosine of the largest angle between faces that meet without an edge, 35 degrees, as in visuals.
const SMOOTH: f64 = 0.819;
/// Points are one where their coordinates agree to this, m relative to the size of the surface.
const SAME: f64 = 1e-6;

/// Returns the ends of the edges of a surface where its faces meet at an angle, or where it ends.
pub(super) fn sharp_edges(surface: &Surface) -> Vec<[Vec3; 2]> {
    let size = surface.points.iter().map(|p| p.amax()).fold(0.0, f64::max);
    let grid = |p: &Vec3| p.map(|x| (x / (SAME * size)).round() as i64);
    let places: Vec<_> = surface
        .points
        .iter()
        .map(|p| <[i64; 3]>::from(grid(p)))
        .collect();
    let mut edges: HashMap<_, (Vec<Vec3>, [Vec3; 2])> = HashMap::new();
    for triangle in &surface.triangles {
        let [a, b, c] = triangle.map(|k| surface.points[k]);
        let Some(normal) = (b - a).cross(&(c - a)).try_normalize(0.0) else {
            continue;
        };
        for k in 0..3 {
            let [from, to] = [triangle[k], triangle[(k + 1) % 3]];
            let mut key = [places[from], places[to]];
            key.sort_unstable();
            let ends = [from, to].map(|k| surface.points[k]);
            let (normals, _) = edges.entry(key).or_insert((Vec::new(), ends));
            normals.push(normal);
        }
    }
    let is_sharp = |normals: &[Vec3]| match normals {
        [a, b] => a.dot(b) < SMOOTH,
        _ => true,
    };
    let mut sharp: Vec<_> = edges
        .into_iter()
        .filter(|(_, (normals, _))| is_sharp(normals))
        .collect();
    // a hash map has no order, and pictures have one
    sharp.sort_unstable_by_key(|(key, _)| *key);
    sharp.into_iter().map(|(_, (_, ends))| ends).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use drystone::scene::Scene;

    fn edges_of(shape: &str) -> Vec<[Vec3; 2]> {
        let text = format!("[[body]]\nname = \"a\"\nfixed = true\nshape = {{ {shape} }}\n");
        let scene = Scene::parse(&text, "shape").unwrap_or_else(|e| panic!("{e}"));
        sharp_edges(&scene.model.bodies[0].parts[0].placed.surface())
    }

    #[test]
    fn a_box_has_twelve_edges_and_a_ball_none() {
        let edges = edges_of("box = { half_extents = [0.1, 0.2, 0.3] }");
        assert_eq!(edges.len(), 12);
        let length: f64 = edges.iter().map(|[a, b]| (b - a).norm()).sum();
        assert!((length - 8.0 * 0.6).abs() < 1e-9, "{length}");
        assert!(edges_of("sphere = { radius = 0.2 }").is_empty());
    }
}
