//! `[[robot]]` as written.

use super::description::Pose;
use crate::error::{Error, Result};
use crate::math::Rot;
use crate::scene::joint::MotorConfig;
use crate::scene::value::{rotation, vector};
use crate::shape::table::{Quat, Triple};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// `[[robot]]`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RobotConfig {
    /// A URDF or MJCF file, relative to the folder of the scene.
    pub file: String,
    /// Bodies, joints and frames are called `name/...`; as in the file when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// m, of the root link.
    #[serde(default)]
    pub position: Triple,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quat_wxyz: Option<Quat>,
    /// Roll, pitch and yaw about the fixed axes x, y, z; degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rpy_deg: Option<Triple>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<Base>,
    /// The keyframe of an MJCF file at which the robot starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keyframe: Option<String>,
    /// rad or m, by joint.
    #[serde(default)]
    pub joint_positions: BTreeMap<String, f64>,
    /// By joint; `*` stands for any letters.
    #[serde(default)]
    pub motors: BTreeMap<String, MotorConfig>,
    /// The material of all links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
    /// The SRDF file, relative to the folder of the scene; by default the one beside the robot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub srdf: Option<String>,
    /// Folders in which `package://` is looked for, relative to the folder of the scene.
    #[serde(default)]
    pub packages: Vec<String>,
    /// Whether every mesh is taken as its convex hull.
    #[serde(default)]
    pub hull: bool,
    /// The most faces of every convex part of a mesh.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_faces: Option<usize>,
    /// Whether anything that is not understood is an error.
    #[serde(default)]
    pub strict: bool,
    /// Whether masses and inertias that no body can have are mended.
    #[serde(default)]
    pub repair: bool,
}

/// `base`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Base {
    /// The root link is part of the world.
    #[default]
    Fixed,
    /// The root link moves freely.
    Floating,
}

impl RobotConfig {
    /// Returns the pose of the root link.
    ///
    /// # Errors
    /// A number is not finite, or an orientation is given twice.
    pub(super) fn pose(&self) -> Result<Pose> {
        let position = vector("position", self.position, "give finite metres")?;
        let turn = match (self.quat_wxyz, self.rpy_deg) {
            (Some(_), Some(_)) => {
                let why = "an orientation is given twice";
                return Err(Error::value("rpy_deg", why, "remove it or quat_wxyz"));
            }
            (Some(quat), None) => rotation("quat_wxyz", quat)?,
            (None, Some(degrees)) => {
                let [roll, pitch, yaw] = vector("rpy_deg", degrees, "give finite degrees")?
                    .map(f64::to_radians)
                    .into();
                Rot::from_euler_angles(roll, pitch, yaw)
            }
            (None, None) => Rot::identity(),
        };
        Ok((position, turn))
    }
}
