//! Recordings as commands find them: of an earlier version, and of a run that was killed.

use crate::common::command::{Folder, command, drystone, stderr};
use drystone::recording::Recording;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A recording of an earlier version has no hashes; every command that reads one says so.
#[test]
fn recordings_of_the_first_format_are_read_with_a_note() {
    let folder = Folder::new("first_format");
    let path = folder.file("old.jsonl");
    stderr(
        &[
            "run",
            "scenarios/box_drop.toml",
            "--seconds",
            "0.1",
            "--record",
            &path,
        ],
        0,
    );
    let text = std::fs::read_to_string(&path).expect("readable");
    let old = text.lines().map(|line| {
        let line = line.replacen("\"format\":2", "\"format\":1", 1);
        match line.split_once(",\"hash\":") {
            Some((line, _)) => format!("{line}}}\n"),
            None => format!("{line}\n"),
        }
    });
    std::fs::write(&path, old.collect::<String>()).expect("writable");
    let name = path;
    for args in [
        ["export", &name, "--csv", &folder.file("old.csv")],
        ["plot", &name, "--out", &folder.file("old")],
    ] {
        let said = stderr(&args, 0);
        assert!(said.contains("without hashes"), "{said}");
    }
    // it gives the same bits; a number that was changed does not
    assert!(stderr(&["verify", &name], 0).contains("without hashes"));
    let text = std::fs::read_to_string(&name).expect("readable");
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let mut frame: serde_json::Value = serde_json::from_str(&lines[6]).expect("a frame");
    frame["bodies"][1][0] = serde_json::json!(0.25);
    lines[6] = frame.to_string();
    let changed = folder.with("changed.jsonl", lines.join("\n") + "\n");
    let out = drystone(&["verify", &changed, "--json"]);
    assert_eq!(out.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!(report["pass"], false);
    assert_eq!(report["differs_at"], 5);
    assert!(report["distance"].as_f64().is_some_and(|d| d > 0.1));
}

/// Recordings of robots, of checkpoints and of members of a batch are repeated, too.
#[test]
fn a_recording_gives_the_same_bits_when_it_is_repeated() {
    let folder = Folder::new("repeated");
    let (path, saved) = (folder.file("run.jsonl"), folder.file("half.bin"));
    let scene = "scenarios/robot_arm.toml";
    stderr(&["run", scene, "--seconds", "0.2", "--save", &saved], 0);
    let runs: [&[&str]; 3] = [
        &["run", scene, "--seconds", "0.5", "--rho", "1e-4"],
        &["run", scene, "--seconds", "0.5", "--from", &saved],
        &[
            "run",
            "scenarios/stack2.toml",
            "--seconds",
            "0.3",
            "--batch",
            "3",
            "--perturb",
            "position=0.01",
            "--only",
            "2",
        ],
    ];
    for run in runs {
        let report = drystone(&[run, &["--record", &path, "--json"]].concat());
        let report: serde_json::Value = serde_json::from_slice(&report.stdout).expect("JSON");
        let out = drystone(&["verify", &path, "--json"]);
        assert_eq!(out.status.code(), Some(0), "{run:?}");
        let repeated: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
        assert_eq!(repeated["state_hash"], report["state_hash"], "{run:?}");
        assert_eq!(repeated["steps"], report["steps"], "{run:?}");
    }
}

/// A run that is killed (SIGKILL on Unix) leaves what it wrote, and that can be used.
#[test]
fn a_killed_run_is_read_and_exported_to_its_last_whole_frame() {
    let folder = Folder::new("killed");
    let (path, glb) = (folder.file("killed.jsonl"), folder.file("killed.glb"));
    let scene = "scenarios/stack10.toml";
    let args = ["run", scene, "--seconds", "1000", "--record", &path];
    let mut run = command(&args);
    let mut run = run.stdout(Stdio::null()).spawn().expect("the binary runs");
    let length = || std::fs::metadata(&path).map_or(0, |file| file.len());
    let started = Instant::now();
    while length() < 100_000 {
        assert!(started.elapsed() < Duration::from_secs(60), "no frames");
        std::thread::sleep(Duration::from_millis(1));
    }
    // while the run is going on, and after its end
    stderr(&["export", &path, "--glb", &glb], 0);
    run.kill().expect("it runs");
    assert!(!run.wait().expect("it ended").success());
    let recording = Recording::read(&path).expect("whole but for its last line");
    let (frames, steps) = (&recording.frames, recording.frames.len());
    assert!((10..100_000).contains(&steps), "{steps}");
    assert!(
        frames
            .iter()
            .enumerate()
            .all(|(i, frame)| frame.step == i as u64)
    );
    let said = stderr(
        &[
            "export",
            &path,
            "--glb",
            &glb,
            "--csv",
            &folder.file("killed.csv"),
        ],
        0,
    );
    assert!(
        said.contains(&format!("{steps} of {steps} frames")),
        "{said}"
    );
    assert_eq!(said.contains("cut off"), recording.truncated, "{said}");
}
