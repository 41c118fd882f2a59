//! A case of a check: what is measured of a scene beside what is expected of it.

use super::hover::Hover;
use super::invariance::Invariance;
use super::planks::Planks;
use super::scenes::Beside;
use super::slope::Slope;
use super::spin::Spin;
use super::tunnel::Tunnel;
use crate::Campaign;
use crate::trial::Trial;
use drystone::error::Result;
use serde::{Deserialize, Serialize};

/// The checks, one table each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// Distances at rest.
    Hover,
    /// Creep and sliding on slopes.
    Slope,
    /// Rotation of free bodies.
    Spin,
    /// Fast bodies against a thin plate.
    Tunnel,
    /// Planks at the limit of tipping.
    Planks,
    /// Momentum, and what must not change a motion.
    Invariance,
    /// Scenes beside another contact model.
    Scenes,
}

impl Check {
    /// All checks, in the order of the tables.
    pub const ALL: [Self; 7] = [
        Self::Hover,
        Self::Slope,
        Self::Spin,
        Self::Tunnel,
        Self::Planks,
        Self::Invariance,
        Self::Scenes,
    ];

    /// Returns the name in rows.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hover => "hover",
            Self::Slope => "slope",
            Self::Spin => "spin",
            Self::Tunnel => "tunnel",
            Self::Planks => "planks",
            Self::Invariance => "invariance",
            Self::Scenes => "scenes",
        }
    }

    /// Returns the title of the table, with the source of what is expected and the units.
    pub fn title(self) -> &'static str {
        match self {
            Self::Hover => super::hover::TITLE,
            Self::Slope => super::slope::TITLE,
            Self::Spin => super::spin::TITLE,
            Self::Tunnel => super::tunnel::TITLE,
            Self::Planks => super::planks::TITLE,
            Self::Invariance => super::invariance::TITLE,
            Self::Scenes => super::scenes::TITLE,
        }
    }
}

/// A case of a check.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Case {
    /// A body at rest.
    Hover(Hover),
    /// A body on a slope.
    Slope(Slope),
    /// A body that turns freely.
    Spin(Spin),
    /// A body shot at a plate.
    Tunnel(Tunnel),
    /// A pile of planks.
    Planks(Planks),
    /// A scene and the same scene changed.
    Invariance(Invariance),
    /// A scene under two contact models.
    Scenes(Beside),
}

/// The outcome of a case.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Finding {
    /// The figure that is expected.
    pub expected: f64,
    /// The figure that is measured.
    pub measured: f64,
    /// The difference, in what the title of the table says.
    pub error: f64,
    /// The largest error that is allowed.
    pub allowed: f64,
    /// The run.
    pub trial: Trial,
}

impl Finding {
    /// Judges the relative error of a figure.
    pub fn relative(expected: f64, measured: f64, allowed: f64, trial: Trial) -> Self {
        Self {
            error: (measured / expected - 1.0).abs(),
            ..Self::absolute(expected, measured, allowed, trial)
        }
    }

    /// Judges the difference of a figure.
    pub fn absolute(expected: f64, measured: f64, allowed: f64, trial: Trial) -> Self {
        Self {
            expected,
            measured,
            error: (measured - expected).abs(),
            allowed,
            trial,
        }
    }
}

/// Returns the larger of two errors; what is no number stays so.
pub(super) fn worse(one: f64, other: f64) -> f64 {
    match one.is_nan() || one > other {
        true => one,
        false => other,
    }
}

/// The row of a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CheckRow {
    /// The name of the case, with that of the check.
    pub name: String,
    /// The name of the check.
    pub check: String,
    /// The figure that is expected.
    pub expected: f64,
    /// The figure that is measured.
    pub measured: f64,
    /// The difference, in what the title of the table says.
    pub error: f64,
    /// The largest error that is allowed.
    pub allowed: f64,
    /// Steps tried.
    pub steps: usize,
    /// Steps that were not solved.
    pub unsolved: usize,
}

impl CheckRow {
    /// Returns whether the pass line is met: an error that is a number and no larger than allowed, and every step solved.
    pub fn passes(&self) -> bool {
        self.error <= self.allowed && self.unsolved == 0 && self.steps > 0
    }

    /// Returns the name without that of the check.
    pub fn case(&self) -> &str {
        let rest = self.name.strip_prefix(&self.check);
        rest.map_or(&self.name, |rest| rest.trim_start_matches([':', ' ']))
    }
}

/// All checks of the model against closed formulas and against itself.
#[derive(Debug, Clone, Copy)]
pub struct Checks {
    /// A few cases of every check, for a shorter time.
    pub quick: bool,
}

impl Case {
    /// Returns the check that the case belongs to.
    pub fn check(&self) -> Check {
        match self {
            Self::Hover(_) => Check::Hover,
            Self::Slope(_) => Check::Slope,
            Self::Spin(_) => Check::Spin,
            Self::Tunnel(_) => Check::Tunnel,
            Self::Planks(_) => Check::Planks,
            Self::Invariance(_) => Check::Invariance,
            Self::Scenes(_) => Check::Scenes,
        }
    }

    fn name(&self) -> String {
        let case = match self {
            Self::Hover(case) => case.name(),
            Self::Slope(case) => case.name(),
            Self::Spin(case) => case.name(),
            Self::Tunnel(case) => case.name(),
            Self::Planks(case) => case.name(),
            Self::Invariance(case) => case.name(),
            Self::Scenes(case) => case.name(),
        };
        format!("{}: {case}", self.check().name())
    }

    fn find(&self) -> Result<Finding> {
        match self {
            Self::Hover(case) => case.find(),
            Self::Slope(case) => case.find(),
            Self::Spin(case) => case.find(),
            Self::Tunnel(case) => case.find(),
            Self::Planks(case) => case.find(),
            Self::Invariance(case) => case.find(),
            Self::Scenes(case) => case.find(),
        }
    }
}

impl Campaign for Checks {
    type Run = Case;
    type Row = CheckRow;

    fn runs(&self) -> Vec<Case> {
        let quick = self.quick;
        let mut out: Vec<Case> = Vec::new();
        out.extend(Hover::all(quick).into_iter().map(Case::Hover));
        out.extend(Slope::all(quick).into_iter().map(Case::Slope));
        out.extend(Spin::all(quick).into_iter().map(Case::Spin));
        out.extend(Tunnel::all(quick).into_iter().map(Case::Tunnel));
        out.extend(Planks::all(quick).into_iter().map(Case::Planks));
        out.extend(Invariance::all(quick).into_iter().map(Case::Invariance));
        out.extend(Beside::all(quick).into_iter().map(Case::Scenes));
        out
    }

    fn name(&self, run: &Case) -> String {
        run.name()
    }

    fn row_name<'a>(&self, row: &'a CheckRow) -> &'a str {
        &row.name
    }

    fn carry_out(&self, run: &Case) -> Result<CheckRow> {
        let found = run.find()?;
        Ok(CheckRow {
            name: run.name(),
            check: run.check().name().into(),
            expected: found.expected,
            measured: found.measured,
            error: found.error,
            allowed: found.allowed,
            steps: found.trial.steps,
            unsolved: found.trial.unsolved + usize::from(found.trial.stopped),
        })
    }
}
