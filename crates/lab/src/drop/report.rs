//! The report on the drops.

use super::published::Published;
use super::{Line, Lines, Part, Pool, Row, Tier};
use crate::{Method, Report, Table};
use drystone_plot::short;
use drystone_plot::{Content, HeatMap, Plot};
use serde::Serialize;
use std::fmt;

/// Failed drops of the default method that are named on the terminal.
const NAMED: usize = 10;

/// Figures of the drops.
#[derive(Debug, Clone, Serialize)]
pub struct DropReport {
    /// Method by method in the plane and in space.
    pub parts: Vec<Part>,
    /// The pass lines that must hold.
    pub lines: Lines,
    /// Drops of the default method with a step that its first attempt did not solve.
    pub failures: Vec<String>,
    /// Pass lines that do not hold.
    pub missed: Vec<String>,
}

/// The figure that was published in numbers.
const ITERATIONS: &str = "iterations";
/// The figure that counts drops that stopped, too.
const FAILURES: &str = "failures";

/// A figure of a cell.
struct Figure {
    stem: &'static str,
    what: &'static str,
    of: fn(&Pool) -> f64,
}

const FIGURES: [Figure; 3] = [
    Figure {
        stem: FAILURES,
        what: "drops with a step that its first attempt did not solve, %",
        of: |pool| 100.0 * pool.failed as f64 / pool.runs as f64,
    },
    Figure {
        stem: ITERATIONS,
        what: "mean iterations of a first attempt",
        of: |pool| pool.iterations,
    },
    Figure {
        stem: "penetration",
        what: "mean over the drops of the deepest overlap, m",
        of: |pool| pool.penetration,
    },
];

impl DropReport {
    /// Figures of `rows`.
    pub fn of(rows: &[Row]) -> Self {
        let mut parts = Vec::new();
        for tier in Tier::ALL {
            for &method in tier.methods() {
                parts.push(Part::of(rows, tier, method));
            }
        }
        let lines = Lines::of(&parts);
        let missed = lines.0.iter().filter(|line| !line.met());
        let failures = rows.iter();
        let failures = failures.filter(|r| r.failed() && r.method == Method::SingleLevel.name());
        Self {
            missed: missed.map(Line::figures).collect(),
            failures: failures.map(|row| row.name.clone()).collect(),
            lines,
            parts,
        }
    }

    fn tables(&self) -> Vec<Table> {
        let mut out = Vec::new();
        for part in &self.parts {
            out.extend(FIGURES.iter().map(|figure| cells(part, figure)));
            out.push(pools(part));
        }
        out
    }

    /// Remarks on what was published, below the tables.
    fn remarks(&self) -> Vec<String> {
        let published = self.parts.iter().filter_map(published);
        let remark = |from: Published| format!("published, {}: {}", from.name, from.remarks);
        let mut remarks: Vec<String> = published.map(remark).collect();
        remarks.dedup();
        if self.parts.iter().any(|part| part.all.stopped > 0) {
            remarks
                .push("*: without the drops that ended at a step without a solution".to_string());
        }
        remarks
    }
}

fn published(part: &Part) -> Option<Published> {
    let method = Method::ALL.into_iter().find(|m| m.name() == part.method)?;
    (part.tier == Tier::Plane).then(|| Published::of(method))
}

fn names(part: &Part) -> [Vec<String>; 2] {
    [
        part.hertz.iter().map(|hertz| format!("{hertz}")).collect(),
        part.rhos.iter().map(|rho| format!("{rho:e}")).collect(),
    ]
}

/// A figure over the grid, with what was published of it.
fn cells(part: &Part, figure: &Figure) -> Table {
    let [_, rhos] = names(part);
    let line = |name: String, cells: Vec<String>| [name].into_iter().chain(cells).collect();
    let cell = |pool: &Pool| {
        let mark = if pool.stopped > 0 && figure.stem != FAILURES {
            "*"
        } else {
            ""
        };
        short((figure.of)(pool)) + mark
    };
    let known = published(part).filter(|_| figure.stem == ITERATIONS);
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (hertz, cells) in part.hertz.iter().zip(&part.cells) {
        rows.push(line(hertz.to_string(), cells.iter().map(cell).collect()));
        let known = known.iter().flat_map(|known| known.iterations);
        for (_, numbers) in known.filter(|(at, _)| at == hertz) {
            let cells = numbers.iter().map(|&number| short(number));
            rows.push(line("published".into(), cells.collect()));
        }
    }
    Table {
        title: format!("{}, {}: {}", part.tier.name(), part.method, figure.what),
        columns: ["Hz \\ rho".to_string()].into_iter().chain(rhos).collect(),
        rows,
    }
}

/// Pooled figures.
fn pools(part: &Part) -> Table {
    let groups = [
        ("below 30 Hz", &part.coarse),
        ("30 Hz and above", &part.fine),
    ];
    let bodies = part.bodies.iter().map(|(name, pool)| (*name, pool));
    let rows = groups.into_iter().chain(bodies).chain([("all", &part.all)]);
    let row = |(name, pool): (&str, &Pool)| {
        let counts = [
            pool.runs,
            pool.failed,
            pool.steps,
            pool.base_failures,
            pool.r5,
            pool.unsolved,
            pool.stopped,
            pool.most_iterations_with_ladder,
        ];
        let gap = pool.worst_gap_at_rest.map_or("-".into(), short);
        let cells = [name.to_string()].into_iter();
        let cells = cells.chain(counts.map(|count| count.to_string()));
        cells.chain([short(pool.worst_penetration), gap]).collect()
    };
    let columns = [
        "",
        "drops",
        "failed",
        "steps",
        "first attempts failed",
        "Halved",
        "unsolved",
        "stopped",
        "most iterations",
        "worst penetration m",
        "worst gap at rest m",
    ];
    Table {
        title: format!("{}, {}: pooled", part.tier.name(), part.method),
        columns: columns.map(String::from).to_vec(),
        rows: rows.map(row).collect(),
    }
}

impl fmt::Display for DropReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for table in self.tables() {
            writeln!(f, "{table}")?;
        }
        for remark in self.remarks() {
            writeln!(f, "{remark}")?;
        }
        let count = self.failures.len();
        writeln!(f, "\nfailed drops, {}: {count}", Method::SingleLevel.name())?;
        for name in self.failures.iter().take(NAMED) {
            writeln!(f, "  {name}")?;
        }
        if count > NAMED {
            writeln!(f, "  ... and {} more (--json has them all)", count - NAMED)?;
        }
        let lines: Vec<String> = self.lines.0.iter().map(|line| line.text()).collect();
        write!(f, "\n{}", lines.join("\n"))
    }
}

impl Report for DropReport {
    fn pass_line(&self) -> String {
        "no drop in the plane fails (with the paper's rows 4 of 3,600), no more iterations than \
         published; in space every step solved, Halved in at most 1e-4 of the steps, first attempts \
         failed in at most 0.4 % below 30 Hz and 0.002 % above"
            .into()
    }

    fn missed(&self) -> &[String] {
        &self.missed
    }

    fn markdown(&self) -> String {
        let mut out = String::from("# Drops\n\n");
        let tables: Vec<String> = self.tables().iter().map(Table::markdown).collect();
        let list = |items: Vec<String>| -> String {
            items.iter().map(|item| format!("- {item}\n")).collect()
        };
        out += &tables.join("\n");
        out += "\n";
        out += &list(self.remarks());
        out += "\n**Pass lines**\n\n";
        out += &list(self.lines.0.iter().map(|line| line.text()).collect());
        out
    }

    fn plots(&self) -> Vec<Plot> {
        let mut out = Vec::new();
        for tier in Tier::ALL {
            for figure in &FIGURES {
                let parts = self.parts.iter().filter(|part| part.tier == tier);
                out.push(Plot {
                    stem: format!("{}-{}", tier.name(), figure.stem),
                    title: format!("Drops in {}", in_words(tier)),
                    content: Content::HeatMaps {
                        panels: parts.map(|part| panel(part, figure)).collect(),
                        what: figure.what.into(),
                        logarithmic: figure.stem == "penetration",
                    },
                });
            }
        }
        out
    }
}

fn in_words(tier: Tier) -> &'static str {
    match tier {
        Tier::Plane => "the plane",
        Tier::Space => "space",
    }
}

fn panel(part: &Part, figure: &Figure) -> HeatMap {
    let [rows, columns] = names(part);
    let values = part.cells.iter();
    HeatMap {
        title: part.method.into(),
        axes: ["rho".into(), "Hz".into()],
        columns,
        rows,
        values: values
            .map(|row| row.iter().map(figure.of).collect())
            .collect(),
    }
}
