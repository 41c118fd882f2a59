//! Polytope { y : A y <= b } with unit rows of A and b > 0 (the origin strictly inside).

use super::Rows;
use super::hull::{self, Failure, Hull};
use crate::error::{Error, Result, finite};
use crate::math::{Mat3, Vec3};

/// Largest number of faces of one polytope.
pub const MAX_FACES: usize = 2000;
/// Largest number of points that a hull is taken of.
pub const MAX_VERTICES: usize = 100_000;

/// The origin is strictly inside when every face is farther away than this fraction of the size.
const STRICT: f64 = 1e-9;

/// Convex polytope as faces and vertices; the scaling is about the origin of its frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Polytope {
    /// Outward unit normals.
    pub normals: Vec<Vec3>,
    /// Offsets b > 0 of the faces along their normals, m.
    pub offsets: Vec<f64>,
    /// Corners, m.
    pub vertices: Vec<Vec3>,
    /// The corners of every face as indices into `vertices`, counter-clockwise seen from outside;
    /// empty for a redundant face.
    pub corners: Vec<Vec<usize>>,
    /// Built from vertices, all faces triangles: every vertex may move on its own.
    pub(super) simplicial: bool,
}

impl Polytope {
    /// The convex hull of `vertices` (m). Triangles in one plane (1e-9 of the size) become one
    /// face; points that are not corners of the hull are dropped.
    ///
    /// # Errors
    /// Field `vertices`: fewer than 4 points, more than [`MAX_VERTICES`], not finite, flat, more
    /// than [`MAX_FACES`] faces. Field empty: the origin is not strictly inside.
    pub fn from_vertices(vertices: &[Vec3]) -> Result<Self> {
        Self::from_hull(vertices, &checked_hull(vertices)?)
    }

    /// The polytope of a hull of `points`.
    pub(super) fn from_hull(points: &[Vec3], hull: &Hull) -> Result<Self> {
        let faces = &hull.faces;
        let polytope = Self {
            normals: faces.iter().map(|f| f.normal).collect(),
            offsets: faces.iter().map(|f| f.offset).collect(),
            vertices: hull.vertices.iter().map(|&i| points[i]).collect(),
            corners: faces.iter().map(|f| f.corners.clone()).collect(),
            simplicial: faces.iter().all(|f| f.corners.len() == 3),
        };
        polytope.with_origin_inside()
    }

    /// The polytope { y : A y <= b }; `normals` are the rows of A (any length), `offsets` are b
    /// (m for unit rows). All faces are kept in the order given, so `b[i]` stays the i-th face:
    /// a redundant one has no corners.
    ///
    /// # Errors
    /// Field `A`: none, too many ([`MAX_FACES`]), unbounded; `A[i]`: zero or not finite; `b`:
    /// another number than normals; `b[i]`: not finite. Field empty: the origin is not strictly
    /// inside (some b <= 0).
    pub fn from_faces(normals: &[Vec3], offsets: &[f64]) -> Result<Self> {
        check_faces(normals, offsets)?;
        let lengths: Vec<f64> = normals.iter().map(Vec3::norm).collect();
        Self::from_unit_faces(
            normals.iter().zip(&lengths).map(|(n, l)| n / *l).collect(),
            offsets.iter().zip(&lengths).map(|(b, l)| b / l).collect(),
        )
    }

    /// The polytope of unit normals, all kept; corners by duality.
    pub(super) fn from_unit_faces(normals: Vec<Vec3>, offsets: Vec<f64>) -> Result<Self> {
        if let Some(i) = offsets.iter().position(|&b| b <= 0.0) {
            return Err(origin_outside(&format!(
                ": face {i} has b = {}",
                offsets[i]
            )));
        }
        let (rough, _) = corners_by_duality(&normals, &offsets, &Vec3::zeros())?;
        let centre = rough.iter().sum::<Vec3>() / rough.len() as f64;
        let (vertices, corners) = corners_by_duality(&normals, &offsets, &centre)?;
        let polytope = Self {
            normals,
            offsets,
            vertices,
            corners,
            simplicial: false,
        };
        polytope.with_origin_inside()
    }

    pub(super) fn with_origin_inside(self) -> Result<Self> {
        let size = self.vertices.iter().map(Vec3::norm).fold(0.0, f64::max);
        if self.offsets.iter().any(|&b| b <= STRICT * size) {
            return Err(origin_outside(""));
        }
        Ok(self)
    }

    /// alpha b - A y (SL eq. 44).
    pub fn rows(&self) -> Rows {
        let mut rows = Rows::new(0);
        for (normal, &offset) in self.normals.iter().zip(&self.offsets) {
            rows.push_orthant(0.0, -normal, offset, &[]);
        }
        rows
    }
}

fn origin_outside(detail: &str) -> Error {
    Error::value(
        "",
        format!(
            "the origin of the shape frame is not strictly inside; the scaling is about it{detail}"
        ),
        "shift the vertices by an interior point (and the placement by the opposite)",
    )
}

/// The hull of points given by a user, with the errors of [`Polytope::from_vertices`].
pub(super) fn checked_hull(vertices: &[Vec3]) -> Result<Hull> {
    let bad = |why: String, fix: &str| Err(Error::value("vertices", why, fix));
    match vertices.len() {
        0 => {
            let why = "empty list; at least 4 affinely independent points are needed";
            return bad(why.into(), "list the corners");
        }
        n @ 1..=3 => {
            let why = format!("{n} points; at least 4 affinely independent points are needed");
            return bad(why, "list the corners");
        }
        n if n > MAX_VERTICES => {
            let why = format!("{n} points; the limit is {MAX_VERTICES}");
            return bad(why, "decimate the mesh or split it");
        }
        _ => {}
    }
    for (i, v) in vertices.iter().enumerate() {
        let fix = "give finite coordinates in metres";
        finite(&format!("vertices[{i}]"), v.as_slice(), fix)?;
        if v.amax() > 1e100 {
            let why = format!("coordinate {:e} is too large", v.amax());
            return Err(Error::value(format!("vertices[{i}]"), why, fix));
        }
    }
    match hull::hull(vertices, MAX_FACES) {
        Ok(hull) => Ok(hull),
        Err(Failure::Flat(thickness, along)) => {
            let sign = if along[along.iamax()] < 0.0 {
                -1.0
            } else {
                1.0
            };
            let along = direction(&(along * sign));
            let why = format!("flat: thickness {thickness} along {along}");
            bad(why, "give it thickness or use a thin box")
        }
        Err(Failure::TooMany(faces)) => {
            let why = format!("{faces} faces; the limit is {MAX_FACES}");
            bad(why, "decimate the mesh or split it")
        }
        Err(Failure::Rounding) => {
            let why = "the points are too close to degenerate to find their hull";
            bad(
                why.into(),
                "remove points that almost coincide or lie in line",
            )
        }
    }
}

fn check_faces(normals: &[Vec3], offsets: &[f64]) -> Result<()> {
    let n = normals.len();
    if n == 0 {
        let why = "empty list; at least 4 faces are needed to enclose a volume";
        return Err(Error::value("A", why, "list the outward normals"));
    }
    if n > MAX_FACES {
        let why = format!("{n} faces; the limit is {MAX_FACES}");
        return Err(Error::value("A", why, "decimate the mesh or split it"));
    }
    if offsets.len() != n {
        let why = format!("{n} normals but {} offsets", offsets.len());
        return Err(Error::value("b", why, "give one offset per normal"));
    }
    finite("b", offsets, "give finite offsets in metres")?;
    for (i, normal) in normals.iter().enumerate() {
        finite(
            &format!("A[{i}]"),
            normal.as_slice(),
            "give a finite normal",
        )?;
        let length = normal.norm();
        if length < 1e-12 {
            let why = "normal has zero length";
            return Err(Error::value(format!("A[{i}]"), why, "remove the row"));
        }
        if !length.is_finite() {
            let why = "normal is too long to normalise";
            return Err(Error::value(format!("A[{i}]"), why, "give a unit normal"));
        }
    }
    Ok(())
}

/// Vertices and the corners of every face: the faces of the hull of the dual points
/// n_i / (b_i - n_i.c) are the vertices. `centre` c is strictly inside.
fn corners_by_duality(
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

/// A direction for a message, largest component 1.
fn direction(d: &Vec3) -> String {
    let [x, y, z]: [f64; 3] = (d / d.amax().max(f64::MIN_POSITIVE))
        .map(|c| (c * 1e4).round() / 1e4 + 0.0)
        .into();
    format!("({x},{y},{z})")
}
