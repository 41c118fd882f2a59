//! One run of a scene, step by step, with what every study counts of it.

use drystone::error::{Error, Result};
use drystone::recording::close_pairs;
use drystone::scene::Scene;
use drystone::shape::deepest_normal_anew;
use drystone::step::{PartId, Simulator, Step};
use drystone::world::{Model, State};
use std::path::Path;
use std::time::Instant;

/// Writes a file and the folders that lead there.
pub(super) fn save(path: &Path, text: &str) -> Result<()> {
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    let written = folder.and_then(|()| std::fs::write(path, text));
    written.map_err(|e| {
        let why = format!("cannot write: {e}");
        Error::file(path.display().to_string(), why, "check the folder")
    })
}

/// Standard gravity, m/s^2.
pub(super) const GRAVITY: f64 = 9.81;

/// The unit of length of scenes of bodies of 1 kg in which a relaxation is what it was in the
/// published runs, the product of gap and impulse in N s m: L sqrt(g L) = 1 m^2/s.
pub(super) fn published_length() -> f64 {
    GRAVITY.powf(-1.0 / 3.0)
}

/// The outcome of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Trial {
    /// Steps tried.
    pub steps: usize,
    /// Newton iterations of all steps, all attempts included.
    pub iterations: usize,
    /// Steps that the first attempt did not solve.
    pub base_failures: usize,
    /// Steps not solved at the relaxation asked for.
    pub unsolved: usize,
    /// Whether a step had no solution at all, and the run ended there.
    pub stopped: bool,
}

impl Trial {
    /// Mean number of Newton iterations of a step.
    pub fn mean_iterations(&self) -> f64 {
        self.iterations as f64 / self.steps.max(1) as f64
    }
}

/// Runs `scene` to its end, or to a step without any solution. `see` is shown every step, with
/// the microseconds it took in the solver.
pub(super) fn run(scene: &Scene, mut see: impl FnMut(&Step, f64)) -> Result<Trial> {
    let mut simulator = Simulator::new(scene.model.clone());
    let mut run = scene.run();
    let mut trial = Trial::default();
    let mut clock = Instant::now();
    while let Some(now) = run.advance(&mut simulator)? {
        let microseconds = clock.elapsed().as_secs_f64() * 1e6;
        let status = &now.step.status;
        trial.steps += 1;
        trial.iterations += status.iterations;
        trial.base_failures += usize::from(status.needed_ladder || !status.solved);
        trial.unsolved += usize::from(!status.solved);
        trial.stopped = !status.advanced;
        see(now.step, microseconds);
        clock = Instant::now();
    }
    Ok(trial)
}

/// The deepest overlap of any two parts that may touch, m, from their shapes alone; 0 when none
/// overlap.
pub(super) fn deepest_overlap(model: &Model, state: &State) -> f64 {
    let depth = |pair: [PartId; 2]| {
        let [a, b] = pair.map(|id| &model.bodies[id.body].parts[id.part].placed);
        let [at, bt] = pair.map(|id| {
            (
                state.bodies[id.body].position,
                state.bodies[id.body].rotation,
            )
        });
        let between = bt.0 + bt.1 * b.offset - at.0 - at.1 * a.offset;
        deepest_normal_anew(a, &at, b, &bt, &between).0
    };
    close_pairs(model, state).map(depth).fold(0.0, f64::max)
}
