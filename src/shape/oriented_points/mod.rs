//! Oriented points of a scanned surface, and the closed mesh through them.
//!
//! ```text
//! points p, normals n, areas A -> tree -> fitted spheres phi(y) -> surface of phi = 0 on a grid -> closed mesh
//! ```
//!
//! Areas that are not given are estimated from the distances of the neighbours. By the divergence theorem the points of a
//! closed surface obey sum A n = 0 and 1/3 sum A p.n = V > 0, which is checked. Everything else goes on from the mesh: mass,
//! patches, pictures, the judge of overlaps.
//! Not here: the cloud of patches (see `skin`).

mod check;
mod fit;
mod net;
mod ply;
mod read;
mod rows;
mod tree;
mod winding;

use super::Solid;
use super::mesh::TriangleMesh;
use crate::error::{Error, Result};
use crate::math::Vec3;
use fit::Fit;
use std::path::Path;
use tree::Tree;

/// A normal has the length 1 up to this.
const UNIT: f64 = 1e-3;
/// A normal is that of the other side of a wall when its cosine with one of this side is below this.
const BEHIND: f64 = -0.5;
/// Largest magnitude of a coordinate, m.
const MAX_COORDINATE: f64 = 1e12;
/// Fewer points enclose no volume.
const MIN_POINTS: usize = 4;
/// Largest number of points of one body.
const MAX_POINTS: usize = 1_000_000;
/// The triangles of the mesh are at least this large, in the distance between the points.
const FINEST: f64 = 0.5;
/// The triangles of the mesh are this large unless a spacing is given, in the extent of the points.
const DEFAULT_SPACING: f64 = 0.05;

/// An `OrientedPoint` is a point of the surface of a body, with the side where the outside is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OrientedPoint {
    /// Where it is, m.
    pub position: Vec3,
    /// The unit normal, which points out of the body.
    pub normal: Vec3,
    /// The area of the surface that it stands for, m^2, if it is known.
    pub area: Option<f64>,
}

impl OrientedPoint {
    /// Reads a `.ply` file (ascii or binary_little_endian; of its vertices x, y, z, nx, ny, nz and area are read), or a table of
    /// "x y z nx ny nz" or "x y z nx ny nz area" a line, with spaces, commas or semicolons between the numbers and comments
    /// after `#` (`.xyz`, `.txt`, `.csv`). Lengths are metres.
    ///
    /// # Errors
    /// The file cannot be read, is damaged or too large, has another ending, or a point of it is none: it has no unit normal,
    /// its area is not positive, or its numbers are not finite.
    pub fn load(path: &Path) -> Result<Vec<Self>> {
        read::read(path)
    }

    /// Returns whether [`Self::load`] reads files with the ending of this one.
    #[cfg(feature = "scene")]
    pub(super) fn is_in(path: &Path) -> bool {
        read::parser(path).is_some()
    }

    /// Returns the point of the surface whose coordinates are multiplied by `factors`, none of which is 0; outside stays outside.
    #[must_use]
    pub fn scaled(&self, factors: [f64; 3]) -> Self {
        let factors = Vec3::from(factors);
        let across = self.normal.component_div(&factors);
        let length = across.norm();
        Self {
            position: self.position.component_mul(&factors),
            normal: across / length,
            area: self
                .area
                .map(|area| area * factors.product().abs() * length),
        }
    }

    /// Returns what is wrong with the numbers of the point, and a remedy, if something is.
    fn complaint(&self) -> Option<(String, &'static str)> {
        let [x, y, z]: [f64; 3] = self.position.into();
        let fits = |c: &f64| c.abs() <= MAX_COORDINATE;
        if !self.position.iter().all(fits) {
            let why = format!(
                "x, y, z = ({x}, {y}, {z}) are not finite numbers of at most {MAX_COORDINATE:e}"
            );
            return Some((why, "remove the point, or export the points anew"));
        }
        let length = self.normal.norm();
        // a length that is no number is not near 1 either
        let unit = (length - 1.0).abs() <= UNIT;
        if !unit {
            let why = format!("nx, ny, nz have the length {length}, not 1 within {UNIT:e}");
            return Some((why, "export unit outward normals"));
        }
        let area = self.area?;
        if area.is_finite() && area > 0.0 {
            return None;
        }
        let why = format!("area must be finite and > 0, got {area}");
        Some((why, "give square metres, or no areas at all"))
    }
}

impl Solid {
    /// Makes a solid of oriented points of its surface: the closed mesh through them, with triangles of about `spacing` (m; a
    /// twentieth of the extent if none is given), at least half of the distance between the points. The volume of a ball with
    /// ten points across is right to 0.5 %, that of a box to 1 %. The spacing becomes that of its cloud.
    ///
    /// # Errors
    /// A point has no unit normal, an area that is not positive, or numbers that are not finite; there are fewer than 4 or
    /// more than 1,000,000 points; their normals point inwards or contradict each other; or they have a hole.
    pub fn from_points(points: &[OrientedPoint], spacing: Option<f64>) -> Result<Self> {
        let solid = Self::new(closed_mesh(points, spacing)?)?;
        Ok(match spacing {
            Some(metres) => solid.with_spacing(metres),
            None => solid,
        })
    }
}

/// Returns the closed mesh through points.
fn closed_mesh(points: &[OrientedPoint], spacing: Option<f64>) -> Result<TriangleMesh> {
    check::count(points.len())?;
    for (i, point) in points.iter().enumerate() {
        if let Some((why, fix)) = point.complaint() {
            return Err(Error::value(format!("points[{i}]"), why, fix));
        }
    }
    let tree = Tree::new(points);
    let (low, high) = tree.bounds();
    let extent = (high - low).max();
    let estimated = tree.estimated_areas();
    let apart = median(&estimated).sqrt();
    check::are_apart(apart, extent)?;
    let own = tree.points.iter().zip(&estimated);
    let areas: Vec<f64> = own.map(|(p, other)| p.area.unwrap_or(*other)).collect();
    check::same_area(&areas, &estimated)?;
    check::closed(&tree, &areas)?;
    let wanted = spacing.unwrap_or(DEFAULT_SPACING * extent);
    let size = wanted.max(FINEST * apart);
    let mesh = net::mesh(&Fit::new(&tree, &areas, apart, size), size)?;
    check::same_volume(&mesh, &tree, &areas)?;
    Ok(mesh)
}

fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    let (_, middle, _) = sorted.select_nth_unstable_by(numbers.len() / 2, f64::total_cmp);
    *middle
}

#[cfg(test)]
mod tests;
