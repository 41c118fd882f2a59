//! How the steps went: iterations, rungs of the ladder, unsolved steps.

use super::fold::Fold;
use drystone::recording::{FrameStatus, Spread};
use drystone::step::Rung;
use drystone_plot::{Panel, Series, Style};
use std::collections::BTreeMap;

/// Name of rungs that this version does not know.
const OTHER: &str = "other";

/// Collects what the statuses of the frames say.
#[derive(Debug, Clone)]
pub(super) struct Steps {
    iterations: Fold,
    unsolved: Marks,
    /// Marks of the rungs, in the order of [`Rung::ALL`], then of the others.
    rungs: Vec<Marks>,
    /// How many steps took so many iterations.
    counts: BTreeMap<usize, usize>,
}

#[derive(Debug, Clone)]
struct Marks {
    name: &'static str,
    count: usize,
    at: Fold,
}

impl Marks {
    fn new(name: &'static str) -> Self {
        Self {
            name,
            count: 0,
            at: Fold::new(),
        }
    }

    fn add(&mut self, index: usize, time: f64, iterations: f64) {
        self.count += 1;
        self.at.add(index, time, iterations);
    }

    fn series(&self, kind: &str, style: Style) -> Series {
        let steps = if self.count == 1 { "step" } else { "steps" };
        Series {
            name: format!("{kind}{}: {} {steps}", self.name, self.count),
            points: self.at.points(),
            style,
        }
    }
}

impl Steps {
    pub(super) fn new() -> Self {
        let rungs = Rung::ALL.iter().map(|rung| rung.name()).chain([OTHER]);
        Self {
            iterations: Fold::new(),
            unsolved: Marks::new("unsolved"),
            rungs: rungs.map(Marks::new).collect(),
            counts: BTreeMap::new(),
        }
    }

    pub(super) fn add(&mut self, index: usize, time: f64, status: &FrameStatus) {
        let iterations = status.iterations as f64;
        self.iterations.add(index, time, iterations);
        *self.counts.entry(status.iterations).or_default() += 1;
        if status.needed_ladder {
            let known = Rung::ALL.iter().position(|r| r.name() == status.rung);
            self.rungs[known.unwrap_or(Rung::ALL.len())].add(index, time, iterations);
        }
        if !status.solved {
            self.unsolved.add(index, time, iterations);
        }
    }

    /// Steps that were tried.
    pub(super) fn count(&self) -> usize {
        self.counts.values().sum()
    }

    pub(super) fn unsolved(&self) -> usize {
        self.unsolved.count
    }

    /// Steps per rung, only rungs of the ladder that were used.
    pub(super) fn ladder(&self) -> BTreeMap<String, usize> {
        let used = self.used().map(|rung| (rung.name.into(), rung.count));
        used.collect()
    }

    fn used(&self) -> impl Iterator<Item = &Marks> {
        self.rungs.iter().filter(|rung| rung.count > 0)
    }

    /// Iterations of a step; all 0 without steps.
    pub(super) fn spread(&self) -> Spread {
        let steps = self.count();
        let sum: usize = self.counts.iter().map(|(n, steps)| n * steps).sum();
        // the nearest rank
        let rank = (0.99 * steps as f64).ceil() as usize;
        let mut so_far = 0;
        let p99 = self.counts.iter().find(|(_, steps)| {
            so_far += **steps;
            so_far >= rank
        });
        Spread {
            mean: sum as f64 / steps.max(1) as f64,
            p99: p99.map_or(0.0, |(&n, _)| n as f64),
            max: self.counts.keys().last().map_or(0.0, |&n| n as f64),
        }
    }

    /// Iterations over time, marks on the steps that needed the ladder.
    pub(super) fn panel(&self) -> Panel {
        let mut series = vec![Series {
            name: "all steps".into(),
            points: self.iterations.points(),
            style: Style::Line,
        }];
        let rungs = self.used().map(|rung| rung.series("rung ", Style::Dots));
        series.extend(rungs);
        if self.unsolved.count > 0 {
            series.push(self.unsolved.series("", Style::Crosses));
        }
        let Spread { mean, p99, max } = self.spread();
        Panel {
            heading: format!("mean {mean:.2}, 99 % of the steps at most {p99}, largest {max}"),
            axis: "Newton iterations per step".into(),
            logarithmic: false,
            series,
        }
    }
}
