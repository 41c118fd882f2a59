//! The figures of the towers as tables.

use super::report::{Cell, Group, StackReport};
use crate::Method;
use crate::Table;
use crate::stack::{RATES, RHOS};
use drystone_plot::short;
use std::fmt::{self, Write};

impl StackReport {
    /// All tables: both momenta of every method, then the totals.
    pub(super) fn tables(&self) -> Vec<Table> {
        let mut tables = Vec::new();
        for (what, k) in [
            ("linear momentum, kg m/s", 0),
            ("angular momentum, kg m^2/s", 1),
        ] {
            for method in Method::ALL {
                if self.cells.iter().any(|cell| cell.method == method.name()) {
                    tables.push(self.momenta(what, k, method));
                }
            }
        }
        tables.push(totals(&self.groups));
        tables
    }

    /// One momentum (0 linear, 1 angular) of the squares under one method.
    fn momenta(&self, what: &str, k: usize, method: Method) -> Table {
        let columns = RATES.iter().map(|rate| format!("{rate} Hz"));
        // The published figures are means over ten offsets.
        let few = self.cells.iter().map(|cell| cell.towers).min();
        let part = match few {
            Some(1) => ", one offset of ten",
            _ => "",
        };
        let mut table = Table {
            title: format!("Two squares, {}: {what}{part} (published)", method.name()),
            columns: ["rho".to_string()].into_iter().chain(columns).collect(),
            rows: Vec::new(),
        };
        for rho in RHOS {
            let text = |cell: &Cell| {
                let own = [cell.linear, cell.angular][k];
                let some = match cell.finished < cell.towers {
                    true => format!(" of {}/{}", cell.finished, cell.towers),
                    false => String::new(),
                };
                let published = cell.published.map(|both| format!(" ({:.1e})", both[k]));
                format!(
                    "{}{some}{}",
                    exponential(own),
                    published.unwrap_or_default()
                )
            };
            let cells = RATES.iter().map(|&rate| self.cell(method, rate, rho));
            let mut row = vec![format!("{rho:e}")];
            row.extend(cells.map(|cell| cell.map_or("-".into(), text)));
            table.rows.push(row);
        }
        table
    }

    /// How much larger the momenta of the other methods are.
    pub(super) fn comparison(&self) -> String {
        let mut text = String::new();
        for ratio in &self.ratios {
            let published = ratio.published.map(|[linear, angular]| {
                format!(" (published: {}, {})", short(linear), short(angular))
            });
            writeln!(
                text,
                "Momentum of {} over that of single level at rho 1e-6, 10 Hz: linear {}, angular {}{}",
                ratio.method,
                short(ratio.linear),
                short(ratio.angular),
                published.unwrap_or_default()
            )
            .expect("writing to a string");
        }
        text
    }
}

/// A number, or nothing where there is none.
fn exponential(number: f64) -> String {
    match number.is_finite() {
        true => format!("{number:.1e}"),
        false => "-".into(),
    }
}

fn totals(groups: &[Group]) -> Table {
    let columns = [
        "towers",
        "stable",
        "moved",
        "tilt, rad",
        "penetration",
        "iterations",
        "steps",
        "base failures",
        "unsolved",
        "stopped",
    ];
    let mut table = Table {
        title:
            "All towers; largest shift, tilt and penetration at rho 1e-5 and below, in half-sizes"
                .into(),
        columns: columns.map(String::from).to_vec(),
        rows: Vec::new(),
    };
    for group in groups {
        table.rows.push(vec![
            format!("{}, {}", group.blocks, group.method),
            format!("{} of {}", group.stable, group.towers),
            format!("{:.1e}", group.moved),
            format!("{:.1e}", group.tilt),
            format!("{:.1e}", group.penetration),
            format!("{:.2}", group.iterations),
            group.steps.to_string(),
            group.base_failures.to_string(),
            group.unsolved.to_string(),
            group.stopped.to_string(),
        ]);
    }
    table
}

impl fmt::Display for StackReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for table in self.tables() {
            writeln!(f, "{table}")?;
        }
        write!(f, "{}", self.comparison().trim_end())
    }
}
