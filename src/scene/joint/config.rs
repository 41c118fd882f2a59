//! `[[joint]]` as written.

use super::motor::MotorConfig;
use crate::shape::table::{Exactly, Quat, Triple};
use crate::world::JointKind;
use serde::{Deserialize, Serialize};

/// `[[joint]]`. The keys from `limits` to `motor` describe its first coordinate; `[[joint.coordinate]]` tables take their place
/// where a joint has several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JointConfig {
    pub name: String,
    #[serde(rename = "type")]
    pub kind: KindConfig,
    /// The world when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    pub child: String,
    /// m, in the shape frame of the parent.
    #[serde(default)]
    pub anchor: Triple,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<Triple>,
    /// Both axes of a joint that has two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axes: Option<Exactly<Triple, 2>>,
    /// m per turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pitch: Option<f64>,
    /// m, in the shape frame of the child; by default where the anchor is at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub child_anchor: Option<Triple>,
    /// The orientation of the joint in the shape frame of the child; by default that at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub child_quat_wxyz: Option<Quat>,
    #[serde(default)]
    pub collide: bool,
    /// The joint whose coordinate this one follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mimic: Option<MimicConfig>,
    /// rad or m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<Exactly<f64, 2>>,
    /// N m s/rad or N s/m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damping: Option<f64>,
    /// N m or N.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction: Option<f64>,
    /// kg m^2 or kg.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub armature: Option<f64>,
    /// Whole turns at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spring: Option<SpringConfig>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motor: Option<MotorConfig>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coordinate: Vec<CoordinateConfig>,
}

/// `type` of a joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum KindConfig {
    Fixed,
    Revolute,
    Prismatic,
    Gantry,
    Cylindrical,
    Planar,
    Universal,
    Gimbal,
    Spherical,
    Screw,
}

impl KindConfig {
    /// Returns whether two axes say where the joint moves.
    pub(super) fn has_axes(self) -> bool {
        matches!(
            self,
            Self::Universal | Self::Gimbal | Self::Planar | Self::Gantry
        )
    }

    /// Returns the kind; only a screw has a use for the pitch.
    pub(in crate::scene) fn with_pitch(self, pitch: f64) -> JointKind {
        match self {
            Self::Fixed => JointKind::Fixed,
            Self::Revolute => JointKind::Revolute,
            Self::Prismatic => JointKind::Prismatic,
            Self::Gantry => JointKind::Gantry,
            Self::Cylindrical => JointKind::Cylindrical,
            Self::Planar => JointKind::Planar,
            Self::Universal => JointKind::Universal,
            Self::Gimbal => JointKind::Gimbal,
            Self::Spherical => JointKind::Spherical,
            Self::Screw => JointKind::Screw { pitch },
        }
    }
}

/// `[[joint.coordinate]]`: what acts along one coordinate. Units are those of [`JointConfig`].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CoordinateConfig {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<Exactly<f64, 2>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damping: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub armature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spring: Option<SpringConfig>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motor: Option<MotorConfig>,
}

/// `mimic = { ... }`: the coordinate is the sum of `coefficients[k]` times the k-th power of the coordinate of `joint`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MimicConfig {
    pub joint: String,
    /// SI units, from the constant on; at most five.
    pub coefficients: Vec<f64>,
}

/// `spring = { ... }`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SpringConfig {
    /// N m/rad or N/m.
    pub stiffness: f64,
    /// rad or m.
    #[serde(default)]
    pub rest: f64,
    #[serde(default)]
    pub symplectic: bool,
}

impl JointConfig {
    /// Returns a joint between the world and a body, of which nothing more is said.
    pub(in crate::scene) fn new(name: String, kind: KindConfig, child: String) -> Self {
        Self {
            name,
            kind,
            parent: None,
            child,
            anchor: Triple::default(),
            axis: None,
            axes: None,
            pitch: None,
            child_anchor: None,
            child_quat_wxyz: None,
            collide: false,
            mimic: None,
            limits: None,
            damping: None,
            friction: None,
            armature: None,
            turns: None,
            spring: None,
            motor: None,
            coordinate: Vec::new(),
        }
    }

    /// Describes the first coordinate.
    pub(in crate::scene) fn describe(&mut self, own: CoordinateConfig) {
        (self.limits, self.damping, self.friction) = (own.limits, own.damping, own.friction);
        (self.armature, self.turns) = (own.armature, own.turns);
        (self.spring, self.motor) = (own.spring, own.motor);
    }

    /// Returns the number of coordinates.
    pub(super) fn coordinate_count(&self) -> usize {
        self.kind.with_pitch(0.0).coordinates().len()
    }

    /// Returns what the keys of the joint itself say of its first coordinate.
    pub(super) fn own_coordinate(&self) -> CoordinateConfig {
        CoordinateConfig {
            limits: self.limits,
            damping: self.damping,
            friction: self.friction,
            armature: self.armature,
            turns: self.turns,
            spring: self.spring,
            motor: self.motor.clone(),
        }
    }

    /// Returns what acts along the coordinates that are described, in their order.
    pub(super) fn coordinates(&self) -> Vec<CoordinateConfig> {
        match self.own_coordinate() {
            own if own != CoordinateConfig::default() => vec![own],
            _ => self.coordinate.clone(),
        }
    }

    /// Describes every coordinate in a table of its own.
    pub(super) fn write_tables(&mut self) {
        self.coordinate = self.coordinates();
        let count = self.coordinate_count();
        self.coordinate.resize(count, CoordinateConfig::default());
        (self.limits, self.damping, self.friction) = (None, None, None);
        (self.armature, self.turns) = (None, None);
        (self.spring, self.motor) = (None, None);
    }

    /// Fills in the defaults that do not depend on the rest of the file.
    pub(in crate::scene) fn fill(&mut self) {
        if self.kind != KindConfig::Universal && self.axes.is_none() {
            self.axis.get_or_insert(Exactly([0.0, 0.0, 1.0]));
        }
        if self.coordinate_count() == 0 {
            return;
        }
        if self.coordinate.is_empty() {
            self.damping.get_or_insert(0.0);
            self.friction.get_or_insert(0.0);
            self.armature.get_or_insert(0.0);
        }
        for one in &mut self.coordinate {
            one.damping.get_or_insert(0.0);
            one.friction.get_or_insert(0.0);
            one.armature.get_or_insert(0.0);
        }
    }
}
