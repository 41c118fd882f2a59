//! What a planner is asked for: which body is to be brought where, and within which bounds.

use super::chain_limits::JointLimit;
use super::{Body, Model, Motion, PlanChain, State};
use crate::error::{Error, Result, finite, in_range, remedy};
use crate::math::{Rot, Vec3};

/// A planning problem as a caller states it: bodies by name, poses of shape frames. [`Self::check`] resolves it
/// for a model.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanTask {
    object: String,
    workspace: (Vec3, Vec3),
    position_tolerance: f64,
    angle_tolerance: f64,
    limits: Vec<(String, Vec3, Vec3)>,
    joint_limits: Vec<JointLimit>,
    goals: Vec<PlanGoal>,
}

/// A planning problem, checked for a model.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanSpec {
    /// Index of the body to be moved; it is free, or driven without stiffness.
    pub object: usize,
    /// Where it is to go: poses of its centre of mass; never empty.
    pub goals: Vec<PlanGoal>,
    /// How near is near enough, m.
    pub position_tolerance: f64,
    /// How near its orientation must be, rad.
    pub angle_tolerance: f64,
    /// Corners (low, high) of the box in which the object stays, m.
    pub workspace: (Vec3, Vec3),
    /// Index of every actuated body (driven with a stiffness) and the bounds (low, high) of its
    /// commanded position, m; in the order of the model.
    pub limits: Vec<(usize, Vec3, Vec3)>,
    /// The chains of links that position motors move; there is an actuated body or a chain.
    pub chains: Vec<PlanChain>,
}

/// A pose of the object: of its shape frame in a [`PlanTask`], of its centre of mass in a [`PlanSpec`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanGoal {
    /// World, m.
    pub position: Vec3,
    /// Body to world.
    pub rotation: Rot,
}

impl PlanTask {
    /// The default of [`Self::position_tolerance`], m.
    pub const POSITION_TOLERANCE: f64 = 0.01;
    /// The default of [`Self::angle_tolerance`], rad.
    pub const ANGLE_TOLERANCE: f64 = 0.05;

    /// Starts a task: the name of the body to be moved, and the corners of the box in which commands and the
    /// object stay, world, m. It needs a [`Self::goal`].
    pub fn new(object: impl Into<String>, low: impl Into<Vec3>, high: impl Into<Vec3>) -> Self {
        Self {
            object: object.into(),
            workspace: (low.into(), high.into()),
            position_tolerance: Self::POSITION_TOLERANCE,
            angle_tolerance: Self::ANGLE_TOLERANCE,
            limits: Vec::new(),
            joint_limits: Vec::new(),
            goals: Vec::new(),
        }
    }

    /// Adds a goal: a pose of the object's shape frame, world, m.
    #[must_use]
    pub fn goal(mut self, position: impl Into<Vec3>, rotation: Rot) -> Self {
        let position = position.into();
        self.goals.push(PlanGoal { position, rotation });
        self
    }

    /// Sets how near to a goal the object must come, m.
    #[must_use]
    pub fn position_tolerance(mut self, metres: f64) -> Self {
        self.position_tolerance = metres;
        self
    }

    /// Sets how near to that of a goal its orientation must come, rad.
    #[must_use]
    pub fn angle_tolerance(mut self, radians: f64) -> Self {
        self.angle_tolerance = radians;
        self
    }

    /// Sets the bounds of the commanded position of one actuated body, by name, m.
    #[must_use]
    pub fn limit(
        mut self,
        body: impl Into<String>,
        low: impl Into<Vec3>,
        high: impl Into<Vec3>,
    ) -> Self {
        self.limits.push((body.into(), low.into(), high.into()));
        self
    }

    /// Sets the bounds of the commands of one coordinate (from 0) of a joint with a position motor, by name, rad or m; those of the
    /// joint hold otherwise.
    #[must_use]
    pub fn joint_limit(
        mut self,
        joint: impl Into<String>,
        coordinate: usize,
        low: f64,
        high: f64,
    ) -> Self {
        self.joint_limits.push(JointLimit {
            joint: joint.into(),
            coordinate,
            low,
            high,
        });
        self
    }

    /// Returns the task for a model whose bodies start at `start`.
    ///
    /// # Errors
    /// There is no such body, it cannot be moved, nothing is actuated, a goal is out of reach, or a number is not
    /// admissible; the field is relative to the task.
    pub fn check(&self, model: &Model, start: &State) -> Result<PlanSpec> {
        let (chains, refused) = PlanChain::all(model, &self.joint_limits)?;
        let object = self.object_of(model, start, &chains)?;
        let workspace = corners(&self.workspace).map_err(|e| e.within("workspace"))?;
        let limits = self.limits_of(model, workspace)?;
        if limits.is_empty() && chains.is_empty() {
            let fix = "make one driven, with a stiffness > 0, or give joints position motors";
            let nothing = Error::value("object", "no body is actuated", fix);
            return Err(refused.into_iter().next().unwrap_or(nothing));
        }
        if self.goals.is_empty() {
            let fix = "add [[plan.goal]] with position and quat_wxyz of the object's shape frame";
            return Err(Error::value("goal", "there is none", fix));
        }
        let body = &model.bodies[object];
        let goals = self.goals.iter().enumerate().map(|(k, goal)| {
            let goal = goal.centred(body).and_then(|goal| {
                goal.check_within(&workspace)?;
                goal.check_plane(
                    body,
                    start.bodies[object].position,
                    &start.bodies[object].rotation,
                )?;
                Ok(goal)
            });
            goal.map_err(|e| e.within(&format!("goal[{k}]")))
        });
        let tolerance =
            |field: &str, value: f64, most: f64| in_range(field, value, 1e-6, most, "e.g. 0.01");
        Ok(PlanSpec {
            object,
            goals: goals.collect::<Result<_>>()?,
            position_tolerance: tolerance("position_tolerance", self.position_tolerance, 1e6)?,
            angle_tolerance: tolerance("angle_tolerance", self.angle_tolerance, 3.2)?,
            workspace,
            limits,
            chains,
        })
    }

    /// Returns the index of the body to be moved.
    fn object_of(&self, model: &Model, start: &State, chains: &[PlanChain]) -> Result<usize> {
        if start.bodies.len() != model.bodies.len() {
            let [state, own] = [start.bodies.len(), model.bodies.len()];
            let why = format!("the state has {state} bodies, the model {own}");
            return Err(Error::value("start", why, "give a state of the model"));
        }
        let names = model.bodies.iter().map(|body| body.name.as_str());
        let found = model.body_index(&self.object);
        let index = found.ok_or_else(|| {
            let why = format!("no body \"{}\"", self.object);
            Error::value("object", why, remedy(&self.object, names))
        })?;
        let body = &model.bodies[index];
        let in_chain = chains.iter().any(|chain| chain.links.contains(&index));
        if body.is_moving() && !is_actuated(body) && !in_chain {
            return Ok(index);
        }
        let why = format!("\"{}\" is fixed or actuated", self.object);
        let fix = "name a free body: planners move what they cannot command";
        Err(Error::value("object", why, fix))
    }

    /// Returns the actuated bodies with their bounds: the workspace, or a limit of their own.
    fn limits_of(
        &self,
        model: &Model,
        workspace: (Vec3, Vec3),
    ) -> Result<Vec<(usize, Vec3, Vec3)>> {
        let actuated = (0..model.bodies.len()).filter(|&i| is_actuated(&model.bodies[i]));
        let mut limits: Vec<_> = actuated.map(|i| (i, workspace.0, workspace.1)).collect();
        for (k, (body, low, high)) in self.limits.iter().enumerate() {
            let outer = format!("limits[{k}]");
            let (low, high) = corners(&(*low, *high)).map_err(|e| e.within(&outer))?;
            let names = limits.iter().map(|l| model.bodies[l.0].name.as_str());
            let Some(found) = names.clone().position(|name| name == body) else {
                let why = format!("no actuated body \"{body}\"");
                return Err(Error::value(outer + ".body", why, remedy(body, names)));
            };
            limits[found] = (limits[found].0, low, high);
        }
        Ok(limits)
    }
}

/// Tells whether a body goes where it is commanded.
fn is_actuated(body: &Body) -> bool {
    matches!(body.motion, Motion::Driven(drive) if drive.stiffness.max() > 0.0)
}

/// Returns the two corners of a box if the first is the lower one.
fn corners((low, high): &(Vec3, Vec3)) -> Result<(Vec3, Vec3)> {
    for (field, corner) in [("low", low), ("high", high)] {
        finite(field, corner.as_slice(), "give finite metres")?;
    }
    match (0..3).find(|&i| low[i] > high[i]) {
        None => Ok((*low, *high)),
        Some(i) => Err(Error::value(
            format!("low[{i}]"),
            format!("{} is above high[{i}] = {}", low[i], high[i]),
            "swap the two",
        )),
    }
}

impl PlanGoal {
    /// Returns the pose of the centre of mass of the object for this pose of its shape frame.
    fn centred(&self, body: &Body) -> Result<Self> {
        finite("position", self.position.as_slice(), "give finite metres")?;
        Ok(Self {
            position: body.centre_from_shape(&self.position, &self.rotation),
            rotation: self.rotation,
        })
    }

    /// Checks that the centre of mass is in the workspace.
    fn check_within(&self, (low, high): &(Vec3, Vec3)) -> Result<()> {
        let at = &self.position;
        let Some(i) = (0..3).find(|&i| at[i] < low[i] || at[i] > high[i]) else {
            return Ok(());
        };
        let why = format!(
            "out of reach: coordinate {i} of the centre of mass is {} m there, the workspace \
             reaches from {} to {}",
            at[i], low[i], high[i]
        );
        let fix = "move the goal, or widen plan.workspace";
        Err(Error::value("position", why, fix))
    }

    /// Checks that the object gets there from its start without leaving its plane.
    fn check_plane(&self, body: &Body, from: Vec3, turned: &Rot) -> Result<()> {
        let Some(plane) = body.plane else {
            return Ok(());
        };
        let normal = plane.normal();
        let off = normal.dot(&(self.position - from));
        let turn = (self.rotation * turned.inverse()).scaled_axis();
        let tilt = (turn - normal * normal.dot(&turn)).norm();
        if off.abs() <= 1e-9 && tilt <= 1e-6 {
            return Ok(());
        }
        let why = format!(
            "out of reach: it leaves the plane {plane:?} of the object by {off:.3} m, {tilt:.3} rad"
        );
        Err(Error::value(
            "position",
            why,
            "move the goal into the plane",
        ))
    }
}
