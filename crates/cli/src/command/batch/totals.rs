//! All members of a batch together.

use super::member::{Outcome, Row};
use crate::command::args::RunArgs;
use crate::command::output;
use drystone::recording::Spread;
use drystone::scene::Scene;
use serde::Serialize;
use std::fmt::Write;

/// Failed members that are described; the rest is only counted.
const SHOWN: usize = 5;

/// The figures of a batch, under the names of `--json`.
#[derive(Serialize)]
pub struct Totals {
    scene: String,
    /// Every member was solved.
    pub pass: bool,
    members: usize,
    solved: usize,
    failed: usize,
    steps: usize,
    unsolved_steps: usize,
    time_step: f64,
    rho: f64,
    seed: u64,
    threads: usize,
    /// Newton iterations of a step, over the steps of all members.
    iterations: Spread,
    max_penetration: f64,
    simulated_seconds: f64,
    wall_seconds: f64,
    /// Processor time of all threads, s; null where the system does not tell.
    cpu_seconds: Option<f64>,
    simulated_seconds_per_cpu_second: Option<f64>,
    steps_per_second: f64,
    rows: Vec<Row>,
}

/// The threads and the times of a batch.
pub struct Clock {
    pub threads: usize,
    /// s.
    pub wall: f64,
    /// s.
    pub cpu: Option<f64>,
}

impl Totals {
    /// The figures of all members but the times.
    pub fn of(args: &RunArgs, scene: &Scene, seed: u64, outcomes: Vec<Outcome>) -> Self {
        let of_steps: Vec<f64> = outcomes
            .iter()
            .flat_map(|o| &o.iterations)
            .copied()
            .collect();
        let advanced: usize = outcomes.iter().map(|o| o.advanced).sum();
        let rows: Vec<Row> = outcomes.into_iter().map(|o| o.row).collect();
        let failed = rows.iter().filter(|row| !row.solved).count();
        Self {
            scene: args.scene.clone(),
            pass: failed == 0,
            members: rows.len(),
            solved: rows.len() - failed,
            failed,
            steps: of_steps.len(),
            unsolved_steps: rows.iter().map(|row| row.unsolved_steps).sum(),
            time_step: scene.model.time_step,
            rho: scene.settings.relaxation,
            seed,
            threads: 0,
            iterations: Spread::of(&of_steps),
            max_penetration: rows
                .iter()
                .map(|row| row.max_penetration)
                .fold(0.0, f64::max),
            simulated_seconds: advanced as f64 * scene.model.time_step,
            wall_seconds: 0.0,
            cpu_seconds: None,
            simulated_seconds_per_cpu_second: None,
            steps_per_second: 0.0,
            rows,
        }
    }

    /// Returns the totals with the times of `clock`.
    pub fn timed(self, clock: Clock) -> Self {
        let simulated = self.simulated_seconds;
        Self {
            threads: clock.threads,
            wall_seconds: clock.wall,
            cpu_seconds: clock.cpu,
            simulated_seconds_per_cpu_second: clock.cpu.map(|cpu| simulated / cpu),
            steps_per_second: self.steps as f64 / clock.wall,
            ..self
        }
    }

    /// The first failed members, each with the command that shows it alone, to stderr.
    pub fn describe_failures(&self) {
        let command = own_command();
        for row in self.rows.iter().filter(|row| !row.solved).take(SHOWN) {
            let why = row.error.as_deref().unwrap_or("no reason given");
            output::note(&format!("member {}: {why}", row.index));
            output::note(&format!("  alone: {command} --only {}", row.index));
        }
        if self.failed > SHOWN {
            let more = self.failed - SHOWN;
            output::note(&format!("... and {more} more (--json has them all)"));
        }
    }

    /// The figures, aligned, with units.
    pub fn table(&self) -> String {
        let mut out = String::new();
        let mut row = |name: &str, value: String| {
            writeln!(out, "{name:<22} {value}").expect("writing to a string");
        };
        row("scene", self.scene.clone());
        row(
            "members",
            format!(
                "{} solved   {} failed   (seed {})",
                self.solved, self.failed, self.seed
            ),
        );
        row(
            "steps",
            format!(
                "{} of {} s = {:.4} s simulated",
                self.steps, self.time_step, self.simulated_seconds
            ),
        );
        row("unsolved steps", self.unsolved_steps.to_string());
        row("relaxation rho", format!("{:e}", self.rho));
        let Spread { mean, p99, max } = self.iterations;
        let spread = format!("mean {mean:.2}   p99 {p99}   max {max}");
        row("iterations", spread);
        row(
            "worst penetration",
            format!("{:.3e} m", self.max_penetration),
        );
        let cpu = self.cpu_seconds;
        let cpu = cpu.map_or(String::new(), |cpu| format!("   processor {cpu:.3} s"));
        row(
            "time",
            format!(
                "wall {:.3} s{cpu}   {} threads",
                self.wall_seconds, self.threads
            ),
        );
        let throughput = format!("{:.0} steps/s", self.steps_per_second);
        let per_cpu = self.simulated_seconds_per_cpu_second;
        let per_cpu = per_cpu.map_or(String::new(), |x| {
            format!("   {x:.1} simulated s per processor s")
        });
        row("throughput", throughput + &per_cpu);
        out.pop();
        out
    }
}

/// The command of this process, to be typed again.
fn own_command() -> String {
    let arguments = std::env::args_os().skip(1);
    let arguments = arguments.map(|argument| quoted(&argument.to_string_lossy()));
    let all: Vec<String> = std::iter::once("drystone".into())
        .chain(arguments)
        .collect();
    all.join(" ")
}

/// In quotes where a shell would take it apart.
fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=,:+@".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) {
        return argument.to_string();
    }
    format!("'{}'", argument.replace('\'', "'\\''"))
}
