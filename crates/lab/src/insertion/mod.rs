//! Insertion: do pegs go into holes that hardly leave them room, at long steps and short ones?
//!
//! Square, round and hexagonal pegs 30 mm wide, holes that are wider by 3, 1, 0.3 and 0.1 mm, with a chamfer and without,
//! friction 0.03 to 0.5; and the sidewise peg of ManiSkill's PegInsertionSide with its rule of success. A compliant
//! hand (a driven body) that is wrong about pose and direction pushes; its numbers are the same for all holes. A peg
//! that stays out must be wedged, by the criterion of two points ([`is_wedged`]), or the study has found a fault.

mod hole;
mod report;
mod run;
mod side;
mod task;
mod wedge;

pub use report::{Cell, InsertionReport};
pub use run::{Row, Run};
pub use task::{Family, Mouth, Section, Task};
pub use wedge::is_wedged;

use super::Campaign;
use drystone::error::Result;
use std::path::PathBuf;

/// Step lengths, s.
const TIME_STEPS: [f64; 4] = [0.05, 0.02, 0.01, 0.002];
/// Starts of a task in the whole study and in the reduced one.
const STARTS: [u32; 2] = [10, 1];
/// Coefficients of friction.
const FRICTIONS: [f64; 4] = [0.03, 0.1, 0.25, 0.5];
/// Widths of the hole less that of the peg, m.
const CLEARANCES: [f64; 4] = [3e-3, 1e-3, 3e-4, 1e-4];

/// The study of pegs and holes.
#[derive(Debug, Clone, Default)]
pub struct Insertion {
    /// One start, the tightest and the widest holes, least and most friction.
    pub quick: bool,
    /// Where scenes (`scenes`) and the first unsolved step of a run (`failures`) are written.
    pub folder: Option<PathBuf>,
}

impl Campaign for Insertion {
    type Run = Run;
    type Row = Row;

    fn runs(&self) -> Vec<Run> {
        let starts = STARTS[usize::from(self.quick)];
        let mut runs = Vec::new();
        for task in tasks().into_iter().filter(|t| !self.quick || is_quick(t)) {
            for time_step in TIME_STEPS {
                if !self.quick || time_step > 0.005 {
                    let run = |start| Run {
                        task,
                        time_step,
                        start,
                    };
                    runs.extend((0..starts).map(run));
                }
            }
        }
        runs
    }

    fn name(&self, run: &Run) -> String {
        run.name()
    }

    fn row_name<'a>(&self, row: &'a Row) -> &'a str {
        &row.name
    }

    fn carry_out(&self, run: &Run) -> Result<Row> {
        run.carry_out(self.folder.as_deref())
    }
}

fn tasks() -> Vec<Task> {
    let mut out = Vec::new();
    for section in Section::ALL {
        for mouth in [Mouth::Chamfered, Mouth::Sharp] {
            for clearance in CLEARANCES {
                out.extend(FRICTIONS.map(|friction| Task {
                    family: Family::Upright(section, mouth),
                    clearance,
                    friction,
                }));
            }
        }
        // leaning so far that they may wedge: only where friction is low must they go in
        out.extend([0.03, 0.5].map(|friction| Task {
            family: Family::Leaning(section),
            clearance: CLEARANCES[3],
            friction,
        }));
    }
    out.extend(FRICTIONS.map(|friction| Task {
        family: Family::Side,
        clearance: CLEARANCES[0],
        friction,
    }));
    out
}

fn is_quick(task: &Task) -> bool {
    let extreme = [CLEARANCES[0], CLEARANCES[3]].contains(&task.clearance);
    let rough = [FRICTIONS[0], FRICTIONS[3]].contains(&task.friction);
    extreme && rough && !matches!(task.family, Family::Leaning(_))
}
