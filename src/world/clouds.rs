//! The clouds of bodies, for contact models that need them.

use super::{Body, ContactModel, SoftMinimumSettings};
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::shape::skin::Skin;
use crate::shape::{Placed, Rows, SoftSurface};
use std::sync::Arc;

/// The largest number of patches of a body.
const MOST: usize = 20_000;

/// How clouds are made.
#[derive(Debug, Clone, Copy)]
struct Maker<'a> {
    settings: &'a SoftMinimumSettings,
    /// The unit of length, m.
    length: f64,
    /// Whether distances are as right as can be: bodies of one polyhedron go by their planes, clouds are calibrated. Otherwise they
    /// are as published.
    refined: bool,
}

/// Gives every body its clouds, in units of `length`.
pub(super) fn add_clouds(
    bodies: &mut [Body],
    model: ContactModel,
    settings: &SoftMinimumSettings,
    length: f64,
) -> Result<()> {
    let maker = Maker {
        settings,
        length,
        refined: model == ContactModel::SoftMinimum,
    };
    for body in bodies {
        let outer = format!("body.{}", body.name);
        add_cloud(body, maker).map_err(|e| e.within(&outer))?;
    }
    Ok(())
}

fn add_cloud(body: &mut Body, maker: Maker) -> Result<()> {
    let is_plane = |placed: &Placed| placed.shape.plane_normal().is_some();
    let parts = body
        .parts
        .iter()
        .map(|part| &part.placed)
        .filter(|placed| !is_plane(placed));
    let bounded: Vec<Placed> = parts.cloned().collect();
    let cloud = match bounded.is_empty() {
        true => None,
        false => Some(Arc::new(maker.cloud_of(&bounded)?)),
    };
    for part in &mut body.parts {
        part.soft = match part.placed.shape.plane_normal() {
            Some(normal) => {
                let normal = part.placed.rotation * normal;
                let offset = part.placed.support_value(&normal);
                Some(Arc::new(SoftSurface::half_space(
                    normal,
                    offset / maker.length,
                )))
            }
            None => cloud.clone(),
        };
    }
    Ok(())
}

impl Maker<'_> {
    /// Returns the cloud of the bounded parts of a body.
    fn cloud_of(&self, parts: &[Placed]) -> Result<SoftSurface> {
        let spacing = self
            .settings
            .spacing
            .unwrap_or_else(|| Skin::default_spacing(parts));
        let count: usize = parts
            .iter()
            .map(|part| part.shape.patch_count(spacing))
            .sum();
        if count > MOST {
            let why = format!(
                "a cloud of spacing {spacing} m has {count} patches, at most {MOST} are allowed"
            );
            return Err(Error::value(
                "soft_minimum.spacing",
                why,
                "use a larger one, or a smaller body",
            ));
        }
        let skin = Skin::of_parts(parts, spacing).scaled(1.0 / self.length);
        let rows = |part: &Placed| planes_of(&part.rows().in_units_of(self.length));
        if let ([only], true) = (parts, self.refined)
            && let Some(planes) = rows(only)
        {
            return Ok(SoftSurface::polyhedron(skin, planes));
        }
        let cloud = SoftSurface::cloud(skin, self.settings.temperature, self.refined);
        cloud.ok_or_else(|| {
            let why = "the cloud of its parts has no patches";
            Error::value("shape", why, "use a smaller soft_minimum.spacing")
        })
    }
}

/// Returns the planes of a part of which all rows are planes, (outward unit normal, offset).
fn planes_of(rows: &Rows) -> Option<Vec<(Vec3, f64)>> {
    if rows.aux > 0 || !rows.socs.is_empty() {
        return None;
    }
    // s = h0 + g y + ga alpha >= 0 at alpha = 1
    let plane = |(g, h0): (&[f64], &f64)| {
        let slope = Vec3::new(g[0], g[1], g[2]);
        (-slope.normalize(), (h0 + g[3]) / slope.norm())
    };
    Some(rows.g.chunks_exact(4).zip(&rows.h0).map(plane).collect())
}
