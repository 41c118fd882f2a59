//! The report on the towers: cells as published, totals, the pass line.

use super::{RATES, RHOS, TowerRow, published};
use crate::{Method, Report};
use drystone_plot::{Content, HeatMap, Plot};
use serde::Serialize;

/// Relaxation and step rate at which the momenta of the methods are compared.
const COMPARED: (f64, u32) = (1e-6, 10);
/// Largest relaxation at which blocks are as good as rigid: what it moves them is no figure of theirs.
const STIFF: f64 = 1e-5;

/// The towers of one method, step rate and relaxation: two squares, mean over their offsets.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cell {
    /// Name of the method.
    pub method: &'static str,
    /// Steps per second.
    pub rate: u32,
    /// Relaxation.
    pub rho: f64,
    /// Number of towers.
    pub towers: usize,
    /// Those that were simulated to the end; the momenta are theirs.
    pub finished: usize,
    /// Mean linear momentum, kg m/s.
    pub linear: f64,
    /// Mean angular momentum, kg m^2/s.
    pub angular: f64,
    /// The published linear and angular momentum.
    pub published: Option<[f64; 2]>,
}

/// All towers of one kind and one method.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Group {
    /// E.g. `2 squares`.
    pub blocks: String,
    /// Name of the method.
    pub method: &'static str,
    /// Number of towers.
    pub towers: usize,
    /// Towers that stood still.
    pub stable: usize,
    /// Largest distance of a block from its start at rho 1e-5 and below, half-sizes.
    pub moved: f64,
    /// Largest angle by which a block turned there, rad.
    pub tilt: f64,
    /// Deepest overlap there by geometry, half-sizes.
    pub penetration: f64,
    /// Mean Newton iterations of a step.
    pub iterations: f64,
    /// Steps tried.
    pub steps: usize,
    /// Steps that the first attempt did not solve.
    pub base_failures: usize,
    /// Steps not solved at the relaxation asked for.
    pub unsolved: usize,
    /// Towers that ended at a step without any solution.
    pub stopped: usize,
}

/// How many times the momentum of single level another method has, at rho 1e-6 and 10 Hz.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ratio {
    /// Name of the other method.
    pub method: &'static str,
    /// Ratio of the linear momenta.
    pub linear: f64,
    /// Ratio of the angular momenta.
    pub angular: f64,
    /// The published ratios of the linear and the angular momenta.
    pub published: Option<[f64; 2]>,
}

/// The figures of the study.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StackReport {
    /// Two squares in the plane.
    pub cells: Vec<Cell>,
    /// All towers.
    pub groups: Vec<Group>,
    /// Single level against the others.
    pub ratios: Vec<Ratio>,
    /// Why the pass line is missed; empty when it is met.
    pub missed: Vec<String>,
}

impl StackReport {
    /// The figures of `rows`.
    pub fn of(rows: &[TowerRow]) -> Self {
        let cells = cells(rows);
        let single = Method::SingleLevel.name();
        let failing = |row: &&TowerRow| row.method == single && !row.stable;
        let mut missed: Vec<String> = (rows.iter().filter(failing))
            .map(|row| format!("not stable: {}", row.name))
            .collect();
        if !rows.iter().any(|row| row.method == single) {
            missed.push("there are no towers of single level".into());
        }
        Self {
            ratios: ratios(&cells),
            cells,
            groups: groups(rows),
            missed,
        }
    }

    /// The cell of two squares, if there are such towers.
    pub(super) fn cell(&self, method: Method, rate: u32, rho: f64) -> Option<&Cell> {
        let wanted = (method.name(), rate, rho.to_bits());
        let mut all = self.cells.iter();
        all.find(|cell| (cell.method, cell.rate, cell.rho.to_bits()) == wanted)
    }

    fn panels(&self, what: fn(&Cell) -> f64) -> Vec<HeatMap> {
        let methods = Method::ALL.into_iter();
        let methods = methods.filter(|m| self.cells.iter().any(|cell| cell.method == m.name()));
        let panel = |method: Method| HeatMap {
            title: method.name().into(),
            axes: ["steps per second".into(), "relaxation rho".into()],
            columns: RATES.iter().map(u32::to_string).collect(),
            rows: RHOS.iter().map(|rho| format!("{rho:e}")).collect(),
            values: (RHOS.iter())
                .map(|&rho| {
                    let cell = |&rate: &u32| self.cell(method, rate, rho);
                    let cells = RATES.iter().map(cell);
                    cells.map(|cell| cell.map_or(f64::NAN, what)).collect()
                })
                .collect(),
        };
        methods.map(panel).collect()
    }
}

impl Report for StackReport {
    fn pass_line(&self) -> String {
        "every tower of single level stands still, every step of it solved".into()
    }

    fn missed(&self) -> &[String] {
        &self.missed
    }

    fn markdown(&self) -> String {
        let tables = self.tables();
        let tables: Vec<String> = tables.iter().map(|table| table.markdown()).collect();
        format!("# Stacks\n\n{}\n{}\n", tables.join("\n"), self.comparison())
    }

    fn plots(&self) -> Vec<Plot> {
        let plot = |what: &str, unit: &str, value| Plot {
            stem: what.into(),
            title: format!("Two stacked squares: {what} momentum that should be zero (SL Fig. 10)"),
            content: Content::HeatMaps {
                panels: self.panels(value),
                what: format!("{what} momentum, {unit}"),
                logarithmic: true,
            },
        };
        vec![
            plot("linear", "kg m/s", |cell| cell.linear),
            plot("angular", "kg m^2/s", |cell| cell.angular),
        ]
    }
}

fn cells(rows: &[TowerRow]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for method in Method::ALL {
        for rate in RATES {
            for rho in RHOS {
                let wanted = ("squares", method.name(), rate, rho.to_bits());
                let member = |row: &&TowerRow| {
                    (&*row.blocks, &*row.method, row.rate, row.rho.to_bits()) == wanted
                };
                let own: Vec<&TowerRow> = rows.iter().filter(member).collect();
                let finished: Vec<&&TowerRow> = own.iter().filter(|row| !row.stopped).collect();
                let mean = |figure: fn(&TowerRow) -> f64| {
                    finished.iter().map(|row| figure(row)).sum::<f64>() / finished.len() as f64
                };
                if own.is_empty() {
                    continue;
                }
                cells.push(Cell {
                    method: method.name(),
                    rate,
                    rho,
                    towers: own.len(),
                    finished: finished.len(),
                    linear: mean(|row| row.linear),
                    angular: mean(|row| row.angular),
                    published: published::momentum(method, rate, rho),
                });
            }
        }
    }
    cells
}

fn groups(rows: &[TowerRow]) -> Vec<Group> {
    let mut groups = Vec::new();
    for (blocks, count) in [("squares", 2), ("cubes", 2), ("cubes", 4), ("cubes", 10)] {
        for method in Method::ALL {
            let wanted = (blocks, count, method.name());
            let member = |row: &&TowerRow| (&*row.blocks, row.count, &*row.method) == wanted;
            let own: Vec<&TowerRow> = rows.iter().filter(member).collect();
            let largest = |figure: fn(&TowerRow) -> f64| {
                let stiff = own.iter().filter(|row| row.rho <= STIFF);
                stiff.map(|row| figure(row)).fold(0.0, f64::max)
            };
            let sum = |figure: fn(&TowerRow) -> usize| own.iter().map(|row| figure(row)).sum();
            let steps: usize = sum(|row| row.steps);
            let iterations = own.iter().map(|row| row.iterations * row.steps as f64);
            if own.is_empty() {
                continue;
            }
            groups.push(Group {
                blocks: format!("{count} {blocks}"),
                method: method.name(),
                towers: own.len(),
                stable: own.iter().filter(|row| row.stable).count(),
                moved: largest(|row| row.moved / row.half_size),
                tilt: largest(|row| row.tilt),
                penetration: largest(|row| row.penetration / row.half_size),
                iterations: iterations.sum::<f64>() / steps as f64,
                steps,
                base_failures: sum(|row| row.base_failures),
                unsolved: sum(|row| row.unsolved),
                stopped: sum(|row| usize::from(row.stopped)),
            });
        }
    }
    groups
}

fn ratios(cells: &[Cell]) -> Vec<Ratio> {
    let compared = |cell: &&Cell| (cell.rho, cell.rate) == COMPARED;
    let mut own = cells.iter().filter(compared);
    let Some(single) = own.find(|cell| cell.method == Method::SingleLevel.name()) else {
        return Vec::new();
    };
    let others = own.filter(|cell| cell.method != single.method);
    let ratio = |other: &Cell| Ratio {
        method: other.method,
        linear: other.linear / single.linear,
        angular: other.angular / single.angular,
        published: (single.published.zip(other.published))
            .map(|(single, other)| [0, 1].map(|k| other[k] / single[k])),
    };
    others.map(ratio).collect()
}
