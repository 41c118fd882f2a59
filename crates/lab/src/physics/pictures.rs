//! The pictures of the study.

use super::laws::{DISSIPATION, LAWS};
use super::refinement::{DIVISORS, TIME_STEP};
use super::{PhysicsReport, SlopeRow, Stone};
use drystone_plot::{Content, HeatMap, Plot};

/// Step length whose residuals are drawn, s; the quick study has no other.
const DRAWN: f64 = 0.01;

/// All pictures of a report.
pub fn plots(report: &PhysicsReport) -> Vec<Plot> {
    let plot = |stem: &str, title: &str, content| Plot {
        stem: stem.into(),
        title: title.into(),
        content,
    };
    vec![
        plot(
            "oracles",
            "Comparisons with independent answers",
            oracles(report),
        ),
        plot(
            "slopes_error",
            "Bodies on slopes: relative error of creep and acceleration",
            slopes(report, "relative error", true, |row| row.error),
        ),
        plot(
            "slopes_verdict",
            "Bodies on slopes: what slides",
            slopes(report, "1: slides, 0: sticks", false, |row| {
                f64::from(u8::from(row.slides))
            }),
        ),
        plot(
            "complementarity",
            "Complementarity of gap and impulse",
            residuals(report, COMPLEMENTARITY),
        ),
        plot(
            "dissipation",
            "Friction against the slip at the true contact point",
            residuals(report, DISSIPATION),
        ),
        plot(
            "refinement",
            "Error of the final pose by step length",
            refinement(report),
        ),
    ]
}

/// Place of complementarity in [`LAWS`].
const COMPLEMENTARITY: usize = 1;

fn oracles(report: &PhysicsReport) -> Content {
    let numbers = report.rows.oracles.iter().filter(|row| row.tolerance > 0.0);
    let parts = numbers.map(|row| row.error / row.tolerance);
    // Exact answers have no place on the axis.
    let parts = parts.filter(|part| part.is_finite() && *part > 1e-16);
    Content::Histogram {
        series: vec![("comparisons".into(), parts.collect())],
        what: "error / tolerance".into(),
        logarithmic: true,
    }
}

fn slopes(
    report: &PhysicsReport,
    what: &str,
    logarithmic: bool,
    value: impl Fn(&SlopeRow) -> f64,
) -> Content {
    let panels = Stone::ALL.map(|stone| {
        let rows = report
            .rows
            .slopes
            .iter()
            .filter(|row| row.stone == stone.name());
        let rows: Vec<&SlopeRow> = rows.collect();
        let frictions = distinct(rows.iter().map(|row| row.mu));
        let ratios = distinct(rows.iter().map(|row| row.ratio));
        let of = |mu: f64| {
            let line = rows.iter().filter(|row| row.mu == mu);
            line.map(|row| value(row)).collect()
        };
        HeatMap {
            title: stone.name().into(),
            axes: [
                "slope / angle of friction".into(),
                "coefficient of friction".into(),
            ],
            columns: ratios.iter().map(|ratio| format!("{ratio:.2}")).collect(),
            rows: frictions.iter().map(|mu| format!("{mu:.2}")).collect(),
            values: frictions.iter().map(|&mu| of(mu)).collect(),
        }
    });
    Content::HeatMaps {
        panels: panels.into(),
        what: what.into(),
        logarithmic,
    }
}

/// The numbers that occur, in the order in which they do.
fn distinct(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut out = Vec::new();
    for number in numbers {
        if !out.contains(&number) {
            out.push(number);
        }
    }
    out
}

/// Largest residual by relaxation, a line per scene and slip row.
fn residuals(report: &PhysicsReport, law: usize) -> Content {
    let mut series: Vec<(String, Vec<(f64, f64)>)> = Vec::new();
    let of = |row: &&super::ResidualRow| row.law == LAWS[law] && row.time_step == DRAWN;
    for row in report
        .rows
        .residuals
        .iter()
        .filter(of)
        .filter(|row| row.max > 0.0)
    {
        let name = format!("{}, {}", row.scene, row.point);
        match series.iter_mut().find(|(other, _)| *other == name) {
            Some((_, points)) => points.push((row.rho, row.max)),
            None => series.push((name, vec![(row.rho, row.max)])),
        }
    }
    Content::Lines {
        series,
        axes: ["relaxation rho".into(), format!("largest {}", LAWS[law])],
        logarithmic: [true, true],
    }
}

fn refinement(report: &PhysicsReport) -> Content {
    let series = report.rows.refinement.iter().map(|row| {
        let errors = [row.error, row.half, row.quarter];
        let steps = DIVISORS.map(|divisor| TIME_STEP / divisor as f64);
        (row.name.clone(), steps.into_iter().zip(errors).collect())
    });
    Content::Lines {
        series: series.collect(),
        axes: ["step length, s".into(), "error, m".into()],
        logarithmic: [true, true],
    }
}
