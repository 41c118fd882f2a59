//! The report on the audit: a table by law, the findings by class.

use super::SceneRow;
use super::laws::LAWS;
use crate::{Report, Table};
use serde::Serialize;
use std::fmt;

/// Scenes of a class that are named in the text.
const NAMED: usize = 5;
/// Part of the scenes that may be left out because their bodies overlap at the start.
const LEFT_OUT: f64 = 0.5;
/// The bounds in words, in the order of the laws.
const BOUNDS: [&str; LAWS.len()] = [
    "1e-9 of the way",
    "1e-9 rad",
    "1e-7 m V",
    "1e-7 m V L",
    "12 rho L",
    "degree rho, r/i of gap",
    "rho (r/i + 12 (1 + J/mV))",
    "1e-7 m V",
    "rho m V^2 + |b| |w| r",
    "rho m V L/h + m (a h)^2/8 + first order",
];

/// The figures of the audit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AuditReport {
    /// Scenes that were simulated.
    pub scenes: usize,
    /// Scenes whose bodies overlap at the start.
    pub left_out: usize,
    /// Steps that were judged.
    pub steps: usize,
    /// Contacts of these.
    pub contacts: usize,
    /// Steps that were halved.
    pub halved: usize,
    /// Scenes that ended in an unsolved step.
    pub unsolved: usize,
    /// One entry per law.
    pub laws: Vec<Law>,
    /// Why the pass line is missed; empty when it is met.
    pub missed: Vec<String>,
}

/// The findings of a law.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Law {
    /// Name of the law.
    pub name: String,
    /// Bound of the law in words.
    pub bound: String,
    /// Scenes with a step beyond the bound.
    pub scenes: usize,
    /// Steps beyond the bound.
    pub steps: usize,
    /// Largest figure over its bound.
    pub worst: f64,
    /// Scenes with a finding and its step, the worst first.
    pub findings: Vec<String>,
}

impl Law {
    fn of(law: usize, rows: &[SceneRow]) -> Self {
        let number = |text: &str| SceneRow::numbers(text).get(law).copied().unwrap_or(0.0);
        let ratio = |row: &SceneRow| number(&row.worst);
        let mut found: Vec<&SceneRow> =
            rows.iter().filter(|row| number(&row.found) > 0.0).collect();
        found.sort_by(|a, b| ratio(b).total_cmp(&ratio(a)));
        let name = |row: &&SceneRow| format!("{} step {}", row.name, number(&row.at));
        Self {
            name: LAWS[law].into(),
            bound: BOUNDS[law].into(),
            scenes: found.len(),
            steps: rows.iter().map(|row| number(&row.found) as usize).sum(),
            worst: rows.iter().map(ratio).fold(0.0, f64::max),
            findings: found.iter().map(name).collect(),
        }
    }
}

impl AuditReport {
    /// The figures of `rows`.
    pub fn of(rows: &[SceneRow]) -> Self {
        let sum = |f: fn(&SceneRow) -> usize| rows.iter().map(f).sum::<usize>();
        let laws: Vec<Law> = (0..LAWS.len()).map(|law| Law::of(law, rows)).collect();
        let left_out = sum(|row| row.left_out.into());
        let mut missed = Vec::new();
        for law in laws.iter().filter(|law| law.scenes > 0) {
            let named = law.findings.iter().take(NAMED).cloned().collect::<Vec<_>>();
            missed.push(format!(
                "{}: {} steps of {} scenes, worst {:.1e} of the bound ({})",
                law.name,
                law.steps,
                law.scenes,
                law.worst,
                named.join(", ")
            ));
        }
        if left_out as f64 >= LEFT_OUT * rows.len() as f64 {
            missed.push(format!("{left_out} of {} scenes left out", rows.len()));
        }
        Self {
            scenes: rows.len() - left_out,
            left_out,
            steps: sum(|row| row.steps),
            contacts: sum(|row| row.contacts),
            halved: sum(|row| row.halved),
            unsolved: sum(|row| row.unsolved),
            laws,
            missed,
        }
    }

    fn table(&self) -> Table {
        let columns = ["law", "scenes", "steps", "worst / bound", "bound"];
        let rows = self.laws.iter().map(|law| {
            vec![
                law.name.clone(),
                law.scenes.to_string(),
                law.steps.to_string(),
                format!("{:.1e}", law.worst),
                law.bound.clone(),
            ]
        });
        Table {
            title: format!(
                "Audit: {} steps of {} scenes judged, {} contacts, {} halved, {} scenes unsolved, {} left out",
                self.steps, self.scenes, self.contacts, self.halved, self.unsolved, self.left_out
            ),
            columns: columns.map(String::from).to_vec(),
            rows: rows.collect(),
        }
    }
}

impl Report for AuditReport {
    fn pass_line(&self) -> String {
        "every solved step keeps every law within its bound".into()
    }

    fn missed(&self) -> &[String] {
        &self.missed
    }

    fn markdown(&self) -> String {
        format!("# Audit\n\n{}", self.table().markdown())
    }
}

impl fmt::Display for AuditReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.table().to_string().trim_end())
    }
}
