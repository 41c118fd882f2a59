//! `drystone design` from outside: what it prints and writes, how it ends, what it refuses.

use crate::common::command::*;
use serde_json::Value;
use std::path::PathBuf;

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("drystone-{}-{name}", std::process::id()))
}

/// A ball that is to be thrown to a mark.
const THROW: &str = r#"
[simulation]
duration = 0.5
relaxation = 1e-4

[shape.ground.halfspace]
normal = [0, 0, 1]

[shape.ball.sphere]
radius = 0.1

[[body]]
name = "floor"
fixed = true
shape = "ground"

[[body]]
name = "ball"
shape = "ball"
position = [0, 0, 1.0]
velocity = [1.0, 0, 1.0]

[design]
iterations = 60

[[design.variable]]
numbers = "body.ball.velocity"
within = 3.0

[[design.loss]]
kind = "position"
body = "ball"
target = [1.0, 0.25, 1.0]
"#;

#[test]
fn a_thrown_ball_gets_the_velocity_that_ballistics_gives() {
    let [scene, designed, csv, chart] =
        ["throw.toml", "thrown.toml", "throw.csv", "throw.svg"].map(file);
    let paths = [&scene, &designed, &csv, &chart].map(|path| path.to_str().unwrap());
    std::fs::write(&scene, THROW).unwrap();
    let [scene_path, designed_path, csv_path, chart_path] = paths;
    let args = [
        "design",
        scene_path,
        "--out",
        designed_path,
        "--json",
        "--starts",
        "2",
    ];
    let out = drystone(&[&args[..], &["--csv", csv_path, "--chart", chart_path]].concat());
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    let report: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert!(report["gradient_error"].as_f64().unwrap() < 1e-6);
    // x = v t, and z returns after t = 0.5 s where v_z = g t / 2; a step of 10 ms adds less than 1 % of that
    let expected = [2.0, 0.5, 9.81 * 0.25];
    for (row, expected) in report["variables"].as_array().unwrap().iter().zip(expected) {
        let found = row["designed"].as_f64().unwrap();
        assert!((found - expected).abs() < 0.05, "{found} {expected}");
    }
    assert_eq!(report["starts"].as_array().unwrap().len(), 2);
    assert_eq!(report["verdicts"].as_array().unwrap().len(), 2);
    let rows = std::fs::read_to_string(&csv).unwrap();
    assert_eq!(rows.lines().count(), 1 + 2 * 61);
    let picture = std::fs::read_to_string(&chart).unwrap();
    assert!(picture.starts_with("<svg"));
    // the designed scene is an ordinary one
    let out = drystone(&["run", designed_path, "--json"]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    let run: Value = serde_json::from_slice(&out.stdout).unwrap();
    let x = run["bodies"][1]["position"][0].as_f64().unwrap();
    assert!((x - 1.0).abs() < 0.02, "{x}");
    for path in paths {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn mistakes_end_with_their_codes() {
    let out = drystone(&["design", "scenarios/box_drop.toml"]);
    assert_eq!(out.status.code(), Some(3));
    assert!(
        text(&out.stderr).contains("[design]"),
        "{}",
        text(&out.stderr)
    );
    let wrong = THROW.replace("body.ball.velocity", "body.ball.velocitie");
    let scene = file("wrong.toml");
    std::fs::write(&scene, wrong).unwrap();
    let out = drystone(&["design", scene.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(3));
    let told = text(&out.stderr);
    assert!(told.contains("wrong.toml:27"), "{told}");
    assert!(told.contains("body.ball.velocity"), "{told}");
    // shapes have no derivatives under models of clouds
    let shapes = THROW.replace("body.ball.velocity", "shape.ball.sphere.radius");
    let shapes = shapes.replace("within = 3.0", "within = 0.01");
    std::fs::write(&scene, shapes).unwrap();
    let path = scene.to_str().unwrap();
    let out = drystone(&["design", path, "--contact-model", "soft_minimum"]);
    assert_eq!(out.status.code(), Some(3));
    assert!(text(&out.stderr).contains("soft_minimum"));
    std::fs::remove_file(scene).unwrap();
}

#[test]
fn the_designs_of_the_repository_can_be_read() {
    for name in ["biped", "chain", "gripper", "hand", "jaw", "spider"] {
        let out = drystone(&["check", &format!("scenarios/designs/{name}.toml")]);
        assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    }
}
