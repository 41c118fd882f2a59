//! How far drops are from a converged run of the same engine, step by step, and how fast they are: what
//! a step costs at equal error of the trajectory.
//!
//! The converged run has [`FINEST`] steps per second and everything that the engine does not tie to its
//! step by itself finer in proportion to 100 Hz. Engines converge to motions of their own (contacts of
//! some are springs), so the distance of the converged run from ours stands beside.

use crate::engine::{Engine, Job, Result};
use crate::scene::{Node, Scene};
use crate::score::quantile;
use crate::trajectory::TIMES;
use drystone::math::Vec3;
use serde::Serialize;

/// Steps per second of the converged run.
pub const FINEST: u32 = 50_000;
/// Errors after the first impact at which engines are compared, m.
pub const LEVELS: [f64; 3] = [1e-2, 3e-3, 1e-3];
/// A node after the first impact, s; a multiple of every step that is tried.
const AFTER: f64 = TIMES[1];
/// Times are taken so often; the least counts.
const REPEATS: usize = 3;

/// An engine at one step.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Converging {
    /// Name of the engine.
    pub engine: &'static str,
    /// Steps per second.
    pub hertz: u32,
    /// Distance of the box from where the converged run has it, 0.6 s after the start, m; median over
    /// the starts.
    pub error: f64,
    /// Starts.
    pub starts: usize,
    /// Simulated seconds per second of processor time.
    pub speed: f64,
}

/// Where the converged runs of an engine have the box, one place per start.
pub type Places = Vec<Vec3>;

/// The places of the box after the first impact at one step.
fn places(engine: &mut dyn Engine, job: Job, starts: &[Vec<Node>]) -> Result<Places> {
    let steps = Scene::steps(AFTER, job.hertz);
    let place = |start: &Vec<Node>| Ok(engine.track(job, start, steps)?.nodes[steps - 1].position);
    starts.iter().map(place).collect()
}

/// The converged run of the first `count` starts.
///
/// # Errors
/// What the engine says.
pub fn converged(engine: &mut dyn Engine, scene: &Scene, count: usize) -> Result<Places> {
    let job = Job {
        finer: f64::from(FINEST) / 100.0,
        ..Job::usual(scene, FINEST)
    };
    places(engine, job, &scene.starts[..count])
}

/// One step length of an engine next to its converged run.
///
/// # Errors
/// What the engine says.
pub fn compare(
    engine: &mut dyn Engine,
    scene: &Scene,
    hertz: u32,
    reference: &Places,
) -> Result<Converging> {
    let starts = &scene.starts[..reference.len()];
    let job = Job::usual(scene, hertz);
    let found = places(engine, job, starts)?;
    let steps = Scene::steps(AFTER, hertz);
    let mut seconds = f64::INFINITY;
    for _ in 0..REPEATS {
        seconds = seconds.min(engine.time(job, starts, steps)?);
    }
    Ok(Converging {
        engine: engine.name(),
        hertz,
        error: apart(&found, reference),
        starts: starts.len(),
        speed: AFTER * starts.len() as f64 / seconds,
    })
}

/// Median distance of the places of two runs, m.
pub fn apart(a: &Places, b: &Places) -> f64 {
    let distances = a.iter().zip(b).map(|(a, b)| (a - b).norm());
    // a run that broke down is nowhere near
    let finite = distances.map(|d| if d.is_nan() { f64::INFINITY } else { d });
    quantile(finite.collect(), 0.5)
}

/// The fewest steps per second whose error is below `level`, and that of the next finer step tried as
/// well: a run may be near by chance. `rows` are of one engine.
pub fn coarsest(rows: &[Converging], level: f64) -> Option<&Converging> {
    let mut sorted: Vec<&Converging> = rows.iter().collect();
    sorted.sort_by_key(|row| row.hertz);
    let pairs = sorted.windows(2);
    let mut pairs = pairs.filter(|pair| pair.iter().all(|row| row.error <= level));
    pairs.next().map(|pair| pair[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_that_is_small_by_chance_does_not_count() {
        let row = |hertz, error| Converging {
            engine: "any",
            hertz,
            error,
            starts: 1,
            speed: 1.0,
        };
        let errors = [
            (10, 5e-3),
            (100, 2e-2),
            (500, 4e-3),
            (1000, 1e-4),
            (2000, 1e-5),
        ];
        let rows = errors.map(|(hertz, error)| row(hertz, error));
        let at = |level| coarsest(&rows, level).map(|row| row.hertz);
        let expected = [Some(10), Some(500), Some(1000), None];
        assert_eq!([1e-1, 1e-2, 1e-3, 1e-5].map(at), expected);
    }

    #[test]
    fn a_broken_run_is_nowhere_near() {
        let here = vec![Vec3::zeros()];
        assert_eq!(apart(&here, &vec![Vec3::x() * 2.0]), 2.0);
        assert_eq!(apart(&here, &vec![Vec3::x() * f64::NAN]), f64::INFINITY);
    }
}
