//! The report on the pegs: a line per kind, clearance and friction, the pass line.

use super::Row;
use crate::{Counts, Report, Table};
use drystone_plot::short;
use serde::Serialize;
use std::fmt;

/// Overlap that is allowed, m.
const OVERLAP: f64 = 1e-5;
/// So many failures are named.
const NAMED: usize = 40;

/// Runs that differ in start and step length only.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cell {
    /// Kind of task.
    pub family: String,
    /// Width of the hole less that of the peg, m.
    pub clearance: f64,
    /// Coefficient of friction.
    pub friction: f64,
    /// Number of runs.
    pub runs: usize,
    /// Pegs that are in at the end.
    pub entered: usize,
    /// Pegs that are not, and wedged.
    pub wedged: usize,
    /// Pegs that are not, without being wedged.
    pub stuck: usize,
    /// Least depth, m.
    pub depth: f64,
    /// Deepest overlap, m.
    pub penetration: f64,
    /// Mean Newton iterations of a step.
    pub iterations: f64,
    /// Steps tried.
    pub steps: usize,
    /// Steps by the rung that solved them, where it was not the first attempt.
    pub rungs: Counts,
    /// Steps not solved at the relaxation asked for.
    pub unsolved: usize,
}

impl Cell {
    fn of(rows: &[&Row]) -> Self {
        let steps: usize = rows.iter().map(|row| row.steps).sum();
        let iterations = |row: &&Row| row.iterations * row.steps as f64;
        let count = |what: fn(&Row) -> bool| rows.iter().filter(|row| what(row)).count();
        let mut rungs = Counts::default();
        rows.iter().for_each(|row| rungs.join(&row.rungs));
        Self {
            family: rows[0].family.clone(),
            clearance: rows[0].clearance,
            friction: rows[0].friction,
            runs: rows.len(),
            entered: count(|row| row.entered),
            wedged: count(|row| !row.entered && row.wedged),
            stuck: count(|row| !row.entered && !row.wedged),
            depth: rows
                .iter()
                .map(|row| row.depth)
                .fold(f64::INFINITY, f64::min),
            penetration: rows.iter().map(|row| row.penetration).fold(0.0, f64::max),
            iterations: rows.iter().map(iterations).sum::<f64>() / steps as f64,
            steps,
            rungs,
            unsolved: rows.iter().map(|row| row.unsolved).sum(),
        }
    }
}

/// Returns the fault of a run; none when it passes.
fn wrong(row: &Row) -> Option<String> {
    if let Some(at) = row.unsolved_at {
        let (unsolved, of) = (row.unsolved, row.steps);
        return Some(format!(
            "{unsolved} of {of} steps unsolved, the first at {at:.3} s"
        ));
    }
    if row.penetration > OVERLAP {
        return Some(format!(
            "the peg overlaps the hole by {:.1e} m",
            row.penetration
        ));
    }
    let depth = row.depth;
    (!row.entered && !row.wedged)
        .then(|| format!("the peg stays at {depth:.4} m and is not wedged"))
}

/// The figures of the study.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct InsertionReport {
    /// All tasks.
    pub cells: Vec<Cell>,
    /// Why the pass line is missed, the first of it; empty when it is met.
    pub missed: Vec<String>,
}

impl InsertionReport {
    /// The figures of `rows`; those of a task come one after the other.
    pub fn of(rows: &[Row]) -> Self {
        let rows: Vec<&Row> = rows.iter().collect();
        let task = |row: &Row| (row.family.clone(), row.clearance, row.friction);
        let cells = rows.chunk_by(|a, b| task(a) == task(b)).map(Cell::of);
        let all = rows.iter().filter_map(|row| {
            let what = wrong(row)?;
            Some(format!("{}: {what}; {}", row.name, row.command))
        });
        let mut missed: Vec<String> = all.collect();
        if missed.len() > NAMED {
            let more = missed.len() - NAMED;
            missed.truncate(NAMED);
            missed.push(format!("and {more} more runs"));
        }
        Self {
            cells: cells.collect(),
            missed,
        }
    }

    fn table(&self) -> Table {
        let columns = [
            "",
            "mm",
            "friction",
            "in",
            "wedged",
            "stuck",
            "least depth, mm",
            "overlap, m",
            "iterations",
            "steps",
            "rungs",
            "unsolved",
        ];
        let row = |cell: &Cell| {
            let rungs = cell.rungs.ranked().into_iter();
            let rungs: Vec<String> = rungs.map(|(name, n)| format!("{name} {n}")).collect();
            vec![
                cell.family.clone(),
                format!("{:.1}", 1e3 * cell.clearance),
                format!("{}", cell.friction),
                format!("{} of {}", cell.entered, cell.runs),
                cell.wedged.to_string(),
                cell.stuck.to_string(),
                format!("{:.1}", 1e3 * cell.depth),
                short(cell.penetration),
                format!("{:.1}", cell.iterations),
                cell.steps.to_string(),
                rungs.join(", "),
                cell.unsolved.to_string(),
            ]
        };
        Table {
            title: "Pegs: kind, clearance, friction; all starts and step lengths".into(),
            columns: columns.map(String::from).to_vec(),
            rows: self.cells.iter().map(row).collect(),
        }
    }
}

impl Report for InsertionReport {
    fn pass_line(&self) -> String {
        format!(
            "no step unsolved, no overlap of more than {OVERLAP:e} m; every peg goes in, or is wedged at the end by \
             the criterion of two points"
        )
    }

    fn missed(&self) -> &[String] {
        &self.missed
    }

    fn markdown(&self) -> String {
        let missed: String = self.missed.iter().map(|m| format!("- {m}\n")).collect();
        format!("# Insertion\n\n{}\n{missed}", self.table().markdown())
    }
}

impl fmt::Display for InsertionReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.table().to_string().trim_end())
    }
}
