//! How far a drop is from a run of the same engine with a step fifty times finer.
//!
//! Three places are compared: before the impact (free flight), 0.4 s later (after the first
//! impact, where errors grow with every further one) and at rest. Medians over the starts.

use crate::engine::{Early, Engine, Job, Result};
use crate::scene::{GRAVITY, Kind, Node, Scene};
use crate::score::quantile;
use drystone::math::Vec3;
use serde::Serialize;

/// How many times finer the other run is.
pub const FINER: u32 = 50;
/// In free flight, after the first impact and at rest, s: nodes at every step that is tried.
pub const TIMES: [f64; 3] = [0.2, 0.6, 3.0];

/// Distances of the box from where the finer run has it, m; medians.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Trajectory {
    /// Name of the engine.
    pub engine: &'static str,
    /// Steps per second.
    pub hertz: u32,
    /// Starts, and those of them still in the air at the first time.
    pub starts: (usize, usize),
    /// In free flight.
    pub flight: f64,
    /// After the first impact.
    pub impact: f64,
    /// At rest: horizontal place and height.
    pub rest: f64,
}

/// Compares `engine` at `hertz` with itself; the first `count` starts of a drop.
///
/// # Errors
/// What the engine says.
pub fn compare(
    engine: &mut dyn Engine,
    scene: &Scene,
    hertz: u32,
    count: usize,
) -> Result<Trajectory> {
    debug_assert_eq!(scene.kind, Kind::Drop);
    let mut errors: [Vec<f64>; 3] = Default::default();
    for start in scene.starts.iter().take(count) {
        let coarse = Job::usual(scene, hertz);
        let fine = Job {
            hertz: FINER * hertz,
            finer: f64::from(FINER),
            ..coarse
        };
        let mut places = [[Vec3::zeros(); 3]; 2];
        for (job, places) in [coarse, fine].into_iter().zip(&mut places) {
            let last = TIMES[TIMES.len() - 1];
            let track = engine.track(job, start, Scene::steps(last, job.hertz))?;
            *places = TIMES.map(|t| track.nodes[Scene::steps(t, job.hertz) - 1].position);
        }
        let flying = flies(scene, &start[0], TIMES[0]);
        for (k, errors) in errors.iter_mut().enumerate() {
            if k > 0 || flying {
                errors.push((places[0][k] - places[1][k]).norm());
            }
        }
    }
    let starts = (errors[1].len(), errors[0].len());
    let [flight, impact, rest] = errors.map(|all| quantile(all, 0.5));
    Ok(Trajectory {
        engine: engine.name(),
        hertz,
        starts,
        flight,
        impact,
        rest,
    })
}

/// Largest distance from the parabola after 0.2 s of free flight, m, over the starts still in the
/// air then.
///
/// # Errors
/// What the engine says.
pub fn free_flight(
    engine: &mut dyn Engine,
    scene: &Scene,
    hertz: u32,
    early: Early,
) -> Result<f64> {
    let mut worst: f64 = 0.0;
    for start in scene.starts.iter().take(20) {
        if !flies(scene, &start[0], TIMES[0]) {
            continue;
        }
        let job = Job {
            early,
            ..Job::usual(scene, hertz)
        };
        let track = engine.track(job, start, Scene::steps(TIMES[0], hertz))?;
        let end = track.nodes[track.nodes.len() - 1].position;
        worst = worst.max((end - parabola(&start[0], TIMES[0])).norm());
    }
    Ok(worst)
}

fn parabola(start: &Node, t: f64) -> Vec3 {
    start.position + start.velocity * t - Vec3::z() * (0.5 * GRAVITY * t * t)
}

/// Whether the box is above the ground by 5 cm until `t` however it turns or a little later.
fn flies(scene: &Scene, start: &Node, t: f64) -> bool {
    let radius = scene.bricks[0].half.norm();
    parabola(start, t).z > radius + 0.05 && start.position.z > radius + 0.05
}
