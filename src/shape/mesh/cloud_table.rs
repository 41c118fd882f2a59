//! A solid of a scene that need not be convex: its table.

use super::table::{factors, in_file, no_scale, one_or_three, scaled_mesh};
use crate::error::{Error, Result};
use crate::shape::table::Triple;
use crate::shape::{OrientedPoint, Placed, Solid};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;

/// The number of faces of the hull that encloses the solid.
const HULL_FACES: usize = 32;

/// A scene writes it as `[shape.NAME.cloud]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CloudTable {
    /// Path of the mesh file or of the file of oriented points, relative to the folder of the scene.
    pub file: String,
    /// Factors of the coordinates; negative ones mirror.
    #[serde(default = "no_scale", deserialize_with = "one_or_three")]
    pub scale: Triple,
    /// Distance between the patches, m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spacing: Option<f64>,
    /// The shape that stands for it in contact models that take convex parts only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub convex: Option<String>,
}

impl CloudTable {
    /// Reads the file, which is relative to `folder`, and returns the solid with the hull that encloses it, in the frame of the file.
    ///
    /// # Errors
    /// The error names the key of a value, or says why the mesh or the points are no solid.
    pub(crate) fn build(&self, folder: &Path) -> Result<(Placed, Arc<Solid>)> {
        let solid = self.solid(folder)?;
        let hull = solid.hull(HULL_FACES).map_err(in_file)?;
        // The solid is in the frame of the hull's shape, which may stand elsewhere than that of the file.
        let back = hull.rotation.inverse();
        let solid = solid
            .placed(&back, &-(back * hull.offset))
            .map_err(in_file)?;
        Ok((hull, Arc::new(solid)))
    }

    /// Returns the solid in the frame of the file.
    fn solid(&self, folder: &Path) -> Result<Solid> {
        if let Some(spacing) = self.spacing.filter(|s| !(s.is_finite() && *s > 0.0)) {
            let why = format!("must be finite and > 0, got {spacing}");
            let fix = "give metres, e.g. a third of the thinnest wall";
            return Err(Error::value("spacing", why, fix));
        }
        let path = folder.join(&self.file);
        if OrientedPoint::is_in(&path) {
            let scale = factors(self.scale)?;
            let points = OrientedPoint::load(&path).map_err(in_file)?;
            let points: Vec<OrientedPoint> = points.iter().map(|p| p.scaled(scale)).collect();
            return Solid::from_points(&points, self.spacing).map_err(in_file);
        }
        let solid = Solid::new(scaled_mesh(folder, &self.file, self.scale)?).map_err(in_file)?;
        Ok(match self.spacing {
            Some(spacing) => solid.with_spacing(spacing),
            None => solid,
        })
    }
}
