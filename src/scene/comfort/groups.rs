//! Groups of bodies in `[[no_contact]]`.

use crate::error::{Error, Result};
use crate::scene::config::{Config, NoContactConfig};
use crate::shape::table::Exactly;
use std::collections::BTreeMap;

/// Replaces groups by the pairs of their bodies.
///
/// # Errors
/// A group has the name of a body.
pub(super) fn settle(config: &mut Config) -> Result<()> {
    let mut groups: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for body in &mut config.body {
        if let Some(group) = body.group.take() {
            groups.entry(group).or_default().push(body.name.clone());
        }
    }
    for body in &config.body {
        if groups.contains_key(&body.name) {
            let why = format!("a group has the name of the body \"{}\"", body.name);
            let field = format!("body.{}.name", body.name);
            return Err(Error::value(field, why, "name one of the two otherwise"));
        }
    }
    let given = std::mem::take(&mut config.no_contact);
    for entry in given {
        let Exactly([a, b]) = &entry.between;
        if !groups.contains_key(a) && !groups.contains_key(b) {
            config.no_contact.push(entry);
            continue;
        }
        let members = |name: &String| {
            groups
                .get(name)
                .cloned()
                .unwrap_or_else(|| vec![name.clone()])
        };
        let (first, second) = (members(a), members(b));
        for (i, x) in first.iter().enumerate() {
            // Of a group with itself every pair comes once.
            let rest = if a == b {
                &second[i + 1..]
            } else {
                &second[..]
            };
            let pairs = rest.iter().filter(|y| *y != x).map(|y| NoContactConfig {
                between: Exactly([x.clone(), y.clone()]),
            });
            config.no_contact.extend(pairs);
        }
    }
    Ok(())
}
