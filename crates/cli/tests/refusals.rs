//! What the command refuses, and how: limits, and files that cannot be written.

use crate::common::command::*;
use drystone::scene::MINIMAL_SCENE;

fn fails(args: &[&str], code: i32, words: &[&str]) {
    let said = stderr(args, code);
    for word in words {
        assert!(said.contains(word), "\"{word}\" is missing in: {said}");
    }
}

#[test]
fn a_recording_does_not_overwrite_its_scene() {
    let folder = Folder::new("overwrite");
    let file = folder.with("scene.toml", MINIMAL_SCENE);
    fails(
        &["run", &file, "--record", &file],
        2,
        &["overwrite the scene"],
    );
    let left = std::fs::read_to_string(&file).expect("still there");
    assert_eq!(left, MINIMAL_SCENE);
}

#[test]
fn negative_numbers_on_the_command_line_are_named() {
    let scene = "scenarios/box_drop.toml";
    fails(&["run", scene, "--rho", "-1"], 2, &["> 0, got -1"]);
    fails(&["run", scene, "--seconds", "-1"], 2, &["> 0, got -1"]);
}

#[test]
fn a_run_shorter_than_a_step_is_refused() {
    let args = ["run", "scenarios/box_drop.toml", "--seconds", "0.001"];
    fails(&args, 3, &["not even one time step"]);
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let full = full.expect("Linux has it");
    let mut run = command(&["run", "scenarios/box_drop.toml"]);
    let out = run.stdout(full).output().expect("the binary runs");
    assert_eq!(out.status.code(), Some(3));
    assert!(text(&out.stderr).contains("cannot write"));
}

#[test]
fn too_many_threads_are_refused_at_once() {
    for args in [
        &["run", "scenarios/box_drop.toml", "--threads", "100000"][..],
        &[
            "run",
            "scenarios/box_drop.toml",
            "--batch",
            "2",
            "--threads",
            "100000",
        ],
        &["study", "peg", "--threads", "100000"],
    ] {
        let said = stderr(args, 2);
        assert!(said.contains("from 1 to 256"), "{said}");
    }
}

/// A folder inside of a file can be made by nobody.
#[test]
fn files_that_cannot_be_written_are_noticed_before_the_run() {
    let folder = Folder::new("unwritable");
    let file = folder.with("file", "");
    for (option, name) in [
        ("--on-failure", "folder"),
        ("--save", "end.json"),
        ("--record", "all.jsonl"),
    ] {
        let place = format!("{file}/{name}");
        let out = drystone(&["run", "scenarios/box_drop.toml", option, &place]);
        let said = text(&out.stderr);
        assert_eq!(out.status.code(), Some(3), "{option}: {said}");
        assert!(
            said.contains(&place) && said.contains("remedy"),
            "{option}: {said}"
        );
        assert!(out.stdout.is_empty(), "{option} ran");
    }
    // and what can be written leaves nothing behind where nothing fails
    let failures = folder.file("failures");
    stderr(
        &[
            "run",
            "scenarios/box_drop.toml",
            "--seconds",
            "0.1",
            "--quiet",
            "--on-failure",
            &failures,
        ],
        0,
    );
    assert!(!std::path::Path::new(&failures).exists());
}
