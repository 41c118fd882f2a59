//! The two grids of drops: in the plane as published, and in space.

use super::{Dropped, Pool, Row, Run};
use crate::Method;
use serde::Serialize;

/// Starts of every cell in the full study.
pub(super) const STARTS: u32 = 100;

/// A grid of drops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// The planar figure, as published.
    Plane,
    /// Six bodies in space.
    Space,
}

impl Tier {
    /// Both.
    pub const ALL: [Tier; 2] = [Tier::Plane, Tier::Space];

    /// Name in tables and files.
    pub fn name(self) -> &'static str {
        match self {
            Tier::Plane => "plane",
            Tier::Space => "space",
        }
    }

    /// Returns the methods that are compared.
    pub fn methods(self) -> &'static [Method] {
        match self {
            Tier::Plane => &Method::ALL,
            Tier::Space => &[Method::SingleLevel, Method::Bilevel],
        }
    }

    /// Returns the bodies that are dropped.
    pub fn bodies(self) -> &'static [Dropped] {
        match self {
            Tier::Plane => &[Dropped::Figure],
            Tier::Space => &Dropped::IN_SPACE,
        }
    }

    /// Steps per second.
    pub fn hertz(self) -> [u32; 6] {
        match self {
            Tier::Plane => [10, 20, 30, 50, 70, 100],
            Tier::Space => [10, 17, 30, 50, 100, 200],
        }
    }

    /// Relaxations.
    pub fn rhos(self) -> [f64; 6] {
        match self {
            Tier::Plane => [1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10],
            Tier::Space => [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8],
        }
    }

    /// Starts of every cell of `method`. The baselines in space and in the reduced study, which are
    /// slow and have no pass line, get fewer than the method that it is about.
    pub fn starts(self, method: Method, quick: bool) -> u32 {
        match (self, method.is_baseline(), quick) {
            (Tier::Space, true, false) => STARTS / 4,
            (_, _, false) => STARTS,
            (Tier::Plane, false, true) => 4,
            (Tier::Plane, true, true) | (Tier::Space, false, true) => 2,
            (Tier::Space, true, true) => 1,
        }
    }

    /// All drops of start `start`. Starts come one after the other, so that a part of the drops is
    /// a part of every cell.
    pub(super) fn runs(self, start: u32, quick: bool, out: &mut Vec<Run>) {
        let methods = self.methods().iter().copied();
        for method in methods.filter(|&method| start < self.starts(method, quick)) {
            // Of a baseline in the reduced study every cell has one of the bodies in turn.
            let all = !(quick && method.is_baseline());
            for (body, &dropped) in self.bodies().iter().enumerate() {
                for (row, hertz) in self.hertz().into_iter().enumerate() {
                    for (column, rho) in self.rhos().into_iter().enumerate() {
                        if all || (row + column) % self.bodies().len() == body {
                            out.push(Run {
                                method,
                                dropped,
                                hertz,
                                rho,
                                start,
                            });
                        }
                    }
                }
            }
        }
    }

    /// The rows of a method in this grid.
    pub(super) fn rows(self, rows: &[Row], method: Method) -> Vec<&Row> {
        let bodies = self.bodies();
        let mine = |row: &&Row| {
            row.method == method.name() && bodies.iter().any(|body| body.name() == row.body)
        };
        rows.iter().filter(mine).collect()
    }
}

/// The figures of a method in a grid.
#[derive(Debug, Clone, Serialize)]
pub struct Part {
    /// Which grid.
    pub tier: Tier,
    /// Name of the method.
    pub method: &'static str,
    /// Rows of `cells`: steps per second.
    pub hertz: [u32; 6],
    /// Columns of `cells`: relaxations.
    pub rhos: [f64; 6],
    /// Every cell.
    pub cells: Vec<Vec<Pool>>,
    /// Steps of 50 ms and more: below 30 Hz.
    pub coarse: Pool,
    /// 30 Hz and above.
    pub fine: Pool,
    /// All.
    pub all: Pool,
    /// Body by body.
    pub bodies: Vec<(&'static str, Pool)>,
}

/// Steps per second from which on a step is called fine.
const FINE: u32 = 30;

impl Part {
    /// Returns the figures of `method` in `tier` from `rows`.
    pub(super) fn of(rows: &[Row], tier: Tier, method: Method) -> Self {
        let rows = tier.rows(rows, method);
        let pool = |wanted: &dyn Fn(&Row) -> bool| {
            Pool::of(rows.iter().copied().filter(|row| wanted(row)))
        };
        let (hertz, rhos) = (tier.hertz(), tier.rhos());
        let cell = |hertz: u32, rho: f64| {
            pool(&|row| row.hertz == hertz && row.rho.total_cmp(&rho).is_eq())
        };
        let cells = hertz.map(|hertz| rhos.map(|rho| cell(hertz, rho)).to_vec());
        let bodies = tier.bodies().iter().map(|body| body.name());
        Self {
            tier,
            method: method.name(),
            hertz,
            rhos,
            cells: cells.to_vec(),
            coarse: pool(&|row| row.hertz < FINE),
            fine: pool(&|row| row.hertz >= FINE),
            all: pool(&|_| true),
            bodies: bodies
                .map(|name| (name, pool(&|row| row.body == name)))
                .collect(),
        }
    }

    /// The cell of `hertz` and `rho`.
    pub(super) fn cell(&self, hertz: u32, rho: f64) -> Option<&Pool> {
        let row = self.hertz.iter().position(|&h| h == hertz)?;
        let column = self.rhos.iter().position(|r| r.total_cmp(&rho).is_eq())?;
        Some(&self.cells[row][column])
    }
}
