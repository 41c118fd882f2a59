//! A plan: what is commanded, where that leads, what touches on the way; and its file.

use super::replay::Replay;
use super::space::Space;
use super::{Actuator, Goal};
use drystone::error::{Error, Result};
use drystone::step::{Contact, Step};
use drystone::world::{BodyState, Model, State};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Version of the file.
pub(super) const FORMAT: u32 = 1;
/// Contacts that push less than this times the lighter mass and the model's velocity are not named.
const PUSHES: f64 = 1e-3;

/// A plan from the start of a task, as it is written to a file (JSON).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Always "drystone".
    pub plan: String,
    /// Version of this format.
    pub format: u32,
    /// The scene with every default filled in, TOML; absent where the task was not read from a scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<String>,
    /// Which goal of the task, from 0.
    pub goal: usize,
    /// Seed of the search.
    pub seed: u64,
    /// Whether the object ends at the goal; else this is the best that was found.
    pub reached: bool,
    /// Length of a step, s.
    pub time_step: f64,
    /// Names of the bodies, in the order of the states.
    pub bodies: Vec<String>,
    /// Body and axis (0, 1, 2 for x, y, z) of the first numbers of a command.
    pub commanded: Vec<(String, usize)>,
    /// Joint and coordinate (from 0) of the numbers after those; absent where no motor is commanded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub motors: Vec<(String, usize)>,
    /// 13 numbers per body: position of the centre of mass (m), quat_wxyz, velocity (m/s, world),
    /// angular velocity (rad/s, body frame).
    pub start: Vec<[f64; 13]>,
    /// The steps.
    pub steps: Vec<PlanStep>,
    /// The verdict on the plan.
    pub verdict: Verdict,
}

/// One step of a plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlanStep {
    /// At its end, s.
    pub time: f64,
    /// Commanded positions: of centres of mass (world, m), then of motors (rad or m).
    pub command: Vec<f64>,
    /// Bodies at its end, as in `start`.
    pub bodies: Vec<[f64; 13]>,
    /// Who pushes whom: `finger-box sticks`, `finger-box slides`.
    pub modes: Vec<String>,
}

/// How good a plan is, and what it cost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// Distance of the object from the goal at the end, m.
    pub position_error: f64,
    /// Angle of the object from the goal at the end, rad.
    pub angle_error: f64,
    /// Distance of the object from the end of the plan when its commands are replayed open loop in
    /// the dynamic simulator at a 10 times finer step, m.
    pub replay_position_error: f64,
    /// Angle of the object between the end of the replay and that of the plan, rad.
    pub replay_angle_error: f64,
    /// Steps of the replay that were not solved.
    pub replay_unsolved: usize,
    /// Nodes of the trees.
    pub nodes: usize,
    /// Steps of the search that were not solved.
    pub unsolved: usize,
    /// Steps of the plan as it was found, before what is not needed was left out.
    pub steps_found: usize,
    /// How often contact with the object was made.
    pub contacts_made: usize,
    /// Time until the goal was reached, the replays of further attempts included, s.
    pub search_seconds: f64,
    /// Time for leaving out and smoothing, s.
    pub polish_seconds: f64,
}

impl Plan {
    /// Reads a plan.
    ///
    /// # Errors
    /// When the file cannot be read or is not a plan.
    pub fn load(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let wrong = |why: String| Error::file(&name, why, "write it with drystone plan --out FILE");
        let text = std::fs::read_to_string(path).map_err(|e| wrong(format!("cannot read: {e}")))?;
        let plan: Self =
            serde_json::from_str(&text).map_err(|e| wrong(format!("is not a plan: {e}")))?;
        match plan.plan == "drystone" && plan.format == FORMAT {
            true => Ok(plan),
            false => Err(wrong(format!("is no plan of format {FORMAT}"))),
        }
    }

    /// The file.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("numbers, text and lists only")
    }
}

/// Returns the steps as a plan lists them.
pub(super) fn steps_of(space: &Space, commands: &[Vec<f64>], steps: &[Step]) -> Vec<PlanStep> {
    let both = commands.iter().zip(steps).enumerate();
    both.map(|(k, (command, step))| PlanStep {
        time: (k + 1) as f64 * space.model.time_step,
        command: command.clone(),
        bodies: numbers(&step.state),
        modes: pushing(&space.model, step)
            .map(|contact| mode(&space.model, contact))
            .collect(),
    })
    .collect()
}

/// The states of all bodies, 13 numbers each.
pub(super) fn numbers(state: &State) -> Vec<[f64; 13]> {
    state.bodies.iter().map(BodyState::numbers).collect()
}

/// Contacts that push.
fn pushing<'a>(model: &'a Model, step: &'a Step) -> impl Iterator<Item = &'a Contact> {
    step.contacts.iter().filter(|contact| {
        let masses = [contact.first, contact.second].map(|id| model.bodies[id.body].mass);
        let lighter = masses.into_iter().filter(|mass| *mass > 0.0);
        let lighter = lighter.fold(f64::INFINITY, f64::min);
        contact.normal_impulse > PUSHES * lighter * model.units.velocity
    })
}

fn mode(model: &Model, contact: &Contact) -> String {
    let [a, b] = [contact.first, contact.second].map(|id| &model.bodies[id.body].name);
    let how = if contact.sticking { "sticks" } else { "slides" };
    format!("{a}-{b} {how}")
}

/// Bodies and axes, joints and coordinates of the numbers of a command.
pub(super) fn names(space: &Space) -> [Vec<(String, usize)>; 2] {
    let model = &space.model;
    let mut out = [Vec::new(), Vec::new()];
    for actuator in &space.actuators {
        match *actuator {
            Actuator::Axis { body, axis } => out[0].push((model.bodies[body].name.clone(), axis)),
            Actuator::Motor {
                joint, coordinate, ..
            } => out[1].push((model.joints[joint].name.clone(), coordinate)),
        }
    }
    out
}

/// How often an actuated body begins to push the object.
pub(super) fn contacts_made(space: &Space, steps: &[Step]) -> usize {
    let object = space.spec.object;
    let mut made = 0;
    let mut touched: Vec<usize> = Vec::new();
    for step in steps {
        let mut touching = Vec::new();
        for contact in pushing(&space.model, step) {
            let (a, b) = (contact.first.body, contact.second.body);
            let other = if a == object { b } else { a };
            if (a == object || b == object)
                && space.is_actuated(other)
                && !touching.contains(&other)
            {
                touching.push(other);
            }
        }
        made += touching
            .iter()
            .filter(|body| !touched.contains(body))
            .count();
        touched = touching;
    }
    made
}

impl Verdict {
    /// Sets how the object's end compares with the goal and with that of the replay.
    pub(super) fn judge(
        &mut self,
        goal: &Goal,
        object: usize,
        end: &State,
        replay: &Replay,
        start: &State,
    ) {
        let end = &end.bodies[object];
        (self.position_error, self.angle_error) = Goal::apart(end, &goal.pose);
        let replayed = &replay.states.last().unwrap_or(start).bodies[object];
        (self.replay_position_error, self.replay_angle_error) = Goal::apart(replayed, end);
        self.replay_unsolved = replay.unsolved;
    }
}
