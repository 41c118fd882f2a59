//! The clouds of bodies, for contact models that need them.

use super::{Body, ContactModel, Part, SoftMinimumSettings};
use crate::error::{Error, Result};
use crate::shape::skin::{MAX_PATCHES, Skin};
use crate::shape::{Placed, SoftPlanes, SoftSurface, Solid};
use std::sync::Arc;

/// A spacing without which there would be too many patches grows by this factor.
const COARSER: f64 = 1.25;
/// The temperature of the distance to a polyhedron, in spacings or inscribed radii.
const ROUNDING: f64 = 0.02;
/// The spacing of the cloud of a solid, in its extent, unless one is given.
const CELLS: f64 = 0.05;

/// How clouds are made.
#[derive(Debug, Clone, Copy)]
struct Maker<'a> {
    settings: &'a SoftMinimumSettings,
    /// The unit of length, m.
    length: f64,
    /// Whether distances are as right as can be: polyhedra go by their planes, clouds are calibrated. Otherwise they
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
        refined: model != ContactModel::SoftMinimumAsPublished,
    };
    for body in bodies {
        let outer = format!("body.{}", body.name);
        add_cloud(body, maker).map_err(|e| e.within(&outer))?;
    }
    Ok(())
}

fn add_cloud(body: &mut Body, maker: Maker) -> Result<()> {
    let is_convex =
        |part: &&Part| part.solid.is_none() && part.placed.shape.plane_normal().is_none();
    let convex = body.parts.iter().filter(is_convex);
    let bounded: Vec<Placed> = convex.map(|part| part.placed.clone()).collect();
    let cloud = match bounded.is_empty() {
        true => None,
        false => Some(Arc::new(maker.cloud_of(&bounded)?)),
    };
    for part in &mut body.parts {
        part.soft = match (&part.solid, part.placed.shape.plane_normal()) {
            (Some(solid), _) => Some(Arc::new(maker.cloud_of_solid(solid)?)),
            (None, Some(normal)) => {
                let normal = part.placed.rotation * normal;
                let offset = part.placed.support_value(&normal);
                Some(Arc::new(SoftSurface::half_space(
                    normal,
                    offset / maker.length,
                )))
            }
            (None, None) => cloud.clone(),
        };
    }
    Ok(())
}

impl Maker<'_> {
    /// Returns the cloud of the bounded parts of a body.
    fn cloud_of(&self, parts: &[Placed]) -> Result<SoftSurface> {
        let count = |spacing: f64| -> usize {
            let counts = parts.iter().map(|part| part.shape.patch_count(spacing));
            counts.sum()
        };
        let spacing = self.settings.spacing.unwrap_or_else(|| {
            let mut spacing = Skin::default_spacing(parts);
            while count(spacing) > MAX_PATCHES {
                spacing *= COARSER;
            }
            spacing
        });
        check_count(count(spacing), spacing)?;
        let skin = Skin::of_parts(parts, spacing);
        if self.refined
            && let Some(planes) = self.planes_of(parts, spacing)
        {
            let skin = skin.scaled(1.0 / self.length);
            return Ok(SoftSurface::polyhedra(skin, planes));
        }
        self.cloud_of_skin(skin)
    }

    /// Returns the planes of parts that are all polyhedra, in units of length. Edges are rounded by a part of the spacing, of thin
    /// ones by as much of their thickness.
    fn planes_of(&self, parts: &[Placed], spacing: f64) -> Option<Vec<SoftPlanes>> {
        let of = |part: &Placed| {
            let rows = part.rows().in_units_of(self.length);
            let thin = part.shape.inscribed_radius().min(spacing);
            Some(SoftPlanes {
                planes: rows.planes()?,
                temperature: ROUNDING * thin / self.length,
            })
        };
        parts.iter().map(of).collect()
    }

    /// Returns the cloud of a solid.
    fn cloud_of_solid(&self, solid: &Solid) -> Result<SoftSurface> {
        let given = solid.spacing().or(self.settings.spacing);
        let spacing = given.unwrap_or_else(|| CELLS * solid.extent());
        check_count(Skin::mesh_patch_count(solid.mesh(), spacing)?, spacing)?;
        let skin = solid.skin(spacing)?;
        if let Some(wall) = skin.thinnest_wall() {
            let why = format!(
                "the cloud has a spacing of {spacing:.3e} m, and the solid a wall of {wall:.3e} m: points within it would see both sides"
            );
            let fix = format!("use a spacing below {:.3e} m", 0.8 * wall);
            return Err(Error::value("spacing", why, fix));
        }
        self.cloud_of_skin(skin)
    }

    fn cloud_of_skin(&self, skin: Skin) -> Result<SoftSurface> {
        let skin = skin.scaled(1.0 / self.length);
        let cloud = SoftSurface::cloud(skin, self.settings.temperature, self.refined);
        cloud.ok_or_else(|| {
            let why = "the cloud of its parts has no patches";
            Error::value("shape", why, "use a smaller soft_minimum.spacing")
        })
    }
}

fn check_count(count: usize, spacing: f64) -> Result<()> {
    if count <= MAX_PATCHES {
        return Ok(());
    }
    let why = format!(
        "a cloud of spacing {spacing} m has {count} patches, at most {MAX_PATCHES} are allowed"
    );
    Err(Error::value(
        "soft_minimum.spacing",
        why,
        "use a larger one, or a smaller body",
    ))
}

/// Returns whether some part is not convex.
pub(super) fn has_solids(bodies: &[Body]) -> bool {
    let mut parts = bodies.iter().flat_map(|body| &body.parts);
    parts.any(|part| part.solid.is_some())
}

/// Refuses solids where the contact model takes convex parts only.
pub(super) fn refuse_solids(bodies: &[Body], model: ContactModel) -> Result<()> {
    let is_solid = |body: &&Body| body.parts.iter().any(|part| part.solid.is_some());
    let Some(body) = bodies.iter().find(is_solid) else {
        return Ok(());
    };
    let takes = ContactModel::ALL
        .into_iter()
        .filter(|model| model.takes_solids());
    let takes: Vec<&str> = takes.map(ContactModel::name).collect();
    let why = format!(
        "it need not be convex, and the contact model {} takes convex parts only",
        model.name()
    );
    let fix = format!(
        "set contact_model to one of {}, or give convex parts",
        takes.join(", ")
    );
    Err(Error::value("shape", why, fix).within(&format!("body.{}", body.name)))
}
