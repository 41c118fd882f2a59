//! `<collision>` and `<visual>`: the shapes of a link.

use super::{check_positive, origin, positive};
use crate::error::Result;
use crate::scene::robot::description::{Geometry, GeometryShape, Visual};
use crate::scene::robot::notes::Notes;
use crate::scene::robot::paths::Paths;
use crate::scene::robot::xml::Element;
use std::collections::BTreeMap;

/// Returns the shapes of a link that touch others.
pub(super) fn collisions(link: Element<'_>, paths: &Paths) -> Result<Vec<Geometry>> {
    link.all("collision")
        .map(|element| geometry(element, paths))
        .collect()
}

/// Returns the shapes of a link that are drawn. One whose file is missing is left out with a note: nothing depends on it.
pub(super) fn visuals(
    link: Element<'_>,
    paths: &Paths,
    colors: &Colors<'_>,
    notes: &mut Notes,
) -> Result<Vec<Visual>> {
    let mut out = Vec::new();
    for element in link.all("visual") {
        let mut color = colors.of(element)?;
        if color.is_some_and(|color| !color.iter().all(|c| (0.0..=1.0).contains(c))) {
            notes.say(
                element.offset(),
                "without its colour, which is not from 0 to 1".to_string(),
            );
            color = None;
        }
        match geometry(element, paths) {
            Ok(geometry) => out.push(Visual { geometry, color }),
            Err(e) => notes.say(element.offset(), format!("not drawn: {}", e.why)),
        }
    }
    Ok(out)
}

/// The colours of the materials of a robot.
#[derive(Debug, Default)]
pub(super) struct Colors<'a> {
    named: BTreeMap<&'a str, [f64; 4]>,
}

impl<'a> Colors<'a> {
    /// Reads the materials of a robot.
    pub(super) fn read(root: Element<'a>) -> Result<Self> {
        let mut out = Self::default();
        for material in root.all("material") {
            let name = material.text("name").unwrap_or("");
            if let Some(color) = rgba(material)? {
                out.named.insert(name, color);
            }
        }
        Ok(out)
    }

    /// Returns the colour of a visual, its own or that of the material that it names.
    fn of(&self, visual: Element<'_>) -> Result<Option<[f64; 4]>> {
        let Some(material) = visual.one("material")? else {
            return Ok(None);
        };
        let named = material.text("name").and_then(|name| self.named.get(name));
        Ok(rgba(material)?.or(named.copied()))
    }
}

fn rgba(material: Element<'_>) -> Result<Option<[f64; 4]>> {
    match material.one("color")? {
        None => Ok(None),
        Some(color) => color.numbers::<4>("rgba"),
    }
}

fn geometry(element: Element<'_>, paths: &Paths) -> Result<Geometry> {
    element.text("name");
    Ok(Geometry {
        place: element.offset(),
        pose: origin(element)?,
        shape: shape(element.required("geometry")?, paths)?,
        material: None,
    })
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
        if scale.contains(&0.0) {
            let why = "a factor of 0 leaves nothing of the mesh";
            return Err(element.error("scale", why, "give three factors"));
        }
        return Ok(GeometryShape::Mesh { file, scale });
    }
    let why = "<geometry> has no box, sphere, cylinder, capsule or mesh";
    Err(geometry.error("", why, "give it one of them"))
}
