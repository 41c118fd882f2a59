//! `[design]`: which numbers of a scene an optimisation may change, within which bounds, and what it is to make small.

mod check;

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// `[design]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Design {
    /// The number of steps of the optimisation.
    #[serde(default = "iterations")]
    pub iterations: usize,
    /// The way in which the loss is made smaller.
    #[serde(default)]
    pub method: DesignMethod,
    /// The relaxations with which the loss and its gradient are found, each for an equal share of the iterations; that of the scene by default.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relaxation: Vec<f64>,
    /// What may change.
    pub variable: Vec<DesignVariable>,
    /// The terms whose sum is made small.
    pub loss: Vec<DesignLoss>,
}

fn iterations() -> usize {
    100
}

/// How variables change along a gradient.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DesignMethod {
    /// Adam, with decays 0.9 and 0.999.
    #[default]
    Adam,
    /// Steps of constant length along the gradient of each entry (SDRS eq. 15).
    NormalizedDescent,
}

/// `[[design.variable]]`: numbers that each are a variable, or one variable that moves several numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DesignVariable {
    /// The name of the variable in tables; the path of the number by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The path of a number, or of what has numbers, each of which is a variable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numbers: Option<String>,
    /// The paths of numbers and by how much each moves with the one variable, which starts at 0.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub moves: BTreeMap<String, f64>,
    /// The variable stays this near to its start, in its unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<f64>,
    /// The lower bound of the variable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// The upper bound of the variable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
    /// The change in one iteration, about, in the unit of the variable; a fiftieth of the way between the bounds by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
}

/// `[[design.loss]]`: one term of the loss.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DesignLoss {
    /// What is measured.
    pub kind: LossKind,
    /// The body; an energy without one is that of all bodies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The joint of an effort; without one it is that of all motors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint: Option<String>,
    /// The body in whose shape frame a relative position is measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// A point of the body, in its shape frame, m.
    #[serde(default)]
    pub point: [f64; 3],
    /// The position (m), the direction, the velocity (m/s) or the force (N) that is wanted, world; the point of the other body, in its
    /// shape frame (m), of a relative position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<[f64; 3]>,
    /// An axis of the body, in its shape frame, for an orientation; z by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<[f64; 3]>,
    /// The weights of x, y and z.
    #[serde(default = "all_axes")]
    pub axes: [f64; 3],
    /// The factor of the term in the sum.
    #[serde(default = "one")]
    pub weight: f64,
    /// The time at which the term is measured, s; the end by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<f64>,
    /// The term is the mean over all steps from this time on, s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<f64>,
    /// The mean ends at this time, s; the end of the run by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<f64>,
}

fn all_axes() -> [f64; 3] {
    [1.0; 3]
}

fn one() -> f64 {
    1.0
}

/// `kind` of a term of the loss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LossKind {
    /// The weighted square of the distance of a point from its target, m^2.
    Position,
    /// The weighted square of the distance of a point from a point of another body, along the axes of that body, m^2.
    RelativePosition,
    /// Minus the way of a point along a direction, m.
    Travel,
    /// One minus the cosine of the angle between an axis of the body and a direction.
    Orientation,
    /// The weighted square of the difference of the velocity of a point from its target, (m/s)^2.
    Velocity,
    /// The kinetic energy, J.
    Energy,
    /// The sum of the squares of the efforts of motors, (N m)^2 or N^2.
    Effort,
    /// The weighted square of the difference of the force of contacts on a free body from its target, N^2.
    ContactForce,
}

impl LossKind {
    /// Returns the word of the kind in a scene file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::RelativePosition => "relative_position",
            Self::Travel => "travel",
            Self::Orientation => "orientation",
            Self::Velocity => "velocity",
            Self::Energy => "energy",
            Self::Effort => "effort",
            Self::ContactForce => "contact_force",
        }
    }

    /// Returns the unit of the term.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Position | Self::RelativePosition => "m^2",
            Self::Travel => "m",
            Self::Orientation => "1",
            Self::Velocity => "m^2/s^2",
            Self::Energy => "J",
            Self::Effort => "N^2 or N^2 m^2",
            Self::ContactForce => "N^2",
        }
    }
}
