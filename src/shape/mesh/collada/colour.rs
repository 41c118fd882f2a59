//! The colour of a material: the diffuse colour of its effect.

use super::{Reader, children, numbers};
use roxmltree::Node;

/// An effect reflects light in one of these ways; each has a diffuse colour.
const SHADINGS: [&str; 3] = ["phong", "lambert", "blinn"];

impl<'a> Reader<'a> {
    /// Returns the colour of the material with a symbol in an instance of a geometry, sRGB; nothing where there is none, or a
    /// texture. Opacity is not read: programs write it in opposite ways.
    pub(super) fn diffuse(&self, instance: Option<Node<'a, 'a>>, symbol: &str) -> Option<[f64; 4]> {
        let bound = instance.and_then(|instance| {
            let mut materials = instance
                .descendants()
                .filter(|n| n.tag_name().name() == "instance_material");
            let material = materials.find(|n| n.attribute("symbol") == Some(symbol))?;
            self.target(material, "target").ok()
        });
        // without an instance the symbol may be the name of the material itself
        let material = bound.or_else(|| self.ids.get(symbol).copied())?;
        let effect = children(material, "instance_effect").next()?;
        let effect = self.target(effect, "url").ok()?;
        let is_shading = |n: &Node| SHADINGS.contains(&n.tag_name().name());
        let shading = effect.descendants().find(is_shading)?;
        let diffuse = children(shading, "diffuse").next()?;
        let own: Vec<f64> = numbers(children(diffuse, "color").next()?).ok()?;
        let [red, green, blue, ..] = own[..] else {
            return None;
        };
        Some([
            red.clamp(0.0, 1.0),
            green.clamp(0.0, 1.0),
            blue.clamp(0.0, 1.0),
            1.0,
        ])
    }
}
