//! Runs scenes from their text.
#![allow(dead_code)]

use drystone::scene::Scene;
use drystone::step::{Simulator, Step};
use drystone::world::State;

/// A scene from its text.
pub fn scene(text: &str) -> Scene {
    Scene::parse(text, "test.toml").unwrap_or_else(|error| panic!("{error}"))
}

/// Runs a scene to its end, or to the first step that is not solved; `see` gets the state at the start of a
/// step and the step. Returns the last state.
pub fn play(scene: &Scene, mut see: impl FnMut(&State, &Step)) -> State {
    let mut simulator = Simulator::new(scene.model.clone());
    let mut run = scene.run();
    while let Some(now) = run.advance(&mut simulator).expect("valid") {
        see(now.before, now.step);
        if !now.step.status.solved {
            return now.before.clone();
        }
    }
    run.state().clone()
}

/// Keyframes of a body that stays at `position` and turns about `axis` (unit, world) at `rate` (rad/s) for
/// `seconds`, at most a rad from one to the next.
pub fn turning(position: [f64; 3], axis: [f64; 3], rate: f64, seconds: f64) -> String {
    let count = (rate.abs() * seconds).ceil().max(1.0) as usize;
    let frames = (0..=count).map(|k| {
        let time = seconds * k as f64 / count as f64;
        let (sin, cos) = (0.5 * rate * time).sin_cos();
        let [x, y, z] = axis.map(|a| a * sin);
        format!("{{ time = {time:?}, position = {position:?}, quat_wxyz = [{cos:?}, {x:?}, {y:?}, {z:?}] }}")
    });
    frames.collect::<Vec<_>>().join(", ")
}
