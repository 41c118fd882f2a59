//! The report on the plans.

use super::{PlanRow, SECONDS, TASKS};
use crate::{Report, Table};
use drystone_plot::{Content, Plot};
use serde::Serialize;
use std::fmt;

/// Searches of `rotate_planar` that succeed, at least.
const SUCCESS: f64 = 0.95;
/// Median time of the searches of `rotate_planar`, at most, s.
const MEDIAN: f64 = 1.0;

/// Figures of a task.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Task {
    /// Name of the task.
    pub task: String,
    /// Searches.
    pub searches: usize,
    /// Searches that reached the goal in time.
    pub reached: usize,
    /// Median time of a search, s; those that failed count as the longest.
    pub median_seconds: f64,
    /// Nine of ten take no longer, s.
    pub p90_seconds: f64,
    /// Median time for leaving out and smoothing, s.
    pub polish_seconds: f64,
    /// Median number of nodes.
    pub nodes: f64,
    /// Median number of steps as found, and in the end.
    pub steps: [f64; 2],
    /// Replays within 10 mm and 5 degrees of the end of the plan, of the plans that reach the goal.
    pub replayed: usize,
    /// Median distance of the replay, mm.
    pub replay_mm: f64,
    /// Median angle of the replay, degrees.
    pub replay_degrees: f64,
}

/// The figures of the study.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlanningReport {
    /// Task by task.
    pub tasks: Vec<Task>,
    /// Searches that did not reach their goal, and why.
    pub failures: Vec<String>,
    /// Why the pass line is missed; empty when it is met.
    pub missed: Vec<String>,
    /// Times of the searches that arrived, by task.
    #[serde(skip)]
    times: Vec<(String, Vec<f64>)>,
}

impl PlanningReport {
    /// The figures of `rows`.
    pub fn of(rows: &[PlanRow]) -> Self {
        let of =
            |name: &str| -> Vec<&PlanRow> { rows.iter().filter(|row| row.task == name).collect() };
        let tasks: Vec<Task> = TASKS
            .iter()
            .map(|(name, _)| task(name, &of(name)))
            .collect();
        let failed = rows.iter().filter(|row| !row.reached);
        let failures = failed.map(|row| {
            format!(
                "{}: {:.0} mm and {:.0} degrees from the goal after {} nodes",
                row.name,
                1e3 * row.position_error,
                row.angle_error.to_degrees(),
                row.nodes
            )
        });
        let mut missed = Vec::new();
        for task in &tasks {
            let share = task.reached as f64 / task.searches as f64;
            if task.reached == 0 {
                missed.push(format!("{}: no goal reached", task.task));
            }
            if task.task == "rotate_planar" && share < SUCCESS {
                missed.push(format!("rotate_planar: {:.0} % reached", 100.0 * share));
            }
            if task.task == "rotate_planar" && task.median_seconds > MEDIAN {
                missed.push(format!(
                    "rotate_planar: median {:.2} s",
                    task.median_seconds
                ));
            }
        }
        let times = TASKS.iter().map(|(name, _)| {
            let arrived = of(name).into_iter().filter(|row| row.reached);
            let times = arrived.map(|row| row.search_seconds).collect();
            (name.to_string(), times)
        });
        Self {
            failures: failures.collect(),
            missed,
            times: times.collect(),
            tasks,
        }
    }

    fn table(&self) -> Table {
        let columns = [
            "task",
            "reached",
            "search, median s",
            "90 %, s",
            "polish, s",
            "nodes",
            "steps found",
            "in the plan",
            "replay within 10 mm, 5 degrees",
            "replay, mm",
            "degrees",
        ];
        let row = |task: &Task| {
            vec![
                task.task.clone(),
                format!("{} of {}", task.reached, task.searches),
                format!("{:.3}", task.median_seconds),
                format!("{:.3}", task.p90_seconds),
                format!("{:.2}", task.polish_seconds),
                task.nodes.to_string(),
                task.steps[0].to_string(),
                task.steps[1].to_string(),
                format!("{} of {}", task.replayed, task.reached),
                format!("{:.1}", task.replay_mm),
                format!("{:.1}", task.replay_degrees),
            ]
        };
        Table {
            title: format!("Plans through contact, searches of at most {SECONDS} s"),
            columns: columns.map(String::from).to_vec(),
            rows: self.tasks.iter().map(row).collect(),
        }
    }
}

fn task(name: &str, rows: &[&PlanRow]) -> Task {
    let arrived: Vec<&&PlanRow> = rows.iter().filter(|row| row.reached).collect();
    let time = |row: &&PlanRow| {
        if row.reached {
            row.search_seconds
        } else {
            SECONDS
        }
    };
    let median = |of: &dyn Fn(&PlanRow) -> f64| quantile(arrived.iter().map(|r| of(r)), 0.5);
    let replayed = arrived.iter().filter(|row| {
        row.replay_position_error <= 0.01 && row.replay_angle_error <= 5.0_f64.to_radians()
    });
    Task {
        task: name.into(),
        searches: rows.len(),
        reached: arrived.len(),
        median_seconds: quantile(rows.iter().map(time), 0.5),
        p90_seconds: quantile(rows.iter().map(time), 0.9),
        polish_seconds: median(&|row| row.polish_seconds),
        nodes: median(&|row| row.nodes as f64),
        steps: [
            median(&|row| row.steps_found as f64),
            median(&|row| row.steps as f64),
        ],
        replayed: replayed.count(),
        replay_mm: median(&|row| 1e3 * row.replay_position_error),
        replay_degrees: median(&|row| row.replay_angle_error.to_degrees()),
    }
}

/// The value below which a share of the values lies; 0 without values.
fn quantile(values: impl Iterator<Item = f64>, share: f64) -> f64 {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    let index = (share * sorted.len() as f64) as usize;
    let last = sorted.len().saturating_sub(1);
    sorted.get(index.min(last)).copied().unwrap_or(0.0)
}

impl Report for PlanningReport {
    fn pass_line(&self) -> String {
        format!(
            "rotate_planar reaches its goal in {:.0} % of the searches, half of them within {MEDIAN} s; \
             every task is solved",
            100.0 * SUCCESS
        )
    }

    fn missed(&self) -> &[String] {
        &self.missed
    }

    fn markdown(&self) -> String {
        let mut page = format!("# Plans through contact\n\n{}\n", self.table().markdown());
        for failure in &self.failures {
            page += &format!("- {failure}\n");
        }
        page
    }

    fn plots(&self) -> Vec<Plot> {
        let some = self.times.iter().filter(|(_, times)| !times.is_empty());
        vec![Plot {
            stem: "seconds".into(),
            title: "Time of a search that reaches its goal".into(),
            content: Content::Histogram {
                series: some.cloned().collect(),
                what: "time, s".into(),
                logarithmic: true,
            },
        }]
    }
}

impl fmt::Display for PlanningReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.table().to_string().trim_end())?;
        for failure in &self.failures {
            write!(f, "\n{failure}")?;
        }
        Ok(())
    }
}
