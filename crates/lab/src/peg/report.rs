//! The report on the pegs.

use super::PegRow;
use crate::{Method, Report, Table};
use serde::Serialize;
use std::fmt;

/// The figures of the study.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PegReport {
    /// One peg per method.
    pub pegs: Vec<PegRow>,
    /// Why the pass line is missed; empty when it is met.
    pub missed: Vec<String>,
}

impl PegReport {
    /// The figures of `rows`.
    pub fn of(rows: &[PegRow]) -> Self {
        let single = Method::SingleLevel.name();
        let missed = match rows.iter().find(|row| row.method == single) {
            None => Some("there is no peg of single level".into()),
            Some(row) if row.unsolved > 0 => Some(format!("{} steps unsolved", row.unsolved)),
            Some(row) if !row.entered => Some(format!("the peg ends at {:.3} m", row.height)),
            Some(_) => None,
        };
        Self {
            pegs: rows.to_vec(),
            missed: missed.into_iter().collect(),
        }
    }

    fn table(&self) -> Table {
        let columns = [
            "method",
            "in",
            "depth, m",
            "height, m",
            "tilt, rad",
            "penetration, m",
            "iterations",
            "steps",
            "base failures",
            "unsolved",
        ];
        let mut table = Table {
            title: "Peg in a hole, 0.4 % clearance, 500 steps of 0.01 s, rho 1e-9".into(),
            columns: columns.map(String::from).to_vec(),
            rows: Vec::new(),
        };
        for peg in &self.pegs {
            table.rows.push(vec![
                peg.method.clone(),
                if peg.entered { "yes" } else { "no" }.into(),
                format!("{:.4}", peg.depth),
                format!("{:.6}", peg.height),
                format!("{:.1e}", peg.tilt),
                format!("{:.1e}", peg.penetration),
                format!("{:.2}", peg.iterations),
                peg.steps.to_string(),
                peg.base_failures.to_string(),
                peg.unsolved.to_string(),
            ]);
        }
        table
    }
}

impl Report for PegReport {
    fn pass_line(&self) -> String {
        "the peg of single level stands on the floor of the hole, every step solved".into()
    }

    fn missed(&self) -> &[String] {
        &self.missed
    }

    fn markdown(&self) -> String {
        format!("# The peg\n\n{}", self.table().markdown())
    }
}

impl fmt::Display for PegReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.table().to_string().trim_end())
    }
}
