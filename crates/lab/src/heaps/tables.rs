//! The figures of heaps and loads as tables.

use super::report::Cell;
use super::{HeapsReport, Stones};
use crate::Table;
use drystone_plot::short;
use std::fmt;

/// So many of the pairs that held up most steps are named.
const NAMED: usize = 12;

const COLUMNS: [&str; 15] = [
    "",
    "steps",
    "failed",
    "%",
    "it mean",
    "p95",
    "p99",
    "with ladder",
    "rungs",
    "unsolved",
    "held up by",
    "pairs",
    "overlap, m",
    "ms/step",
    "us/pair",
];

impl HeapsReport {
    /// Heaps, loads, the pairs that held up most steps.
    pub(super) fn tables(&self) -> Vec<Table> {
        let is_heap = |cell: &&Cell| Stones::ALL.iter().any(|stones| stones.name() == cell.kind);
        let (heaps, loads): (Vec<&Cell>, Vec<&Cell>) = self.cells.iter().partition(is_heap);
        let mut tables = Vec::new();
        for (title, cells) in [
            ("Heaps: stones, Hz, rho", heaps),
            ("Loads: ratio of masses", loads),
        ] {
            if !cells.is_empty() {
                let what = "first attempts failed, iterations of a first attempt, rungs, what bounded most short steps";
                tables.push(Table {
                    title: format!("{title}: {what}"),
                    columns: COLUMNS.map(String::from).to_vec(),
                    rows: cells.into_iter().map(row).collect(),
                });
            }
        }
        tables.extend(self.blockers());
        tables
    }

    fn blockers(&self) -> Option<Table> {
        let named = |cell: &Cell| {
            let ranked = cell.blockers.ranked().into_iter();
            let rows = ranked.map(|(name, count)| (count, name.to_string(), label(cell)));
            rows.collect::<Vec<_>>()
        };
        let mut all: Vec<(usize, String, String)> = self.cells.iter().flat_map(named).collect();
        all.sort_by_key(|(count, ..)| std::cmp::Reverse(*count));
        all.truncate(NAMED);
        let line =
            |(count, name, cell): (usize, String, String)| vec![name, count.to_string(), cell];
        (!all.is_empty()).then(|| Table {
            title: "What held up most failed first attempts".into(),
            columns: ["rows", "steps", "of"].map(String::from).to_vec(),
            rows: all.into_iter().map(line).collect(),
        })
    }
}

fn label(cell: &Cell) -> String {
    format!(
        "{} {}, {} Hz, {:e}",
        cell.kind, cell.size, cell.hertz, cell.rho
    )
}

fn row(cell: &Cell) -> Vec<String> {
    let (mean, p95, p99) = cell.iterations;
    let list = |counts: &super::Counts| {
        let items = counts.ranked().into_iter();
        let items: Vec<String> = items.map(|(name, n)| format!("{name} {n}")).collect();
        items.join(", ")
    };
    let stopped = match cell.stopped {
        0 => cell.unsolved.to_string(),
        runs => format!("{}, {runs} stopped", cell.unsolved),
    };
    vec![
        label(cell),
        cell.steps.to_string(),
        cell.base_failures.to_string(),
        format!("{:.2}", 100.0 * cell.failed()),
        format!("{mean:.1}"),
        p95.to_string(),
        p99.to_string(),
        format!("{:.1}", cell.iterations_with_ladder),
        list(&cell.rungs),
        stopped,
        list(&cell.blocking_rows()),
        format!("{:.0}", cell.pairs),
        short(cell.penetration),
        short(cell.milliseconds),
        short(1e3 * cell.milliseconds / cell.pairs),
    ]
}

impl fmt::Display for HeapsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, table) in self.tables().iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{table}")?;
        }
        Ok(())
    }
}
