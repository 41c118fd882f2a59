//! Towers that should stand still (SL Fig. 8 right and Fig. 10).
//!
//! Two squares in a plane, as published: 6 step lengths, 6 relaxations, 10 offsets, every method;
//! and towers of 2, 4 and 10 cubes in space. The error of a tower is its momentum, as published:
//! the sum over the bodies of m v and of I w at every step, then the mean over the steps (and the
//! components) of the absolute values.
//!
//! DIFFERENCE from the published runs: the squares are cubes restricted to their plane.

mod motion;
mod published;
mod report;
mod tables;
mod tower;

pub use motion::momentum;
pub use report::{Cell, Group, Ratio, StackReport};
pub use tower::{Blocks, DURATION, Tower};

use super::{Campaign, Method, trial};
use drystone::error::Result;
use drystone::scene::Scene;
use motion::Motion;
use serde::{Deserialize, Serialize};

/// Steps per second of the published stacks.
pub const RATES: [u32; 6] = [10, 20, 30, 50, 70, 100];
/// Relaxations of the published stacks.
pub const RHOS: [f64; 6] = [1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10];

/// Methods of the towers of cubes.
const IN_SPACE: [Method; 2] = [Method::SingleLevel, Method::Bilevel];

/// The study of towers.
#[derive(Debug, Clone, Copy, Default)]
pub struct Stack {
    /// A few offsets, counts and rates only.
    pub quick: bool,
}

/// Figures of one tower.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TowerRow {
    /// Name of the tower.
    pub name: String,
    /// Name of the method.
    pub method: String,
    /// `squares` or `cubes`.
    pub blocks: String,
    /// Number of blocks.
    pub count: u32,
    /// Half-size of a block, m.
    pub half_size: f64,
    /// Steps per second.
    pub rate: u32,
    /// Relaxation.
    pub rho: f64,
    /// Mean linear momentum, kg m/s.
    pub linear: f64,
    /// Mean angular momentum, kg m^2/s.
    pub angular: f64,
    /// Largest distance of a block from its start, m.
    pub moved: f64,
    /// Largest angle by which a block turned, rad.
    pub tilt: f64,
    /// Deepest overlap by geometry, m.
    pub penetration: f64,
    /// Mean Newton iterations of a step.
    pub iterations: f64,
    /// Steps tried.
    pub steps: usize,
    /// Steps that the first attempt did not solve.
    pub base_failures: usize,
    /// Steps not solved at the relaxation asked for.
    pub unsolved: usize,
    /// Whether a step had no solution at all, and the run ended there.
    pub stopped: bool,
    /// Whether every step was solved and no block moved more than a resting tower may
    /// ([`Tower::allowed`]).
    pub stable: bool,
}

impl Campaign for Stack {
    type Run = Tower;
    type Row = TowerRow;

    fn runs(&self) -> Vec<Tower> {
        let all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
        let (offsets, counts, rates): (&[u32], &[u32], &[u32]) = match self.quick {
            true => (&[6], &[2], &[10, 100]),
            false => (&all, &[2, 4, 10], &[10, 20, 50, 100, 500]),
        };
        let mut towers = squares(offsets);
        towers.extend(cubes(counts, rates));
        towers
    }

    fn name(&self, tower: &Tower) -> String {
        tower.name()
    }

    fn row_name<'a>(&self, row: &'a TowerRow) -> &'a str {
        &row.name
    }

    fn carry_out(&self, tower: &Tower) -> Result<TowerRow> {
        let scene = Scene::parse(&tower.scene(), &tower.name())?;
        let mut motion = Motion::new(&scene.model, &scene.initial);
        let mut penetration: f64 = 0.0;
        let trial = trial::run(&scene, |step, _| {
            motion.see(&step.state);
            let overlap = trial::deepest_overlap(&scene.model, &step.state);
            penetration = penetration.max(overlap);
        })?;
        let (linear, angular) = motion.mean_momentum();
        let half_size = tower.half_size();
        let moved = motion.moved + motion.tilt * half_size;
        Ok(TowerRow {
            name: tower.name(),
            method: tower.method.name().into(),
            blocks: tower.kind().into(),
            count: tower.count(),
            half_size,
            rate: tower.rate,
            rho: tower.rho,
            linear,
            angular,
            moved: motion.moved,
            tilt: motion.tilt,
            penetration,
            iterations: trial.mean_iterations(),
            steps: trial.steps,
            base_failures: trial.base_failures,
            unsolved: trial.unsolved,
            stopped: trial.stopped,
            stable: trial.unsolved == 0 && moved <= tower.allowed(),
        })
    }
}

fn squares(offsets: &[u32]) -> Vec<Tower> {
    let mut towers = Vec::new();
    for method in Method::ALL {
        for rate in RATES {
            for rho in RHOS {
                let tower = |&offset: &u32| Tower {
                    blocks: Blocks::Squares(offset),
                    method,
                    rate,
                    rho,
                };
                towers.extend(offsets.iter().map(tower));
            }
        }
    }
    towers
}

fn cubes(counts: &[u32], rates: &[u32]) -> Vec<Tower> {
    let mut towers = Vec::new();
    for method in IN_SPACE {
        for &count in counts {
            for &rate in rates {
                let tower = |rho: f64| Tower {
                    blocks: Blocks::Cubes(count),
                    method,
                    rate,
                    rho,
                };
                towers.extend([1e-4, 1e-6, 1e-8].map(tower));
            }
        }
    }
    towers
}
