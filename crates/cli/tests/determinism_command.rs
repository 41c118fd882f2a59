//! The command computes the same bits in another process (`tests/hashes.txt`).

use crate::common::command::{Folder, drystone, text};
use serde_json::Value;

const HASHES: &str = include_str!("../../../tests/hashes.txt");

/// The hash that the file keeps of a scene.
fn kept(name: &str) -> Option<&'static str> {
    let mut pairs = HASHES.lines().filter_map(|line| line.split_once("  "));
    pairs
        .find(|(_, scene)| *scene == name)
        .map(|(hash, _)| hash)
}

/// The command, on two threads, explaining and recording, ends in the same hash.
#[test]
fn another_process_gives_the_same_bits() {
    let folder = Folder::new("determinism");
    let record = folder.file("run.jsonl");
    for name in ["all_shapes.toml", "pinch_and_lift.toml", "overhang20.toml"] {
        let scene = format!("scenarios/{name}");
        let run = [
            "run",
            &scene,
            "--threads",
            "2",
            "--explain",
            "--record",
            &record,
        ];
        let out = drystone(&[&run[..], &["--json"]].concat());
        assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
        let report: Value = serde_json::from_slice(&out.stdout).expect("JSON");
        assert_eq!(report["state_hash"].as_str(), kept(name), "{name}");
    }
}
