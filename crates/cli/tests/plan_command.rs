//! `drystone plan` from outside: what it prints and writes, how it ends, what it refuses.

use crate::common::command::*;
use serde_json::Value;
use std::path::PathBuf;

const SCENE: &str = "scenarios/plan_push_planar.toml";

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("drystone-{}-{name}", std::process::id()))
}

#[test]
fn a_plan_is_found_written_and_recorded() {
    let (plan, recording) = (file("found.json"), file("found.jsonl"));
    let paths = [&plan, &recording].map(|path| path.to_str().unwrap());
    let args = ["plan", SCENE, "--seeds", "2", "--json", "--out", paths[0]];
    let out = drystone(&[&args[..], &["--record", paths[1]]].concat());
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    let report: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(report["pass"], true);
    assert_eq!(report["reached"], 2);
    assert!(report["rows"][0]["position_error_mm"].as_f64().unwrap() <= 5.0);
    let written: Value = serde_json::from_slice(&std::fs::read(&plan).unwrap()).unwrap();
    let steps = written["steps"].as_array().unwrap();
    assert!(written["reached"] == true && steps.len() as u64 == report["rows"][0]["steps"]);
    let pushed = steps
        .iter()
        .flat_map(|step| step["modes"].as_array().unwrap());
    assert!(
        pushed
            .clone()
            .any(|mode| mode.as_str().unwrap().starts_with("box-finger"))
    );
    // One frame per step and the first, as those of a run.
    let lines = std::fs::read_to_string(&recording).unwrap().lines().count();
    assert_eq!(lines, steps.len() + 2);
    let out = drystone(&["export", paths[1], "--csv", "-", "--quiet"]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    for path in paths {
        std::fs::remove_file(path).unwrap();
    }
}

/// Two slides and a hinge of the box in its plane, two slides and actuators of the finger, one pair.
#[test]
fn a_scene_is_written_for_mujoco() {
    let (plan, model) = (file("model.json"), file("model.xml"));
    let paths = [&plan, &model].map(|path| path.to_str().unwrap());
    let args = ["plan", SCENE, "--nodes", "2", "--quiet", "--out", paths[0]];
    drystone(&[&args[..], &["--mjcf", paths[1]]].concat());
    let xml = std::fs::read_to_string(&model).unwrap();
    let count = |what: &str| xml.matches(what).count();
    assert_eq!(count("<body name="), 2);
    assert_eq!((count("type=\"slide\""), count("type=\"hinge\"")), (4, 1));
    assert_eq!(count("damping=\"50\""), 2);
    assert!(xml.contains("<position name=\"finger.x\" joint=\"finger.x\" kp=\"1000\"/>"));
    assert!(xml.contains("size=\"0.05 0.05 0.05\"") && xml.contains("size=\"0.015\""));
    assert_eq!(count("<pair "), 1);
    assert!(xml.contains("friction=\"0.5 0.5 0\""));
    for path in paths {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn what_is_not_found_in_time_ends_with_1_and_the_best_plan() {
    let plan = file("partial.json");
    let path = plan.to_str().unwrap();
    let out = drystone(&["plan", SCENE, "--nodes", "20", "--out", path]);
    assert_eq!(out.status.code(), Some(1), "{}", text(&out.stderr));
    assert!(text(&out.stderr).contains("not found in time"));
    assert!(text(&out.stdout).contains("reached 0 of 1"));
    let written: Value = serde_json::from_slice(&std::fs::read(&plan).unwrap()).unwrap();
    assert_eq!(written["reached"], false);
    std::fs::remove_file(&plan).unwrap();
}

/// Whatever cannot be planned is named before anything is searched, exit code 3.
#[test]
fn mistakes_are_named() {
    let good = read(SCENE);
    let goal = "position = [0.15, 0.1, 0]";
    let wall = "[[body]]\nname = \"wall\"\nfixed = true\nshape = \"block\"\nposition = [0.15, 0.1, 0]\n\n[plan]";
    for (from, to, field, word) in [
        (
            goal,
            "position = [0.15, 1.1, 0]",
            "plan.goal[0].position",
            "out of reach",
        ),
        (
            goal,
            "position = [0.15, 0.1, 0.05]",
            "plan.goal[0].position",
            "out of reach",
        ),
        (
            "[plan]",
            wall,
            "plan.goal[0].position",
            "overlaps with wall",
        ),
        (
            "stiffness = 1000",
            "stiffness = 0",
            "plan.object",
            "no body is actuated",
        ),
        (
            "low = [-0.2,",
            "low = [nan,",
            "plan.workspace.low[0]",
            "not a finite",
        ),
        (
            "low = [-0.2,",
            "low = [0.5,",
            "plan.workspace.low[0]",
            "above high",
        ),
        (
            "object = \"box\"",
            "object = \"bax\"",
            "plan.object",
            "no body",
        ),
        (
            "object = \"box\"",
            "object = \"finger\"",
            "plan.object",
            "actuated",
        ),
        (
            "angle_tolerance = 0.05",
            "angle_tolerance = nan",
            "plan.angle_tolerance",
            "finite",
        ),
    ] {
        assert!(good.contains(from), "{from}");
        let path = file("bad.toml");
        std::fs::write(&path, good.replacen(from, to, 1)).unwrap();
        let out = drystone(&["plan", path.to_str().unwrap(), "--out", "/dev/null"]);
        let said = text(&out.stderr);
        assert_eq!(out.status.code(), Some(3), "{to}: {said}");
        assert!(said.contains(field) && said.contains(word), "{to}: {said}");
        std::fs::remove_file(&path).unwrap();
    }
    let out = drystone(&["plan", "scenarios/box_drop.toml", "--out", "/dev/null"]);
    assert_eq!(out.status.code(), Some(3));
    assert!(text(&out.stderr).contains("what is to be planned"));
}
