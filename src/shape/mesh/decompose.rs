//! Convex pieces of a mesh that is not convex, by V-HACD on voxels, merged where that loses little.

use super::cache::{Cache, Pieces};
use super::convex_hull::ConvexHull;
use super::merge::merge;
use super::reduce::{check_max_faces, reduce};
use super::{ConvexPart, TriangleMesh};
use crate::error::{Error, Result, in_range};
use crate::math::{Fnv, Vec3};
use parry3d_f64::math::Vector;
use parry3d_f64::transformation::vhacd::{VHACD, VHACDParameters};
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A change of the method changes it, so that older cache files are not taken.
const VERSION: u64 = 1;
/// Largest number of parts of one mesh.
const MAX_PARTS: usize = 256;
/// Voxels along the longest side; the others are tried where the hulls of the first one fail.
const RESOLUTIONS: [u32; 3] = [RESOLUTION, 61, 67];
const RESOLUTION: u32 = 64;
/// Largest number of pairs of a triangle and a voxel near it.
const MAX_VOXEL_TESTS: f64 = 3e8;

/// These parameters say how finely a mesh is cut into convex parts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Decompose {
    /// Volume that the hull of a part may have beyond the material in it, as a fraction of the volume of the hull
    /// of the whole mesh.
    pub concavity: f64,
    /// Largest number of parts, up to 256.
    pub max_parts: usize,
}

impl Default for Decompose {
    fn default() -> Self {
        Self {
            concavity: 0.01,
            max_parts: 16,
        }
    }
}

impl Decompose {
    fn check(&self) -> Result<()> {
        let fix = "0.01 is coarse enough for most parts of robots";
        in_range("concavity", self.concavity, 1e-4, 1.0, fix)?;
        if (1..=MAX_PARTS).contains(&self.max_parts) {
            return Ok(());
        }
        let why = format!("must be from 1 to {MAX_PARTS}, got {}", self.max_parts);
        let fix = "16 is enough for most parts of robots";
        Err(Error::value("max_parts", why, fix))
    }
}

impl TriangleMesh {
    /// Convex parts that together fill the mesh, each with at most `max_faces` faces. A mesh with open edges is
    /// filled from outside: what can be reached from there is empty. The pieces are kept in `cache`.
    ///
    /// # Errors
    /// The parameters are out of range, the mesh is not one (see [`examine`](super::examine)), or its triangles
    /// are too many and too large.
    pub fn decompose(
        &self,
        parameters: &Decompose,
        max_faces: usize,
        cache: &Cache,
    ) -> Result<Vec<ConvexPart>> {
        parameters.check()?;
        check_max_faces(max_faces)?;
        self.check()?;
        let key = self.key(parameters);
        let parts = |pieces: &Pieces| -> Result<Vec<ConvexPart>> {
            let hulls = pieces.iter().map(|piece| ConvexHull::of(piece));
            hulls.map(|hull| reduce(&hull?, max_faces)).collect()
        };
        if let Some(kept) = cache.load(key)
            && let Ok(parts) = parts(&kept)
        {
            return Ok(parts);
        }
        let pieces = self.pieces(parameters)?;
        cache.store(key, &pieces);
        parts(&pieces)
    }

    /// A fingerprint of what decides about the pieces.
    fn key(&self, parameters: &Decompose) -> u64 {
        let mut hash = Fnv::new();
        hash.add(&VERSION.to_le_bytes());
        hash.add(&parameters.concavity.to_bits().to_le_bytes());
        hash.add(&(parameters.max_parts as u64).to_le_bytes());
        hash.add(&(self.points.len() as u64).to_le_bytes());
        for c in self.points.iter().flat_map(|p| p.iter()) {
            hash.add(&c.to_bits().to_le_bytes());
        }
        for i in self.triangles.iter().flatten() {
            hash.add(&i.to_le_bytes());
        }
        hash.value()
    }

    /// The corners of every piece.
    fn pieces(&self, parameters: &Decompose) -> Result<Pieces> {
        let whole = ConvexHull::of(&self.used_points())?;
        let (low, size) = cube_around(&whole.corners);
        let unit: Vec<Vector> = self
            .points
            .iter()
            .map(|p| (p - low) / size)
            .map(|p| Vector::new(p.x, p.y, p.z))
            .collect();
        check_voxel_tests(&unit, &self.triangles)?;
        let back = |p: &Vec3| low + p * size;
        for resolution in RESOLUTIONS {
            // parry takes its own hulls for granted
            let cut = || voxel_pieces(&unit, &self.triangles, parameters, resolution);
            let Ok(found) = catch_unwind(AssertUnwindSafe(cut)) else {
                continue;
            };
            let found = found.iter().map(|piece| piece.iter().map(back).collect());
            let pieces: Pieces = found.collect();
            if !pieces.is_empty() {
                return Ok(merge(pieces, parameters, whole.volume()));
            }
        }
        let why = "V-HACD found no convex pieces";
        Err(Error::value(
            "",
            why,
            "close the mesh, or remove triangles without area",
        ))
    }
}

/// The lowest corner and the side of a cube around points.
fn cube_around(points: &[Vec3]) -> (Vec3, f64) {
    let mut low = points[0];
    let mut high = points[0];
    for p in points {
        low = low.inf(p);
        high = high.sup(p);
    }
    (low, (high - low).max())
}

/// Refuses meshes for which the voxels would take minutes.
fn check_voxel_tests(unit: &[Vector], triangles: &[[u32; 3]]) -> Result<()> {
    let tests = triangles.iter().map(|t| {
        let [a, b, c] = t.map(|i| unit[i as usize]);
        let extent = (a.max(b).max(c) - a.min(b).min(c)) * f64::from(RESOLUTION);
        (extent.x + 3.0) * (extent.y + 3.0) * (extent.z + 3.0)
    });
    if tests.sum::<f64>() <= MAX_VOXEL_TESTS {
        return Ok(());
    }
    let why = format!(
        "{} triangles of which too many span the whole mesh",
        triangles.len()
    );
    Err(Error::value("", why, "decimate the mesh"))
}

/// The corners of the hulls of V-HACD's pieces, in the unit cube.
fn voxel_pieces(
    unit: &[Vector],
    triangles: &[[u32; 3]],
    parameters: &Decompose,
    resolution: u32,
) -> Pieces {
    let settings = VHACDParameters {
        concavity: parameters.concavity,
        max_convex_hulls: parameters.max_parts as u32,
        resolution,
        ..VHACDParameters::default()
    };
    let found = VHACD::decompose(&settings, unit, triangles, true);
    let exact = found.compute_exact_convex_hulls(unit, triangles);
    let pieces = exact.into_iter().zip(found.voxel_parts());
    pieces
        .filter_map(|((corners, _), voxels)| {
            let thin = || voxels.compute_primitive_intersections(unit, triangles);
            // a wall without thickness is as thick as its voxels
            let thick = || voxels.compute_convex_hull(1).0;
            solid(corners)
                .or_else(|| solid(thin()))
                .or_else(|| solid(thick()))
        })
        .collect()
}

/// The points, if their hull is a solid.
fn solid(points: Vec<Vector>) -> Option<Vec<Vec3>> {
    let points: Vec<Vec3> = points.iter().map(|p| Vec3::new(p.x, p.y, p.z)).collect();
    ConvexHull::of(&points).ok().map(|_| points)
}
