//! Hulls of points of a scene.

use super::written::Points;
use super::{MassFrom, PointHull, field_of};
use crate::error::Result;
use crate::math::Vec3;
use crate::shape::Placed;
use crate::shape::table::{InScene, one, vector};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A scene writes it as `[shape.NAME.hull]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    points: Points,
    #[serde(skip_serializing_if = "Option::is_none")]
    radius: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mass_from: Option<MassFrom>,
}

impl InScene for Table {
    fn build(&self, _: &Path) -> Result<Placed> {
        let hull = self.points.hull()?;
        let hull = hull.mass_from(self.mass_from.unwrap_or_default());
        let hull = match self.radius {
            Some(radius) => hull.grown(radius)?,
            None => hull,
        };
        Ok(hull.placed())
    }

    /// The size is the distance of the farthest points from the middle of all.
    fn sizes(&self) -> Vec<(String, f64)> {
        let points: Vec<Vec3> = self.points.triples().map(|v| Vec3::from(v.0)).collect();
        let middle = points.iter().sum::<Vec3>() / points.len().max(1) as f64;
        let size = points.iter().map(|v| (v - middle).norm());
        vec![one("points", size.fold(0.0, f64::max))]
    }
}

impl Points {
    /// Returns the points, checked.
    pub fn vectors(&self) -> Result<Vec<Vec3>> {
        let names = self.names();
        let points = self.triples().enumerate();
        let checked =
            points.map(|(i, &point)| vector(&field_of(&names, i), point, "give finite metres"));
        checked.collect()
    }

    fn hull(&self) -> Result<PointHull> {
        let points = self.vectors()?;
        match self {
            Self::List(_) => PointHull::new(&points),
            Self::Named(_) => PointHull::named(self.names().into_iter().zip(points)),
        }
    }
}
