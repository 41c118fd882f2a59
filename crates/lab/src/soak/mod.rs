//! Soak: does it go on for ever? A busy bin, shaken, for very many steps, and many random scenes:
//! unsolved steps, memory, drift of the quaternions, a hash per run.
//!
//! Every unsolved step (rung `Relaxed` counts) can be saved as a scene that reproduces it.

mod bin;
mod random_scene;
mod report;
mod row;
mod run;

pub(super) use random_scene::attitude;
pub use random_scene::random_scene;
pub use report::SoakReport;
pub use row::Row;

use super::Campaign;
use drystone::error::Result;
use std::path::PathBuf;

/// Steps of a bin, and how many bins: reduced, and 1e6 steps in all.
const BINS: [(u64, usize); 2] = [(2, 300), (20, 50_000)];
/// Random scenes.
const SCENES: [u64; 2] = [50, 1000];

/// The scene that is simulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Run {
    /// Twenty mixed stones in a shaken bin, from a start of this number, for so many steps.
    Bin {
        /// Number of the start.
        start: u64,
        /// Steps.
        steps: usize,
    },
    /// The random scene of this seed.
    Random(u64),
}

impl Run {
    /// E.g. `bin 3, 50000 steps` or `scene 17`.
    pub fn name(&self) -> String {
        match self {
            Run::Bin { start, steps } => format!("bin {start}, {steps} steps"),
            Run::Random(seed) => format!("scene {seed}"),
        }
    }
}

/// The study.
#[derive(Debug, Clone, Default)]
pub struct Soak {
    /// A small part of it.
    pub quick: bool,
    /// Where unsolved steps are saved.
    pub failures: Option<PathBuf>,
}

impl Campaign for Soak {
    type Run = Run;
    type Row = Row;

    fn runs(&self) -> Vec<Run> {
        let size = usize::from(!self.quick);
        let (bins, steps) = BINS[size];
        let bins = (0..bins).map(|start| Run::Bin { start, steps });
        // the long runs last: what is quickly known comes first
        (0..SCENES[size]).map(Run::Random).chain(bins).collect()
    }

    fn name(&self, run: &Run) -> String {
        run.name()
    }

    fn row_name<'a>(&self, row: &'a Row) -> &'a str {
        &row.name
    }

    fn carry_out(&self, run: &Run) -> Result<Row> {
        run::carry_out(run, self.failures.as_deref())
    }

    fn repeats(&self, old: &Row, new: &Row) -> bool {
        old.hash == new.hash
    }
}
