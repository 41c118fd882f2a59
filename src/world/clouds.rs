//! The clouds of bodies, for contact models that need them.

use super::{Body, SoftMinimumSettings};
use crate::error::{Error, Result};
use crate::shape::skin::Skin;
use crate::shape::{Placed, SoftSurface};
use std::sync::Arc;

/// The largest number of patches of a body.
const MOST: usize = 20_000;

/// Gives every body its clouds, in units of `length`.
pub(super) fn add_clouds(
    bodies: &mut [Body],
    settings: &SoftMinimumSettings,
    length: f64,
) -> Result<()> {
    for body in bodies {
        let outer = format!("body.{}", body.name);
        add_cloud(body, settings, length).map_err(|e| e.within(&outer))?;
    }
    Ok(())
}

fn add_cloud(body: &mut Body, settings: &SoftMinimumSettings, length: f64) -> Result<()> {
    let is_plane = |placed: &Placed| placed.shape.plane_normal().is_some();
    let parts = body
        .parts
        .iter()
        .map(|part| &part.placed)
        .filter(|placed| !is_plane(placed));
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
    let spacing = settings
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
    let skin = Skin::of_parts(parts, spacing).scaled(1.0 / length);
    SoftSurface::cloud(skin, settings.temperature).ok_or_else(|| {
        let why = "the cloud of its parts has no patches";
        Error::value("shape", why, "use a smaller soft_minimum.spacing")
    })
}
