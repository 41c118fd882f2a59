//! `[plan]`: which body a planner is to bring where, and within which bounds.

use super::value::{in_range, rotation, vector};
use crate::error::{Error, Result, remedy};
use crate::math::{Rot, Vec3};
use crate::shape::table::{Quat, Triple};
use crate::world::{Model, Motion, State};
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
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub goal: Vec<GoalConfig>,
}

fn position_tolerance() -> f64 {
    0.01
}

fn angle_tolerance() -> f64 {
    0.05
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

/// A planning problem, checked.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanSpec {
    /// Index of the body to be moved; it is free, or driven without stiffness.
    pub object: usize,
    /// Where it is to go; never empty.
    pub goals: Vec<PlanGoal>,
    /// How near is near enough, m.
    pub position_tolerance: f64,
    /// The same of its orientation, rad.
    pub angle_tolerance: f64,
    /// Corners (low, high) of the box in which the object stays, m.
    pub workspace: (Vec3, Vec3),
    /// Index of every actuated body (driven with a stiffness) and the bounds (low, high) of its
    /// commanded position, m; in the order of the model, never empty.
    pub limits: Vec<(usize, Vec3, Vec3)>,
}

/// A pose of the centre of mass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanGoal {
    /// World, m.
    pub position: Vec3,
    /// Body to world.
    pub rotation: Rot,
}

/// Fields of errors are relative to `[plan]`.
pub(super) fn spec(config: &PlanConfig, model: &Model, start: &State) -> Result<PlanSpec> {
    let object = object(config, model)?;
    let workspace = corners(&config.workspace.low, &config.workspace.high)
        .map_err(|e| e.within("workspace"))?;
    let tolerance =
        |field: &str, value: f64, most: f64| in_range(field, value, 1e-6, most, "e.g. 0.01");
    let actuated = (0..model.bodies.len()).filter(|&i| is_actuated(model.bodies[i].motion));
    let mut limits: Vec<_> = actuated.map(|i| (i, workspace.0, workspace.1)).collect();
    if limits.is_empty() {
        let why = "no body is actuated";
        let fix = "make one driven, with a stiffness > 0";
        return Err(Error::value("object", why, fix));
    }
    for (k, limit) in config.limits.iter().enumerate() {
        let outer = format!("limits[{k}]");
        let (low, high) = corners(&limit.low, &limit.high).map_err(|e| e.within(&outer))?;
        let names = limits.iter().map(|l| model.bodies[l.0].name.as_str());
        let found = names.clone().position(|name| name == limit.body);
        let Some(found) = found else {
            let why = format!("no actuated body \"{}\"", limit.body);
            return Err(Error::value(
                outer + ".body",
                why,
                remedy(&limit.body, names),
            ));
        };
        limits[found] = (limits[found].0, low, high);
    }
    if config.goal.is_empty() {
        let fix = "add [[plan.goal]] with position and quat_wxyz of the object's shape frame";
        return Err(Error::value("goal", "there is none", fix));
    }
    let goals = config.goal.iter().enumerate().map(|(k, goal)| {
        let checked = goal_of(goal, model, start, object, &workspace);
        checked.map_err(|e| e.within(&format!("goal[{k}]")))
    });
    Ok(PlanSpec {
        object,
        goals: goals.collect::<Result<_>>()?,
        position_tolerance: tolerance("position_tolerance", config.position_tolerance, 1e6)?,
        angle_tolerance: tolerance("angle_tolerance", config.angle_tolerance, 3.2)?,
        workspace,
        limits,
    })
}

/// Whether a body goes where it is commanded.
fn is_actuated(motion: Motion) -> bool {
    let stiff = |drive: crate::world::Drive| drive.stiffness.max() > 0.0;
    matches!(motion, Motion::Driven(drive) if stiff(drive))
}

fn object(config: &PlanConfig, model: &Model) -> Result<usize> {
    let names = model.bodies.iter().map(|body| body.name.as_str());
    let found = model.body_index(&config.object);
    let index = found.ok_or_else(|| {
        let why = format!("no body \"{}\"", config.object);
        Error::value("object", why, remedy(&config.object, names))
    })?;
    let body = &model.bodies[index];
    if body.is_moving() && !is_actuated(body.motion) {
        return Ok(index);
    }
    let why = format!("\"{}\" is fixed or actuated", config.object);
    let fix = "name a free body: planners move what they cannot command";
    Err(Error::value("object", why, fix))
}

fn corners(low: &Triple, high: &Triple) -> Result<(Vec3, Vec3)> {
    let fix = "give finite metres";
    let (low, high) = (vector("low", *low, fix)?, vector("high", *high, fix)?);
    match (0..3).find(|&i| low[i] > high[i]) {
        None => Ok((low, high)),
        Some(i) => Err(Error::value(
            format!("low[{i}]"),
            format!("{} is above high[{i}] = {}", low[i], high[i]),
            "swap the two",
        )),
    }
}

fn goal_of(
    goal: &GoalConfig,
    model: &Model,
    start: &State,
    object: usize,
    workspace: &(Vec3, Vec3),
) -> Result<PlanGoal> {
    let at = vector("position", goal.position, "give finite metres")?;
    let rotation = rotation("quat_wxyz", goal.quat_wxyz)?;
    let body = &model.bodies[object];
    let position = body.centre_from_shape(&at, &rotation);
    let (low, high) = workspace;
    if let Some(i) = (0..3).find(|&i| position[i] < low[i] || position[i] > high[i]) {
        let why = format!(
            "out of reach: coordinate {i} of the centre of mass is {} m there, the workspace \
             reaches from {} to {}",
            position[i], low[i], high[i]
        );
        let fix = "move the goal, or widen plan.workspace";
        return Err(Error::value("position", why, fix));
    }
    if let Some(plane) = body.plane {
        let normal = plane.normal();
        let from = &start.bodies[object];
        let off = normal.dot(&(position - from.position));
        let turn = (rotation * from.rotation.inverse()).scaled_axis();
        let tilt = (turn - normal * normal.dot(&turn)).norm();
        if off.abs() > 1e-9 || tilt > 1e-6 {
            let why = format!(
                "out of reach: it leaves the plane {plane:?} of the object by {off:.3} m, {tilt:.3} rad"
            );
            return Err(Error::value(
                "position",
                why,
                "move the goal into the plane",
            ));
        }
    }
    Ok(PlanGoal { position, rotation })
}
