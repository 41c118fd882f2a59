//! The report on the times of steps.

use super::{BODIES, FallRow};
use crate::summary::quantile;
use crate::{Method, Report, Table};
use drystone_plot::short;
use drystone_plot::{Content, Plot};
use serde::Serialize;
use std::fmt;

/// How many times longer a step of the published bilevel baseline took on average.
const PUBLISHED_RATIO: f64 = 30.0;

/// The steps of one body under one method. Times in microseconds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sample {
    /// Name of the body that fell.
    pub body: &'static str,
    /// Name of the method.
    pub method: &'static str,
    /// Steps whose time was taken.
    pub steps: usize,
    /// Mean time of a step.
    pub mean: f64,
    /// Half of the steps took no longer.
    pub median: f64,
    /// 99 % of the steps took no longer.
    pub p99: f64,
    /// Mean time over that of single level.
    pub mean_ratio: f64,
    /// Median over that of single level.
    pub median_ratio: f64,
    /// Mean Newton iterations of a step.
    pub iterations: f64,
    /// Steps that the first attempt did not solve.
    pub base_failures: usize,
    /// Steps not solved at the relaxation asked for.
    pub unsolved: usize,
    /// All times, in increasing order.
    #[serde(skip)]
    pub times: Vec<f64>,
}

/// The figures of the study.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpeedReport {
    /// Every body under every method.
    pub samples: Vec<Sample>,
    /// Why the pass line is missed; empty when it is met.
    pub missed: Vec<String>,
}

impl SpeedReport {
    /// The figures of `rows`; every body should have `steps` steps under every method.
    pub fn of(steps: usize, rows: &[FallRow]) -> Self {
        let mut samples = Vec::new();
        let mut missed = Vec::new();
        for body in BODIES.map(|body| body.name()) {
            let mut own: Vec<Sample> = (Method::ALL.into_iter())
                .map(|method| Sample::of(body, method.name(), rows))
                .collect();
            let single = own.iter().find(|s| s.method == Method::SingleLevel.name());
            let (mean, median) = single.map_or((f64::NAN, f64::NAN), |s| (s.mean, s.median));
            if single.is_none_or(|s| s.steps != steps || s.unsolved > 0) {
                missed.push(format!("single level, {body}: not every step was solved"));
            }
            for sample in &mut own {
                sample.mean_ratio = sample.mean / mean;
                sample.median_ratio = sample.median / median;
            }
            samples.append(&mut own);
        }
        Self { samples, missed }
    }

    fn table(&self) -> Table {
        let columns = [
            "time of a step, us",
            "mean",
            "median",
            "p99",
            "mean / single level",
            "median / single level",
            "iterations",
            "steps",
            "base failures",
            "unsolved",
        ];
        let row = |s: &Sample| {
            let times = [s.mean, s.median, s.p99, s.mean_ratio, s.median_ratio];
            let counts = [s.steps, s.base_failures, s.unsolved].map(|count| count.to_string());
            let mut row = vec![format!("{}, {}", s.body, s.method)];
            row.extend(times.map(short));
            row.push(format!("{:.2}", s.iterations));
            row.extend(counts);
            row
        };
        Table {
            title: format!(
                "Bodies falling on the floor, steps of 0.01 s, rho 1e-6 (published: bilevel \
                 {PUBLISHED_RATIO} times single level in the mean)"
            ),
            columns: columns.map(String::from).to_vec(),
            rows: self.samples.iter().map(row).collect(),
        }
    }
}

impl Sample {
    fn of(body: &'static str, method: &'static str, rows: &[FallRow]) -> Self {
        let own = || rows.iter().filter(|r| r.body == body && r.method == method);
        let sum = |count: fn(&FallRow) -> usize| own().map(count).sum::<usize>();
        let texts = own().flat_map(|row| row.microseconds.split_whitespace());
        let mut times: Vec<f64> = texts.filter_map(|time| time.parse().ok()).collect();
        times.sort_by(f64::total_cmp);
        Self {
            body,
            method,
            steps: times.len(),
            mean: times.iter().sum::<f64>() / times.len() as f64,
            median: quantile(&times, 0.5),
            p99: quantile(&times, 0.99),
            mean_ratio: f64::NAN,
            median_ratio: f64::NAN,
            iterations: sum(|row| row.iterations) as f64 / sum(|row| row.steps) as f64,
            base_failures: sum(|row| row.base_failures),
            unsolved: sum(|row| row.unsolved),
            times,
        }
    }
}

impl Report for SpeedReport {
    fn pass_line(&self) -> String {
        "all steps of single level were timed, every one of them solved (no time is judged)".into()
    }

    fn missed(&self) -> &[String] {
        &self.missed
    }

    fn markdown(&self) -> String {
        format!("# Time of a step\n\n{}", self.table().markdown())
    }

    fn plots(&self) -> Vec<Plot> {
        let plot = |body: &'static str| {
            let own = self.samples.iter().filter(|sample| sample.body == body);
            let series = own.map(|s| {
                let name = format!("{}: mean {} us", s.method, short(s.mean));
                (name, s.times.clone())
            });
            Plot {
                stem: body.replace(' ', "-"),
                title: format!("Time of a step, {body} falling on the floor (SL Fig. 11)"),
                content: Content::Histogram {
                    series: series.collect(),
                    what: "time of a step, us".into(),
                    logarithmic: true,
                },
            }
        };
        BODIES.map(|body| plot(body.name())).to_vec()
    }
}

impl fmt::Display for SpeedReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.table().to_string().trim_end())
    }
}
