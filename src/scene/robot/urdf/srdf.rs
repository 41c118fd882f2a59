//! SRDF: pairs of links whose collisions are disabled.

use crate::error::Result;
use crate::scene::robot::description::Description;
use crate::scene::robot::xml::Element;

/// Returns the pairs of links that do not touch each other.
pub(in crate::scene::robot) fn disabled_collisions(
    root: Element<'_>,
    robot: &Description,
) -> Result<Vec<[String; 2]>> {
    if root.tag() != "robot" {
        let why = format!("<{}> is not the root of an SRDF file", root.tag());
        return Err(root.error("", why, "give a file that begins with <robot>"));
    }
    root.text("name");
    let end = |element: Element<'_>, key: &str| {
        let name = element.required_text(key)?;
        match robot.links.iter().any(|link| link.name == name) {
            true => Ok(Some(name.to_string())),
            false => Ok(None),
        }
    };
    let mut out = Vec::new();
    for element in root.all("disable_collisions") {
        element.text("reason");
        let ends = [end(element, "link1")?, end(element, "link2")?];
        if let [Some(a), Some(b)] = ends {
            out.push([a, b]);
        }
    }
    Ok(out)
}
