//! The report on heaps and loads: cells of equal runs, totals, the pass line.

use super::{Counts, Load, Row, Stones};
use crate::Report;
use serde::Serialize;

/// The pass line of heaps of mixed stones at 100 Hz and rho 1e-6: stones, first attempts that may fail
/// (part of the steps), mean iterations.
const HEAPS: [(u32, f64, f64); 2] = [(20, 5e-3, 10.0), (40, 1e-2, 12.0)];
/// The pass line of loads: ratio of masses, first attempts that may fail (part of the steps).
const LOADS: [(Load, u32, f64); 4] = [
    (Load::LightBelow, 1000, 5e-3),
    (Load::LightBelow, 10_000, 5e-3),
    (Load::Squeeze, 1000, 1e-2),
    (Load::Squeeze, 10_000, 5e-2),
];

/// The runs that differ in nothing but their start.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cell {
    /// Name of the stones or of the load.
    pub kind: String,
    /// Number of stones, or ratio of masses.
    pub size: u32,
    /// Steps per second.
    pub hertz: u32,
    /// Relaxation.
    pub rho: f64,
    /// Number of runs.
    pub runs: usize,
    /// Steps tried.
    pub steps: usize,
    /// Steps whose first attempt failed.
    pub base_failures: usize,
    /// Mean, 95th and 99th percentile of the iterations of a first attempt; one that failed counts
    /// with the most it may have.
    pub iterations: (f64, usize, usize),
    /// Mean iterations of a step, the safeguard ladder included.
    pub iterations_with_ladder: f64,
    /// Steps by the rung that solved them, where it was not the first attempt.
    pub rungs: Counts,
    /// Steps not solved at the relaxation asked for.
    pub unsolved: usize,
    /// Runs that ended at a step without any solution.
    pub stopped: usize,
    /// Failed first attempts by what held them up.
    pub blockers: Counts,
    /// Mean number of pairs in a step.
    pub pairs: f64,
    /// Deepest overlap, m, from the shapes alone.
    pub penetration: f64,
    /// Mean time of a step, ms.
    pub milliseconds: f64,
}

impl Cell {
    fn of(rows: &[&Row]) -> Self {
        let first = rows[0];
        let steps: usize = rows.iter().map(|row| row.steps).sum();
        let mean = |figure: fn(&Row) -> f64| {
            let sum: f64 = rows.iter().map(|row| figure(row) * row.steps as f64).sum();
            sum / steps as f64
        };
        let joined = |figure: fn(&Row) -> &Counts| {
            let mut out = Counts::default();
            rows.iter().for_each(|row| out.join(figure(row)));
            out
        };
        let iterations = joined(|row| &row.iterations);
        Self {
            kind: first.kind.clone(),
            size: first.size,
            hertz: first.hertz,
            rho: first.rho,
            runs: rows.len(),
            steps,
            base_failures: rows.iter().map(|row| row.base_failures).sum(),
            iterations: (
                iterations.mean(),
                iterations.quantile(0.95),
                iterations.quantile(0.99),
            ),
            iterations_with_ladder: mean(|row| row.iterations_with_ladder),
            rungs: joined(|row| &row.rungs),
            unsolved: rows.iter().map(|row| row.unsolved).sum(),
            stopped: rows.iter().filter(|row| row.stopped).count(),
            blockers: joined(|row| &row.blockers),
            pairs: mean(|row| row.pairs),
            penetration: rows.iter().map(|row| row.penetration).fold(0.0, f64::max),
            milliseconds: mean(|row| row.milliseconds),
        }
    }

    /// Part of the steps whose first attempt failed.
    pub fn failed(&self) -> f64 {
        self.base_failures as f64 / self.steps as f64
    }

    /// Failed first attempts by the rows that held them up: friction, gap, collision.
    pub(super) fn blocking_rows(&self) -> Counts {
        let mut out = Counts::default();
        for (name, count) in self.blockers.ranked() {
            let rows = name.rsplit(": ").next().unwrap_or(name);
            (0..count).for_each(|_| out.add(rows));
        }
        out
    }
}

/// The figures of the study.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HeapsReport {
    /// All runs.
    pub cells: Vec<Cell>,
    /// Why the pass line is missed; empty when it is met.
    pub missed: Vec<String>,
}

impl HeapsReport {
    /// The figures of `rows`, cells in the order in which they come.
    pub fn of(rows: &[Row]) -> Self {
        let key = |row: &Row| (row.kind.clone(), row.size, row.hertz, row.rho.to_bits());
        let mut groups: Vec<Vec<&Row>> = Vec::new();
        for row in rows {
            match groups.iter_mut().find(|group| key(group[0]) == key(row)) {
                Some(group) => group.push(row),
                None => groups.push(vec![row]),
            }
        }
        let cells: Vec<Cell> = groups.iter().map(|group| Cell::of(group)).collect();
        Self {
            missed: missed(&cells),
            cells,
        }
    }
}

/// Returns the limits that the cells miss.
fn missed(cells: &[Cell]) -> Vec<String> {
    let mut out = Vec::new();
    let unsolved: usize = cells.iter().map(|cell| cell.unsolved).sum();
    if unsolved > 0 {
        out.push(format!("{unsolved} steps unsolved"));
    }
    let mut limit = |kind: &str, size: u32, failures: f64, iterations: f64| {
        let wanted = |cell: &&Cell| {
            (cell.kind == kind && cell.size == size) && (cell.hertz, cell.rho) == (100, 1e-6)
        };
        let Some(cell) = cells.iter().find(wanted) else {
            out.push(format!("there are no runs of {kind} {size}"));
            return;
        };
        if cell.failed() > failures {
            let [found, allowed] = [cell.failed(), failures].map(|part| 100.0 * part);
            out.push(format!(
                "{kind} {size}: {found:.2} % of the first attempts fail, at most {allowed} %"
            ));
        }
        if cell.iterations.0 > iterations {
            let found = cell.iterations.0;
            out.push(format!(
                "{kind} {size}: {found:.1} iterations, at most {iterations}"
            ));
        }
    };
    for (count, failures, iterations) in HEAPS {
        limit(Stones::Mixed.name(), count, failures, iterations);
    }
    for (load, ratio, failures) in LOADS {
        limit(load.name(), ratio, failures, f64::INFINITY);
    }
    out
}

impl Report for HeapsReport {
    fn pass_line(&self) -> String {
        let heaps = HEAPS.map(|(count, failed, iterations)| {
            let failed = 100.0 * failed;
            format!(
                "{count} mixed stones: {failed} % first attempts failed, {iterations} iterations"
            )
        });
        let loads = LOADS
            .map(|(load, ratio, failed)| format!("{} {ratio}: {} %", load.name(), 100.0 * failed));
        format!(
            "no step unsolved; at 100 Hz and rho 1e-6 at most: {}; {}",
            heaps.join("; "),
            loads.join("; ")
        )
    }

    fn missed(&self) -> &[String] {
        &self.missed
    }

    fn markdown(&self) -> String {
        let tables: Vec<String> = self.tables().iter().map(|table| table.markdown()).collect();
        format!("# Heaps\n\n{}\n", tables.join("\n"))
    }
}
