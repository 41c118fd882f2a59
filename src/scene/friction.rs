//! `[[friction]]`: the coefficient of friction between two materials.

use super::config::Config;
use super::value::in_range;
use crate::error::{Error, Result, remedy};
use crate::world::ModelBuilder;
use std::collections::BTreeSet;

/// Adds the coefficients of pairs of materials, where parts have both; `used` are the names of the materials of all parts.
pub(super) fn add_pairs(
    mut builder: ModelBuilder,
    config: &Config,
    used: &BTreeSet<String>,
) -> Result<ModelBuilder> {
    for (i, entry) in config.friction.iter().enumerate() {
        let within = |e: Error| e.within(&format!("friction[{i}]"));
        let fix = "use 0 for frictionless";
        in_range("coefficient", entry.coefficient, 0.0, 1e6, fix).map_err(within)?;
        let [a, b] = &entry.between.0;
        for (k, name) in [a, b].into_iter().enumerate() {
            if !config.material.contains_key(name) {
                let why = format!("no material \"{name}\"");
                let fix = remedy(name, config.material.keys().map(String::as_str));
                return Err(within(Error::value(format!("between[{k}]"), why, fix)));
            }
        }
        let mut earlier = config.friction[..i].iter();
        let before = earlier.position(|other| {
            let [c, d] = &other.between.0;
            [c, d] == [a, b] || [d, c] == [a, b]
        });
        if let Some(first) = before {
            let why = format!("friction[{first}] is between \"{a}\" and \"{b}\", too");
            return Err(within(Error::value(
                "between",
                why,
                "remove one of the two",
            )));
        }
        if used.contains(a) && used.contains(b) {
            builder = builder.friction_between(a, b, entry.coefficient);
        }
    }
    Ok(builder)
}
