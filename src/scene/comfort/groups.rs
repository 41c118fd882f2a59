//! Groups of bodies in `[[no_contact]]` and in masks.

use crate::error::{Error, Result, remedy};
use crate::scene::config::{BodyConfig, Config, NoContactConfig};
use crate::scene::limits::MAX_BODIES;
use crate::shape::table::Exactly;
use std::collections::BTreeMap;

/// Replaces groups and masks by the pairs of their bodies.
///
/// # Errors
/// A group has the name of a body; a mask has a name that nothing has.
pub(super) fn settle(config: &mut Config) -> Result<()> {
    let masked = masked_pairs(&config.body)?;
    config.no_contact.extend(masked);
    for body in &mut config.body {
        body.collision_mask = None;
    }
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

/// Returns the pairs of bodies that do not touch each other since the mask of one of them leaves out the other.
fn masked_pairs(bodies: &[BodyConfig]) -> Result<Vec<NoContactConfig>> {
    let is =
        |body: &BodyConfig, name: &String| body.name == *name || body.group.as_ref() == Some(name);
    for body in bodies {
        for (k, name) in body.collision_mask.iter().flatten().enumerate() {
            if !bodies.iter().any(|other| is(other, name)) {
                let all = bodies
                    .iter()
                    .flat_map(|body| [Some(&body.name), body.group.as_ref()]);
                let fix = remedy(name, all.flatten().map(String::as_str));
                let field = format!("body.{}.collision_mask[{k}]", body.name);
                let why = format!("no body and no group \"{name}\"");
                return Err(Error::value(field, why, fix));
            }
        }
    }
    let leaves_out = |body: &BodyConfig, other: &BodyConfig| {
        let mask = body.collision_mask.as_ref();
        mask.is_some_and(|mask| !mask.iter().any(|name| is(other, name)))
    };
    let mut out = Vec::new();
    for (i, a) in bodies.iter().enumerate() {
        // A scene with more pairs is refused.
        if out.len() > MAX_BODIES {
            break;
        }
        for b in &bodies[i + 1..] {
            if leaves_out(a, b) || leaves_out(b, a) {
                let between = Exactly([a.name.clone(), b.name.clone()]);
                out.push(NoContactConfig { between });
            }
        }
    }
    Ok(out)
}
