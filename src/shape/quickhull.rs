//! Convex hull of points as triangles (quickhull with conflict lists).
//!
//! Points are expected in a frame in which the cloud has extent about 1 along three axes (see
//! [`super::hull`]). Points that stick out less than `tolerance` are dropped. It returns `None`
//! where rounding breaks the horizon; it never panics.

use crate::math::Vec3;
use std::collections::HashMap;

struct Triangle {
    corners: [usize; 3],
    /// Neighbour across the edge from corner k to corner k + 1.
    neighbours: [usize; 3],
    normal: Vec3,
    offset: f64,
    /// Points above this triangle that are not on the hull yet.
    outside: Vec<usize>,
    alive: bool,
}

impl Triangle {
    fn new(points: &[Vec3], corners: [usize; 3], neighbours: [usize; 3]) -> Self {
        let [a, b, c] = corners.map(|i| points[i]);
        let cross = (b - a).cross(&(c - a));
        let normal = cross.try_normalize(0.0).unwrap_or_else(Vec3::zeros);
        Self {
            corners,
            neighbours,
            normal,
            offset: normal.dot(&((a + b + c) / 3.0)),
            outside: Vec::new(),
            alive: true,
        }
    }

    fn height(&self, point: &Vec3) -> f64 {
        self.normal.dot(point) - self.offset
    }
}

/// Triangles of the hull, counter-clockwise seen from outside; indices into `points`.
pub(super) fn triangles(points: &[Vec3], tolerance: f64) -> Option<Vec<[usize; 3]>> {
    let mut hull = first_tetrahedron(points, tolerance)?;
    let mut todo: Vec<usize> = (0..4).collect();
    while let Some(start) = todo.pop() {
        let Some(apex) = farthest(&hull[start], points) else {
            continue;
        };
        let (visible, horizon) = horizon(&hull, start, &points[apex], tolerance);
        let fan = add_fan(&mut hull, points, apex, &horizon)?;
        let mut orphans = Vec::new();
        for &i in &visible {
            hull[i].alive = false;
            orphans.append(&mut hull[i].outside);
        }
        orphans.retain(|&i| i != apex);
        hand_out(&mut hull[fan.clone()], points, &orphans, tolerance);
        todo.extend(fan);
    }
    Some(hull.iter().filter(|t| t.alive).map(|t| t.corners).collect())
}

fn farthest(triangle: &Triangle, points: &[Vec3]) -> Option<usize> {
    let height = |i: &usize| triangle.height(&points[*i]);
    let by_height = |a: &usize, b: &usize| height(a).total_cmp(&height(b));
    let best = triangle.outside.iter().copied().max_by(by_height);
    best.filter(|_| triangle.alive)
}

/// Four points that span the cloud, as triangles with their conflict lists.
fn first_tetrahedron(points: &[Vec3], tolerance: f64) -> Option<Vec<Triangle>> {
    let best = |score: &dyn Fn(&Vec3) -> f64| {
        (0..points.len()).max_by(|&i, &j| score(&points[i]).total_cmp(&score(&points[j])))
    };
    let a = best(&|p| -p.x)?;
    let b = best(&|p| (p - points[a]).norm_squared())?;
    let edge = points[b] - points[a];
    let c = best(&|p| edge.cross(&(p - points[a])).norm_squared())?;
    let normal = edge.cross(&(points[c] - points[a])).try_normalize(0.0)?;
    let d = best(&|p| normal.dot(&(p - points[a])).abs())?;
    let height = normal.dot(&(points[d] - points[a]));
    if height.abs() <= tolerance {
        return None;
    }
    let (b, c) = if height > 0.0 { (c, b) } else { (b, c) };
    let mut hull = vec![
        Triangle::new(points, [a, b, c], [1, 2, 3]),
        Triangle::new(points, [b, a, d], [0, 3, 2]),
        Triangle::new(points, [c, b, d], [0, 1, 3]),
        Triangle::new(points, [a, c, d], [0, 2, 1]),
    ];
    let rest: Vec<usize> = (0..points.len())
        .filter(|i| ![a, b, c, d].contains(i))
        .collect();
    hand_out(&mut hull, points, &rest, tolerance);
    Some(hull)
}

/// Triangles that the apex sees (coplanar ones count as seen, so that no triangle is made on an
/// edge in line with the apex), and the directed edges around them with the triangle behind.
fn horizon(
    hull: &[Triangle],
    start: usize,
    apex: &Vec3,
    tolerance: f64,
) -> (Vec<usize>, Vec<(usize, usize, usize)>) {
    let mut seen = HashMap::from([(start, true)]);
    let mut visible = vec![start];
    let mut edges = Vec::new();
    let mut next = 0;
    while next < visible.len() {
        let triangle = &hull[visible[next]];
        next += 1;
        for k in 0..3 {
            let other = triangle.neighbours[k];
            let sees = *seen.entry(other).or_insert_with(|| {
                let sees = hull[other].height(apex) > -tolerance;
                if sees {
                    visible.push(other);
                }
                sees
            });
            if !sees {
                edges.push((triangle.corners[k], triangle.corners[(k + 1) % 3], other));
            }
        }
    }
    (visible, edges)
}

/// New triangles from the apex to every edge of the horizon; `None` when it is not one loop.
fn add_fan(
    hull: &mut Vec<Triangle>,
    points: &[Vec3],
    apex: usize,
    horizon: &[(usize, usize, usize)],
) -> Option<std::ops::Range<usize>> {
    let first = hull.len();
    let starts: HashMap<usize, usize> = (first..)
        .zip(horizon)
        .map(|(new, &(from, _, _))| (from, new))
        .collect();
    let ends: HashMap<usize, usize> = (first..)
        .zip(horizon)
        .map(|(new, &(_, to, _))| (to, new))
        .collect();
    if horizon.len() < 3 || starts.len() != horizon.len() || ends.len() != horizon.len() {
        return None;
    }
    for (new, &(from, to, behind)) in (first..).zip(horizon) {
        let corners = [from, to, apex];
        let neighbours = [behind, *starts.get(&to)?, *ends.get(&from)?];
        hull.push(Triangle::new(points, corners, neighbours));
        let back = (0..3).find(|&k| hull[behind].corners[k] == to)?;
        hull[behind].neighbours[back] = new;
    }
    Some(first..hull.len())
}

/// Gives every point to the triangle that it is farthest above; points inside are dropped.
fn hand_out(triangles: &mut [Triangle], points: &[Vec3], who: &[usize], tolerance: f64) {
    for &i in who {
        let mut best = (tolerance, None);
        for (k, triangle) in triangles.iter().enumerate() {
            let height = triangle.height(&points[i]);
            if height > best.0 {
                best = (height, Some(k));
            }
        }
        if let Some(k) = best.1 {
            triangles[k].outside.push(i);
        }
    }
}
