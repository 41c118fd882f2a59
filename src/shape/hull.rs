//! Convex hull with whole faces: triangles in one plane are one face.
//!
//! The cloud is first mapped to extents 1 along its principal axes (hulls are affine invariant),
//! so that thin plates are as well conditioned as cubes.

use super::quickhull;
use crate::math::{Mat3, Vec3};
use std::collections::{HashMap, HashSet};

/// A cloud is flat when its thinnest extent is below this fraction of its largest.
const FLAT: f64 = 1e-8;
/// Triangles belong to one face when all their corners are within this fraction of the size of
/// the cloud of its plane.
const COPLANAR: f64 = 1e-9;

/// Points that stick out less than this fraction of the extents are dropped: the first value for
/// which the result is a closed surface with all points inside to four times of it, or to ten
/// times [`COPLANAR`].
const TOLERANCES: [f64; 7] = [1e-11, 1e-13, 1e-10, 1e-9, 1e-8, 3e-8, 1e-7];

/// A face: the plane normal . y = offset (unit outward normal) and its corners,
/// counter-clockwise seen from outside, as indices into [`Hull::vertices`].
#[derive(Debug, Clone)]
pub(super) struct Face {
    pub normal: Vec3,
    pub offset: f64,
    pub corners: Vec<usize>,
}

/// Convex hull of a cloud.
#[derive(Debug, Clone)]
pub(super) struct Hull {
    /// The corners of the hull as indices into the cloud, ascending.
    pub vertices: Vec<usize>,
    pub faces: Vec<Face>,
}

/// Why there is no hull.
#[derive(Debug, Clone)]
pub(super) enum Failure {
    /// All points in one plane, or almost: thickness along a unit direction.
    Flat(f64, Vec3),
    /// More faces than the limit.
    TooMany(usize),
    /// Rounding: the points are too close to degenerate.
    Rounding,
}

/// Centre, principal axes (columns, right-handed) and extents of a cloud, thinnest axis first.
fn principal_box(points: &[Vec3]) -> (Vec3, Mat3, Vec3) {
    let centre = points.iter().sum::<Vec3>() / points.len() as f64;
    let mut covariance = Mat3::zeros();
    let scale = points
        .iter()
        .map(|p| (p - centre).amax())
        .fold(f64::MIN_POSITIVE, f64::max);
    for p in points {
        let d = (p - centre) / scale;
        covariance += d * d.transpose();
    }
    let eigen = covariance.symmetric_eigen();
    let mut order = [0, 1, 2];
    order.sort_by(|&i, &j| eigen.eigenvalues[i].total_cmp(&eigen.eigenvalues[j]));
    let thin = eigen.eigenvectors.column(order[0]).into_owned();
    let middle = eigen.eigenvectors.column(order[1]).into_owned();
    let axes = Mat3::from_columns(&[thin, middle, thin.cross(&middle)]);
    let mut low = Vec3::repeat(f64::INFINITY);
    let mut high = -low;
    for p in points {
        let d = axes.tr_mul(&(p - centre));
        low = low.inf(&d);
        high = high.sup(&d);
    }
    (centre, axes, high - low)
}

/// Convex hull of finite points with at most `max_faces` faces.
pub(super) fn hull(points: &[Vec3], max_faces: usize) -> Result<Hull, Failure> {
    let (centre, axes, extents) = principal_box(points);
    let size = extents.max();
    let thin = extents.imin();
    if points.len() < 4 || extents[thin] <= FLAT * size {
        return Err(Failure::Flat(extents[thin], axes.column(thin).into_owned()));
    }
    let unit: Vec<Vec3> = points
        .iter()
        .map(|p| axes.tr_mul(&(p - centre)).component_div(&extents))
        .collect();
    let distinct = distinct(&unit);
    let cloud: Vec<Vec3> = distinct.iter().map(|&i| unit[i]).collect();
    for tolerance in TOLERANCES {
        let Some(mut triangles) = quickhull::triangles(&cloud, tolerance) else {
            continue;
        };
        for corner in triangles.iter_mut().flatten() {
            *corner = distinct[*corner];
        }
        let outside = size * (10.0 * COPLANAR).max(4.0 * tolerance);
        match merge(points, &triangles, [COPLANAR * size, outside], max_faces) {
            Err(Failure::Rounding) => {}
            result => return result,
        }
    }
    Err(Failure::Rounding)
}

/// Indices of points that differ by more than rounding (the first of each group).
fn distinct(points: &[Vec3]) -> Vec<usize> {
    let mut seen = HashMap::new();
    let key = |p: &Vec3| [p.x, p.y, p.z].map(|c| (c * 1e11).round() as i64);
    (0..points.len())
        .filter(|&i| seen.insert(key(&points[i]), i).is_none())
        .collect()
}

/// Merges triangles that are coplanar to the first tolerance; fails by rounding when a point of the
/// cloud is outside the result by more than the second.
fn merge(
    points: &[Vec3],
    triangles: &[[usize; 3]],
    [coplanar, outside]: [f64; 2],
    max_faces: usize,
) -> Result<Hull, Failure> {
    let crosses: Vec<Vec3> = triangles
        .iter()
        .map(|t| {
            let [a, b, c] = t.map(|i| points[i]);
            (b - a).cross(&(c - a))
        })
        .collect();
    let face_of = flood(points, triangles, &crosses, coplanar).ok_or(Failure::Rounding)?;
    let count = face_of.iter().max().map_or(0, |last| last + 1);
    if count > max_faces {
        return Err(Failure::TooMany(count));
    }
    let mut corners_of = vec![Vec::new(); count];
    let mut outward = vec![Vec3::zeros(); count];
    let mut faces_at: HashMap<usize, Vec<usize>> = HashMap::new();
    for ((triangle, &face), cross) in triangles.iter().zip(&face_of).zip(&crosses) {
        outward[face] += cross;
        for &corner in triangle {
            let faces = faces_at.entry(corner).or_default();
            if !faces.contains(&face) {
                faces.push(face);
                corners_of[face].push(corner);
            }
        }
    }
    // A point with fewer than three faces lies inside a face or an edge.
    let mut vertices: Vec<usize> = faces_at.keys().copied().collect();
    vertices.retain(|v| faces_at[v].len() >= 3);
    vertices.sort_unstable();
    let index: HashMap<usize, usize> = vertices.iter().enumerate().map(|(i, &v)| (v, i)).collect();
    let mut faces = Vec::with_capacity(count);
    for (corners, outward) in corners_of.iter().zip(&outward) {
        let kept: Vec<usize> = corners
            .iter()
            .filter_map(|c| index.get(c).copied())
            .collect();
        if kept.len() >= 3 {
            let outward = outward.try_normalize(0.0);
            let face = outward.and_then(|n| fit(points, &vertices, kept, &n));
            faces.push(face.ok_or(Failure::Rounding)?);
        }
    }
    let inside = |p: &Vec3| faces.iter().all(|f| f.normal.dot(p) <= f.offset + outside);
    if !closed(&faces, vertices.len()) || !points.iter().all(inside) {
        return Err(Failure::Rounding);
    }
    Ok(Hull { vertices, faces })
}

/// Whether every edge is shared by two faces that run along it in opposite directions, and the
/// faces close one surface without handles (Euler).
fn closed(faces: &[Face], vertices: usize) -> bool {
    let mut edges = HashSet::new();
    for corners in faces.iter().map(|f| &f.corners) {
        for k in 0..corners.len() {
            if !edges.insert((corners[k], corners[(k + 1) % corners.len()])) {
                return false;
            }
        }
    }
    edges.iter().all(|&(a, b)| edges.contains(&(b, a)))
        && vertices + faces.len() == edges.len() / 2 + 2
}

/// The face number of every triangle: from the largest triangle outwards over the edges.
fn flood(
    points: &[Vec3],
    triangles: &[[usize; 3]],
    crosses: &[Vec3],
    tolerance: f64,
) -> Option<Vec<usize>> {
    let mut across = HashMap::new();
    for (i, t) in triangles.iter().enumerate() {
        for k in 0..3 {
            across.insert((t[k], t[(k + 1) % 3]), i);
        }
    }
    let mut order: Vec<usize> = (0..triangles.len()).collect();
    order.sort_by(|&i, &j| {
        crosses[j]
            .norm_squared()
            .total_cmp(&crosses[i].norm_squared())
    });
    let mut face_of = vec![usize::MAX; triangles.len()];
    let mut count = 0;
    for seed in order {
        if face_of[seed] != usize::MAX {
            continue;
        }
        let normal = crosses[seed].try_normalize(0.0)?;
        let offset = normal.dot(&points[triangles[seed][0]]);
        face_of[seed] = count;
        let mut todo = vec![seed];
        while let Some(i) = todo.pop() {
            let t = triangles[i];
            for k in 0..3 {
                let other = *across.get(&(t[(k + 1) % 3], t[k]))?;
                let in_plane = |c: usize| (normal.dot(&points[c]) - offset).abs() <= tolerance;
                if face_of[other] == usize::MAX && triangles[other].iter().all(|&c| in_plane(c)) {
                    face_of[other] = count;
                    todo.push(other);
                }
            }
        }
        count += 1;
    }
    Some(face_of)
}

/// Orders the corners of a face around it and fits its plane.
fn fit(
    points: &[Vec3],
    vertices: &[usize],
    mut corners: Vec<usize>,
    outward: &Vec3,
) -> Option<Face> {
    let at = |i: usize| points[vertices[i]];
    let centre = corners.iter().map(|&i| at(i)).sum::<Vec3>() / corners.len() as f64;
    sort_around(&mut corners, &centre, outward, at);
    let area: Vec3 = (0..corners.len())
        .map(|k| {
            let next = corners[(k + 1) % corners.len()];
            (at(corners[k]) - centre).cross(&(at(next) - centre))
        })
        .sum();
    let normal = area.try_normalize(0.0)?;
    let offset = corners
        .iter()
        .map(|&i| normal.dot(&at(i)))
        .fold(f64::NEG_INFINITY, f64::max);
    Some(Face {
        normal,
        offset,
        corners,
    })
}

/// Sorts indices of points counter-clockwise about `centre` seen against `axis`.
pub(super) fn sort_around(
    indices: &mut [usize],
    centre: &Vec3,
    axis: &Vec3,
    at: impl Fn(usize) -> Vec3,
) {
    let (t1, t2) = crate::math::tangents(axis);
    let angle = |i: usize| {
        let d = at(i) - centre;
        d.dot(&t2).atan2(d.dot(&t1))
    };
    indices.sort_by(|&i, &j| angle(i).total_cmp(&angle(j)));
}
