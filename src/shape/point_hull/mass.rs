//! The mass of a hull of points: of the solid, of the first hull's mesh, or of the points.

use super::PointHull;
use crate::error::{Error, Result};
use crate::shape::MassProperties;
use crate::shape::mass::{Moments, padding};
use serde::{Deserialize, Serialize};

/// What has the mass of a hull of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MassFrom {
    /// The solid with its round layer. Derivatives have a kink where a point crosses a face.
    #[default]
    Solid,
    /// The solid inside the triangles of the first hull, which move with their points: it has all derivatives whatever crosses what. The
    /// round layer is not in it.
    Mesh,
    /// The points, which share the mass of that mesh equally.
    Vertices,
}

impl PointHull {
    /// Returns the triangles of the hull, outwards, as indices into the points.
    pub(super) fn triangles(&self) -> Vec<[usize; 3]> {
        let mut out = Vec::new();
        for corners in &self.core.corners {
            let point = |k: usize| self.spanning[corners[k]];
            out.extend((2..corners.len()).map(|k| [point(0), point(k - 1), point(k)]));
        }
        out
    }

    /// Returns the moments of the solid inside the mesh.
    fn moments_of_mesh(&self) -> Moments {
        let mut moments = Moments::default();
        for corners in &self.mesh {
            // about the centre, where rounding does not grow with the distance of the origin
            let [a, b, c] = corners.map(|i| self.local(i) - self.centre);
            moments.add_tetrahedron(&a, &b, &c);
        }
        moments.moved(&self.centre)
    }

    /// Checks that the mesh has an outside.
    pub(super) fn check_mesh(self) -> Result<Self> {
        if self.mesh.is_empty() || self.moments_of_mesh().volume > 0.0 {
            return Ok(self);
        }
        let why = "with these points the mesh that has the mass is turned inside out";
        let fix = "move the points less, or take mass_from = \"solid\"";
        Err(Error::value("points", why, fix))
    }

    /// Returns the mass properties at unit density.
    pub(super) fn mass(&self) -> MassProperties {
        match self.mass_from {
            MassFrom::Solid => {
                let mut moments = self.core.moments();
                if self.radius > 0.0 {
                    moments.add(&padding(&self.core, self.radius));
                }
                moments.properties(0.0)
            }
            MassFrom::Mesh => self.moments_of_mesh().properties(0.0),
            MassFrom::Vertices => {
                let points = (0..self.points.len()).map(|i| self.local(i));
                Moments::of_points(points, self.moments_of_mesh().volume).properties(0.0)
            }
        }
    }
}
