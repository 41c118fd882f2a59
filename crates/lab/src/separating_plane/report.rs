//! The report on the separating plane.

use super::case::{Check, CheckRow};
use super::chains::{ChainRow, EXPONENT, chain_plot, chain_table, exponent};
use super::shares::share_table;
use super::throw_group::{ThrowGroup, throw_table};
use super::throw_scene::Kind;
use super::throws::ThrowRow;
use crate::{Report, Table};
use drystone_plot::Plot;
use serde::Serialize;
use std::fmt;

/// The figures of the study.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SeparatingPlaneReport {
    /// Throws, one group per kind.
    pub throws: Vec<ThrowGroup>,
    /// The cases of all checks.
    pub checks: Vec<CheckRow>,
    /// The times of chains.
    pub chains: Vec<ChainRow>,
    /// Why the pass line is missed; empty when it is met.
    pub missed: Vec<String>,
}

impl SeparatingPlaneReport {
    /// Returns the report on the rows of all campaigns.
    pub fn of(throws: &[ThrowRow], checks: &[CheckRow], chains: &[ChainRow]) -> Self {
        let mut missed = Vec::new();
        for row in throws {
            if row.deepest_at_end > 0.0 {
                let depth = row.deepest_at_end;
                missed.push(format!(
                    "{}: overlap of {depth:.1e} m at the end of a step",
                    row.name
                ));
            }
            if row.overlaps > 0 {
                let (name, overlaps, depth) = (&row.name, row.overlaps, row.deepest);
                missed.push(format!(
                    "{name}: {overlaps} pairs x steps overlap on the way, by up to {depth:.1e} m"
                ));
            }
            if row.not_certified_solved > 0 {
                let (name, open) = (&row.name, row.not_certified_solved);
                missed.push(format!(
                    "{name}: {open} pairs x steps that are solved are not proven apart"
                ));
            }
        }
        for row in checks.iter().filter(|row| !row.passes()) {
            let CheckRow {
                name,
                error,
                allowed,
                unsolved,
                ..
            } = row;
            missed.push(format!(
                "{name}: error {error:.1e}, allowed {allowed:.1e}, {unsolved} steps unsolved"
            ));
        }
        for row in chains.iter().filter(|row| row.unsolved > 0) {
            missed.push(format!(
                "chains of {}: {} steps unsolved",
                row.name, row.unsolved
            ));
        }
        if let Some(exponent) = exponent(chains, |row| row.time)
            .filter(|exponent| exponent.is_nan() || *exponent > EXPONENT)
        {
            missed.push(format!(
                "chains: exponent {exponent:.2}, allowed {EXPONENT}"
            ));
        }
        Self {
            throws: Kind::ALL.map(|kind| ThrowGroup::of(kind, throws)).to_vec(),
            checks: checks.to_vec(),
            chains: chains.to_vec(),
            missed,
        }
    }

    /// Returns the tables of all checks, of the chains and of the throws.
    fn tables(&self) -> Vec<Table> {
        let checks = Check::ALL.into_iter().map(|check| self.table(check));
        let others = [
            chain_table(&self.chains),
            share_table(&self.chains),
            throw_table(&self.throws),
        ];
        checks.chain(others).collect()
    }

    fn table(&self, check: Check) -> Table {
        let own = self.checks.iter().filter(|row| row.check == check.name());
        let rows = own.map(|row| {
            vec![
                row.case().to_string(),
                figure(row.expected),
                figure(row.measured),
                format!("{:.1e}", row.error),
                format!("{:.1e}", row.allowed),
                row.steps.to_string(),
                row.unsolved.to_string(),
                if row.passes() { "met" } else { "missed" }.into(),
            ]
        });
        let columns = [
            "", "expected", "measured", "error", "allowed", "steps", "unsolved", "",
        ];
        Table {
            title: check.title().into(),
            columns: columns.map(String::from).to_vec(),
            rows: rows.collect(),
        }
    }
}

/// Returns a figure with so many digits that errors of 1e-4 are seen.
fn figure(x: f64) -> String {
    match x.abs() {
        0.0 => "0".into(),
        size if (1e-2..1e5).contains(&size) => {
            let digits = (5.0 - size.log10().floor()).clamp(0.0, 7.0) as usize;
            format!("{x:.digits$}")
        }
        _ => format!("{x:.5e}"),
    }
}

impl Report for SeparatingPlaneReport {
    fn pass_line(&self) -> String {
        "every check within its error and with all steps solved, a time of a step that grows by the links of chains to the 1.3 at most, no two hulls overlap at the end of a step or on the way, solved or not, and in solved steps all are proven apart on the way".into()
    }

    fn missed(&self) -> &[String] {
        &self.missed
    }

    fn markdown(&self) -> String {
        let tables = self.tables().into_iter().map(|table| table.markdown());
        let tables: Vec<String> = tables.collect();
        format!("# Separating plane\n\n{}", tables.join("\n"))
    }

    fn plots(&self) -> Vec<Plot> {
        vec![chain_plot(&self.chains)]
    }
}

impl fmt::Display for SeparatingPlaneReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables = self.tables().into_iter().map(|table| table.to_string());
        write!(f, "{}", tables.collect::<Vec<_>>().join("\n").trim_end())
    }
}
