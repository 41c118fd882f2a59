//! Heaps and heavy loads: are steps of many bodies in contact solved by their first attempt, in how
//! many iterations, and what holds up the others?
//!
//! Stones of four kinds fall into a bin, 5 to 200 of them; boxes of unequal masses stand and fall
//! on each other. Steps whose first attempt failed go on by the safeguard ladder, and are named by
//! what bounded most of their short steps. Penetration is judged by the shapes alone.

mod report;
mod row;
mod run;
mod scene;
mod stones;
mod tables;

pub use super::Counts;
pub use report::{Cell, HeapsReport};
pub use row::Row;
pub use run::Run;
pub use scene::{Load, Setting};
pub use stones::Stones;
pub(super) use stones::shape;

use super::Campaign;
use drystone::error::Result;
use std::path::PathBuf;

/// Numbers of stones, and how many starts of each.
const HEAPS: [(u32, u32); 6] = [(5, 4), (10, 4), (20, 4), (40, 2), (100, 1), (200, 1)];
/// Steps per second.
const RATES: [u32; 3] = [50, 100, 200];
/// Relaxations.
const RHOS: [f64; 3] = [1e-4, 1e-5, 1e-6];
/// Ratios of masses.
const RATIOS: [u32; 4] = [10, 100, 1000, 10_000];
/// Starts of every load.
const LOAD_STARTS: u32 = 4;
/// Simulated time of a heap, and of a load, s.
const SECONDS: [f64; 2] = [2.0, 1.5];
/// The heap that is simulated for 10 s: stones, steps per second, relaxation.
const LONG: (u32, u32, f64) = (200, 100, 1e-5);

/// The study of heaps.
#[derive(Debug, Clone, Default)]
pub struct Heaps {
    /// A few runs that show the regime.
    pub quick: bool,
    /// Where steps are saved whose first attempt failed.
    pub failures: Option<PathBuf>,
}

impl Campaign for Heaps {
    type Run = Run;
    type Row = Row;

    fn runs(&self) -> Vec<Run> {
        let mut runs = heaps();
        runs.extend(loads());
        if self.quick {
            runs.retain(is_quick);
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
        run.carry_out(self.failures.as_deref())
    }

    fn repeats(&self, old: &Row, new: &Row) -> bool {
        let timeless = |row: &Row| Row {
            milliseconds: 0.0,
            ..row.clone()
        };
        timeless(old) == timeless(new)
    }
}

fn heaps() -> Vec<Run> {
    let mut runs = Vec::new();
    for (count, starts) in HEAPS {
        for stones in Stones::ALL {
            for hertz in RATES {
                for rho in RHOS {
                    let long = (count, hertz, rho) == LONG && stones == Stones::Mixed;
                    let run = |start| Run {
                        setting: Setting::Heap(stones, count),
                        hertz,
                        rho,
                        start,
                        seconds: if long { 10.0 } else { SECONDS[0] },
                    };
                    runs.extend((0..starts).map(run));
                }
            }
        }
    }
    runs
}

fn loads() -> Vec<Run> {
    let mut runs = Vec::new();
    for load in Load::ALL {
        for ratio in RATIOS {
            let run = |start| Run {
                setting: Setting::Load(load, ratio),
                hertz: 100,
                rho: 1e-6,
                start,
                seconds: SECONDS[1],
            };
            runs.extend((0..LOAD_STARTS).map(run));
        }
    }
    runs
}

/// Whether a run belongs to the reduced study.
fn is_quick(run: &Run) -> bool {
    let mixed = |count| run.setting == Setting::Heap(Stones::Mixed, count);
    match run.setting {
        Setting::Heap(_, count) if count <= 20 && (run.hertz, run.rho) == (100, 1e-6) => {
            run.start == 0 || (mixed(20) && run.start == 1)
        }
        Setting::Heap(..) if mixed(20) && run.hertz == 100 => run.start == 0,
        Setting::Heap(..) if mixed(20) && run.rho == 1e-6 && run.hertz == 50 => run.start == 0,
        Setting::Heap(..) => mixed(40) && (run.hertz, run.rho, run.start) == (100, 1e-6, 0),
        Setting::Load(_, ratio) => ratio >= 1000 && run.start < 2,
    }
}
