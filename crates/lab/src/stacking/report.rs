//! The report on the structures: one line each, the worst of its step lengths, the pass line.

use super::Row;
use crate::{Counts, Report, Table};
use drystone_plot::short;
use serde::Serialize;
use std::fmt;

/// Overlap that is allowed, m.
const OVERLAP: f64 = 1e-5;

/// A structure at all its step lengths.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cell {
    /// Name of the structure.
    pub structure: String,
    /// Whether it must stand.
    pub stands: bool,
    /// Step lengths, s.
    pub time_steps: Vec<f64>,
    /// Steps tried.
    pub steps: usize,
    /// How far it moved (must stand: at most, must fall: at least), m.
    pub moved: f64,
    /// The same over what is allowed or asked for, worst step length.
    pub part_of_limit: f64,
    /// Deepest overlap, m.
    pub penetration: f64,
    /// Largest mean momentum, kg m/s.
    pub drift: f64,
    /// Mean Newton iterations of a step.
    pub iterations: f64,
    /// Steps by the rung that solved them, where it was not the first attempt.
    pub rungs: Counts,
    /// Steps not solved at the relaxation asked for.
    pub unsolved: usize,
    /// Runs that did what they must.
    pub right: usize,
}

impl Cell {
    fn of(rows: &[&Row]) -> Self {
        let stands = rows[0].stands;
        // the worst is the largest of what stands, the smallest of what falls
        let worst = |figure: fn(&Row) -> f64| {
            let values = rows.iter().map(|row| figure(row));
            match stands {
                true => values.fold(0.0, f64::max),
                false => values.fold(f64::INFINITY, f64::min),
            }
        };
        let largest = |figure: fn(&Row) -> f64| rows.iter().map(|r| figure(r)).fold(0.0, f64::max);
        let steps: usize = rows.iter().map(|row| row.steps).sum();
        let iterations = |row: &&Row| row.iterations * row.steps as f64;
        let mut rungs = Counts::default();
        rows.iter().for_each(|row| rungs.join(&row.rungs));
        Self {
            structure: rows[0].structure.clone(),
            stands,
            time_steps: rows.iter().map(|row| row.time_step).collect(),
            steps,
            moved: worst(|row| row.moved),
            part_of_limit: worst(|row| row.moved / row.limit),
            penetration: largest(|row| row.penetration),
            drift: largest(|row| row.drift),
            iterations: rows.iter().map(iterations).sum::<f64>() / steps as f64,
            rungs,
            unsolved: rows.iter().map(|row| row.unsolved).sum(),
            right: rows.iter().filter(|row| wrong(row).is_none()).count(),
        }
    }
}

/// Returns the fault of a run: which body, when, by how much.
fn wrong(row: &Row) -> Option<String> {
    let Row { body, moved, .. } = row;
    let limit = row.limit;
    if let Some(at) = row.unsolved_at {
        let of = row.steps;
        return Some(format!(
            "{} of {of} steps unsolved, the first at {at:.3} s",
            row.unsolved
        ));
    }
    if row.penetration > OVERLAP {
        return Some(format!("bodies overlap by {:.1e} m", row.penetration));
    }
    match (row.stands, row.passed_at) {
        (true, Some(at)) => Some(format!(
            "{body} moved by {moved:.1e} m; a body passed {limit:.1e} m at {at:.3} s"
        )),
        (false, None) => Some(format!(
            "{body} came down by {moved:.1e} m only, not by {limit:.1e} m"
        )),
        _ => None,
    }
}

/// The figures of the study.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StackingReport {
    /// All structures.
    pub cells: Vec<Cell>,
    /// Why the pass line is missed; empty when it is met.
    pub missed: Vec<String>,
}

impl StackingReport {
    /// The figures of `rows`; those of a structure come one after the other.
    pub fn of(rows: &[Row]) -> Self {
        let rows: Vec<&Row> = rows.iter().collect();
        let cells = rows.chunk_by(|a, b| a.structure == b.structure);
        let missed = |row: &&Row| {
            let what = wrong(row)?;
            Some(format!("{}: {what}; {}", row.name, row.command))
        };
        Self {
            cells: cells.map(Cell::of).collect(),
            missed: rows.iter().filter_map(missed).collect(),
        }
    }

    fn table(&self) -> Table {
        let columns = [
            "",
            "must",
            "right",
            "steps",
            "moved, m",
            "of the limit",
            "overlap, m",
            "drift, kg m/s",
            "iterations",
            "rungs",
            "unsolved",
        ];
        let row = |cell: &Cell| {
            let rungs = cell.rungs.ranked().into_iter();
            let rungs: Vec<String> = rungs.map(|(name, n)| format!("{name} {n}")).collect();
            vec![
                cell.structure.clone(),
                if cell.stands { "stand" } else { "fall" }.into(),
                format!("{} of {}", cell.right, cell.time_steps.len()),
                cell.steps.to_string(),
                short(cell.moved),
                short(cell.part_of_limit),
                short(cell.penetration),
                short(cell.drift),
                format!("{:.1}", cell.iterations),
                rungs.join(", "),
                cell.unsolved.to_string(),
            ]
        };
        Table {
            title: "Structures: the worst of their step lengths".into(),
            columns: columns.map(String::from).to_vec(),
            rows: self.cells.iter().map(row).collect(),
        }
    }
}

impl Report for StackingReport {
    fn pass_line(&self) -> String {
        format!(
            "no step unsolved, no overlap of more than {OVERLAP:e} m; what must stand moves no farther than \
             relaxation, creep and a tenth of its reserve explain, what must fall comes down"
        )
    }

    fn missed(&self) -> &[String] {
        &self.missed
    }

    fn markdown(&self) -> String {
        let missed: String = self.missed.iter().map(|m| format!("- {m}\n")).collect();
        format!("# Stacking\n\n{}\n{missed}", self.table().markdown())
    }
}

impl fmt::Display for StackingReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.table().to_string().trim_end())
    }
}
