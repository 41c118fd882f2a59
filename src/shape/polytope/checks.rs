//! Points and faces given by a user are checked here.

use super::{MAX_FACES, MAX_VERTICES};
use crate::error::{Error, Result, finite};
use crate::math::Vec3;
use crate::shape::hull::{self, Failure, Hull};

/// The hull of points given by a user, with the errors of [`super::Polytope::from_vertices`].
pub(in crate::shape) fn checked_hull(vertices: &[Vec3]) -> Result<Hull> {
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

/// The checks of [`super::Polytope::from_faces`].
pub(super) fn check_faces(normals: &[Vec3], offsets: &[f64]) -> Result<()> {
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

/// A direction for a message, largest component 1.
pub(in crate::shape) fn direction(d: &Vec3) -> String {
    let [x, y, z]: [f64; 3] = (d / d.amax().max(f64::MIN_POSITIVE))
        .map(|c| (c * 1e4).round() / 1e4 + 0.0)
        .into();
    format!("({x},{y},{z})")
}
