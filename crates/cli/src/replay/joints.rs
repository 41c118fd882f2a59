//! The coordinates of joints, as lists, tables and charts name them.

use drystone::world::{Joint, JointAxis, Model};
use std::fmt::Write;

/// A coordinate of a joint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JointColumn {
    /// The name of the joint; with `.0`, `.1` and so on where it has several coordinates.
    pub name: String,
    /// Whether it is an angle (rad) and not a length (m).
    pub is_angle: bool,
}

impl JointColumn {
    /// Returns the unit of its positions.
    pub fn unit(&self) -> &'static str {
        if self.is_angle { "rad" } else { "m" }
    }
}

/// Returns the coordinates of all joints, in the order of
/// [`State::joint_positions`](drystone::State::joint_positions).
pub fn joint_columns(model: &Model) -> Vec<JointColumn> {
    model.joints.iter().flat_map(columns).collect()
}

/// Returns the coordinates of a joint.
pub fn columns(joint: &Joint) -> Vec<JointColumn> {
    let all = joint.kind.coordinates();
    let coordinates = all.iter().enumerate();
    coordinates
        .map(|(k, coordinate)| JointColumn {
            name: match all.len() {
                1 => joint.name.clone(),
                _ => format!("{}.{k}", joint.name),
            },
            is_angle: coordinate.is_angle(),
        })
        .collect()
}

/// Returns a line about every joint: its kind, its bodies, its coordinates with their units, and what acts along them.
pub fn describe_joints(model: &Model) -> Vec<String> {
    let joints = model.joints.iter();
    joints.map(|joint| describe(model, joint)).collect()
}

fn describe(model: &Model, joint: &Joint) -> String {
    let parent = match joint.parent {
        Some(parent) => &model.bodies[parent].name,
        None => "the world",
    };
    let child = &model.bodies[joint.child].name;
    let mut out = format!(
        "joint {}: {}, {child} on {parent}",
        joint.name,
        joint.kind.name()
    );
    for (column, axis) in columns(joint).iter().zip(&joint.axes) {
        let acting = acting(axis);
        write!(out, "; {} in {}{acting}", column.name, column.unit()).expect("writing to a string");
    }
    out
}

/// Returns the limits, springs, damping, friction and motor of a coordinate in words with units.
fn acting(axis: &JointAxis) -> String {
    let mut out = String::new();
    let [lower, upper] = axis.limits;
    if lower.is_finite() || upper.is_finite() {
        write!(out, " from {lower} to {upper}").expect("writing to a string");
    }
    let motor = axis.motor.map(|motor| format!("{} motor", motor.name()));
    let acts = [
        (axis.spring.is_some(), "spring"),
        (axis.damping > 0.0, "damping"),
        (axis.friction > 0.0, "friction"),
        (axis.armature > 0.0, "armature"),
        (motor.is_some(), motor.as_deref().unwrap_or("")),
    ];
    for (_, name) in acts.iter().filter(|act| act.0) {
        write!(out, ", {name}").expect("writing to a string");
    }
    out
}
