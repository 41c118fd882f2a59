//! One `[[joint]]`: its specification for the builder of the model.

use super::StartPose;
use super::config::{CoordinateConfig, JointConfig, KindConfig};
use crate::error::{Error, Result, finite};
use crate::math::{Rot, Vec3, wxyz};
use crate::scene::value::{rotation, vector};
use crate::shape::table::{Exactly, Triple};
use crate::world::{JointAxis, JointSpec, Spring};

/// Axes of a universal joint whose cosine is larger than this are not perpendicular.
const PERPENDICULAR: f64 = 1e-6;

/// The builder's view of a joint, whose frame on the child is filled in; fields of errors are relative to the joint's table.
pub(super) fn spec(
    entry: &mut JointConfig,
    pose: &impl Fn(&str) -> Option<StartPose>,
) -> Result<JointSpec> {
    let kind = entry.kind.with_pitch(pitch(entry)?);
    let mut spec = JointSpec::new(&entry.name, kind, &entry.child);
    spec.parent.clone_from(&entry.parent);
    spec.collide = entry.collide;
    spec = spec.anchor(vector("anchor", entry.anchor, "give finite metres")?);
    spec = with_axes(entry, spec)?;
    if let Some(mimic) = &entry.mimic {
        let mut polynomial = [0.0; 5];
        let count = mimic.coefficients.len();
        if !(1..=polynomial.len()).contains(&count) {
            let why = format!("{count} numbers");
            let fix = "give one to five, from the constant on, e.g. [0, 1]";
            return Err(Error::value("mimic.coefficients", why, fix));
        }
        polynomial[..count].copy_from_slice(&mimic.coefficients);
        spec = spec.mimic(&mimic.joint, polynomial);
    }
    check_coordinates(entry)?;
    for (k, one) in entry.coordinates().iter().enumerate() {
        let axis = one.axis().and_then(|axis| axis.check().map(|()| axis));
        let axis = axis.map_err(|e| match entry.coordinate.is_empty() {
            true => e,
            false => e.within(&format!("coordinate[{k}]")),
        })?;
        spec = spec.along(axis);
    }
    if entry.parent.as_ref() != Some(&entry.child) {
        fill_child_frame(entry, &spec, pose)?;
    }
    if let (Some(point), Some(quat)) = (entry.child_anchor, entry.child_quat_wxyz) {
        let point = vector("child_anchor", point, "give finite metres")?;
        spec = spec.at_child(point, rotation("child_quat_wxyz", quat)?);
    }
    Ok(spec)
}

/// The field of a key of coordinate `k`.
pub(super) fn field_of(entry: &JointConfig, k: usize, key: &str) -> String {
    match entry.coordinate.is_empty() {
        true => format!("joint.{}.{key}", entry.name),
        false => format!("joint.{}.coordinate[{k}].{key}", entry.name),
    }
}

fn pitch(entry: &JointConfig) -> Result<f64> {
    let name = entry.kind.with_pitch(0.0).name();
    match (entry.kind, entry.pitch) {
        (KindConfig::Screw, Some(pitch)) => {
            finite("pitch", &[pitch], "give the advance per turn in metres")?;
            Ok(pitch)
        }
        (KindConfig::Screw, None) => {
            let fix = "add `pitch = ...`, the advance per turn in metres";
            Err(Error::value("pitch", "a screw joint needs a pitch", fix))
        }
        (_, None) => Ok(0.0),
        (_, Some(_)) => {
            let why = format!("a {name} joint has no pitch");
            let fix = "remove it, or use type = \"screw\"";
            Err(Error::value("pitch", why, fix))
        }
    }
}

fn with_axes(entry: &JointConfig, spec: JointSpec) -> Result<JointSpec> {
    match (entry.kind, entry.axes) {
        (kind, Some(axes)) if kind.has_axes() => {
            if entry.axis.is_some() {
                let why = "`axes` says where the joint moves, too";
                return Err(Error::value("axis", why, "remove it: `axes` has both"));
            }
            let first = direction("axes[0]", axes[0])?;
            let second = direction("axes[1]", axes[1])?;
            let cosine = first.dot(&second);
            if cosine.abs() > PERPENDICULAR {
                let why = format!("the axes are not perpendicular: cosine {cosine:.3e}");
                let fix = "give two axes at a right angle, e.g. [[1, 0, 0], [0, 1, 0]]";
                return Err(Error::value("axes", why, fix));
            }
            Ok(spec.axes(first, second))
        }
        (KindConfig::Universal, None) => {
            let fix = "add `axes`, e.g. axes = [[1, 0, 0], [0, 1, 0]]";
            Err(Error::value(
                "axes",
                "a universal joint needs two axes",
                fix,
            ))
        }
        (_, Some(_)) => {
            let why = format!("a {} joint has one axis", spec.kind.name());
            Err(Error::value("axes", why, "use `axis`"))
        }
        (_, None) => match entry.axis {
            Some(axis) => Ok(spec.axis(direction("axis", axis)?)),
            None => Ok(spec),
        },
    }
}

/// A unit vector along an axis of the file.
fn direction(field: &str, axis: Triple) -> Result<Vec3> {
    let fix = "e.g. [0, 0, 1]";
    let axis = vector(field, axis, fix)?;
    axis.try_normalize(1e-12).ok_or_else(|| {
        let why = format!("length {}: a zero vector has no direction", axis.norm());
        Error::value(field, why, fix)
    })
}

/// Checks that there are coordinates to describe, and that they are described once.
fn check_coordinates(entry: &JointConfig) -> Result<()> {
    let own = entry.own_coordinate();
    let name = entry.kind.with_pitch(0.0).name();
    let count = entry.coordinate_count();
    if let Some(key) = own.first_key() {
        if count == 0 {
            let why = format!("a {name} joint has no coordinate: nothing acts along it");
            return Err(Error::value(key, why, "remove it, or change the type"));
        }
        if !entry.coordinate.is_empty() {
            let why = "the coordinates have tables of their own";
            let fix = "move it into the first [[joint.coordinate]]";
            return Err(Error::value(key, why, fix));
        }
    }
    if entry.coordinate.len() > count {
        let why = format!(
            "a {name} joint has {count} coordinates, and {} are described",
            entry.coordinate.len()
        );
        let field = format!("coordinate[{count}]");
        return Err(Error::value(field, why, "remove the others"));
    }
    Ok(())
}

impl CoordinateConfig {
    /// Returns the first key that is given.
    fn first_key(&self) -> Option<&'static str> {
        let keys = [
            ("limits", self.limits.is_some()),
            ("damping", self.damping.is_some()),
            ("friction", self.friction.is_some()),
            ("armature", self.armature.is_some()),
            ("turns", self.turns.is_some()),
            ("spring", self.spring.is_some()),
            ("motor", self.motor.is_some()),
        ];
        keys.iter().find(|key| key.1).map(|key| key.0)
    }

    /// Returns what acts along the coordinate; fields of errors are relative to the table.
    fn axis(&self) -> Result<JointAxis> {
        let mut axis = JointAxis {
            spring: self.spring.map(|spring| Spring {
                stiffness: spring.stiffness,
                rest: spring.rest,
                symplectic: spring.symplectic,
            }),
            damping: self.damping.unwrap_or(0.0),
            friction: self.friction.unwrap_or(0.0),
            armature: self.armature.unwrap_or(0.0),
            ..JointAxis::default()
        };
        if let Some(limits) = self.limits {
            axis.limits = limits.0;
        }
        if let Some(motor) = &self.motor {
            axis.motor = Some(motor.motor().map_err(|e| e.within("motor"))?);
        }
        Ok(axis)
    }
}

/// Fills in where the joint is on the child: where it is on the parent at the start.
fn fill_child_frame(
    entry: &mut JointConfig,
    spec: &JointSpec,
    pose: &impl Fn(&str) -> Option<StartPose>,
) -> Result<()> {
    if entry.child_anchor.is_some() && entry.child_quat_wxyz.is_some() {
        return Ok(());
    }
    let world = Some(Some((Vec3::zeros(), Rot::identity())));
    let parent = entry.parent.as_deref().map_or(world, pose);
    // The builder of the model names a body that does not exist.
    let (Some(parent), Some(child)) = (parent, pose(&entry.child)) else {
        return Ok(());
    };
    let (Some((parent_at, parent_turn)), Some((at, turn))) = (parent, child) else {
        let field = match entry.child_anchor {
            None => "child_anchor",
            Some(_) => "child_quat_wxyz",
        };
        let why = "missing, and a body of the joint starts at a `state`";
        let fix = "give child_anchor and child_quat_wxyz: where the joint is on the child";
        return Err(Error::value(field, why, fix));
    };
    let back = turn.inverse();
    let point = back * (parent_at + parent_turn * spec.anchor - at);
    let frame = back * (parent_turn * spec.rotation);
    entry.child_anchor.get_or_insert(Exactly(point.into()));
    entry.child_quat_wxyz.get_or_insert(Exactly(wxyz(&frame)));
    Ok(())
}
