//! The report on chains: cells of equal chains and rates, the pass line.

use super::Row;
use crate::{Report, Table};
use serde::Serialize;
use std::fmt;

/// First attempts that may fail, part of the steps of a cell.
const FAILED: f64 = 0.02;
/// The largest gap of a joint, units of length.
const GAP: f64 = 1e-9;

/// The runs of equal chains at one rate.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cell {
    /// Number of links.
    pub links: usize,
    /// Steps per second.
    pub hertz: u32,
    /// Steps.
    pub steps: usize,
    /// Steps whose first attempt failed.
    pub base_failures: usize,
    /// Steps not solved at the relaxation asked for.
    pub unsolved: usize,
    /// Mean iterations of a step.
    pub iterations: f64,
    /// Largest gap of a joint, units of length.
    pub gap: f64,
    /// Largest gain of energy that nothing explains, J.
    pub gain: f64,
}

/// The figures of the study.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JointsReport {
    /// All chains and rates.
    pub cells: Vec<Cell>,
    /// Why the pass line is missed; empty when it is met.
    pub missed: Vec<String>,
}

impl JointsReport {
    /// The figures of `rows`, cells in the order in which they come.
    pub fn of(rows: &[Row]) -> Self {
        let mut cells: Vec<Cell> = Vec::new();
        for row in rows {
            let known = cells
                .iter_mut()
                .find(|c| (c.links, c.hertz) == (row.links, row.hertz));
            match known {
                Some(cell) => cell.add(row),
                None => {
                    let mut cell = Cell::new(row);
                    cell.add(row);
                    cells.push(cell);
                }
            }
        }
        let missed = cells.iter().flat_map(Cell::missed).collect();
        Self { cells, missed }
    }

    fn table(&self) -> Table {
        let columns = [
            "chain",
            "steps",
            "first failed",
            "unsolved",
            "iterations",
            "gap L",
            "gain J",
        ];
        let rows = self.cells.iter().map(|cell| {
            vec![
                format!("{} links, {} Hz", cell.links, cell.hertz),
                cell.steps.to_string(),
                format!("{:.2} %", 100.0 * cell.failed()),
                cell.unsolved.to_string(),
                format!("{:.1}", cell.iterations),
                format!("{:.1e}", cell.gap),
                format!("{:.1e}", cell.gain),
            ]
        });
        Table {
            title: "Chains thrown on the floor, rho 1e-6".into(),
            columns: columns.map(String::from).to_vec(),
            rows: rows.collect(),
        }
    }
}

impl Cell {
    fn new(row: &Row) -> Self {
        Self {
            links: row.links,
            hertz: row.hertz,
            steps: 0,
            base_failures: 0,
            unsolved: 0,
            iterations: 0.0,
            gap: 0.0,
            gain: 0.0,
        }
    }

    fn add(&mut self, row: &Row) {
        let sum = self.iterations * self.steps as f64 + row.iterations as f64;
        self.steps += row.steps;
        self.iterations = sum / self.steps as f64;
        self.base_failures += row.base_failures;
        self.unsolved += row.unsolved;
        self.gap = self.gap.max(row.gap);
        self.gain = self.gain.max(row.gain);
    }

    fn failed(&self) -> f64 {
        self.base_failures as f64 / self.steps as f64
    }

    /// Returns the limits that the cell misses.
    fn missed(&self) -> Vec<String> {
        let name = format!("{} links, {} Hz", self.links, self.hertz);
        let limits = [
            (
                self.unsolved > 0,
                format!("{} steps unsolved", self.unsolved),
            ),
            (
                self.failed() > FAILED,
                format!("{:.2} % of the first attempts fail", 100.0 * self.failed()),
            ),
            (
                self.gap > GAP,
                format!("a joint is {:.1e} L open", self.gap),
            ),
        ];
        let missed = limits.into_iter().filter(|(misses, _)| *misses);
        missed.map(|(_, what)| format!("{name}: {what}")).collect()
    }
}

impl fmt::Display for JointsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.table())
    }
}

impl Report for JointsReport {
    fn pass_line(&self) -> String {
        format!(
            "no step unsolved, first attempts failed in at most {} % of the steps, gaps at most {GAP:e} L",
            100.0 * FAILED
        )
    }

    fn missed(&self) -> &[String] {
        &self.missed
    }

    fn markdown(&self) -> String {
        format!("# Joints\n\n{}\n", self.table().markdown())
    }
}
