//! The clouds of bodies, for contact models that need them.

use super::{Body, SoftMinimumSettings};
use crate::error::{Error, Result};
use crate::shape::{Placed, SoftSurface};
use std::sync::Arc;

/// The largest number of patches of a body.
const MOST: usize = 20_000;
/// The spacing of a cloud without one of its own, in extents of its body.
const SPACING: f64 = 0.1;

/// Gives every body its clouds, in units of `length`.
pub(super) fn add_clouds(bodies: &mut [Body], settings: &SoftMinimumSettings, length: f64) -> Result<()> {
    for body in bodies {
        let outer = format!("body.{}", body.name);
        add_cloud(body, settings, length).map_err(|e| e.within(&outer))?;
    }
    Ok(())
}

fn add_cloud(body: &mut Body, settings: &SoftMinimumSettings, length: f64) -> Result<()> {
    let is_plane = |placed: &Placed| placed.shape.plane_normal().is_some();
    let parts = body.parts.iter().map(|part| &part.placed).filter(|placed| !is_plane(placed));
    let bounded: Vec<Placed> = parts.cloned().collect();
    let cloud = match bounded.is_empty() {
        true => None,
        false => Some(Arc::new(cloud_of(&bounded, settings, length)?)),
    };
    for part in &mut body.parts {
        part.soft = match part.placed.shape.plane_normal() {
            Some(normal) => {
                let normal = part.placed.rotation * normal;
                let offset = part.placed.support_value(&normal);
                Some(Arc::new(SoftSurface::half_space(normal, offset / length)))
            }
            None => cloud.clone(),
        };
    }
    Ok(())
}

/// Returns the cloud of the bounded parts of a body.
fn cloud_of(parts: &[Placed], settings: &SoftMinimumSettings, length: f64) -> Result<SoftSurface> {
    let spacing = settings.spacing.unwrap_or_else(|| SPACING * extent(parts));
    let skin = parts[0].skin(spacing);
    let count = skin.patches.len();
    if count > MOST {
        let why = format!("a cloud of spacing {spacing} m has {count} patches, at most {MOST} are allowed");
        return Err(Error::value("soft_minimum.spacing", why, "use a larger one, or a smaller body"));
    }
    let cloud = SoftSurface::cloud(skin.scaled(1.0 / length), settings.temperature);
    cloud.ok_or_else(|| Error::value("shape", "the shape has no surface", "use another contact model"))
}

/// Returns the longest edge of the box around some parts, m.
fn extent(parts: &[Placed]) -> f64 {
    let bounds = parts.iter().map(Placed::bounds);
    let all = bounds.reduce(|(low, high), (l, h)| (low.inf(&l), high.sup(&h)));
    all.map_or(1.0, |(low, high)| (high - low).max())
}
