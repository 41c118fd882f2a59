//! The corners of a polytope are found from its faces by duality.

use super::MAX_FACES;
use super::checks::direction;
use crate::error::{Error, Result};
use crate::math::{Mat3, Vec3};
use crate::shape::hull::{self, Failure};

/// Vertices and the corners of every face: the faces of the hull of the dual points
/// n_i / (b_i - n_i.c) are the vertices. `centre` c is strictly inside.
pub(super) fn corners_by_duality(
    normals: &[Vec3],
    offsets: &[f64],
    centre: &Vec3,
) -> Result<(Vec<Vec3>, Vec<Vec<usize>>)> {
    let dual: Vec<Vec3> = normals
        .iter()
        .zip(offsets)
        .map(|(n, b)| n / (b - n.dot(centre)))
        .collect();
    // A polytope of n faces has fewer than 2 n corners.
    let hull = match hull::hull(&dual, 2 * MAX_FACES) {
        Ok(hull) => hull,
        Err(Failure::Flat(_, m)) => {
            // The dual points lie in a plane m.y = c: -m (c > 0) leads to infinity.
            let mean = dual.iter().map(|d| m.dot(d)).sum::<f64>();
            return Err(unbounded(&if mean > 0.0 { -m } else { m }));
        }
        Err(Failure::TooMany(_) | Failure::Rounding) => {
            let why = "the faces are too close to degenerate to find the corners";
            return Err(Error::value("A", why, "remove faces that almost coincide"));
        }
    };
    let size = dual.iter().map(Vec3::norm).fold(0.0, f64::max);
    if let Some(open) = hull.faces.iter().find(|f| f.offset <= 1e-12 * size) {
        return Err(unbounded(&open.normal));
    }
    let vertices: Vec<Vec3> = hull
        .faces
        .iter()
        .map(|f| {
            let meeting = || f.corners.iter().map(|&c| hull.vertices[c]);
            let planes = meeting().map(|i| (normals[i], offsets[i]));
            polished(centre + f.normal / f.offset, &planes.collect::<Vec<_>>())
        })
        .collect();
    let mut corners = vec![Vec::new(); normals.len()];
    for (vertex, face) in hull.faces.iter().enumerate() {
        for &corner in &face.corners {
            corners[hull.vertices[corner]].push(vertex);
        }
    }
    for (corners, normal) in corners.iter_mut().zip(normals) {
        let middle = corners.iter().map(|&i| vertices[i]).sum::<Vec3>() / corners.len() as f64;
        hull::sort_around(corners, &middle, normal, |i| vertices[i]);
    }
    Ok((vertices, corners))
}

/// The point nearest to the planes that meet in a corner (least squares), from one close by.
fn polished(corner: Vec3, planes: &[(Vec3, f64)]) -> Vec3 {
    let normal_matrix: Mat3 = planes.iter().map(|(n, _)| n * n.transpose()).sum();
    let Some(cholesky) = normal_matrix.cholesky() else {
        return corner;
    };
    let correction = |y: &Vec3| -> Vec3 {
        let residual: Vec3 = planes.iter().map(|(n, b)| n * (b - n.dot(y))).sum();
        y + cholesky.solve(&residual)
    };
    correction(&correction(&corner))
}

fn unbounded(along: &Vec3) -> Error {
    Error::value(
        "A",
        format!("unbounded, e.g. along {}", direction(along)),
        "add faces, or use a half-space shape for a plane",
    )
}
