//! The report on the impacts: a table by speed, findings by class.

use super::ImpactRow;
use super::impacts::{DEEP, GRAZE, TOLERANCE};
use crate::{Report, Table};
use serde::Serialize;
use std::fmt;

/// Upper ends of the ranges of speed in the table, half-sizes a step.
const SPEEDS: [f64; 6] = [0.3, 1.0, 2.0, 5.0, 15.0, 50.0];
/// Classes of finding.
const CLASSES: [&str; 5] = ["side", "missed", "energy", "overlap", "unsolved"];
/// Findings of a class that are named in the text.
const NAMED: usize = 5;

/// The figures of the impacts.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ImpactReport {
    /// By speed, the last of all.
    pub groups: Vec<Group>,
    /// Findings by class.
    pub findings: Vec<Finding>,
    /// Impacts that the fine runs do not decide, by name.
    pub ambiguous: Vec<String>,
    /// Why the pass line is missed; empty when it is met.
    pub missed: Vec<String>,
}

/// Impacts of a range of speeds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Group {
    /// Half-sizes per step, at most.
    pub up_to: f64,
    /// Impacts.
    pub impacts: usize,
    /// Impacts that touch in both fine runs.
    pub touched: usize,
    /// Impacts that the fine runs do not decide.
    pub ambiguous: usize,
    /// Findings, one count per class in the order side, missed, energy, overlap, unsolved.
    pub counts: [usize; 5],
    /// Impacts that end on another side because they graze between two nodes.
    pub grazing: usize,
    /// Impacts with a halved step.
    pub halved: usize,
    /// Largest kinetic energy over that at the start.
    pub energy: f64,
    /// Deepest overlap, units of length.
    pub penetration: f64,
}

/// The findings of a class.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// side, missed, energy, overlap or unsolved.
    pub class: String,
    /// How many.
    pub count: usize,
    /// The worst figure: degrees from the fine runs, overlap of a free
    /// flight in smaller inscribed radii, energy over that at the start, overlap in units of length, unsolved steps.
    pub worst: f64,
    /// Names, the worst first.
    pub names: Vec<String>,
}

impl Group {
    fn of(up_to: f64, rows: &[&ImpactRow]) -> Self {
        let count = |f: &dyn Fn(&ImpactRow) -> bool| rows.iter().filter(|row| f(row)).count();
        let most = |f: fn(&ImpactRow) -> f64| rows.iter().map(|row| f(row)).fold(0.0, f64::max);
        Self {
            up_to,
            impacts: rows.len(),
            touched: count(&|row| row.touched),
            ambiguous: count(&|row| row.ambiguous),
            counts: CLASSES.map(|class| count(&|row| row.findings().contains(&class))),
            grazing: count(&|row| {
                row.wrong_side && !row.ambiguous && row.missed && row.free_depth < GRAZE
            }),
            halved: count(&|row| row.halved > 0),
            energy: most(|row| row.energy),
            penetration: most(|row| row.penetration),
        }
    }
}

impl ImpactReport {
    /// The figures of `rows`.
    pub fn of(rows: &[ImpactRow]) -> Self {
        let mut groups = Vec::new();
        let mut low = 0.0;
        for up_to in SPEEDS {
            let members = rows
                .iter()
                .filter(|row| row.speed >= low && row.speed < up_to);
            groups.push(Group::of(up_to, &members.collect::<Vec<_>>()));
            low = up_to;
        }
        groups.push(Group::of(f64::INFINITY, &rows.iter().collect::<Vec<_>>()));
        let findings: Vec<Finding> = CLASSES.map(|class| Finding::of(class, rows)).to_vec();
        let mut missed: Vec<String> = findings
            .iter()
            .filter(|finding| finding.count > 0)
            .map(Finding::describe)
            .collect();
        let touched = rows
            .iter()
            .filter(|row| row.touched && !row.ambiguous)
            .count();
        if 2 * touched < rows.len() || rows.is_empty() {
            missed.push(format!(
                "only {touched} of {} impacts decide anything",
                rows.len()
            ));
        }
        let ambiguous = rows.iter().filter(|row| row.ambiguous);
        Self {
            groups,
            findings,
            ambiguous: ambiguous.map(|row| row.name.clone()).collect(),
            missed,
        }
    }

    fn table(&self) -> Table {
        let columns = [
            "half-sizes a step",
            "impacts",
            "touch",
            "ambiguous",
            "other side",
            "missed",
            "graze",
            "gain energy",
            "overlap",
            "unsolved",
            "halved",
            "energy, most",
            "overlap, L",
        ];
        let rows = self.groups.iter().map(|group| {
            let name = match group.up_to {
                end if end.is_finite() => format!("up to {end}"),
                _ => "all".into(),
            };
            let [side, missed, energy, overlap, unsolved] = group.counts.map(|n| n.to_string());
            vec![
                name,
                group.impacts.to_string(),
                group.touched.to_string(),
                group.ambiguous.to_string(),
                side,
                missed,
                group.grazing.to_string(),
                energy,
                overlap,
                unsolved,
                group.halved.to_string(),
                format!("{:.4}", group.energy),
                format!("{:.1e}", group.penetration),
            ]
        });
        Table {
            title: format!(
                "Impacts. Energy may rise by {TOLERANCE} of that at the start and what the balance of the audit explains; \
                 overlaps reach {DEEP} of the smaller inscribed radius and degree rho L; what grazes would overlap by less than {GRAZE} of it in free flight"
            ),
            columns: columns.map(String::from).to_vec(),
            rows: rows.collect(),
        }
    }
}

impl Finding {
    fn of(class: &str, rows: &[ImpactRow]) -> Self {
        let badness = |row: &ImpactRow| match class {
            "side" => row.side.acos().to_degrees(),
            "missed" => row.free_depth,
            "energy" => row.energy,
            "overlap" => row.penetration,
            _ => row.unsolved as f64,
        };
        let mut found: Vec<&ImpactRow> = rows
            .iter()
            .filter(|r| r.findings().contains(&class))
            .collect();
        found.sort_by(|a, b| badness(b).total_cmp(&badness(a)));
        Self {
            class: class.into(),
            count: found.len(),
            worst: found.first().map_or(0.0, |row| badness(row)),
            names: found.iter().map(|row| row.name.clone()).collect(),
        }
    }

    /// E.g. `3 with class side, worst 1.2e0: impact 5, impact 7`.
    pub(super) fn describe(&self) -> String {
        let named: Vec<&str> = self.names.iter().take(NAMED).map(String::as_str).collect();
        let more = match self.count > named.len() {
            true => ", ...",
            false => "",
        };
        let names = named.join(", ");
        format!(
            "{} of class {}, worst {:.2e}: {names}{more}",
            self.count, self.class, self.worst
        )
    }
}

impl Report for ImpactReport {
    fn pass_line(&self) -> String {
        "no impact ends on another side than with steps 50 times finer, gains energy, overlaps or is unsolved"
            .into()
    }

    fn missed(&self) -> &[String] {
        &self.missed
    }

    fn markdown(&self) -> String {
        format!("# Impacts\n\n{}", self.table().markdown())
    }
}

impl fmt::Display for ImpactReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.table())?;
        for finding in self.findings.iter().filter(|finding| finding.count > 0) {
            writeln!(f, "  {}", finding.describe())?;
        }
        write!(f, "  {} ambiguous", self.ambiguous.len())?;
        let names = self.ambiguous.iter().take(NAMED);
        names.enumerate().try_for_each(|(k, name)| {
            let before = if k == 0 { ": " } else { ", " };
            write!(f, "{before}{name}")
        })
    }
}
