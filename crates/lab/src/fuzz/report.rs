//! The report on the fuzzing.

use super::Row;
use crate::{Report, Table};
use serde::Serialize;
use std::fmt;

/// Longest time of an input, ms.
const SLOWEST: f64 = 5000.0;
/// Most memory of the process, MiB.
const MEMORY: f64 = 1024.0;

/// The figures of the study.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FuzzReport {
    /// All blocks together.
    pub total: Row,
    /// Why the pass line is missed; empty when it is met.
    pub missed: Vec<String>,
}

impl FuzzReport {
    /// The figures of `rows`.
    pub fn of(rows: &[Row]) -> Self {
        let sum = |f: fn(&Row) -> usize| rows.iter().map(f).sum::<usize>();
        let most = |f: fn(&Row) -> f64| rows.iter().map(f).fold(0.0, f64::max);
        let hashes: String = rows.iter().map(|row| row.hash.as_str()).collect();
        let total = Row {
            name: "all".into(),
            inputs: sum(|row| row.inputs),
            accepted: sum(|row| row.accepted),
            refused: sum(|row| row.refused),
            stepped: sum(|row| row.stepped),
            panics: sum(|row| row.panics),
            hash: format!("{:016x}", drystone::math::Fnv::of(hashes.as_bytes())),
            slowest: most(|row| row.slowest),
            memory: most(|row| row.memory),
        };
        let mut missed = Vec::new();
        for row in rows.iter().filter(|row| row.panics > 0) {
            missed.push(format!("{}: {} panics", row.name, row.panics));
        }
        for row in rows.iter().filter(|row| row.slowest > SLOWEST) {
            missed.push(format!("{}: an input took {:.0} ms", row.name, row.slowest));
        }
        if total.memory > MEMORY {
            missed.push(format!("{:.0} MiB of memory", total.memory));
        }
        Self { total, missed }
    }

    fn table(&self) -> Table {
        let columns = [
            "inputs",
            "accepted",
            "refused",
            "stepped",
            "panics",
            "slowest, ms",
            "memory, MiB",
            "hash",
        ];
        let all = &self.total;
        Table {
            title: "Damaged scenes, recordings and checkpoints".into(),
            columns: columns.map(String::from).to_vec(),
            rows: vec![vec![
                all.inputs.to_string(),
                all.accepted.to_string(),
                all.refused.to_string(),
                all.stepped.to_string(),
                all.panics.to_string(),
                format!("{:.1}", all.slowest),
                format!("{:.0}", all.memory),
                all.hash.clone(),
            ]],
        }
    }
}

impl Report for FuzzReport {
    fn pass_line(&self) -> String {
        format!("no panic, no input slower than {SLOWEST} ms, at most {MEMORY} MiB of memory")
    }

    fn missed(&self) -> &[String] {
        &self.missed
    }

    fn markdown(&self) -> String {
        format!("# Fuzzing\n\n{}", self.table().markdown())
    }
}

impl fmt::Display for FuzzReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.table().to_string().trim_end())
    }
}
