//! A convex hull with few faces: an outer polytope whose faces all touch the hull.
//!
//! It starts from the large faces of the hull, which stay exact. Then support planes cut off the corner of the
//! polytope that is farthest from the hull, square to the way from the hull to that corner. The distance to a
//! convex set is largest at a corner, so the distance of the farthest one is the Hausdorff distance.

use super::convex_hull::ConvexHull;
use super::nearest::nearest;
use crate::error::{Error, Result};
use crate::math::{Rot, Vec3};
use crate::shape::{MAX_FACES, Placed, Polytope, Shape};
use std::collections::HashMap;

/// Smallest number of faces that enclose a volume.
const MIN_FACES: usize = 4;
/// Distances below this fraction of the size of the hull are zero.
const ZERO: f64 = 1e-9;
/// One plane is added at a time up to this many, then one per this many at a time.
const SINGLY: usize = 64;

/// A convex part of a mesh, with few faces.
#[derive(Debug, Clone, PartialEq)]
pub struct ConvexPart {
    /// The part in the frame of the mesh; its own origin is its centre of volume before it was reduced.
    pub placed: Placed,
    /// Number of faces of the true hull.
    pub faces_before: usize,
    /// Number of faces of the part.
    pub faces_after: usize,
    /// Hausdorff distance between the part and the true hull, m; 0 for a hull taken as it is.
    pub distance: f64,
}

impl ConvexPart {
    /// Returns the median of the three half extents, m.
    pub fn median_half_extent(&self) -> f64 {
        let (low, high) = self.placed.bounds();
        let mut half: [f64; 3] = ((high - low) / 2.0).into();
        half.sort_by(f64::total_cmp);
        half[1]
    }
}

/// Checks a largest number of faces.
pub(super) fn check_max_faces(max_faces: usize) -> Result<()> {
    if (MIN_FACES..=MAX_FACES).contains(&max_faces) {
        return Ok(());
    }
    let why = format!("must be from {MIN_FACES} to {MAX_FACES}, got {max_faces}");
    let fix = "32 is enough for most parts of robots";
    Err(Error::value("max_faces", why, fix))
}

/// Returns the hull as it is where it has at most `max_faces` faces, else an outer polytope that has.
pub(super) fn reduce(hull: &ConvexHull, max_faces: usize) -> Result<ConvexPart> {
    let centre = hull.centre();
    let faces_before = hull.faces.len();
    let hull = hull.moved(&centre);
    let (polytope, distance) = if faces_before <= max_faces {
        let (points, hull) = hull.into_parts();
        (Polytope::from_hull(&points, &hull)?, 0.0)
    } else {
        outer(&hull, max_faces)?
    };
    Ok(ConvexPart {
        faces_before,
        faces_after: polytope.normals.len(),
        distance,
        placed: Placed {
            shape: Shape::from(polytope),
            offset: centre,
            rotation: Rot::identity(),
        },
    })
}

/// Nearest points of the hull to corners that were looked at before, by the faces that meet there.
type Known = HashMap<Vec<usize>, Vec3>;

/// The outer polytope of a hull around the origin, and its distance.
fn outer(hull: &ConvexHull, max_faces: usize) -> Result<(Polytope, f64)> {
    let zero = ZERO * hull.radius();
    let mut known = Known::new();
    let mut polytope = start(hull, max_faces)?;
    let mut farthest = far_corners(hull, &polytope, &mut known);
    for _ in 0..4 * max_faces {
        let room = max_faces - polytope.normals.len();
        if room == 0 || farthest[0].distance <= zero {
            break;
        }
        let at_once = (polytope.normals.len() / SINGLY).clamp(1, room);
        let mut rows = (polytope.normals.clone(), polytope.offsets.clone());
        add_planes(hull, &farthest, at_once, zero, &mut rows);
        // planes that almost coincide have no corners that can be found: the last polytope is as good
        let Ok(next) = Polytope::from_faces(&rows.0, &rows.1) else {
            break;
        };
        let pruned = without_empty_faces(next)?;
        if pruned.1 {
            known.clear();
        }
        polytope = pruned.0;
        farthest = far_corners(hull, &polytope, &mut known);
    }
    Ok((polytope, farthest[0].distance))
}

/// The polytope of the large faces of the hull, and of support planes along the axes where those are unbounded.
fn start(hull: &ConvexHull, max_faces: usize) -> Result<Polytope> {
    let axes = if max_faces < 6 { tetrahedron() } else { cube() };
    let mut by_area: Vec<(f64, usize)> = (0..hull.faces.len())
        .map(|i| (hull.area(&hull.faces[i]), i))
        .collect();
    by_area.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let total: f64 = by_area.iter().map(|(area, _)| area).sum();
    let large = by_area
        .iter()
        .take_while(|(area, _)| area * max_faces as f64 >= total)
        .take(max_faces - axes.len())
        .map(|&(_, i)| &hull.faces[i]);
    let (mut normals, mut offsets): (Vec<Vec3>, Vec<f64>) =
        large.map(|face| (face.normal, face.offset)).unzip();
    if normals.len() >= MIN_FACES
        && let Ok(polytope) = Polytope::from_faces(&normals, &offsets)
    {
        return Ok(polytope);
    }
    for axis in axes {
        if normals.iter().all(|n| n.dot(&axis) < 1.0 - ZERO) {
            normals.push(axis);
            offsets.push(hull.support(&axis));
        }
    }
    Ok(without_empty_faces(Polytope::from_faces(&normals, &offsets)?)?.0)
}

fn cube() -> Vec<Vec3> {
    let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
    axes.iter().flat_map(|&axis| [axis, -axis]).collect()
}

fn tetrahedron() -> Vec<Vec3> {
    let corners = [
        [1.0, 1.0, 1.0],
        [1.0, -1.0, -1.0],
        [-1.0, 1.0, -1.0],
        [-1.0, -1.0, 1.0],
    ];
    corners.map(|c| Vec3::from(c).normalize()).to_vec()
}

/// A corner of the polytope and the point of the hull nearest to it.
struct FarCorner {
    corner: Vec3,
    nearest: Vec3,
    distance: f64,
}

/// All corners of the polytope, the farthest first.
fn far_corners(hull: &ConvexHull, polytope: &Polytope, known: &mut Known) -> Vec<FarCorner> {
    let mut faces_at = vec![Vec::new(); polytope.vertices.len()];
    for (face, corners) in polytope.corners.iter().enumerate() {
        for &corner in corners {
            faces_at[corner].push(face);
        }
    }
    let corners = polytope.vertices.iter().zip(faces_at);
    let mut all: Vec<FarCorner> = corners
        .map(|(corner, faces)| {
            let nearest = *known.entry(faces).or_insert_with(|| nearest(hull, corner));
            FarCorner {
                corner: *corner,
                nearest,
                distance: (corner - nearest).norm(),
            }
        })
        .collect();
    all.sort_by(|a, b| b.distance.total_cmp(&a.distance));
    all
}

/// Adds support planes that cut off up to `count` of the farthest corners.
fn add_planes(
    hull: &ConvexHull,
    farthest: &[FarCorner],
    count: usize,
    zero: f64,
    (normals, offsets): &mut (Vec<Vec3>, Vec<f64>),
) {
    let first = normals.len();
    for far in farthest.iter().take_while(|far| far.distance > zero) {
        let new = normals[first..].iter().zip(&offsets[first..]);
        let is_cut = new.into_iter().any(|(n, b)| n.dot(&far.corner) > b + zero);
        if !is_cut {
            let normal = (far.corner - far.nearest) / far.distance;
            normals.push(normal);
            offsets.push(hull.support(&normal));
        }
        if normals.len() == first + count {
            break;
        }
    }
}

/// The polytope without faces that other ones have left no area, and whether there were any.
fn without_empty_faces(polytope: Polytope) -> Result<(Polytope, bool)> {
    let full = |i: &usize| polytope.corners[*i].len() >= 3;
    let kept: Vec<usize> = (0..polytope.normals.len()).filter(full).collect();
    if kept.len() == polytope.normals.len() {
        return Ok((polytope, false));
    }
    let normals: Vec<Vec3> = kept.iter().map(|&i| polytope.normals[i]).collect();
    let offsets: Vec<f64> = kept.iter().map(|&i| polytope.offsets[i]).collect();
    Ok((Polytope::from_faces(&normals, &offsets)?, true))
}
