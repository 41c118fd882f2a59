//! `drystone inverse` from outside: table, rows, chart, JSON, exit codes.

use crate::common::command;
use command::{Folder, drystone, text};
use serde_json::Value;

/// A box that a wrench drags along the floor from 0.1 s on, and a pendulum whose motor holds back.
const SCENE: &str = r#"
[simulation]
time_step = 0.01
duration = 0.3
[material.wood]
friction = 0.3
[shape.ground.halfspace]
normal = [0, 0, 1]
[shape.brick.box]
half_extents = [0.1, 0.1, 0.1]
[[body]]
name = "floor"
fixed = true
shape = "ground"
material = "wood"
[[body]]
name = "box"
shape = "brick"
material = "wood"
mass = 2
position = [0, 0, 0.1]
[[body]]
name = "arm"
shape = "brick"
mass = 1
position = [2, 0, 1]
[[joint]]
name = "pivot"
type = "revolute"
child = "arm"
anchor = [2, 0, 1.5]
axis = [0, 1, 0]
motor = { type = "effort", keyframes = [{ time = 0, effort = 1.5 }] }
[[wrench]]
body = "box"
force = [12, 0, 0]
from = 0.1
"#;

/// Records a run of the scene.
fn recording(folder: &Folder) -> String {
    let (scene, record) = (folder.file("scene.toml"), folder.file("run.jsonl"));
    std::fs::write(&scene, SCENE).expect("writable");
    let run = drystone(&["run", &scene, "--record", &record, "--quiet"]);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    record
}

fn quantity<'a>(report: &'a Value, name: &str) -> &'a Value {
    let all = report["quantities"].as_array().expect("a list");
    let found = all.iter().find(|own| own["name"] == name);
    found.unwrap_or_else(|| panic!("no {name} in {all:?}"))
}

#[test]
fn wrenches_of_the_scene_and_efforts_of_motors_are_found() {
    let folder = Folder::new("inverse_found");
    let record = recording(&folder);
    let (csv, chart) = (folder.file("rows.csv"), folder.file("chart.svg"));
    let out = drystone(&[
        "inverse", &record, "--json", "--csv", &csv, "--chart", &chart,
    ]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    assert!(out.stderr.is_empty());
    let report: Value = serde_json::from_slice(&out.stdout).expect("one JSON object");
    assert_eq!(
        (&report["steps"], &report["explained_steps"]),
        (&30.into(), &30.into())
    );
    assert_eq!(
        (&report["halved_steps"], &report["unexplained"]),
        (&0.into(), &Value::Null)
    );
    let largest = |name: &str| {
        quantity(&report, name)["largest"]
            .as_f64()
            .expect("a number")
    };
    assert!((largest("box.force") - 12.0).abs() < 1e-5, "{report}");
    assert!((largest("pivot.effort") - 1.5).abs() < 1e-6, "{report}");
    assert_eq!(quantity(&report, "pivot.effort")["unit"], "N m");
    let mut rows = csv::Reader::from_path(&csv).expect("written");
    let header = rows.headers().expect("names").clone();
    let place = |name: &str| {
        header
            .iter()
            .position(|column| column == name)
            .expect("a column")
    };
    let (time, force) = (place("time_s"), place("box.force.x_N"));
    let effort = place("pivot.effort_N_m");
    let rows: Vec<csv::StringRecord> = rows.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 30);
    for row in rows {
        let number = |k: usize| row[k].parse::<f64>().expect("a number");
        // half of it acts in the step around its beginning
        let expected = match number(time) {
            before if before < 0.105 => 0.0,
            after if after > 0.115 => 12.0,
            _ => 6.0,
        };
        assert!((number(force) - expected).abs() < 1e-5, "{row:?}");
        assert!((number(effort) - 1.5).abs() < 1e-6, "{row:?}");
    }
    let svg = std::fs::read_to_string(&chart).expect("written");
    assert!(svg.contains("box.force") && svg.contains("pivot.effort") && svg.contains("run: "));
}

#[test]
fn the_table_has_units() {
    let folder = Folder::new("inverse_table");
    let out = drystone(&["inverse", &recording(&folder)]);
    assert_eq!(out.status.code(), Some(0));
    let said = text(&out.stdout);
    let row = |name: &str| {
        said.lines()
            .find(|line| line.starts_with(name))
            .expect("a row")
    };
    assert!(row("explained steps").ends_with("30"), "{said}");
    assert!(
        row("box.force").ends_with(" N") && row("box.torque").ends_with(" N m"),
        "{said}"
    );
    assert!(row("pivot.effort").ends_with(" N m"), "{said}");
}

#[test]
fn an_overlap_is_named_and_leaves_its_row_empty() {
    let folder = Folder::new("inverse_overlap");
    let record = recording(&folder);
    let whole = std::fs::read_to_string(&record).expect("written");
    let mut lines: Vec<Value> = whole
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    // without hashes, so that a frame can be changed
    lines[0]["format"] = 1.into();
    lines[7]["bodies"][1][2] = 0.099.into();
    let changed: Vec<String> = lines.iter().map(ToString::to_string).collect();
    std::fs::write(&record, changed.join("\n") + "\n").expect("writable");
    let csv = folder.file("rows.csv");
    let out = drystone(&["inverse", &record, "--csv", &csv, "--json"]);
    assert_eq!(out.status.code(), Some(4));
    let said = text(&out.stderr);
    assert!(
        said.contains("1 steps have no explanation, first step 6") && said.contains("overlap"),
        "{said}"
    );
    let report: Value = serde_json::from_slice(&out.stdout).expect("one JSON object");
    assert_eq!(
        (&report["explained_steps"], &report["unexplained"]["step"]),
        (&29.into(), &6.into())
    );
    let mut rows = csv::Reader::from_path(&csv).expect("written");
    let rows: Vec<csv::StringRecord> = rows.records().map(|row| row.expect("a row")).collect();
    assert!(rows[5].iter().skip(3).all(str::is_empty) && !rows[6][3].is_empty());
}

#[test]
fn no_file_is_overwritten_by_its_own_explanation() {
    let folder = Folder::new("inverse_clash");
    let record = recording(&folder);
    let out = drystone(&["inverse", &record, "--csv", &record]);
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("would overwrite the recording"));
    assert_eq!(
        drystone(&["inverse", "no_such.jsonl"]).status.code(),
        Some(3)
    );
}
