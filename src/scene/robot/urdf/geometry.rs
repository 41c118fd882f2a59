//! `<collision>`: the shapes of a link.

use super::{check_positive, origin, positive};
use crate::error::Result;
use crate::scene::robot::description::{Geometry, GeometryShape};
use crate::scene::robot::paths::Paths;
use crate::scene::robot::xml::Element;

/// Returns the shapes of a link that touch others.
pub(super) fn collisions(link: Element<'_>, paths: &Paths) -> Result<Vec<Geometry>> {
    let read = |element: Element<'_>| {
        element.text("name");
        Ok(Geometry {
            place: element.offset(),
            pose: origin(element)?,
            shape: shape(element.required("geometry")?, paths)?,
            material: None,
        })
    };
    link.all("collision").map(read).collect()
}

fn shape(geometry: Element<'_>, paths: &Paths) -> Result<GeometryShape> {
    if let Some(element) = geometry.one("box")? {
        element.required_text("size")?;
        let size = element.numbers::<3>("size")?.unwrap_or_default();
        size.iter()
            .try_for_each(|x| check_positive(element, "size", *x))?;
        let half_extents = size.map(|x| 0.5 * x);
        return Ok(GeometryShape::Box { half_extents });
    }
    if let Some(element) = geometry.one("sphere")? {
        let radius = positive(element, "radius")?;
        return Ok(GeometryShape::Sphere { radius });
    }
    if let Some(element) = geometry.one("cylinder")? {
        let radius = positive(element, "radius")?;
        let length = positive(element, "length")?;
        return Ok(GeometryShape::Cylinder { radius, length });
    }
    if let Some(element) = geometry.one("capsule")? {
        let radius = positive(element, "radius")?;
        let length = positive(element, "length")?;
        return Ok(GeometryShape::Capsule { radius, length });
    }
    if let Some(element) = geometry.one("mesh")? {
        let name = element.required_text("filename")?;
        let file = paths.find(name);
        let file = file.map_err(|e| element.error("filename", e.why, e.fix))?;
        let scale = element.numbers::<3>("scale")?.unwrap_or([1.0; 3]);
        if scale.iter().any(|x| *x == 0.0) {
            let why = "a factor of 0 leaves nothing of the mesh";
            return Err(element.error("scale", why, "give three factors"));
        }
        return Ok(GeometryShape::Mesh { file, scale });
    }
    let why = "<geometry> has no box, sphere, cylinder, capsule or mesh";
    Err(geometry.error("", why, "give it one of them"))
}
