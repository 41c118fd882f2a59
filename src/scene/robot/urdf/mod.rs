//! URDF: links, joints and the collisions that an SRDF beside it disables.
//!
//! Lengths are in metres and angles in radians; the frame of a link is that of the joint above it.

mod geometry;
mod inertial;
mod joint;
mod srdf;

pub(super) use srdf::disabled_collisions;

use super::description::{Description, Link, Pose, Root};
use super::notes::Notes;
use super::paths::Paths;
use super::xml::Element;
use crate::error::{Error, Result, remedy};
use crate::math::{Rot, Vec3};
use std::collections::BTreeMap;

/// Reads a robot.
///
/// # Errors
/// The error has the place in the file.
pub(super) fn read(root: Element<'_>, paths: &Paths, notes: &mut Notes) -> Result<Description> {
    root.text("name");
    root.text("version");
    let mut out = Description::default();
    let colors = geometry::Colors::read(root)?;
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for element in root.all("link") {
        let name = unique(element, "link", |name| known.contains_key(name))?;
        known.insert(name, out.links.len());
        out.links.push(Link {
            name: name.to_string(),
            place: element.offset(),
            root: Root::Base,
            inertial: inertial::read(element)?,
            collisions: geometry::collisions(element, paths)?,
            visuals: geometry::visuals(element, paths, &colors, notes)?,
        });
    }
    if out.links.is_empty() {
        let fix = match root.is_xacro() {
            true => "expand the xacro first: xacro FILE > robot.urdf",
            false => "add <link name=\"base\"/>",
        };
        return Err(root.error("", "the robot has no links", fix));
    }
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    let mut parents: BTreeMap<usize, &str> = BTreeMap::new();
    for element in root.all("joint") {
        let name = unique(element, "joint", |name| names.contains_key(name))?;
        names.insert(name, out.joints.len());
        let ends = ends(element, &known)?;
        if let Some(other) = parents.insert(ends[1], name) {
            let child = &out.links[ends[1]].name;
            let why = format!("link {child} is the child of the joint {other}, too");
            let fix = "a URDF is a tree: remove one of the two joints";
            return Err(element.error("", why, fix));
        }
        out.joints.push(joint::read(element, name, ends, notes)?);
    }
    joint::check_mimics(root, &out.joints)?;
    Ok(out)
}

/// Returns a name that no other element of its kind has.
fn unique<'a>(
    element: Element<'a>,
    kind: &str,
    is_known: impl Fn(&str) -> bool,
) -> Result<&'a str> {
    let name = element.required_text("name")?;
    if name.is_empty() {
        return Err(element.error("name", "the name is empty", format!("name the {kind}")));
    }
    match is_known(name) {
        false => Ok(name),
        true => {
            let why = format!("a second {kind} \"{name}\"");
            Err(element.error("name", why, "rename one of the two"))
        }
    }
}

/// Returns the parent and the child of a joint.
fn ends(element: Element<'_>, links: &BTreeMap<&str, usize>) -> Result<[usize; 2]> {
    let end = |tag| {
        let end = element.required(tag)?;
        let name = end.required_text("link")?;
        links.get(name).copied().ok_or_else(|| {
            let fix = remedy(name, links.keys().copied());
            end.error("link", format!("no link \"{name}\""), fix)
        })
    };
    Ok([end("parent")?, end("child")?])
}

/// Returns the pose of `<origin>`, the identity without one.
fn origin(element: Element<'_>) -> Result<Pose> {
    let Some(origin) = element.one("origin")? else {
        return Ok((Vec3::zeros(), Rot::identity()));
    };
    let point = origin.numbers::<3>("xyz")?.unwrap_or_default();
    let [roll, pitch, yaw] = origin.numbers::<3>("rpy")?.unwrap_or_default();
    // The three angles are about the fixed axes x, y, z.
    let turn = Rot::from_euler_angles(roll, pitch, yaw);
    Ok((Vec3::from(point), turn))
}

/// Returns a number > 0.
fn positive(element: Element<'_>, name: &str) -> Result<f64> {
    let x = element.required_number(name)?;
    check_positive(element, name, x)?;
    Ok(x)
}

fn check_positive(element: Element<'_>, name: &str, x: f64) -> std::result::Result<(), Error> {
    match x > 0.0 && x.is_finite() {
        true => Ok(()),
        false => {
            let why = format!("{x} is not greater than 0");
            Err(element.error(name, why, "give a length in metres"))
        }
    }
}
