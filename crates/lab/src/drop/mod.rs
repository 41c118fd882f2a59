//! Random drops (SL Fig. 9): do all steps have a solution, in how many iterations, how deep do the
//! bodies go into the floor?
//!
//! Two grids: the published one in the plane, repeated as its source has it, and one of six bodies
//! in space. A drop fails when some step is not solved by its first attempt (30 iterations); such
//! steps go on by the safeguard ladder. Penetration is judged by the shapes alone.

mod dropped;
mod pass;
mod pool;
mod published;
mod report;
mod row;
mod run;
mod tier;

pub use dropped::{Dropped, Start};
pub use pass::{Line, Lines};
pub use pool::Pool;
pub use report::DropReport;
pub use row::Row;
pub use run::Run;
pub use tier::{Part, Tier};

use super::Campaign;
use drystone::error::Result;
use std::path::PathBuf;

/// The study of drops.
#[derive(Debug, Clone, Default)]
pub struct Drops {
    /// A few starts of every cell only.
    pub quick: bool,
    /// Where steps are saved that the first attempt of the default method did not solve.
    pub failures: Option<PathBuf>,
}

impl Campaign for Drops {
    type Run = Run;
    type Row = Row;

    fn runs(&self) -> Vec<Run> {
        let mut runs = Vec::new();
        for start in 0..tier::STARTS {
            for tier in Tier::ALL {
                tier.runs(start, self.quick, &mut runs);
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
        let default = run.method == super::Method::SingleLevel;
        run.carry_out(self.failures.as_deref().filter(|_| default))
    }
}
