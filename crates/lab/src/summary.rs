//! The summary of the rows of the study of derivatives: figures, the worst and the doubtful by name,
//! the pass line.

use super::gradients::{RHOS, Row, or_infinite};
use super::{Report, Situation};
use drystone_plot::{Content, HeatMap, Plot};
use serde::Serialize;
use std::fmt;

/// Pass line: median of the errors.
pub const MEDIAN: f64 = 1e-6;
/// Pass line: 99th percentile of the errors.
pub const P99: f64 = 3e-4;
/// Pass line: largest error. The worst columns are zero by symmetry (a cone that is turned about its own
/// axis) and come out of an ordinary step, which stops at a residual of 1e-8, as up to 3e-7.
pub const LARGEST: f64 = 1e-2;
/// Pass line: largest error of the derivative of a precise step.
pub const PRECISE: f64 = 1e-4;
/// Pass line: part of the columns whose differences may decide nothing.
pub const UNDECIDED_PART: f64 = 0.01;
/// How many of the worst are named.
const NAMED: usize = 10;

/// Figures of some rows; the error of a row is that of its worst block.
#[derive(Debug, Clone, Serialize)]
pub struct Figures {
    /// Which rows.
    pub name: String,
    /// Number of rows.
    pub cases: usize,
    /// Median error.
    pub median: f64,
    /// 99th percentile of the errors.
    pub p99: f64,
    /// Largest error.
    pub largest: f64,
    /// Largest error of a derivative of a precise step.
    pub precise: f64,
    /// Median of what the differences are worth.
    pub noise_median: f64,
    /// Their 99th percentile.
    pub noise_p99: f64,
    /// Rows that are not what their situation says.
    pub doubtful: usize,
}

impl Figures {
    fn of<'a>(name: String, rows: impl Iterator<Item = &'a Row>) -> Self {
        let rows: Vec<&Row> = rows.collect();
        let errors = sorted(rows.iter().map(|row| row.worst_block()));
        let noise = sorted(rows.iter().map(|row| or_infinite(row.noise)));
        Self {
            name,
            cases: rows.len(),
            median: quantile(&errors, 0.5),
            p99: quantile(&errors, 0.99),
            largest: quantile(&errors, 1.0),
            precise: rows.iter().map(|row| row.error_precise).fold(0.0, f64::max),
            noise_median: quantile(&noise, 0.5),
            noise_p99: quantile(&noise, 0.99),
            doubtful: rows.iter().filter(|row| !row.doubt.is_empty()).count(),
        }
    }
}

/// A case by name with its errors.
#[derive(Debug, Clone, Serialize)]
pub struct Named {
    /// Name of the case.
    pub name: String,
    /// Errors with respect to state, input, parameters.
    pub errors: [f64; 3],
    /// By how much the two best estimates differ: what the differences are worth.
    pub noise: f64,
    /// Changed steps on another rung or with other contacts, and unsolved ones.
    pub remarks: String,
}

/// The findings of the study.
#[derive(Debug, Clone, Serialize)]
pub struct Summary {
    /// All rows.
    pub all: Figures,
    /// Situation by situation and relaxation by relaxation.
    pub groups: Vec<Figures>,
    /// Rows without a derivative or with one that is not finite, by name.
    pub not_finite: Vec<String>,
    /// Rows with large errors, the worst first.
    pub worst: Vec<Named>,
    /// Number of columns of all rows.
    pub columns: usize,
    /// Number of columns whose differences decide nothing, as no two sizes of change agree,
    pub undecided: usize,
    /// and their rows, with their names.
    pub undecided_rows: Vec<String>,
    /// Rows that are not what their situation says, and why.
    pub doubtful: Vec<String>,
    /// Changed steps that were not solved.
    pub unsolved: usize,
    /// Changed steps on another rung or with other contacts.
    pub different: usize,
    /// Rows whose step itself needed the ladder.
    pub on_ladder: usize,
    /// Why the pass line is missed; empty when it is met.
    pub missed: Vec<String>,
}

impl Summary {
    /// Figures of `rows`.
    pub fn of(rows: &[Row]) -> Self {
        let all = Figures::of("all".into(), rows.iter());
        let mut groups = Vec::new();
        for situation in Situation::ALL {
            for rho in RHOS {
                let name = format!("{}, rho {rho:e}", situation.name());
                let member = |row: &&Row| {
                    row.situation == situation.name() && row.rho.total_cmp(&rho).is_eq()
                };
                groups.push(Figures::of(name, rows.iter().filter(member)));
            }
        }
        let not_finite = rows.iter().filter(|row| !row.finite);
        let undecided = rows.iter().filter(|row| row.undecided > 0);
        let doubtful = rows.iter().filter(|row| !row.doubt.is_empty());
        let mut out = Self {
            all,
            groups,
            worst: worst(rows),
            columns: rows.iter().map(|row| row.columns).sum(),
            undecided: rows.iter().map(|row| row.undecided).sum(),
            undecided_rows: undecided
                .map(|row| format!("{}: {}", row.name, row.undecided_names))
                .collect(),
            doubtful: doubtful
                .map(|row| format!("{}: {}", row.name, row.doubt))
                .collect(),
            not_finite: not_finite.map(|row| row.name.clone()).collect(),
            unsolved: rows.iter().map(|row| row.unsolved).sum(),
            different: rows.iter().map(|row| row.different).sum(),
            on_ladder: rows.iter().filter(|row| row.rung != "Base").count(),
            missed: Vec::new(),
        };
        out.missed = missed(&out);
        out
    }
}

fn missed(summary: &Summary) -> Vec<String> {
    let (all, not_finite) = (&summary.all, &summary.not_finite);
    let mut missed = Vec::new();
    if summary.undecided as f64 > UNDECIDED_PART * summary.columns as f64 {
        let (count, of) = (summary.undecided, summary.columns);
        missed.push(format!(
            "of {count} of {of} columns the differences decide nothing"
        ));
    }
    if all.cases == 0 {
        missed.push("there are no cases".to_string());
    }
    if !not_finite.is_empty() {
        missed.push(format!("{} derivatives are not finite", not_finite.len()));
    }
    for (what, value, limit) in [
        ("median", all.median, MEDIAN),
        ("99th percentile", all.p99, P99),
        ("largest", all.largest, LARGEST),
        ("largest at precise steps", all.precise, PRECISE),
    ] {
        if value > limit {
            missed.push(format!(
                "the {what} of the errors is {value:.1e}, above {limit:.0e}"
            ));
        }
    }
    missed
}

fn worst(rows: &[Row]) -> Vec<Named> {
    let mut order: Vec<&Row> = rows.iter().collect();
    order.sort_by(|a, b| b.worst_block().total_cmp(&a.worst_block()));
    let named = |row: &&Row| Named {
        name: row.name.clone(),
        errors: [row.error_a, row.error_b, row.error_p],
        noise: row.noise,
        remarks: remarks(row),
    };
    order.iter().take(NAMED).map(named).collect()
}

fn remarks(row: &Row) -> String {
    let mut all = Vec::new();
    if row.rung != "Base" {
        all.push(format!("rung {}", row.rung));
    }
    if row.unsolved > 0 {
        all.push(format!("{} changed steps unsolved", row.unsolved));
    }
    if row.different > 0 {
        all.push(format!(
            "{} on another rung or with other contacts",
            row.different
        ));
    }
    if !row.doubt.is_empty() {
        all.push(row.doubt.clone());
    }
    all.join("; ")
}

fn sorted(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers
}

/// The smallest of the sorted numbers that at least a share of them does not exceed; 0 without any.
pub(super) fn quantile(sorted: &[f64], share: f64) -> f64 {
    match sorted.len() {
        0 => 0.0,
        n => sorted[((n as f64 * share).ceil() as usize).max(1) - 1],
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<26} {:>5}  {:>8} {:>8} {:>8} {:>8}   {:>8} {:>8}  {:>8}",
            "worst column of a case",
            "cases",
            "median",
            "p99",
            "largest",
            "precise",
            "noise",
            "its p99",
            "doubtful"
        )?;
        let groups = self.groups.iter().filter(|group| group.cases > 0);
        for group in groups.chain([&self.all]) {
            writeln!(
                f,
                "{:<26} {:>5}  {:>8.1e} {:>8.1e} {:>8.1e} {:>8.1e}   {:>8.1e} {:>8.1e}  {:>8}",
                group.name,
                group.cases,
                group.median,
                group.p99,
                group.largest,
                group.precise,
                group.noise_median,
                group.noise_p99,
                group.doubtful
            )?;
        }
        self.list_worst(f)?;
        list(f, "not finite", &self.not_finite)?;
        list(f, "not what their situation says", &self.doubtful)?;
        let title = format!(
            "differences of {} of {} columns that decide nothing, in cases",
            self.undecided, self.columns
        );
        list(f, &title, &self.undecided_rows)?;
        write!(
            f,
            "\nchanged steps: {} not solved, {} on another rung or with other contacts; \
             {} steps on the ladder",
            self.unsolved, self.different, self.on_ladder
        )
    }
}

impl Summary {
    /// The cases with the largest errors.
    fn list_worst(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "\n{:>8} {:>8} {:>8} {:>8}  worst",
            "A", "B", "P", "noise"
        )?;
        for case in &self.worst {
            let ([a, b, p], noise) = (case.errors, case.noise);
            write!(
                f,
                "{a:>8.1e} {b:>8.1e} {p:>8.1e} {noise:>8.1e}  {}",
                case.name
            )?;
            let remarks = &case.remarks;
            if remarks.is_empty() {
                writeln!(f)?;
            } else {
                writeln!(f, " ({remarks})")?;
            }
        }
        Ok(())
    }
}

fn list(f: &mut fmt::Formatter<'_>, title: &str, names: &[String]) -> fmt::Result {
    if names.is_empty() {
        return Ok(());
    }
    writeln!(f, "\n{title}: {}", names.len())?;
    for name in names {
        writeln!(f, "  {name}")?;
    }
    Ok(())
}

impl Report for Summary {
    fn pass_line(&self) -> String {
        format!(
            "all finite; errors of the worst columns: median <= {MEDIAN:.0e}, 99th percentile <= {P99:.0e}, \
             largest <= {LARGEST:.0e}, at precise steps <= {PRECISE:.0e}; differences of {:.0} % of the columns decide nothing, at most",
            100.0 * UNDECIDED_PART
        )
    }

    fn missed(&self) -> &[String] {
        &self.missed
    }

    fn markdown(&self) -> String {
        format!("# Derivatives of a step against central differences\n\n```text\n{self}\n```\n")
    }

    fn plots(&self) -> Vec<Plot> {
        let panel = |title: &str, of: fn(&Figures) -> f64| {
            let values = self.groups.chunks(RHOS.len());
            HeatMap {
                title: title.into(),
                axes: ["rho".into(), String::new()],
                columns: RHOS.map(|rho| format!("{rho:e}")).to_vec(),
                rows: Situation::ALL
                    .map(|situation| situation.name().into())
                    .to_vec(),
                values: values.map(|row| row.iter().map(of).collect()).collect(),
            }
        };
        vec![Plot {
            stem: "errors".into(),
            title: "Derivatives of a step against central differences".into(),
            content: Content::HeatMaps {
                panels: vec![
                    panel("median", |group| group.median),
                    panel("99th percentile", |group| group.p99),
                ],
                what: "relative error".into(),
                logarithmic: true,
            },
        }]
    }
}
