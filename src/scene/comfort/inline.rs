//! Shapes written where a name may stand: they get the names of their bodies.

use crate::error::{Error, Result};
use crate::scene::config::Config;
use crate::scene::shape_config::{ShapeConfig, ShapeName};
use std::collections::BTreeMap;

/// Moves shapes of bodies and visuals to the list of shapes.
///
/// # Errors
/// The name is taken.
pub(super) fn settle(config: &mut Config) -> Result<()> {
    let Config { body, shape, .. } = config;
    for body in body {
        let name = body.name.clone();
        if let Some(own) = &mut body.shape {
            let field = format!("body.{name}.shape");
            named(own, &name, &field, shape)?;
        }
        for (k, visual) in body.visual.iter_mut().enumerate() {
            if let Some(own) = &mut visual.shape {
                let field = format!("body.{name}.visual[{k}].shape");
                named(own, &format!("{name} visual {k}"), &field, shape)?;
            }
        }
    }
    Ok(())
}

fn named(
    own: &mut ShapeName,
    name: &str,
    field: &str,
    shapes: &mut BTreeMap<String, ShapeConfig>,
) -> Result<()> {
    let ShapeName::Inline(_) = own else {
        return Ok(());
    };
    if shapes.contains_key(name) {
        let why =
            format!("there is a shape \"{name}\" already, and this one would have that name, too");
        return Err(Error::value(
            field,
            why,
            "name that shape otherwise, or use it here",
        ));
    }
    let inline = std::mem::replace(own, ShapeName::Name(name.to_string()));
    if let ShapeName::Inline(shape) = inline {
        shapes.insert(name.to_string(), *shape);
    }
    Ok(())
}
