//! Recordings to export.

use crate::common::command::{Folder, stderr};
use drystone::recording::{Frame, Header, Recorder};
use drystone::scene::Scene;

/// A recording of a scenario.
pub fn run(folder: &Folder, name: &str) -> String {
    let (scene, out) = (format!("scenarios/{name}.toml"), folder.file("run.jsonl"));
    stderr(&["run", &scene, "--seconds", "1.5", "--record", &out], 0);
    out
}

/// A recording with the frames that `change` makes of the initial state.
pub fn record(
    folder: &Folder,
    scene: &str,
    frames: usize,
    change: impl Fn(usize, &mut Frame),
) -> String {
    let out = folder.file("made.jsonl");
    let scene = Scene::parse(scene, "scene").expect("valid");
    let header = Header::new(&scene.model, 1e-6, scene.resolved());
    let mut recorder = Recorder::open(&out, &header).expect("a temporary file");
    for i in 0..frames {
        let mut frame = Frame::start(scene.time(i), &scene.initial);
        frame.step = i as u64;
        change(i, &mut frame);
        recorder.append(&frame).expect("written");
    }
    out
}

/// A ball above the ground.
pub const BALL: &str = drystone::scene::MINIMAL_SCENE;
