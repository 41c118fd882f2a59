//! Stacking: what must stand stands, and what must fall falls, at long steps and short ones.
//!
//! Towers of four kinds of blocks, a bridge, dry-stone arches just narrow enough and just too wide, twenty
//! planks that lean out over an edge, houses of cards. Every case is a scene file that `drystone run` takes; the
//! verdict comes from statics ([`Structure::expects`]), never from an earlier run.

mod arch;
mod cards;
mod planks;
mod report;
mod run;
mod structure;
mod thrust;
mod tower;

pub use report::{Cell, StackingReport};
pub use run::{Row, Run};
pub use structure::{Expectation, Structure};
pub use thrust::Voussoirs;
pub use tower::Blocks;

use super::Campaign;
use drystone::error::Result;
use std::path::PathBuf;

/// Step lengths, s.
pub const TIME_STEPS: [f64; 5] = [0.1, 0.05, 0.02, 0.01, 0.002];
/// Simulated time of the whole study and of the reduced one, s.
const SECONDS: [f64; 2] = [60.0, 4.0];
/// The reduced study leaves out steps of which there would be more than this in a second.
const QUICK_RATE: f64 = 101.0;

/// The study of structures that stand or fall.
#[derive(Debug, Clone, Default)]
pub struct Stacking {
    /// A few structures, for a few seconds.
    pub quick: bool,
    /// Where scenes (`scenes`) and the first unsolved step of a run (`failures`) are written.
    pub folder: Option<PathBuf>,
}

impl Campaign for Stacking {
    type Run = Run;
    type Row = Row;

    fn runs(&self) -> Vec<Run> {
        let all = Structure::all();
        let mut runs = Vec::new();
        for structure in all.into_iter().filter(|s| !self.quick || s.is_quick()) {
            for time_step in TIME_STEPS {
                if !self.quick || (structure.holds_at(time_step) && time_step * QUICK_RATE > 1.0) {
                    let seconds = structure.seconds(SECONDS[usize::from(self.quick)]);
                    runs.push(Run {
                        structure,
                        time_step,
                        seconds,
                    });
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
