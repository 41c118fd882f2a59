//! `drystone plot` from outside: files, JSON, exit codes.

use crate::common::command;
use command::{Folder, drystone};
use serde_json::Value;

/// A recording of a drop of 20 steps, changed.
fn recording(folder: &Folder, change: impl Fn(&str) -> String) -> String {
    let path = folder.file("run.jsonl");
    let scene = "scenarios/box_drop.toml";
    let run = drystone(&["run", scene, "--seconds", "0.2", "--record", &path]);
    assert_eq!(run.status.code(), Some(0));
    let text = std::fs::read_to_string(&path).expect("a recording");
    std::fs::write(&path, change(&text)).expect("writable");
    path
}

const CHARTS: [&str; 5] = [
    "energy",
    "momentum",
    "penetration",
    "iterations",
    "impulses",
];

/// The run counts while it simulates, the plot from what is in the file.
#[test]
fn the_key_figures_are_those_that_the_run_printed() {
    let folder = Folder::new("charts_figures");
    let (recording, out) = (folder.file("peg.jsonl"), folder.file("not/there/yet"));
    let scene = "scenarios/round_peg.toml";
    let step = ["--time-step", "0.1"];
    let run = drystone(&[&["run", scene, "--json", "--record", &recording], &step[..]].concat());
    let run: Value = serde_json::from_slice(&run.stdout).expect("one JSON object");
    let plot = drystone(&["plot", &recording, "--out", &out, "--json"]);
    assert_eq!(plot.status.code(), Some(0));
    assert!(plot.stderr.is_empty());
    let plot: Value = serde_json::from_slice(&plot.stdout).expect("one JSON object");
    assert!(
        plot["ladder"]["FreeFlight"].as_u64() > Some(0),
        "at 10 Hz the scene needs a rung"
    );
    let same = "steps unsolved_steps iterations ladder max_penetration time_step";
    for key in same.split(' ') {
        assert!(
            !plot[key].is_null() && plot[key] == run[key],
            "{key}: {} {}",
            plot[key],
            run[key]
        );
    }
    assert_eq!(plot["frames"], run["steps"].as_u64().expect("a count") + 1);
    assert_eq!(plot["truncated"], false);
    let files = plot["files"].as_array().expect("a list");
    for (file, name) in files.iter().zip(CHARTS) {
        let path = file.as_str().expect("a path");
        assert!(
            path.ends_with(&format!("not/there/yet/{name}.svg")),
            "{path}"
        );
        let svg = std::fs::read_to_string(path).expect("written");
        assert!(svg.contains("peg: ") && svg.contains("</svg>"), "{name}");
    }
    let start = &plot["energy"]["start"];
    assert_eq!(start["total"], start["potential"], "it starts at rest");
    assert!(plot["energy"]["end"]["total"].as_f64() < start["total"].as_f64());
}

#[test]
fn a_recording_that_was_cut_off_shows_its_whole_frames() {
    let folder = Folder::new("charts_cut");
    let path = recording(&folder, |text| text[..text.len() - 100].into());
    let out = folder.file("charts");
    let plot = drystone(&["plot", &path, "--out", &out, "--json"]);
    assert_eq!(plot.status.code(), Some(0));
    let said = String::from_utf8_lossy(&plot.stderr);
    assert!(
        said.contains("the last line is cut off: 20 whole frames"),
        "{said}"
    );
    let plot: Value = serde_json::from_slice(&plot.stdout).expect("one JSON object");
    assert_eq!(
        (&plot["frames"], &plot["truncated"]),
        (&20.into(), &true.into())
    );
}

#[test]
fn bad_recordings_and_folders_are_refused() {
    let folder = Folder::new("charts_bad");
    let out = folder.file("charts");
    let refused = |recording: &str, out: &str, exit: i32, word: &str| {
        let plot = drystone(&["plot", recording, "--out", out]);
        let said = String::from_utf8_lossy(&plot.stderr);
        assert_eq!(plot.status.code(), Some(exit), "{said}");
        assert!(
            said.contains(word) && said.contains("remedy"),
            "{word} in {said}"
        );
        assert!(plot.stdout.is_empty());
    };
    let path = recording(&folder, |text| {
        text.replacen("\"step\":5,", "\"step\":?,", 1)
    });
    refused(&path, &out, 3, "run.jsonl:7:");
    let path = recording(&folder, |text| {
        text.lines().take(1).collect::<String>() + "\n"
    });
    refused(&path, &out, 3, "without a frame");
    let path = recording(&folder, str::to_string);
    refused(&path, &path, 2, "is a file, not a folder");
    refused(&folder.file("nothing"), &out, 3, "cannot read");
    let drawn = drystone(&["plot", &path, "--out", &out]);
    assert_eq!(drawn.status.code(), Some(0));
    let said = String::from_utf8_lossy(&drawn.stderr);
    assert!(
        said.starts_with("21 frames drawn: ") && drawn.stdout.is_empty(),
        "{said}"
    );
}

/// The chart of chosen numbers has a line of every one, with a panel for every unit.
#[test]
fn numbers_of_states_are_drawn_by_name() {
    let folder = Folder::new("charts_what");
    let (path, out) = (folder.file("run.jsonl"), folder.file("charts"));
    let scene = "scenarios/double_pendulum.toml";
    let run = drystone(&["run", scene, "--seconds", "0.5", "--record", &path]);
    assert_eq!(run.status.code(), Some(0));
    let what = "shoulder.position,elbow.velocity,elbow.position";
    let bodies: Value = {
        let text = std::fs::read_to_string(&path).expect("a recording");
        serde_json::from_str(text.lines().next().expect("a header")).expect("JSON")
    };
    let body = bodies["bodies"][0].as_str().expect("a name");
    let what = format!("{what},{body}.position.z");
    let plot = drystone(&["plot", &path, "--out", &out, "--what", &what]);
    assert_eq!(
        plot.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&plot.stderr)
    );
    let svg = std::fs::read_to_string(folder.file("charts/states.svg")).expect("written");
    for name in what.split(',').chain(["rad/s", "rad", "m"]) {
        assert!(svg.contains(name), "{name}");
    }
    // The elbow has no motor.
    for unknown in ["knee.position", "elbow.effort"] {
        let plot = drystone(&["plot", &path, "--out", &out, "--what", unknown]);
        let said = String::from_utf8_lossy(&plot.stderr).into_owned();
        assert_eq!(plot.status.code(), Some(2), "{said}");
        assert!(
            said.contains(unknown) && said.contains("JOINT.velocity"),
            "{said}"
        );
    }
}
