//! Plans through contact (SL section VI-C): seven tasks, every goal of each from many seeds, with one
//! set of planner parameters; every plan replayed open loop in the dynamic simulator.
//!
//! The time is that of the search on one thread; a search ends after 30 s.

mod report;

pub use report::PlanningReport;

use super::Campaign;
use drystone::error::Result;
use drystone::scene::Scene;
use drystone_planner::{Limits, Planner};
use serde::{Deserialize, Serialize};

/// Names and files of the tasks.
const TASKS: [(&str, &str); 7] = [
    (
        "push_planar",
        include_str!("../../../../scenarios/plan_push_planar.toml"),
    ),
    (
        "rotate_planar",
        include_str!("../../../../scenarios/plan_rotate_planar.toml"),
    ),
    (
        "t_push",
        include_str!("../../../../scenarios/plan_t_push.toml"),
    ),
    (
        "pivot_3d",
        include_str!("../../../../scenarios/plan_pivot_3d.toml"),
    ),
    (
        "reorient_3d",
        include_str!("../../../../scenarios/plan_reorient_3d.toml"),
    ),
    (
        "arm_push",
        include_str!("../../../../scenarios/plan_arm_push.toml"),
    ),
    (
        "finger_pivot",
        include_str!("../../../../scenarios/plan_finger_pivot.toml"),
    ),
];
/// Seeds per goal, and of the reduced study.
const SEEDS: (u64, u64) = (100, 2);
/// The longest search, s.
const SECONDS: f64 = 30.0;

/// The study of plans.
#[derive(Debug, Clone, Copy, Default)]
pub struct Planning {
    /// Two seeds instead of a hundred.
    pub quick: bool,
}

/// One search.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    task: usize,
    goal: usize,
    seed: u64,
}

/// The outcome of one search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlanRow {
    /// Name of the search.
    pub name: String,
    /// Name of the task.
    pub task: String,
    /// Whether the goal was reached in time.
    pub reached: bool,
    /// Distance from the goal at the end of the plan, m.
    pub position_error: f64,
    /// Angle from the goal at the end of the plan, rad.
    pub angle_error: f64,
    /// Distance of the end of the replay from that of the plan, m.
    pub replay_position_error: f64,
    /// Angle between the end of the replay and that of the plan, rad.
    pub replay_angle_error: f64,
    /// Steps of the replay that were not solved.
    pub replay_unsolved: usize,
    /// Steps of the plan.
    pub steps: usize,
    /// Steps before what is not needed was left out.
    pub steps_found: usize,
    /// How often contact with the object is made.
    pub contacts_made: usize,
    /// Nodes of the tree.
    pub nodes: usize,
    /// Steps of the search that were not solved.
    pub unsolved: usize,
    /// Time of the search, s.
    pub search_seconds: f64,
    /// Time for leaving out and smoothing, s.
    pub polish_seconds: f64,
}

impl Campaign for Planning {
    type Run = Query;
    type Row = PlanRow;

    fn runs(&self) -> Vec<Query> {
        let seeds = if self.quick { SEEDS.1 } else { SEEDS.0 };
        let mut out = Vec::new();
        for task in 0..TASKS.len() {
            for goal in 0..goals(task) {
                out.extend((0..seeds).map(|seed| Query { task, goal, seed }));
            }
        }
        out
    }

    fn name(&self, run: &Query) -> String {
        format!("{} goal {} seed {}", TASKS[run.task].0, run.goal, run.seed)
    }

    fn row_name<'a>(&self, row: &'a PlanRow) -> &'a str {
        &row.name
    }

    fn carry_out(&self, run: &Query) -> Result<PlanRow> {
        let planner = Planner::from_scene(&scene(run.task)?)?;
        let limits = Limits {
            seconds: SECONDS,
            nodes: usize::MAX,
        };
        let plan = planner.plan(run.goal, run.seed, &limits, |_, _| ())?.plan;
        let verdict = plan.verdict;
        Ok(PlanRow {
            name: self.name(run),
            task: TASKS[run.task].0.into(),
            reached: plan.reached,
            position_error: verdict.position_error,
            angle_error: verdict.angle_error,
            replay_position_error: verdict.replay_position_error,
            replay_angle_error: verdict.replay_angle_error,
            replay_unsolved: verdict.replay_unsolved,
            steps: plan.steps.len(),
            steps_found: verdict.steps_found,
            contacts_made: verdict.contacts_made,
            nodes: verdict.nodes,
            unsolved: verdict.unsolved,
            search_seconds: verdict.search_seconds,
            polish_seconds: verdict.polish_seconds,
        })
    }

    /// Times differ; a search that ran out of time may end elsewhere.
    fn repeats(&self, old: &PlanRow, new: &PlanRow) -> bool {
        let what = |row: &PlanRow| (row.nodes, row.steps, row.position_error.to_bits());
        !old.reached || !new.reached || what(old) == what(new)
    }
}

fn scene(task: usize) -> Result<Scene> {
    let (name, text) = TASKS[task];
    Scene::parse(text, name)
}

/// Number of goals of a task.
fn goals(task: usize) -> usize {
    TASKS[task].1.matches("[[plan.goal]]").count()
}
