//! Files of oriented points; the ending of the name tells the format.

use super::{MAX_POINTS, OrientedPoint, ply, rows};
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::shape::mesh::read::{bytes, ending};
use std::path::Path;

/// A `Complaint` says what is wrong with a file: the reason and the remedy.
pub(super) type Complaint = (String, String);
/// A reader gives the points, or says what is wrong with the file.
pub(super) type Parsed = std::result::Result<Vec<OrientedPoint>, Complaint>;

/// The numbers of a point in the order of a table; the last may be missing.
pub(super) const NAMES: [&str; 7] = ["x", "y", "z", "nx", "ny", "nz", "area"];

const FIX: &str = "give x y z nx ny nz, and area if it is known, for every point";

/// Returns the reader of the format of a file, if it is one of points.
pub(super) fn parser(path: &Path) -> Option<fn(&[u8]) -> Parsed> {
    match ending(path).as_str() {
        "ply" => Some(ply::parse),
        "xyz" | "txt" | "csv" => Some(rows::parse),
        _ => None,
    }
}

/// Reads a file of points.
pub(super) fn read(path: &Path) -> Result<Vec<OrientedPoint>> {
    let name = path.display();
    let Some(parse) = parser(path) else {
        let why = format!("{name}: not a .ply, .xyz, .txt or .csv file");
        return Err(Error::file("", why, "convert the points to PLY or XYZ"));
    };
    let fix = "give the path of a PLY or XYZ file";
    parse(&bytes(path, fix)?).map_err(|(why, fix)| Error::file("", format!("{name}{why}"), fix))
}

/// Returns a complaint about a file at a place: `:LINE`, or nothing for the whole file.
pub(super) fn complaint(place: &str, why: impl std::fmt::Display) -> Complaint {
    (format!("{place}: {why}"), FIX.into())
}

/// Returns the point with these numbers, in the order of [`NAMES`], that stands at `place` in a file.
pub(super) fn point(
    numbers: &[f64; 6],
    area: Option<f64>,
    place: impl Fn() -> String,
) -> std::result::Result<OrientedPoint, Complaint> {
    let [x, y, z, nx, ny, nz] = *numbers;
    let point = OrientedPoint {
        position: Vec3::new(x, y, z),
        normal: Vec3::new(nx, ny, nz),
        area,
    };
    match point.complaint() {
        None => Ok(point),
        Some((why, fix)) => Err((format!("{}: {why}", place()), fix.into())),
    }
}

/// Complains about a file of too many points.
pub(super) fn check_count(count: usize) -> std::result::Result<(), Complaint> {
    if count <= MAX_POINTS {
        return Ok(());
    }
    let why = format!(": more than the limit of {MAX_POINTS} points");
    Err((why, "keep every second point or fewer".into()))
}
