//! Every engine on every scene at every step: tracks judged, then times taken in turn.

use crate::engine::{Engine, Gradient, Job};
use crate::scene::{Kind, Scene};
use crate::score::{Score, quantile};
use crate::starts;
use serde::Serialize;
use std::time::Instant;

/// The deepest overlap that counts as right, m.
pub const PENETRATION: f64 = 1e-3;
/// The largest drift of a stack that counts as right, kg m/s.
pub const DRIFT: f64 = 1e-3;
/// Steps per second of the comparison at the same step.
pub const SAME: u32 = 500;
/// Processor time after which an engine has been timed for long enough in a round, s.
const WARM_UP: f64 = 0.1;

/// How much is run.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// Few starts and steps.
    pub quick: bool,
}

impl Extent {
    /// Steps per second that are tried on a scene.
    pub fn rates(self, scene: &Scene) -> &'static [u32] {
        match (scene.kind, self.quick) {
            (Kind::Pile, _) if dear(scene) => &[100],
            (Kind::Pile, _) => &[100, 500],
            (_, true) => &[10, 20, 100, 500, 5000],
            (_, false) => &[5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000],
        }
    }

    /// Most body-steps that are timed in one go; starts beyond it are judged but not timed.
    fn timed(self) -> usize {
        if self.quick { 2_500 } else { 20_000 }
    }

    /// How often each time is taken again without recording; the least counts. Piles are timed while
    /// they are recorded.
    fn repeats(self, kind: Kind) -> usize {
        match (kind, self.quick) {
            (Kind::Pile, _) => 0,
            (_, true) => 2,
            _ => 3,
        }
    }
}

/// Whether a scene takes longer than all others together: it comes last.
pub fn dear(scene: &Scene) -> bool {
    scene.bricks.len() > 100
}

/// One engine on one scene at one step.
#[derive(Debug, Clone, Serialize)]
pub struct Cell {
    /// Name of the scene.
    pub scene: String,
    /// What is asked of the scene.
    pub kind: Kind,
    /// Name of the engine.
    pub engine: &'static str,
    /// Steps per second.
    pub hertz: u32,
    /// Starts.
    pub runs: usize,
    /// Runs that broke down.
    pub failed: usize,
    /// Deepest overlap of all runs, m.
    pub penetration: f64,
    /// Median over the runs of the deepest overlap, m.
    pub median_penetration: f64,
    /// Largest drift of a run, kg m/s.
    pub drift: f64,
    /// Median over the runs of the drift in the last half second, kg m/s.
    pub rest_drift: f64,
    /// Largest way of a body from its start to its end, m; a stack should stand still.
    pub moved: f64,
    /// Largest distance of the lowest corner from the ground at the end, m, of runs that reached
    /// their end; none when none did.
    pub rest_gap: f64,
    /// Runs whose box lies flat, whose peg is in.
    pub reached: usize,
    /// Steps that the engine calls unsolved.
    pub unsolved: usize,
    /// Steps that needed more than a first attempt.
    pub retried: usize,
    /// Steps judged.
    pub steps: usize,
    /// Processor time of a step, microseconds: mean over a run, least of the repetitions.
    pub microseconds: f64,
    /// Simulated seconds per second of processor time.
    pub speed: f64,
}

impl Cell {
    /// Whether it is accurate enough to be compared by its speed.
    pub fn accurate(&self) -> bool {
        let still = self.kind != Kind::Stack || self.drift < DRIFT;
        let there = self.kind != Kind::Peg || self.reached == self.runs;
        self.failed == 0 && self.penetration < PENETRATION && still && there
    }

    /// The drift that the tables show: of a stack that of the whole run, else that of the rest.
    pub fn drift_shown(&self) -> f64 {
        match self.kind {
            Kind::Stack => self.drift,
            _ => self.rest_drift,
        }
    }

    fn judged(scene: &Scene, engine: &'static str, hertz: u32, scores: &[Score]) -> Self {
        let all = |figure: fn(&Score) -> f64| scores.iter().map(figure).collect::<Vec<f64>>();
        let largest = |figure| all(figure).into_iter().fold(0.0, f64::max);
        let sum = |count: fn(&Score) -> usize| scores.iter().map(count).sum::<usize>();
        let ends = scores.iter().filter(|score| score.reached);
        let gaps = ends.map(|score| score.bottom.abs());
        Self {
            scene: scene.name.clone(),
            kind: scene.kind,
            engine,
            hertz,
            runs: scores.len(),
            failed: sum(|score| usize::from(score.failed)),
            penetration: largest(|score| score.penetration),
            median_penetration: quantile(all(|score| score.penetration), 0.5),
            drift: largest(|score| score.drift),
            rest_drift: quantile(all(|score| score.rest_drift), 0.5),
            moved: largest(|score| score.moved),
            rest_gap: gaps.fold(f64::NAN, f64::max),
            reached: sum(|score| usize::from(score.reached)),
            unsolved: sum(|score| score.unsolved),
            retried: sum(|score| score.retried),
            steps: scores.len() * Scene::steps(scene.seconds, hertz),
            microseconds: f64::INFINITY,
            speed: f64::NAN,
        }
    }

    fn time(&mut self, microseconds: f64) {
        self.microseconds = self.microseconds.min(microseconds);
        self.speed = 1e6 / (self.microseconds * f64::from(self.hertz));
    }
}

/// Time of a derivative.
#[derive(Debug, Clone, Serialize)]
pub struct GradientRow {
    /// Name of the scene.
    pub scene: String,
    /// Name of the engine.
    pub engine: &'static str,
    /// The times.
    #[serde(flatten)]
    pub times: Gradient,
}

/// The engines, and what went wrong so far.
pub struct Campaign {
    /// In the order of the tables; the first is ours.
    pub engines: Vec<Box<dyn Engine>>,
    /// How much is run.
    pub extent: Extent,
    /// What an engine could not do.
    pub troubles: Vec<String>,
}

impl Campaign {
    /// The yardstick: a step of the named engine in the drop at [`SAME`], microseconds.
    pub fn yardstick(&mut self, engine: &str) -> Option<f64> {
        let scene = starts::drop(10);
        let steps = Scene::steps(scene.timed_seconds, SAME);
        let found = self.engines.iter_mut().find(|e| e.name() == engine)?;
        let mut least = f64::INFINITY;
        for _ in 0..5 {
            let seconds = found.time(Job::usual(&scene, SAME), &scene.starts, steps);
            least = least.min(1e6 * seconds.ok()? / (steps * scene.starts.len()) as f64);
        }
        Some(least)
    }

    /// All engines on one scene at one step, but for those that `done` names: judged, and timed if it
    /// is a pile.
    pub fn judge(&mut self, scene: &Scene, hertz: u32, done: &[&str]) -> Vec<Cell> {
        let job = Job::usual(scene, hertz);
        let steps = Scene::steps(scene.seconds, hertz);
        let mut cells = Vec::new();
        for engine in &mut self.engines {
            if done.contains(&engine.name()) {
                continue;
            }
            let tracks = scene.starts.iter().map(|start| {
                let track = engine.track(job, start, steps)?;
                Ok((Score::of(scene, hertz, start, &track), track.seconds))
            });
            match tracks.collect::<Result<Vec<(Score, f64)>, String>>() {
                Ok(tracks) => {
                    let (scores, seconds): (Vec<Score>, Vec<f64>) = tracks.into_iter().unzip();
                    let mut cell = Cell::judged(scene, engine.name(), hertz, &scores);
                    if scene.kind == Kind::Pile {
                        cell.time(1e6 * seconds.iter().sum::<f64>() / cell.steps as f64);
                    }
                    cells.push(cell);
                }
                Err(why) => {
                    let what = format!("{}, {}, {hertz} Hz: {why}", engine.name(), scene.name);
                    self.troubles.push(what);
                }
            }
        }
        cells
    }

    /// Takes the times of all steps of one scene in rounds, so that what else the machine does for a
    /// few seconds falls on one round and not on one step. In each round a run is made again until it
    /// has taken [`WARM_UP`]: one at 20 Hz lasts 10 ms, a core that was idle before needs as long.
    pub fn time(&mut self, scene: &Scene, cells: &mut [Cell]) {
        for _ in 0..self.extent.repeats(scene.kind) {
            for cell in &mut *cells {
                let mut steps = Scene::steps(scene.timed_seconds, cell.hertz);
                if self.extent.quick {
                    steps = steps.min(self.extent.timed() / scene.bricks.len());
                }
                let most = self.extent.timed() / (steps * scene.bricks.len());
                let starts = &scene.starts[..most.clamp(1, scene.starts.len())];
                let found = self.engines.iter_mut().find(|e| e.name() == cell.engine);
                let Some(engine) = found else { continue };
                let job = Job::usual(scene, cell.hertz);
                let mut spent = 0.0;
                while spent < WARM_UP {
                    let Ok(seconds) = engine.time(job, starts, steps) else {
                        break;
                    };
                    spent += seconds;
                    cell.time(1e6 * seconds / (steps * starts.len()) as f64);
                }
            }
        }
    }

    /// Derivatives of a step at rest, 100 Hz, in rounds as in [`Campaign::time`].
    pub fn gradients(&mut self, scene: &Scene) -> Vec<GradientRow> {
        let mut rows: Vec<GradientRow> = Vec::new();
        for _ in 0..self.extent.repeats(scene.kind) {
            for engine in &mut self.engines {
                let begun = Instant::now();
                while begun.elapsed().as_secs_f64() < WARM_UP {
                    let times = match engine.gradient(Job::usual(scene, 100)) {
                        Ok(Some(times)) => times,
                        Ok(None) => break,
                        Err(why) => {
                            let what =
                                format!("{}, {}, gradient: {why}", engine.name(), scene.name);
                            self.troubles.push(what);
                            break;
                        }
                    };
                    match rows.iter_mut().find(|row| row.engine == engine.name()) {
                        Some(row) => row.times.keep_least(times),
                        None => rows.push(GradientRow {
                            scene: scene.name.clone(),
                            engine: engine.name(),
                            times,
                        }),
                    }
                }
            }
        }
        rows
    }
}
