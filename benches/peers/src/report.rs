//! All figures of one run.

use crate::campaign::{Cell, GradientRow, SAME};
use crate::equal::Converging;
use crate::scene::Kind;
use crate::trajectory::Trajectory;
use serde::Serialize;

/// Name of our engine in the tables.
pub const OURS: &str = "drystone";
/// Steps per second at which our figures are given whatever the rule says.
pub const SHOWN: [u32; 2] = [10, 20];

/// Free flight of an engine with both ways to start, m off the parabola.
#[derive(Debug, Clone, Serialize)]
pub struct Flight {
    /// Name of the engine.
    pub engine: &'static str,
    /// Steps per second.
    pub hertz: u32,
    /// Velocities at the node.
    pub plain: f64,
    /// Velocities half an (inner) step early.
    pub early: f64,
}

/// Figures of a run.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Report {
    /// Few starts and steps only.
    pub quick: bool,
    /// Version of MuJoCo, or why it was skipped.
    pub mujoco: String,
    /// The engine whose step in the drop at [`SAME`] is the yardstick.
    pub yardstick_of: &'static str,
    /// Its time before and after everything else, microseconds.
    pub yardstick: [f64; 2],
    /// Names of the engines, ours first.
    pub engines: Vec<&'static str>,
    /// Every engine on every scene at every step.
    pub cells: Vec<Cell>,
    /// Drops against finer drops.
    pub trajectories: Vec<Trajectory>,
    /// Drops against the converged run of the same engine.
    pub converging: Vec<Converging>,
    /// Engines, and how far their converged runs are from ours after the first impact, m.
    pub limits: Vec<(&'static str, f64)>,
    /// Free flight.
    pub flights: Vec<Flight>,
    /// Derivatives.
    pub gradients: Vec<GradientRow>,
    /// What an engine could not do.
    pub troubles: Vec<String>,
    /// How long the run took, s of wall time.
    pub wall_seconds: f64,
}

impl Report {
    /// Names of the scenes of a kind, in order.
    pub fn scenes(&self, kinds: &[Kind]) -> Vec<&str> {
        let mut out: Vec<&str> = Vec::new();
        for cell in self.cells.iter().filter(|cell| kinds.contains(&cell.kind)) {
            if !out.contains(&cell.scene.as_str()) {
                out.push(&cell.scene);
            }
        }
        out
    }

    /// Figures of an engine on a scene, from the fewest steps per second on.
    pub fn of<'a, 'b>(
        &'a self,
        scene: &'b str,
        engine: &'b str,
    ) -> impl Iterator<Item = &'a Cell> + use<'a, 'b> {
        let own = move |cell: &&Cell| cell.scene == scene && cell.engine == engine;
        self.cells.iter().filter(own)
    }

    /// The figures at one step.
    pub fn at(&self, scene: &str, engine: &str, hertz: u32) -> Option<&Cell> {
        self.of(scene, engine).find(|cell| cell.hertz == hertz)
    }

    /// The fewest steps per second that are accurate enough.
    pub fn matched(&self, scene: &str, engine: &str) -> Option<&Cell> {
        self.of(scene, engine).find(|cell| cell.accurate())
    }

    /// The fewest steps per second that are accurate enough on all `scenes`.
    pub fn matched_on_all(&self, scenes: &[&str], engine: &str) -> Option<Vec<&Cell>> {
        let first = scenes.first()?;
        let mut rates = self.of(first, engine).map(|cell| cell.hertz);
        rates.find_map(|hertz| {
            let cells = scenes.iter().map(|scene| self.at(scene, engine, hertz));
            let cells: Option<Vec<&Cell>> = cells.collect();
            cells.filter(|cells| cells.iter().all(|cell| cell.accurate()))
        })
    }

    /// The drop of an engine against its finer self.
    pub fn trajectory(&self, engine: &str, hertz: u32) -> Option<&Trajectory> {
        let own = |t: &&Trajectory| t.engine == engine && t.hertz == hertz;
        self.trajectories.iter().find(own)
    }

    /// Engines and steps whose drops the tables show.
    pub fn shown_drops(&self) -> Vec<(&'static str, u32)> {
        let mut out = Vec::new();
        for &engine in &self.engines {
            let matched = self.matched("drop", engine).map(|cell| cell.hertz);
            let shown = if engine == OURS { &SHOWN[..] } else { &[] };
            for hertz in shown.iter().copied().chain(matched).chain([SAME]) {
                if !out.contains(&(engine, hertz)) {
                    out.push((engine, hertz));
                }
            }
        }
        out
    }
}
