//! Groups of bodies in `[[no_contact]]` and in masks.

use crate::error::{Error, Result, remedy};
use crate::scene::config::{BodyConfig, Config, NoContactConfig};
use crate::scene::limits::MAX_BODIES;
use crate::shape::table::Exactly;
use std::collections::{BTreeMap, BTreeSet};

/// Replaces groups by their bodies in masks, and by the pairs of their bodies in `[[no_contact]]`.
///
/// # Errors
/// A group has the name of a body; a mask has a name that nothing has, in a scene without robots.
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
    expand_masks(config, &groups)?;
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

/// Replaces groups by their bodies in masks.
fn expand_masks(config: &mut Config, groups: &BTreeMap<String, Vec<String>>) -> Result<()> {
    let names: BTreeSet<String> = config.body.iter().map(|body| body.name.clone()).collect();
    for body in &mut config.body {
        let mut members = Vec::new();
        for name in body.collision_mask.iter().flatten() {
            match groups.get(name) {
                Some(group) => members.extend(group.clone()),
                // A body of a robot is not there yet.
                None if names.contains(name) || !config.robot.is_empty() => {
                    members.push(name.clone());
                }
                None => {
                    let known = groups.keys().chain(&names).map(String::as_str);
                    return Err(no_such(&body.name, name, remedy(name, known)));
                }
            }
        }
        body.collision_mask = body.collision_mask.is_some().then_some(members);
    }
    Ok(())
}

/// Replaces masks by the pairs of bodies that do not touch each other since the mask of one of them leaves out the other.
///
/// # Errors
/// A mask has a name that no body and no group has.
pub(super) fn settle_masks(config: &mut Config) -> Result<()> {
    let bodies = &config.body;
    if bodies.iter().all(|body| body.collision_mask.is_none()) {
        return Ok(());
    }
    let names: BTreeSet<&str> = bodies.iter().map(|body| body.name.as_str()).collect();
    for body in bodies {
        let mut mask = body.collision_mask.iter().flatten();
        if let Some(name) = mask.find(|name| !names.contains(name.as_str())) {
            let fix = remedy(name, names.iter().copied());
            return Err(no_such(&body.name, name, fix));
        }
    }
    let masks: Vec<Option<BTreeSet<&str>>> = bodies
        .iter()
        .map(|body| {
            Some(
                body.collision_mask
                    .as_ref()?
                    .iter()
                    .map(String::as_str)
                    .collect(),
            )
        })
        .collect();
    let leaves_out = |i: usize, other: &BodyConfig| {
        let mask = masks[i].as_ref();
        mask.is_some_and(|mask| !mask.contains(other.name.as_str()))
    };
    let mut out = Vec::new();
    for (i, a) in bodies.iter().enumerate() {
        // A scene with more pairs is refused.
        if out.len() > MAX_BODIES {
            break;
        }
        for (j, b) in bodies.iter().enumerate().skip(i + 1) {
            if leaves_out(i, b) || leaves_out(j, a) {
                let between = Exactly([a.name.clone(), b.name.clone()]);
                out.push(NoContactConfig { between });
            }
        }
    }
    config.no_contact.extend(out);
    for body in &mut config.body {
        body.collision_mask = None;
    }
    Ok(())
}

fn no_such(body: &str, name: &str, fix: String) -> Error {
    let field = format!("body.{body}.collision_mask");
    Error::value(field, format!("no body and no group \"{name}\""), fix)
}
