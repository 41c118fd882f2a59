//! The report on the soak.

use super::Row;
use crate::{Report, Table};
use serde::Serialize;
use std::fmt;

/// Memory may grow by so much from the first run to the last, MiB: what threads and allocators keep.
const GROWTH: f64 = 64.0;
/// Overlaps up to so many units of length; the relaxation makes bodies sink by multiples of itself.
const DEEPEST: f64 = 0.02;

/// The figures of the study.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SoakReport {
    /// Bins, then random scenes.
    pub parts: Vec<Part>,
    /// Largest growth of the memory of the process during a run, MiB.
    pub memory_growth: f64,
    /// FNV-1a of all hashes, hexadecimal: the same on every number of threads.
    pub hash: String,
    /// Why the pass line is missed; empty when it is met.
    pub missed: Vec<String>,
}

/// The runs of one kind.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Part {
    /// `bin` or `scene`.
    pub kind: String,
    /// Runs.
    pub runs: usize,
    /// Steps tried.
    pub steps: usize,
    /// Steps that the first attempt did not solve.
    pub base_failures: usize,
    /// Steps not solved at the relaxation asked for.
    pub unsolved: usize,
    /// Runs that ended early.
    pub stopped: usize,
    /// Mean Newton iterations of a step.
    pub iterations: f64,
    /// Deepest overlap, units of length.
    pub penetration: f64,
    /// Largest difference from 1 of the norm of a quaternion.
    pub norm_error: f64,
    /// Seconds of all runs.
    pub seconds: f64,
}

impl Part {
    fn of(kind: &str, rows: &[Row]) -> Self {
        let rows: Vec<&Row> = rows
            .iter()
            .filter(|row| row.name.starts_with(kind))
            .collect();
        let sum = |f: fn(&Row) -> usize| rows.iter().map(|row| f(row)).sum::<usize>();
        let most = |f: fn(&Row) -> f64| rows.iter().map(|row| f(row)).fold(0.0, f64::max);
        let steps = sum(|row| row.steps);
        let iterations = rows.iter().map(|row| row.iterations * row.steps as f64);
        Self {
            kind: kind.into(),
            runs: rows.len(),
            steps,
            base_failures: sum(|row| row.base_failures),
            unsolved: sum(|row| row.unsolved),
            stopped: sum(|row| row.stopped.into()),
            iterations: iterations.sum::<f64>() / steps.max(1) as f64,
            penetration: most(|row| row.penetration),
            norm_error: most(|row| row.norm_error),
            seconds: rows.iter().map(|row| row.seconds).sum(),
        }
    }
}

impl SoakReport {
    /// The figures of `rows`.
    pub fn of(rows: &[Row]) -> Self {
        let mut missed = Vec::new();
        for row in rows {
            if row.unsolved > 0 {
                missed.push(format!("{}: {} steps unsolved", row.name, row.unsolved));
            }
            if row.penetration > DEEPEST {
                missed.push(format!("{}: {:.1e} L deep", row.name, row.penetration));
            }
        }
        let long = rows.iter().filter(|row| row.name.starts_with("bin"));
        let growth = long.map(|row| row.memory_end - row.memory_start);
        let memory_growth = growth.fold(0.0, f64::max);
        if memory_growth > GROWTH {
            missed.push(format!("memory grew by {memory_growth:.0} MiB"));
        }
        let hashes: String = rows.iter().map(|row| row.hash.as_str()).collect();
        Self {
            parts: ["bin", "scene"].map(|kind| Part::of(kind, rows)).to_vec(),
            memory_growth,
            hash: format!("{:016x}", drystone::math::Fnv::of(hashes.as_bytes())),
            missed,
        }
    }

    fn table(&self) -> Table {
        let columns = [
            "runs of",
            "runs",
            "steps",
            "ladder",
            "unsolved",
            "stopped",
            "iterations",
            "penetration, L",
            "norm of q",
            "seconds",
        ];
        let mut table = Table {
            title: format!(
                "Soak: memory grew by {:.1} MiB at most, hash of all {}",
                self.memory_growth, self.hash
            ),
            columns: columns.map(String::from).to_vec(),
            rows: Vec::new(),
        };
        for part in &self.parts {
            table.rows.push(vec![
                part.kind.clone(),
                part.runs.to_string(),
                part.steps.to_string(),
                part.base_failures.to_string(),
                part.unsolved.to_string(),
                part.stopped.to_string(),
                format!("{:.2}", part.iterations),
                format!("{:.1e}", part.penetration),
                format!("1 +- {:.0e}", part.norm_error),
                format!("{:.1}", part.seconds),
            ]);
        }
        table
    }
}

impl Report for SoakReport {
    fn pass_line(&self) -> String {
        format!(
            "every step solved, no overlap deeper than {DEEPEST} L, memory grows by {GROWTH} MiB at most"
        )
    }

    fn missed(&self) -> &[String] {
        &self.missed
    }

    fn markdown(&self) -> String {
        format!("# Soak\n\n{}", self.table().markdown())
    }
}

impl fmt::Display for SoakReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.table().to_string().trim_end())
    }
}
