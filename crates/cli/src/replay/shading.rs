//! Normals of triangle meshes for shading: round where faces meet at a small angle, sharp elsewhere.

use drystone::math::Vec3;
use drystone::shape::Surface;
use drystone::shape::mesh::TriangleMesh;
use std::collections::HashMap;

/// The cosine of the largest angle between faces that look round where they meet, 35 degrees.
const ROUND: f64 = 0.819;
/// Corners at which more faces meet look sharp.
const MOST_FACES: usize = 300;
/// Steps of the components of a normal; normals that agree are one.
const STEPS: f64 = 1e3;

/// Faces by the points at which they meet; points at one place are one.
struct Corners {
    /// Per triangle, its points.
    points: Vec<[usize; 3]>,
    /// Where the faces of each point begin in `faces`, and where the last ones end.
    starts: Vec<usize>,
    faces: Vec<usize>,
}

impl Corners {
    fn of(mesh: &TriangleMesh) -> Self {
        let mut known = HashMap::new();
        let welded = mesh.points.iter().map(|point| {
            // minus zero is zero
            let bits = [point.x, point.y, point.z].map(|x| (x + 0.0).to_bits());
            let next = known.len();
            *known.entry(bits).or_insert(next)
        });
        let welded: Vec<usize> = welded.collect();
        let points = mesh.triangles.iter();
        let points: Vec<_> = points.map(|t| t.map(|i| welded[i as usize])).collect();
        let mut starts = vec![0; known.len() + 1];
        for &point in points.iter().flatten() {
            starts[point + 1] += 1;
        }
        for point in 0..known.len() {
            starts[point + 1] += starts[point];
        }
        let mut next = starts.clone();
        let mut faces = vec![0; 3 * points.len()];
        for (face, corners) in points.iter().enumerate() {
            for &point in corners {
                faces[next[point]] = face;
                next[point] += 1;
            }
        }
        Self {
            points,
            starts,
            faces,
        }
    }

    fn faces_at(&self, point: usize) -> &[usize] {
        &self.faces[self.starts[point]..self.starts[point + 1]]
    }
}

/// Returns the surface of a mesh; triangles without an area are left out.
pub fn shade(mesh: &TriangleMesh) -> Surface {
    let corners = Corners::of(mesh);
    let areas = mesh.triangles.iter().map(|t| {
        let [a, b, c] = t.map(|i| mesh.points[i as usize]);
        (b - a).cross(&(c - a))
    });
    let areas: Vec<Vec3> = areas.collect();
    let units: Vec<_> = areas.iter().map(|area| area.try_normalize(0.0)).collect();
    let mut out = Surface::default();
    let mut known = HashMap::new();
    for (face, triangle) in mesh.triangles.iter().enumerate() {
        let Some(own) = units[face] else { continue };
        let mut indices = [0; 3];
        for (k, index) in indices.iter_mut().enumerate() {
            let point = corners.points[face][k];
            let normal = normal(corners.faces_at(point), own, (&areas, &units));
            let key = normal.map(|x| (x * STEPS).round() as i32);
            *index = *known
                .entry((point, key.x, key.y, key.z))
                .or_insert_with(|| {
                    out.points.push(mesh.points[triangle[k] as usize]);
                    out.normals.push(normal);
                    out.points.len() - 1
                });
        }
        out.triangles.push(indices);
    }
    out
}

/// Returns the mean normal, weighted by area, of the faces that lie round about one with the normal `own`.
fn normal(faces: &[usize], own: Vec3, (areas, units): (&[Vec3], &[Option<Vec3>])) -> Vec3 {
    if faces.len() > MOST_FACES {
        return own;
    }
    let is_round = |face: &&usize| units[**face].is_some_and(|unit| unit.dot(&own) >= ROUND);
    let sum: Vec3 = faces.iter().filter(is_round).map(|face| areas[*face]).sum();
    sum.try_normalize(0.0).unwrap_or(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two faces that meet at an angle (rad) along the x axis.
    fn roof(angle: f64) -> TriangleMesh {
        let (sin, cos) = angle.sin_cos();
        let points = [[0.0, 0.0], [1.0, 0.0], [0.0, -1.0], [0.0, 1.0]];
        let mut points: Vec<Vec3> = points.map(|[x, y]| Vec3::new(x, y, 0.0)).into();
        points[3] = Vec3::new(0.0, cos, -sin);
        TriangleMesh {
            points,
            triangles: vec![[0, 2, 1], [0, 1, 3]],
        }
    }

    #[test]
    fn faces_are_round_at_small_angles_and_sharp_at_large_ones() {
        let round = shade(&roof(0.3));
        assert_eq!(round.points.len(), 4);
        assert_eq!(round.triangles.len(), 2);
        let tilt = round.normals[0].y.atan2(round.normals[0].z);
        assert!((tilt - 0.15).abs() < 1e-12, "{tilt}");
        let sharp = shade(&roof(1.0));
        assert_eq!(sharp.points.len(), 6);
        assert!(sharp.normals.iter().all(|n| (n.norm() - 1.0).abs() < 1e-12));
    }

    #[test]
    fn points_at_one_place_are_one_and_faces_without_area_are_none() {
        let mut mesh = roof(0.3);
        mesh.points.extend([mesh.points[0], mesh.points[1]]);
        mesh.triangles = vec![[0, 2, 1], [4, 5, 3], [0, 4, 1]];
        let surface = shade(&mesh);
        assert_eq!((surface.points.len(), surface.triangles.len()), (4, 2));
    }
}
