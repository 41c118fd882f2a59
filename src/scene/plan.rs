//! `[plan]`: which body a planner is to bring where, and within which bounds.

use super::value::{rotation, vector};
use crate::error::Result;
use crate::shape::table::{Quat, Triple};
use crate::world::{Model, PlanTask, State};
use serde::{Deserialize, Serialize};

/// `[plan]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanConfig {
    /// The body to be moved.
    pub object: String,
    /// Corners of the box in which commands and the object stay, m.
    pub workspace: BoxConfig,
    /// m.
    #[serde(default = "position_tolerance")]
    pub position_tolerance: f64,
    /// rad.
    #[serde(default = "angle_tolerance")]
    pub angle_tolerance: f64,
    /// Bounds of commanded positions of single bodies, within the workspace.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<LimitConfig>,
    /// Bounds of commanded positions of single motors, within the limits of their joints.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joint_limits: Vec<JointLimitConfig>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub goal: Vec<GoalConfig>,
}

fn position_tolerance() -> f64 {
    PlanTask::POSITION_TOLERANCE
}

fn angle_tolerance() -> f64 {
    PlanTask::ANGLE_TOLERANCE
}

/// Two corners, m.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoxConfig {
    pub low: Triple,
    pub high: Triple,
}

/// `[[plan.limits]]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LimitConfig {
    pub body: String,
    pub low: Triple,
    pub high: Triple,
}

/// `[[plan.joint_limits]]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JointLimitConfig {
    pub joint: String,
    /// The coordinate of the joint, from 0.
    #[serde(default)]
    pub coordinate: usize,
    /// rad or m.
    pub low: f64,
    pub high: f64,
}

/// `[[plan.goal]]`: a pose of the object's shape frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GoalConfig {
    pub position: Triple,
    #[serde(default = "identity")]
    pub quat_wxyz: Quat,
}

fn identity() -> Quat {
    crate::shape::table::IDENTITY
}

/// The task of `[plan]`, checked for the model and its start; fields of errors are relative to it.
pub(super) fn task(config: &PlanConfig, model: &Model, start: &State) -> Result<PlanTask> {
    let fix = "give finite metres";
    let corner =
        |field: &str, at: Triple, outer: &str| vector(field, at, fix).map_err(|e| e.within(outer));
    let low = corner("low", config.workspace.low, "workspace")?;
    let high = corner("high", config.workspace.high, "workspace")?;
    let mut task = PlanTask::new(&config.object, low, high)
        .position_tolerance(config.position_tolerance)
        .angle_tolerance(config.angle_tolerance);
    for (k, limit) in config.limits.iter().enumerate() {
        let outer = format!("limits[{k}]");
        let low = corner("low", limit.low, &outer)?;
        task = task.limit(&limit.body, low, corner("high", limit.high, &outer)?);
    }
    for limit in &config.joint_limits {
        task = task.joint_limit(&limit.joint, limit.coordinate, limit.low, limit.high);
    }
    for (k, goal) in config.goal.iter().enumerate() {
        let outer = format!("goal[{k}]");
        let position = corner("position", goal.position, &outer)?;
        let rotation = rotation("quat_wxyz", goal.quat_wxyz).map_err(|e| e.within(&outer))?;
        task = task.goal(position, rotation);
    }
    task.check(model, start)?;
    Ok(task)
}
