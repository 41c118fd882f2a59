//! Joints: do chains that are thrown on the floor solve their steps at the first attempt, and do their joints hold?
//!
//! Chains of capsules and boxes, joined by hinges, ball joints and universal joints, fall with spin on a floor and on themselves.

mod report;
mod run;

pub use report::{Cell, JointsReport};
pub use run::{Row, Run};

use super::Campaign;
use drystone::error::Result;

/// Links of a chain.
const LINKS: [usize; 2] = [4, 10];
/// Steps per second.
const RATES: [u32; 5] = [30, 60, 100, 250, 500];
/// Starts of every chain and rate: reduced, and 1e5 steps in all.
const STARTS: [u64; 2] = [2, 27];

/// The study.
#[derive(Debug, Clone, Default)]
pub struct Joints {
    /// A small part of it.
    pub quick: bool,
}

impl Campaign for Joints {
    type Run = Run;
    type Row = Row;

    fn runs(&self) -> Vec<Run> {
        let starts = STARTS[usize::from(!self.quick)];
        let mut out = Vec::new();
        for links in LINKS {
            for hertz in RATES {
                out.extend((0..starts).map(|start| Run {
                    links,
                    hertz,
                    start,
                }));
            }
        }
        out
    }

    fn name(&self, run: &Run) -> String {
        run.name()
    }

    fn row_name<'a>(&self, row: &'a Row) -> &'a str {
        &row.name
    }

    fn carry_out(&self, run: &Run) -> Result<Row> {
        run.carry_out()
    }
}
