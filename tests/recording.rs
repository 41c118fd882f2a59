//! Recordings: every bit survives, and so does everything before a crash.

use drystone::math::{Rot, Vec3};
use drystone::recording::{Frame, Header, Recorder, Recording};
use drystone::scene::{MINIMAL_SCENE, Scene};
use drystone::world::State;
use std::path::PathBuf;

fn path(name: &str) -> PathBuf {
    let name = format!("drystone_{name}_{}.jsonl", std::process::id());
    std::env::temp_dir().join(name)
}

/// A recording of five frames with awkward numbers.
fn write(path: &PathBuf) -> Vec<State> {
    let scene = Scene::parse(MINIMAL_SCENE, "minimal").expect("valid");
    let header = Header::new(&scene.model, 1e-6, scene.resolved());
    let mut recorder = Recorder::open(path, &header).expect("a temporary file");
    let mut states = Vec::new();
    for i in 0..5 {
        let mut state = scene.initial.clone();
        let body = &mut state.bodies[1];
        body.position = Vec3::new(0.1 + 0.2, 1e-300, f64::from(i) / 3.0);
        body.rotation = Rot::from_scaled_axis(Vec3::new(0.1, f64::from(i), -0.3));
        let frame = Frame::start(0.01 * f64::from(i), &state);
        recorder.append(&frame).expect("written");
        states.push(state);
    }
    states
}

#[test]
fn every_bit_survives() {
    let path = path("round_trip");
    let states = write(&path);
    let recording = Recording::read(&path).expect("whole");
    std::fs::remove_file(&path).expect("it exists");
    assert!(!recording.truncated);
    assert_eq!(recording.header.bodies, ["floor", "ball"]);
    let read: Vec<u64> = recording.frames.iter().map(|f| f.state().hash()).collect();
    let written: Vec<u64> = states.iter().map(State::hash).collect();
    assert_eq!(read, written);
}

#[test]
fn cut_anywhere_it_keeps_the_whole_frames() {
    let path = path("cut");
    write(&path);
    let bytes = std::fs::read(&path).expect("readable");
    let header = bytes.iter().position(|&b| b == b'\n').expect("lines") + 1;
    for length in (header..bytes.len()).step_by(7) {
        std::fs::write(&path, &bytes[..length]).expect("writable");
        let recording = Recording::read(&path).unwrap_or_else(|e| panic!("{length}: {e}"));
        let ends = bytes[header..length]
            .iter()
            .filter(|&&b| b == b'\n')
            .count();
        let found = recording.frames.len();
        assert!(found == ends || (found == ends + 1 && !recording.truncated));
    }
    std::fs::remove_file(&path).expect("it exists");
}

#[test]
fn damage_in_the_middle_is_named_by_its_line() {
    let path = path("damage");
    write(&path);
    let text = std::fs::read_to_string(&path).expect("readable");
    let damaged = text.replacen("\"step\":0,\"time\":0.02", "\"step\":0,\"time\":x", 1);
    std::fs::write(&path, damaged).expect("writable");
    let error = Recording::read(&path).expect_err("line 4 is damaged");
    assert_eq!(
        error.place.as_ref().map(|place| place.line),
        Some(4),
        "{error}"
    );
    std::fs::write(&path, "{\"hello\": 1}\n").expect("writable");
    let error = Recording::read(&path).expect_err("no header").to_string();
    assert!(error.contains("not a header"), "{error}");
    let other = text.replacen("\"format\":2", "\"format\":99", 1);
    std::fs::write(&path, other).expect("writable");
    let error = Recording::read(&path)
        .expect_err("other format")
        .to_string();
    assert!(
        error.contains("format 99; this version of drystone reads formats 1 to 2"),
        "{error}"
    );
    std::fs::remove_file(&path).expect("it exists");
}

/// A digit that is changed, and a frame that is taken out, are named by their line; the frames before them
/// are read.
#[test]
fn changed_and_removed_frames_are_named_by_their_line() {
    let path = path("sealed");
    write(&path);
    let text = std::fs::read_to_string(&path).expect("readable");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 6);
    let mut changed: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
    changed[3] = changed[3].replacen("\"time\":0.02", "\"time\":0.021", 1);
    let mut removed = lines.clone();
    removed.remove(2);
    let header = text.replacen("\"rho\":1e-6", "\"rho\":1e-5", 1);
    for (damaged, line) in [
        (changed.join("\n"), 4),
        (removed.join("\n"), 3),
        (header, 2),
    ] {
        assert_ne!(damaged, text);
        std::fs::write(&path, damaged).expect("writable");
        let error = Recording::read(&path).expect_err("damaged");
        assert!(error.to_string().contains("the hash is"), "{error}");
        assert_eq!(error.place.map(|place| place.line), Some(line));
    }
    std::fs::remove_file(&path).expect("it exists");
}

/// A recording of an earlier version has no hashes; it is read all the same.
#[test]
fn recordings_of_the_first_format_are_read() {
    let path = path("first_format");
    let states = write(&path);
    let text = std::fs::read_to_string(&path).expect("readable");
    let old = text.lines().map(|line| {
        let line = line.replacen("\"format\":2", "\"format\":1", 1);
        match line.split_once(",\"hash\":") {
            Some((line, _)) => format!("{line}}}\n"),
            None => format!("{line}\n"),
        }
    });
    std::fs::write(&path, old.collect::<String>()).expect("writable");
    let recording = Recording::read(&path).expect("whole");
    let read: Vec<u64> = recording.frames.iter().map(|f| f.state().hash()).collect();
    let written: Vec<u64> = states.iter().map(State::hash).collect();
    assert_eq!(read, written);
    std::fs::remove_file(&path).expect("it exists");
}
