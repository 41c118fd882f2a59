//! Plans of a fingertip that pushes a T, found in quasi-dynamic steps and replayed open loop (SM Figs. 6 and 7).
//!
//! Between two commands the finger is told to move at constant speed; the last command is held until the T rests in its oil.

use super::pushing_scene::{Law, Points};
use crate::Campaign;
use drystone::error::Result;
use drystone::scene::Scene;
use drystone::step::{Simulator, Step};
use drystone::world::Input;
use drystone_planner::{Limits, Planner};
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;
use std::time::Instant;

/// The task.
pub(super) const SCENE: &str = include_str!("../../../../scenarios/plan_t_push.toml");
/// Goals of the task.
const GOALS: usize = 5;
/// Seed of the searches.
const SEED: u64 = 0;
/// Nodes of a search; no clock ends it, so that plans are the same everywhere.
const NODES: usize = 20_000;
/// Steps of a replay, ms.
pub const STEPS: [u32; 3] = [2, 8, 16];
/// How long the last command is held, s.
const REST: f64 = 0.4;
/// The relaxation of the replays.
const RHO: f64 = 1e-6;

/// The study of pushing; it finds every plan once.
#[derive(Debug, Default)]
pub struct Pushes {
    quick: bool,
    plans: [OnceLock<Plan>; GOALS],
}

/// Commands of the finger at the ends of the steps of a plan.
#[derive(Debug, Clone)]
struct Plan {
    /// The length of a step, s.
    time_step: f64,
    /// Positions x and y, m; the first is where the finger starts.
    commands: Vec<[f64; 2]>,
}

/// One replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Push {
    /// The goal of the plan, from 0.
    pub goal: usize,
    /// The contact model.
    pub law: Law,
    /// The cloud.
    pub points: Points,
    /// The length of a step, ms.
    pub milliseconds: u32,
}

/// Where the T ends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PushRow {
    /// Name of the replay.
    pub name: String,
    /// The goal of the plan, from 0.
    pub goal: usize,
    /// Name of the contact model and its constants.
    pub model: String,
    /// The cloud: `26`, `default`, `4k`, or `-` without one.
    pub points: String,
    /// The length of a step, ms.
    pub milliseconds: u32,
    /// Points of the T where forces act, patches and corners; 0 without a cloud.
    pub queries: usize,
    /// Steps of the plan.
    pub commands: usize,
    /// Steps of the replay.
    pub steps: usize,
    /// Steps whose first attempt failed.
    pub base_failures: usize,
    /// Steps not solved at the relaxation asked for.
    pub unsolved: usize,
    /// Mean iterations of a step.
    pub iterations: f64,
    /// The position of the T at the end, m.
    pub x: f64,
    /// The other coordinate of its position, m.
    pub y: f64,
    /// The angle of the T at the end, rad.
    pub angle: f64,
    /// Mean time of a step, ms.
    pub time: f64,
}

impl Campaign for Pushes {
    type Run = Push;
    type Row = PushRow;

    fn runs(&self) -> Vec<Push> {
        let mut out = Vec::new();
        for goal in 0..if self.quick { 1 } else { GOALS } {
            for milliseconds in STEPS {
                for law in Law::ALL {
                    let push = |&points: &Points| Push {
                        goal,
                        law,
                        points,
                        milliseconds,
                    };
                    out.extend(law.clouds(milliseconds).iter().map(push));
                }
            }
        }
        out.retain(|push| !self.quick || push.is_quick());
        out
    }

    fn name(&self, run: &Push) -> String {
        let (goal, law, points) = (run.goal, run.law.name(), run.points.name());
        let ms = run.milliseconds;
        format!("goal {goal}, {law}, {points} points, {ms} ms")
    }

    fn row_name<'a>(&self, row: &'a PushRow) -> &'a str {
        &row.name
    }

    fn carry_out(&self, run: &Push) -> Result<PushRow> {
        let plan = match self.plans[run.goal].get() {
            Some(plan) => plan,
            None => {
                let found = Plan::find(run.goal)?;
                self.plans[run.goal].get_or_init(|| found)
            }
        };
        let name = self.name(run);
        Ok(PushRow {
            name,
            ..plan.replay(run)?
        })
    }

    /// Times never repeat.
    fn repeats(&self, old: &PushRow, new: &PushRow) -> bool {
        let untimed = |row: &PushRow| PushRow {
            time: 0.0,
            ..row.clone()
        };
        // through the text of a journal
        let text = |row: &PushRow| format!("{:?}", untimed(row));
        text(old) == text(new)
    }
}

impl Pushes {
    /// Returns the study, or a small part of it: one goal, and no more points than by default, at 16 ms.
    pub fn new(quick: bool) -> Self {
        let plans = Default::default();
        Self { quick, plans }
    }
}

impl Plan {
    /// Finds the plan for a goal.
    fn find(goal: usize) -> Result<Self> {
        let planner = Planner::from_scene(&Scene::parse(SCENE, "t_push")?)?;
        let limits = Limits {
            seconds: f64::INFINITY,
            nodes: NODES,
        };
        let plan = planner.plan(goal, SEED, &limits, |_, _| ())?.plan;
        let start = &planner.start.bodies[1].position;
        let mut commands = vec![[start.x, start.y]];
        commands.extend(plan.steps.iter().map(|s| [s.command[0], s.command[1]]));
        let time_step = plan.time_step;
        Ok(Self {
            time_step,
            commands,
        })
    }

    /// Returns the command at a time (s).
    fn command(&self, time: f64) -> [f64; 2] {
        let place = (time / self.time_step).min((self.commands.len() - 1) as f64);
        let before = (place.floor() as usize).min(self.commands.len() - 2);
        let part = place - before as f64;
        let [a, b] = [self.commands[before], self.commands[before + 1]];
        [0, 1].map(|k| a[k] + part * (b[k] - a[k]))
    }

    /// Replays the commands.
    fn replay(&self, run: &Push) -> Result<PushRow> {
        let (model, start) = run.build()?;
        let (tee, finger) = (0, 1);
        let h = model.time_step;
        let seconds = self.time_step * (self.commands.len() - 1) as f64 + REST;
        let steps = (seconds / h).ceil() as usize;
        let mut row = PushRow::blank(run);
        let skin = model.bodies[tee].parts[0].soft.as_ref();
        row.queries = skin.map_or(0, |skin| skin.queries().len());
        (row.commands, row.steps) = (self.commands.len() - 1, steps);
        let mut input = Input::hold(&model, &start);
        let mut simulator = Simulator::new(model);
        let (mut state, mut step) = (start, Step::default());
        let clock = Instant::now();
        for k in 0..steps {
            let [x, y] = self.command((k + 1) as f64 * h);
            let command = &mut input.commands[finger].position;
            (command.x, command.y) = (x, y);
            simulator.step_into(&state, &input, RHO, &mut step)?;
            row.base_failures += usize::from(step.status.needed_ladder);
            row.unsolved += usize::from(!step.status.solved);
            row.iterations += step.status.iterations as f64 / steps as f64;
            state.clone_from(&step.state);
        }
        row.time = clock.elapsed().as_secs_f64() * 1e3 / steps as f64;
        let end = &state.bodies[tee];
        (row.x, row.y) = (end.position.x, end.position.y);
        row.angle = end.rotation.scaled_axis().z;
        Ok(row)
    }
}

impl Push {
    /// Returns whether the reduced study has it: the reference, and long steps with few points, which do not take long.
    fn is_quick(&self) -> bool {
        let reference = self.law == Law::SingleLevel && self.milliseconds == STEPS[0];
        let few =
            matches!(self.law, Law::SoftMinimum | Law::SingleLevel) && self.points != Points::Many;
        reference || self.milliseconds == STEPS[2] && few
    }
}

impl PushRow {
    fn blank(run: &Push) -> Self {
        Self {
            name: String::new(),
            goal: run.goal,
            model: run.law.name().into(),
            points: run.points.name().into(),
            milliseconds: run.milliseconds,
            queries: 0,
            commands: 0,
            steps: 0,
            base_failures: 0,
            unsolved: 0,
            iterations: 0.0,
            x: 0.0,
            y: 0.0,
            angle: 0.0,
            time: 0.0,
        }
    }

    /// Returns distance (m) and angle (rad) from where another replay ends.
    pub fn apart(&self, other: &Self) -> (f64, f64) {
        let distance = (self.x - other.x).hypot(self.y - other.y);
        let turn = (self.angle - other.angle).rem_euclid(std::f64::consts::TAU);
        (distance, turn.min(std::f64::consts::TAU - turn))
    }
}
