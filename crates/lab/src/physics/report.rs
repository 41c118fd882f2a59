//! The report on the four parts of the study.

use super::oracles::{KINDS, OracleRow};
use super::pictures;
use super::residual_scenes::SCENES;
use super::residuals::{POINTS, RHOS};
use super::{LAWS, RefinementRow, ResidualRow, SlopeRow};
use crate::Report;
use crate::table::Table;
use drystone_plot::Plot;
use drystone_plot::short;
use serde::Serialize;
use std::fmt;

/// The rows of all four campaigns.
#[derive(Debug, Clone, Serialize)]
pub struct PhysicsRows {
    /// Comparisons with independent answers.
    pub oracles: Vec<OracleRow>,
    /// Bodies on slopes.
    pub slopes: Vec<SlopeRow>,
    /// Laws of contact step by step.
    pub residuals: Vec<ResidualRow>,
    /// Errors by step length.
    pub refinement: Vec<RefinementRow>,
}

/// All rows, and which of them missed.
#[derive(Debug, Clone, Serialize)]
pub struct PhysicsReport {
    /// The rows that the tables and the pictures are made of; not part of the figures.
    #[serde(skip)]
    pub rows: PhysicsRows,
    /// Rows by campaign: comparisons, slopes, residuals, scenes of refinement.
    pub counts: [usize; 4],
    /// Largest share of its tolerance that a comparison with an independent answer took.
    pub closest: f64,
    /// Largest relative errors of creep and of acceleration on slopes.
    pub slope_errors: [f64; 2],
    /// Largest share of what the relaxation explains that a residual of each law took.
    pub of_bounds: [f64; 4],
    /// Rows that missed, by name.
    pub missed: Vec<String>,
}

impl PhysicsReport {
    /// The report of the rows of all four campaigns.
    pub fn of(mut rows: PhysicsRows) -> Self {
        let kind = |row: &OracleRow| KINDS.iter().position(|kind| kind.name == row.kind);
        let oracles = &mut rows.oracles;
        oracles.sort_by(|a, b| (kind(a), &a.record).cmp(&(kind(b), &b.record)));
        let missed = rows.oracles.iter().map(|row| (&row.name, row.ok));
        let missed = missed.chain(rows.slopes.iter().map(|row| (&row.name, row.ok)));
        let missed = missed.chain(rows.residuals.iter().map(|row| (&row.name, row.ok)));
        let missed = missed.chain(rows.refinement.iter().map(|row| (&row.name, row.ok)));
        let missed = missed.filter(|(_, ok)| !ok).map(|(name, _)| name.clone());
        let slope = |slides: bool| {
            let of = rows.slopes.iter().filter(|row| row.should_slide == slides);
            largest(of.map(|row| row.error))
        };
        Self {
            missed: missed.collect(),
            counts: [
                rows.oracles.len(),
                rows.slopes.len(),
                rows.residuals.len(),
                rows.refinement.len(),
            ],
            closest: largest(rows.oracles.iter().map(OracleRow::share)),
            slope_errors: [slope(false), slope(true)],
            of_bounds: LAWS.map(|law| {
                let of = rows
                    .residuals
                    .iter()
                    .filter(|row| row.law == law && row.bounded);
                largest(of.map(|row| row.of_bound))
            }),
            rows,
        }
    }

    /// One line per kind of record: the comparison that came closest to its tolerance.
    fn kinds(&self) -> Table {
        let head = [
            "kind",
            "records",
            "compared",
            "missed",
            "closest",
            "h, s",
            "rho",
            "error",
            "tolerance",
            "at the defaults",
        ];
        let title = "1. Against independent answers (error also at the defaults, h = 0.01 s and rho = 1e-6)";
        let mut table = table(title, &head);
        for kind in &KINDS {
            let of = || self.rows.oracles.iter().filter(|row| row.kind == kind.name);
            let mut records: Vec<&String> = of().map(|row| &row.record).collect();
            records.dedup();
            let closest = of().max_by(|a, b| a.share().total_cmp(&b.share()));
            let Some(closest) = closest else { continue };
            table.rows.push(vec![
                kind.name.into(),
                records.len().to_string(),
                of().count().to_string(),
                of().filter(|row| !row.ok).count().to_string(),
                closest.what.chars().take(40).collect(),
                closest.time_step.clone(),
                closest.rho.clone(),
                short(closest.error),
                short(closest.tolerance),
                at_defaults(closest),
            ]);
        }
        table
    }

    /// Every comparison.
    fn records(&self) -> Table {
        let head = [
            "record",
            "what",
            "expected",
            "obtained",
            "h, s",
            "rho",
            "error",
            "tolerance",
            "ok",
            "error at h = 0.01 s, rho = 1e-6",
        ];
        let title = "Every comparison with independent answers (a step that follows from its record is kept, and named)";
        let mut table = table(title, &head);
        for row in &self.rows.oracles {
            table.rows.push(vec![
                row.record.clone(),
                row.what.clone(),
                row.expected.clone(),
                row.obtained.clone(),
                row.time_step.clone(),
                row.rho.clone(),
                short(row.error),
                short(row.tolerance),
                word(row.ok),
                at_defaults(row),
            ]);
        }
        table
    }

    /// The worst of every friction.
    fn frictions(&self) -> Table {
        let head = [
            "stone",
            "mu",
            "places",
            "wrong",
            "worst of creep",
            "allowed",
            "worst of acceleration",
            "allowed",
            "missed",
        ];
        let title =
            "2. Sticks or slides: relative errors of the speed of creep and of the acceleration";
        let mut table = table(title, &head);
        let mut groups: Vec<(&str, f64)> = Vec::new();
        for row in &self.rows.slopes {
            if !groups.contains(&(row.stone.as_str(), row.mu)) {
                groups.push((&row.stone, row.mu));
            }
        }
        for (stone, mu) in groups {
            let of = || {
                self.rows
                    .slopes
                    .iter()
                    .filter(|row| row.stone == stone && row.mu == mu)
            };
            let worst = |slides: bool| {
                let rows = of().filter(|row| row.should_slide == slides);
                let worst = rows.max_by(|a, b| a.error.total_cmp(&b.error));
                worst.map_or([String::new(), String::new()], |row| {
                    [short(row.error), short(row.tolerance)]
                })
            };
            let ([creep, creep_limit], [pull, pull_limit]) = (worst(false), worst(true));
            table.rows.push(vec![
                stone.into(),
                format!("{mu:.2}"),
                of().count().to_string(),
                of().filter(|row| row.slides != row.should_slide)
                    .count()
                    .to_string(),
                creep,
                creep_limit,
                pull,
                pull_limit,
                of().filter(|row| !row.ok).count().to_string(),
            ]);
        }
        table
    }

    /// Every place of the grid.
    fn places(&self) -> Table {
        let head = [
            "run",
            "slope, deg",
            "should slide",
            "slides",
            "expected",
            "obtained",
            "error",
            "tolerance",
            "ok",
        ];
        let title = "Every slope (m/s of creep, or m/s^2)";
        let mut table = table(title, &head);
        for row in &self.rows.slopes {
            table.rows.push(vec![
                row.name.clone(),
                format!("{:.2}", row.slope),
                word(row.should_slide),
                word(row.slides),
                format!("{:.6e}", row.expected),
                format!("{:.6e}", row.obtained),
                short(row.error),
                short(row.tolerance),
                word(row.ok),
            ]);
        }
        table
    }

    /// Every law of every run.
    fn laws(&self) -> Table {
        let head = [
            "law", "scene", "h", "point", "rho", "contacts", "left out", "median", "p99", "max",
            "of bound", "ok",
        ];
        let mut table = table("Every law of every run", &head);
        for law in LAWS {
            for row in self.rows.residuals.iter().filter(|row| row.law == law) {
                let of_bound = if row.bounded {
                    format!("{:.2}", row.of_bound)
                } else {
                    "none".into()
                };
                table.rows.push(vec![
                    law.into(),
                    row.scene.clone(),
                    row.time_step.to_string(),
                    row.point.clone(),
                    format!("{:.0e}", row.rho),
                    row.contacts.to_string(),
                    row.left_out.to_string(),
                    short(row.median),
                    short(row.p99),
                    short(row.max),
                    of_bound,
                    word(row.ok),
                ]);
            }
        }
        table
    }

    /// Largest residuals of every law, scene and slip row, by relaxation.
    fn largest(&self) -> Table {
        let rhos = RHOS.map(|rho| format!("max at {rho:.0e}"));
        let mut head = vec!["law", "scene", "point", "median"];
        head.extend(rhos.iter().map(String::as_str));
        head.push("of bound");
        let title = "3. The laws of contact, step by step (median at the smallest relaxation)";
        let mut table = table(title, &head);
        for law in LAWS {
            for (scene, _) in SCENES {
                for point in POINTS {
                    let rows = self.rows.residuals.iter();
                    let of = rows.filter(|r| r.law == law && r.scene == scene && r.point == point);
                    let of: Vec<&ResidualRow> = of.collect();
                    let worst = |value: fn(&ResidualRow) -> f64, rho: Option<f64>| {
                        let at = of.iter().filter(|row| rho.is_none_or(|rho| row.rho == rho));
                        at.map(|row| value(row)).fold(0.0, f64::max)
                    };
                    let [a, b, c] = RHOS.map(|rho| short(worst(|row| row.max, Some(rho))));
                    let bounded = of.iter().all(|row| row.bounded);
                    table.rows.push(vec![
                        law.into(),
                        scene.into(),
                        point.into(),
                        short(worst(|row| row.median, RHOS.last().copied())),
                        a,
                        b,
                        c,
                        if bounded {
                            format!("{:.2}", worst(|row| row.of_bound, None))
                        } else {
                            "none".into()
                        },
                    ]);
                }
            }
        }
        table
    }

    /// Errors by step length.
    fn orders(&self) -> Table {
        let head = [
            "scene", "starts", "h", "h/2", "h/4", "order", "theory", "ok",
        ];
        let title = "4. Against steps 50 times finer: error of the final pose, m (h = 0.01 s)";
        let mut table = table(title, &head);
        for row in &self.rows.refinement {
            table.rows.push(vec![
                row.scene.clone(),
                row.starts.to_string(),
                short(row.error),
                short(row.half),
                short(row.quarter),
                format!("{:.2}", row.order),
                if row.expected > 0.0 {
                    row.expected.to_string()
                } else {
                    "none".into()
                },
                word(row.ok),
            ]);
        }
        table
    }
}

impl fmt::Display for PhysicsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}\n{}\n{}\n{}",
            self.kinds(),
            self.frictions(),
            self.largest(),
            self.orders()
        )
    }
}

impl Report for PhysicsReport {
    fn pass_line(&self) -> String {
        "every comparison within its tolerance; every residual within what rho explains (none for \
         dissipation with the lagged row); errors fall with the step, at 0.8 of their order (none for an impact \
         whose slip turns)"
            .into()
    }

    fn missed(&self) -> &[String] {
        &self.missed
    }

    fn markdown(&self) -> String {
        let parts = [
            self.kinds(),
            self.frictions(),
            self.largest(),
            self.orders(),
            self.records(),
            self.places(),
            self.laws(),
        ];
        let parts = parts.map(|part| part.markdown());
        format!("# Physics\n\n{}", parts.join("\n"))
    }

    fn plots(&self) -> Vec<Plot> {
        pictures::plots(self)
    }
}

/// The error at the defaults, with the step where that is another one.
fn at_defaults(row: &OracleRow) -> String {
    let error = match row.default_error.is_finite() {
        true => short(row.default_error),
        false => "no end".into(),
    };
    match row.default_time_step.as_str() {
        "1.0e-2" | "none" => error,
        step => format!("{error} (h = {step})"),
    }
}

/// A table without rows.
fn table(title: &str, head: &[&str]) -> Table {
    Table {
        title: title.into(),
        columns: head.iter().map(|word| word.to_string()).collect(),
        rows: Vec::new(),
    }
}

fn word(yes: bool) -> String {
    if yes { "yes" } else { "no" }.into()
}

/// Largest number; NaN when there is one.
fn largest(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(0.0, |m: f64, x| if x > m || x.is_nan() { x } else { m })
}
