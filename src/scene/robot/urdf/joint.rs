//! `<joint>`: kind, axis, limits, damping and friction, and the joint that it follows.

use super::origin;
use crate::error::{Result, remedy};
use crate::math::Vec3;
use crate::scene::joint::KindConfig;
use crate::scene::robot::description::{Connection, Coordinate, Joint};
use crate::scene::robot::notes::Notes;
use crate::scene::robot::xml::Element;
use std::collections::BTreeMap;

/// The types of URDF.
const TYPES: [&str; 6] = [
    "fixed",
    "revolute",
    "continuous",
    "prismatic",
    "planar",
    "floating",
];

/// Reads a joint between two links.
pub(super) fn read(
    element: Element<'_>,
    name: &str,
    ends: [usize; 2],
    notes: &mut Notes,
) -> Result<Joint> {
    let kind = kind(element)?;
    let mut joint = Joint {
        place: element.offset(),
        zero: origin(element)?,
        axis: axis(element, kind)?,
        mimic: mimic(element)?,
        ..Joint::new(name.to_string(), kind, ends)
    };
    let along = coordinate(element, &joint, notes)?;
    joint.coordinates = vec![along; kind.coordinate_count()];
    Ok(joint)
}

fn kind(element: Element<'_>) -> Result<Connection> {
    Ok(match element.required_text("type")? {
        "fixed" => Connection::Welded,
        "revolute" | "continuous" => Connection::Joint(KindConfig::Revolute),
        "prismatic" => Connection::Joint(KindConfig::Prismatic),
        "planar" => Connection::Joint(KindConfig::Planar),
        "floating" => Connection::Free,
        other => {
            let why = format!("no type of joint is \"{other}\"");
            return Err(element.error("type", why, remedy(other, TYPES)));
        }
    })
}

/// Returns the direction of a joint, x where the file gives none.
fn axis(element: Element<'_>, kind: Connection) -> Result<Vec3> {
    let Some(axis) = element.one("axis")? else {
        return Ok(Vec3::x());
    };
    let given = Vec3::from(axis.numbers::<3>("xyz")?.unwrap_or([1.0, 0.0, 0.0]));
    match (given.try_normalize(1e-12), kind) {
        (Some(unit), _) => Ok(unit),
        (None, Connection::Welded | Connection::Free) => Ok(Vec3::x()),
        (None, Connection::Joint(_)) => {
            let why = "a zero vector has no direction";
            Err(axis.error("xyz", why, "e.g. xyz=\"0 0 1\""))
        }
    }
}

fn mimic(element: Element<'_>) -> Result<Option<(String, [f64; 5])>> {
    let Some(mimic) = element.one("mimic")? else {
        return Ok(None);
    };
    let leader = mimic.required_text("joint")?.to_string();
    let offset = mimic.number("offset")?.unwrap_or(0.0);
    let multiplier = mimic.number("multiplier")?.unwrap_or(1.0);
    Ok(Some((leader, [offset, multiplier, 0.0, 0.0, 0.0])))
}

/// Returns what acts along every coordinate of a joint.
fn coordinate(element: Element<'_>, joint: &Joint, notes: &mut Notes) -> Result<Coordinate> {
    let mut out = Coordinate::default();
    if let Some(dynamics) = element.one("dynamics")? {
        out.damping = not_negative(dynamics, "damping")?;
        out.friction = not_negative(dynamics, "friction")?;
    }
    let Some(limit) = element.one("limit")? else {
        if matches!(element.text("type"), Some("revolute" | "prismatic")) {
            let words = format!("{}: no <limit>, so it moves without limits", joint.name);
            notes.say(element.offset(), words);
        }
        return Ok(out);
    };
    let effort = limit.bound("effort")?;
    if let Some(effort) = effort.filter(|x| *x < 0.0) {
        let why = format!("an effort of {effort}");
        return Err(limit.error(
            "effort",
            why,
            "give a number >= 0; 0 says that there is no motor",
        ));
    }
    out.effort = effort.filter(|x| x.is_finite());
    // A speed that the motor does not exceed by itself is information: nothing enforces it.
    limit.bound("velocity")?;
    let [lower, upper] = [limit.bound("lower")?, limit.bound("upper")?];
    if !matches!(element.text("type"), Some("revolute" | "prismatic")) {
        return Ok(out);
    }
    let range = [lower.unwrap_or(0.0), upper.unwrap_or(0.0)];
    if range[0] > range[1] {
        let why = format!("lower {} is above upper {}", range[0], range[1]);
        return Err(limit.error("lower", why, "exchange them"));
    }
    if range[0] == range[1] {
        let words = format!("{}: lower = upper, so it moves without limits", joint.name);
        notes.say(limit.offset(), words);
        return Ok(out);
    }
    out.limits = Some(range);
    Ok(out)
}

fn not_negative(element: Element<'_>, name: &str) -> Result<f64> {
    let x = element.number(name)?.unwrap_or(0.0);
    match x >= 0.0 {
        true => Ok(x),
        false => Err(element.error(name, format!("{x} is negative"), "give a number >= 0")),
    }
}

/// Refuses joints that follow a joint that does not exist, or has no single coordinate, or themselves.
pub(super) fn check_mimics(root: Element<'_>, joints: &[Joint]) -> Result<()> {
    let names = joints.iter().map(|joint| (joint.name.as_str(), joint));
    let named: BTreeMap<&str, &Joint> = names.collect();
    for (joint, element) in joints.iter().zip(root.all("joint")) {
        let Some((leader, _)) = &joint.mimic else {
            continue;
        };
        let mimic = element.required("mimic")?;
        let Some(found) = named.get(leader.as_str()) else {
            let fix = remedy(leader, named.keys().copied());
            return Err(mimic.error("joint", format!("no joint \"{leader}\""), fix));
        };
        if found.kind.coordinate_count() != 1 {
            let why = format!("the joint {leader} has not one coordinate");
            return Err(mimic.error("joint", why, "follow a joint that turns or slides"));
        }
        let mut next = Some(*found);
        for _ in joints {
            let Some((leader, _)) = next.and_then(|joint| joint.mimic.as_ref()) else {
                next = None;
                break;
            };
            next = named.get(leader.as_str()).copied();
        }
        if next.is_some() {
            let why = "the joints that it follows follow each other in a circle";
            return Err(mimic.error("joint", why, "let one of them move by itself"));
        }
    }
    Ok(())
}
