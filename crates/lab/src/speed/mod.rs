//! How long a step takes (SL Fig. 11): bodies that fall on the floor, 20,000 steps of 0.01 s per
//! body and method, drop by drop in turn, so that whatever else the machine does hits all methods
//! alike.
//!
//! The bodies and their starts are those of the drops ([`super::drop`]): the published planar figure
//! and a box in space. The time is that of [`Simulator::step_into`](drystone::step::Simulator) alone.
//! For times that mean something, carry it out on one thread.

mod report;

pub use report::{Sample, SpeedReport};

use super::drop::{Dropped, Run};
use super::{Campaign, Method, trial};
use drystone::error::Result;
use drystone::scene::{Overrides, Scene};
use serde::{Deserialize, Serialize};

/// Steps of a drop.
const STEPS: usize = 150;
/// Steps per second.
const RATE: u32 = 100;
/// Relaxation.
const RHO: f64 = 1e-6;
/// The bodies that fall.
const BODIES: [Dropped; 2] = [Dropped::Figure, Dropped::Cube];

/// The study of times.
#[derive(Debug, Clone, Copy, Default)]
pub struct Speed {
    /// The first drops only.
    pub quick: bool,
}

/// One drop, or the first part of it.
#[derive(Debug, Clone, Copy)]
pub struct Fall {
    drop: Run,
    steps: usize,
}

/// The times of one drop.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FallRow {
    /// Name of the drop.
    pub name: String,
    /// Name of the method.
    pub method: String,
    /// Name of the body that fell.
    pub body: String,
    /// Steps tried.
    pub steps: usize,
    /// Newton iterations of all steps.
    pub iterations: usize,
    /// Steps that the first attempt did not solve.
    pub base_failures: usize,
    /// Steps not solved at the relaxation asked for.
    pub unsolved: usize,
    /// Time of every step, microseconds, separated by blanks.
    pub microseconds: String,
}

impl Speed {
    /// Steps per body and method: as published, or the first drops of them.
    pub fn steps(&self) -> usize {
        if self.quick { 3_000 } else { 20_000 }
    }
}

impl Campaign for Speed {
    type Run = Fall;
    type Row = FallRow;

    fn runs(&self) -> Vec<Fall> {
        let mut falls = Vec::new();
        for start in 0..self.steps().div_ceil(STEPS) {
            let steps = STEPS.min(self.steps() - start * STEPS);
            for dropped in BODIES {
                for method in Method::ALL {
                    let drop = Run {
                        method,
                        dropped,
                        hertz: RATE,
                        rho: RHO,
                        start: start as u32,
                    };
                    falls.push(Fall { drop, steps });
                }
            }
        }
        falls
    }

    fn name(&self, fall: &Fall) -> String {
        format!("{}, {} steps", fall.drop.name(), fall.steps)
    }

    fn row_name<'a>(&self, row: &'a FallRow) -> &'a str {
        &row.name
    }

    fn carry_out(&self, fall: &Fall) -> Result<FallRow> {
        let name = self.name(fall);
        let shortened = Overrides {
            duration: Some(fall.steps as f64 / f64::from(RATE)),
            ..Overrides::default()
        };
        let scene = Scene::parse_with(&fall.drop.scene(), &name, &shortened)?;
        let mut times = Vec::with_capacity(fall.steps);
        let trial = trial::run(&scene, |_, microseconds| times.push(microseconds))?;
        let times: Vec<String> = times.iter().map(|time| format!("{time:.2}")).collect();
        Ok(FallRow {
            name,
            method: fall.drop.method.name().into(),
            body: fall.drop.dropped.name().into(),
            steps: trial.steps,
            iterations: trial.iterations,
            base_failures: trial.base_failures,
            unsolved: trial.unsolved,
            microseconds: times.join(" "),
        })
    }

    /// Times never repeat.
    fn repeats(&self, old: &FallRow, new: &FallRow) -> bool {
        let untimed = |row: &FallRow| FallRow {
            microseconds: String::new(),
            ..row.clone()
        };
        untimed(old) == untimed(new)
    }
}
