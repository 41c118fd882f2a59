//! The report on the five parts of the study and its pass lines.

use super::pictures::plots;
use super::pushing_scene::{Law, Points};
use super::pushing_table::{PushCell, cells};
use super::{LessonRow, ProfileRow, PushRow, ScalingRow, SurfaceRow};
use crate::Report;
use drystone_plot::Plot;
use serde::Serialize;
use std::fmt;

/// The distance that the target allows implicit steps of 16 ms, cm: that of the paper at 2 ms with 26 points. It is asked of clouds
/// that are no coarser than by default.
pub(super) const DISTANCE: f64 = 2.1;
/// The length of the step of that target, ms.
const LONGEST: u32 = 16;
/// Differences at half the distance that change by less than this part are those of a smooth force: half of them are
/// expected, and all where a derivative jumps.
const SMOOTH: f64 = 0.75;
/// The least slope of a force at three smoothings, relative to that at half of one.
const SLOPE: f64 = 1e-3;

/// The rows of all five campaigns.
#[derive(Debug, Clone, Default, Serialize)]
pub struct SoftMinimumRows {
    /// Soft signed distances.
    pub surfaces: Vec<SurfaceRow>,
    /// Forces along paths.
    pub profiles: Vec<ProfileRow>,
    /// Replays of plans.
    pub pushes: Vec<PushRow>,
    /// Times of steps.
    pub scaling: Vec<ScalingRow>,
    /// Descents.
    pub lessons: Vec<LessonRow>,
}

/// All figures, and which of them missed.
#[derive(Debug, Clone, Serialize)]
pub struct SoftMinimumReport {
    /// The rows that the tables and the pictures are made of; not part of the figures.
    #[serde(skip)]
    pub rows: SoftMinimumRows,
    /// The replays by model, cloud and step.
    pub pushes: Vec<PushCell>,
    /// Why the pass line is missed; empty when it is met.
    pub missed: Vec<String>,
}

impl SoftMinimumReport {
    /// Returns the report of the rows of all campaigns.
    pub fn of(rows: SoftMinimumRows) -> Self {
        let pushes = cells(&rows.pushes);
        let mut missed = surfaces_missed(&rows.surfaces);
        missed.extend(profiles_missed(&rows.profiles));
        missed.extend(pushes_missed(&pushes));
        missed.extend(lessons_missed(&rows.lessons));
        Self {
            rows,
            pushes,
            missed,
        }
    }
}

fn surfaces_missed(rows: &[SurfaceRow]) -> Vec<String> {
    let misses = |row: &&SurfaceRow| {
        row.allowed
            .is_some_and(|allowed| row.error.is_nan() || row.error > allowed)
    };
    let rows = rows.iter().filter(misses);
    rows.map(|row| format!("{}: {:.1e}", row.name, row.error))
        .collect()
}

fn profiles_missed(rows: &[ProfileRow]) -> Vec<String> {
    let mut out = Vec::new();
    for row in rows {
        for (which, jump) in [("first", row.first_jump), ("second", row.second_jump)] {
            if jump.is_nan() || jump > SMOOTH {
                out.push(format!(
                    "{}: {which} differences jump ({jump:.2})",
                    row.name
                ));
            }
        }
        if row.path == "away" && (row.slope_far.is_nan() || row.slope_far < SLOPE) {
            out.push(format!("{}: slope {:.1e}", row.name, row.slope_far));
        }
    }
    out
}

fn pushes_missed(cells: &[PushCell]) -> Vec<String> {
    let judged = |cell: &&PushCell| {
        let soft = cell.model == Law::SoftMinimum.name();
        soft && cell.points != Points::Few.name() && cell.milliseconds == LONGEST
    };
    let far = cells.iter().filter(judged);
    let far = far.filter(|cell| cell.distance[0].is_nan() || cell.distance[0] > DISTANCE);
    far.map(|cell| format!("{}: {:.1} cm", cell.name(), cell.distance[0]))
        .collect()
}

fn lessons_missed(rows: &[LessonRow]) -> Vec<String> {
    let own = rows
        .iter()
        .filter(|row| row.model == Law::SoftMinimum.name() && row.rho == 1e-2 && !row.arrived);
    own.map(|row| format!("{}: {:.1} mm off", row.name, 1e3 * row.error))
        .collect()
}

impl fmt::Display for SoftMinimumReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables = self.tables().into_iter().map(|table| table.to_string());
        write!(f, "{}", tables.collect::<Vec<_>>().join("\n").trim_end())
    }
}

impl Report for SoftMinimumReport {
    fn pass_line(&self) -> String {
        format!(
            "roots and middles by the formulas, no jump in first and second differences, a slope at three smoothings, \
             soft_minimum with the default cloud and 4k points within {DISTANCE} cm at {LONGEST} ms in the mean, and it learns at rho 1e-2 (no time is judged)"
        )
    }

    fn missed(&self) -> &[String] {
        &self.missed
    }

    fn markdown(&self) -> String {
        let tables = self.tables().into_iter().map(|table| table.markdown());
        let tables: Vec<String> = tables.collect();
        format!("# Soft-minimum contact\n\n{}", tables.join("\n"))
    }

    fn plots(&self) -> Vec<Plot> {
        plots(self)
    }
}
