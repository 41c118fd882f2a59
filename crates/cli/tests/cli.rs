//! The command line from outside: exit codes, JSON, table, recordings.

use drystone::recording::Recording;
use drystone::scene::Scene;
use serde_json::Value;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The folder of the workspace.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn drystone(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drystone"));
    command.current_dir(ROOT);
    command.args(args).output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// A folder of this test's own, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("drystone_cli_{name}_{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn scene(&self, text: &str) -> String {
        let path = self.file("scene.toml");
        std::fs::write(&path, text).expect("a temporary file");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // a leftover in the temporary folder does no harm
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_run_prints_its_table_on_stdout_and_nothing_on_stderr() {
    let out = drystone(&["run", "scenarios/box_drop.toml"]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    assert!(out.stderr.is_empty(), "{}", text(&out.stderr));
    let table = text(&out.stdout);
    for word in [
        "steps                  200 of 0.01 s",
        "unsolved steps         0",
        "iterations             mean ",
        "worst penetration",
        "worst resting gap",
        "state hash",
        "position m",
    ] {
        assert!(table.contains(word), "{word} in\n{table}");
    }
}

#[test]
fn json_has_the_promised_keys_and_the_box_lies_on_the_ground() {
    let out = drystone(&["run", "scenarios/box_drop.toml", "--json"]);
    let report: Value = serde_json::from_slice(&out.stdout).expect("one JSON object");
    let keys = |value: &Value| -> Vec<String> {
        let object = value.as_object().expect("an object");
        let mut keys: Vec<String> = object.keys().cloned().collect();
        keys.sort();
        keys
    };
    let promised = "bodies cpu_seconds drift energy_gains gap_disagreements halved_steps iterations ladder \
                    max_penetration max_resting_gap rho scene state_hash step_microseconds steps time_step \
                    unsolved_steps wall_seconds worst_energy_gain worst_gap_disagreement";
    assert_eq!(keys(&report).join(" "), promised);
    assert_eq!(keys(&report["iterations"]).join(" "), "max mean p99");
    assert_eq!(keys(&report["drift"]).join(" "), "angular linear");
    assert_eq!(keys(&report["step_microseconds"]).join(" "), "median p99");
    let body = &report["bodies"][1];
    assert_eq!(
        keys(body).join(" "),
        "angular_velocity_world name position quat_wxyz velocity"
    );
    assert_eq!(report["steps"], 200);
    assert_eq!(report["unsolved_steps"], 0);
    let z = body["position"][2].as_f64().expect("a number");
    assert!((z - 0.05).abs() < 1e-5, "z = {z} m");
    assert!(report["max_penetration"].as_f64().expect("a number") < 1e-5);
    assert!(report["max_resting_gap"].as_f64().expect("a number") < 1e-5);
}

#[test]
fn two_runs_have_the_same_state_hash() {
    let hash = |scene: &str| {
        let out = drystone(&["run", scene, "--json"]);
        let report: Value = serde_json::from_slice(&out.stdout).expect("JSON");
        report["state_hash"].as_str().expect("text").to_string()
    };
    for scene in ["scenarios/minkowski_drop.toml", "scenarios/stack4.toml"] {
        assert_eq!(hash(scene), hash(scene));
    }
}

#[test]
fn overrides_replace_the_values_of_the_scene() {
    let out = drystone(&[
        "run",
        "scenarios/sphere_drop.toml",
        "--seconds",
        "0.5",
        "--time-step",
        "0.02",
        "--rho",
        "1e-4",
        "--json",
    ]);
    let report: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!(report["steps"], 25);
    assert_eq!(report["time_step"], 0.02);
    assert_eq!(report["rho"], 1e-4);
}

/// Free flight is exact at the nodes: position and reported velocity, at any step size.
#[test]
fn a_falling_body_is_where_it_should_be() {
    let folder = Folder::new("fall");
    let scene = folder.scene(
        "[shape.ball.sphere]\nradius = 0.1\n[[body]]\nname = \"ball\"\nshape = \"ball\"\n\
         position = [0, 0, 100]\nvelocity = [1, 0, 2]\n",
    );
    for time_step in ["0.1", "0.01"] {
        let out = drystone(&["run", &scene, "--time-step", time_step, "--json"]);
        let report: Value = serde_json::from_slice(&out.stdout).expect("JSON");
        let body = &report["bodies"][0];
        let number = |key: &str| body[key][2].as_f64().expect("a number");
        assert!((number("position") - (100.0 + 2.0 - 4.905)).abs() < 1e-12);
        assert!((number("velocity") - (2.0 - 9.81)).abs() < 1e-12);
    }
}

#[test]
fn exit_codes() {
    let folder = Folder::new("exits");
    let bad = folder.scene("[simulation]\ntime_step = -1\n");
    for (args, code) in [
        (vec!["check", "scenarios/box_drop.toml"], 0),
        (vec!["--version"], 0),
        (vec!["run"], 2),
        (vec!["fly"], 2),
        (vec!["run", "scenarios/box_drop.toml", "--rho", "0"], 2),
        (vec!["run", "scenarios/box_drop.toml", "--rho", "1e-30"], 2),
        (
            vec!["run", "scenarios/box_drop.toml", "--time-step", "nan"],
            2,
        ),
        (
            vec!["run", "scenarios/box_drop.toml", "--contact-model", "magic"],
            2,
        ),
        (vec!["run", "no_such_file.toml"], 3),
        (vec!["run", "scenarios"], 3),
        (vec!["run", &bad], 3),
        (vec!["check", "scenarios/box_drop.toml", &bad], 3),
    ] {
        let out = drystone(&args);
        assert_eq!(
            out.status.code(),
            Some(code),
            "{args:?}: {}",
            text(&out.stderr)
        );
    }
    let out = drystone(&[
        "run",
        "scenarios/box_drop.toml",
        "--contact-model",
        "single_leve",
    ]);
    assert!(text(&out.stderr).contains("did you mean \"single_level\"?"));
    let message = text(&drystone(&["check", &bad]).stderr);
    let first = message.lines().next().unwrap_or("");
    assert!(first.ends_with("scene.toml:2:13:"), "{message}");
    assert!(
        message.contains("time_step = -1\n                ^"),
        "{message}"
    );
}

#[test]
fn all_scenarios_pass_the_check_and_say_what_to_look_for() {
    let folder = Path::new(ROOT).join("scenarios");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            continue;
        }
        let scene = Scene::load(&path).unwrap_or_else(|e| panic!("{e}"));
        assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
        // Files of meshes are beside the scene.
        let name = path.display().to_string();
        let again = Scene::parse(&scene.resolved(), &name).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(
            again.initial.hash(),
            scene.initial.hash(),
            "{}",
            path.display()
        );
        let text = std::fs::read_to_string(&path).expect("readable");
        assert!(
            text.starts_with("# ") && text.contains("Look for:"),
            "{}",
            path.display()
        );
        count += 1;
    }
    assert_eq!(count, 44);
}

#[test]
fn print_config_prints_a_scene_with_every_default() {
    let out = drystone(&["check", "scenarios/stack2.toml", "--print-config"]);
    let config = text(&out.stdout);
    Scene::parse(&config, "printed").unwrap_or_else(|e| panic!("{e}"));
    assert!(
        config.contains("torsional_friction = \"patch\""),
        "{config}"
    );
    assert!(config.contains("friction_point = \"lagged\""), "{config}");
}

#[test]
fn a_scene_can_come_from_stdin() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_drystone"))
        .args(["check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let scene = drystone::scene::MINIMAL_SCENE.as_bytes();
    stdin.write_all(scene).expect("written");
    drop(stdin);
    let out = child.wait_with_output().expect("it ends");
    assert_eq!(out.status.code(), Some(0));
    assert!(text(&out.stdout).starts_with("-: ok, 2 bodies"));
}

#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_drystone"))
        .current_dir(ROOT)
        .args(["run", "scenarios/stack2.toml", "--explain"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut first = [0; 100];
    let mut stdout = child.stdout.take().expect("a pipe");
    stdout.read_exact(&mut first).expect("some rows");
    drop(stdout);
    let out = child.wait_with_output().expect("it ends");
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    assert!(out.stderr.is_empty(), "{}", text(&out.stderr));
}

#[test]
fn explain_prints_a_row_per_iteration_and_step() {
    let scene = "scenarios/box_drop.toml";
    let out = drystone(&["run", scene, "--explain", "--seconds", "0.1"]);
    let rows = text(&out.stdout);
    let mut lines = rows.lines();
    assert!(lines.next().unwrap().contains("off by/rho"), "{rows}");
    assert!(lines.next().unwrap().contains("gap min m"), "{rows}");
    let (mut steps, mut iterations) = (0, 0);
    for row in lines.take_while(|row| !row.starts_with("scene")) {
        let words: Vec<&str> = row.split_whitespace().collect();
        match words.first().and_then(|word| word.parse::<usize>().ok()) {
            Some(step) => {
                steps += 1;
                assert_eq!(step, steps, "{row}");
                assert_eq!(words[2], iterations.to_string(), "{row}");
                iterations = 0;
            }
            None if words.first() == Some(&"Base") => iterations += 1,
            None => {}
        }
    }
    assert_eq!(steps, 10, "{rows}");
}

#[test]
fn a_recording_ends_where_the_run_ends() {
    let folder = Folder::new("record");
    let file = folder.file("drop.jsonl");
    let out = drystone(&[
        "run",
        "scenarios/box_drop.toml",
        "--json",
        "--record",
        &file,
    ]);
    let report: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let recording = Recording::read(&file).unwrap_or_else(|e| panic!("{e}"));
    assert!(!recording.truncated);
    assert_eq!(recording.frames.len(), 201);
    let last = recording.frames.last().expect("frames");
    assert_eq!(
        format!("{:016x}", last.state().hash()),
        report["state_hash"]
    );
    let scene = Scene::parse(&recording.header.scene, "header").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(scene.initial.hash(), recording.frames[0].state().hash());
}

#[test]
fn a_killed_run_leaves_whole_frames() {
    let folder = Folder::new("killed");
    let file = folder.file("stack.jsonl");
    let mut child = Command::new(env!("CARGO_BIN_EXE_drystone"))
        .current_dir(ROOT)
        .args([
            "run",
            "scenarios/stack10.toml",
            "--seconds",
            "1e5",
            "--record",
            &file,
        ])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let written = || std::fs::metadata(&file).map_or(0, |about| about.len());
    let started = std::time::Instant::now();
    while written() < 200_000 && started.elapsed().as_secs() < 30 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let recording = Recording::read(&file).unwrap_or_else(|e| panic!("{e}"));
    println!(
        "{} frames, truncated: {}",
        recording.frames.len(),
        recording.truncated
    );
    assert!(recording.frames.len() > 10);
    for (i, frame) in recording.frames.iter().enumerate() {
        assert_eq!(frame.step, i as u64);
    }
}

/// Two prescribed plates squeeze a cube: from the touch on no step has a solution.
const INFEASIBLE: &str = include_str!("../../../tests/common/squeeze.toml");

#[test]
fn an_unsolved_step_stops_the_run_and_is_saved() {
    let folder = Folder::new("squeeze");
    let scene = folder.scene(INFEASIBLE);
    let failures = folder.file("failures");
    let out = drystone(&["run", &scene, "--json", "--on-failure", &failures]);
    assert_eq!(out.status.code(), Some(4), "{}", text(&out.stderr));
    let report: Value = serde_json::from_slice(&out.stdout).expect("the report is still printed");
    assert_eq!(report["unsolved_steps"], 1);
    let said = text(&out.stderr);
    assert!(
        said.contains("was not solved: ") && said.contains("cube-right"),
        "{said}"
    );
    let saved = std::fs::read_dir(&failures).expect("the folder was made");
    let saved = saved.last().expect("one file").expect("readable").path();
    let again = drystone(&["run", &saved.display().to_string(), "--json"]);
    assert_eq!(again.status.code(), Some(4), "{}", text(&again.stderr));
    let repeated: Value = serde_json::from_slice(&again.stdout).expect("JSON");
    assert_eq!(repeated["steps"], 1);
    assert_eq!(repeated["iterations"]["max"], report["iterations"]["max"]);
    assert_eq!(repeated["state_hash"], report["state_hash"]);
}

#[test]
fn an_empty_scene_runs_and_says_so() {
    let folder = Folder::new("empty");
    let out = drystone(&["run", &folder.scene("body = []\n")]);
    assert_eq!(out.status.code(), Some(0));
    assert!(text(&out.stderr).contains("no bodies"));
}

/// A saved step starts from the same bits with the same input as the step of the run.
#[test]
fn a_saved_step_reproduces_the_step() {
    let path = Path::new(ROOT).join("scenarios/pinch_and_lift.toml");
    let scene = Scene::load(&path).unwrap_or_else(|e| panic!("{e}"));
    let mut simulator = drystone::step::Simulator::new(scene.model.clone());
    let mut input = drystone::world::Input::default();
    let mut state = scene.initial.clone();
    for index in 0..80 {
        scene.input_at(index, &state, &mut input);
        let step = simulator.step(&state, &input, 1e-6).expect("valid");
        let saved = scene.one_step(index, &state);
        let again = Scene::parse(&saved, "saved").unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(again.settings.steps, 1);
        assert_eq!(again.initial.hash(), state.hash());
        let mut same = drystone::world::Input::default();
        again.input_at(0, &again.initial, &mut same);
        assert_eq!(same, input, "step {index}");
        state = step.state;
    }
}

/// The load of the plate is far off the middle of its face: the table and the report count the steps in which friction would drive it.
#[test]
fn steps_whose_friction_would_drive_are_counted() {
    let folder = Folder::new("driven");
    let path = folder.scene(
        "[simulation]\ntime_step = 0.01\nduration = 0.1\n[material.default]\ntorsional_friction = 0.0\n\
         [[body]]\nname = \"floor\"\nfixed = true\nshape = { halfspace = { normal = [0, 0, 1] } }\n\
         [[body]]\nname = \"plate\"\nshape = { box = { half_extents = [0.1, 0.1, 0.02] } }\nmass = 1\n\
         inertia = [0.004, 0.004, 0.007]\ncentre_of_mass = [0.09, 0, 0]\nposition = [-0.09, 0, 0.02]\n\
         angular_velocity = [0, 0, 5]\n",
    );
    let table = text(&drystone(&["run", &path]).stdout);
    assert!(table.contains("SlipAtContact: 10"), "{table}");
    let json = drystone(&["run", &path, "--json"]);
    let report: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(report["ladder"]["SlipAtContact"], 10);
    assert_eq!(report["unsolved_steps"], 0);
}
