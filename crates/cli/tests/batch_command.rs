//! `drystone run --batch` from outside.

use crate::common::command::*;
use serde_json::Value;

const SCENE: &str = "scenarios/box_drop.toml";
const PERTURB: &str = "position=0.01,rotation=5,velocity=0.1,angular_velocity=0.5";

fn json(args: &[&str], code: i32) -> Value {
    let out = drystone(args);
    assert_eq!(out.status.code(), Some(code), "{}", text(&out.stderr));
    serde_json::from_slice(&out.stdout).expect("one JSON object")
}

fn batch(more: &[&str]) -> Vec<String> {
    let own = [
        "run",
        SCENE,
        "--batch",
        "6",
        "--perturb",
        PERTURB,
        "--seconds",
        "0.8",
        "--json",
    ];
    own.iter().chain(more).map(|s| s.to_string()).collect()
}

fn run(more: &[&str]) -> Value {
    let args = batch(more);
    json(&args.iter().map(String::as_str).collect::<Vec<_>>(), 0)
}

#[test]
fn members_do_not_depend_on_threads_and_can_be_repeated_alone() {
    let one = run(&["--threads", "1"]);
    let two = run(&["--threads", "2", "--quiet"]);
    assert_eq!(one["rows"], two["rows"]);
    assert_eq!((&one["threads"], &two["threads"]), (&1.into(), &2.into()));
    let rows = one["rows"].as_array().expect("a list");
    let keys = |value: &Value| {
        let map = value.as_object().expect("an object");
        let mut keys: Vec<&str> = map.keys().map(String::as_str).collect();
        keys.sort_unstable();
        keys.join(" ")
    };
    assert_eq!(
        keys(&rows[0]),
        "energy_gains error gap_disagreements index iterations max_penetration seed solved state_hash steps unsolved_steps"
    );
    assert_eq!(
        keys(&one),
        "cpu_seconds failed iterations max_penetration members pass rho rows scene seed \
         simulated_seconds simulated_seconds_per_cpu_second solved steps steps_per_second threads \
         time_step unsolved_steps wall_seconds"
    );
    assert_eq!(
        (&one["members"], &one["solved"], &one["pass"]),
        (&6.into(), &6.into(), &true.into())
    );
    assert_eq!(one["steps"], 480);
    let mut hashes: Vec<&str> = rows
        .iter()
        .map(|r| r["state_hash"].as_str().expect("hex"))
        .collect();
    // Member 0 is the scene itself; another is what it is alone.
    let scene = json(&["run", SCENE, "--seconds", "0.8", "--json"], 0);
    assert_eq!(scene["state_hash"], rows[0]["state_hash"]);
    for k in [2, 5] {
        let alone = run(&["--only", &k.to_string()]);
        for key in [
            "state_hash",
            "iterations",
            "max_penetration",
            "unsolved_steps",
            "steps",
        ] {
            assert_eq!(alone[key], rows[k][key], "{key} of member {k}");
        }
    }
    let largest = |key: &str| {
        let each = rows.iter().map(|row| match key {
            "iterations" => row["iterations"]["max"].as_f64(),
            _ => row[key].as_f64(),
        });
        each.map(|x| x.expect("a number")).fold(0.0, f64::max)
    };
    assert_eq!(
        one["max_penetration"].as_f64(),
        Some(largest("max_penetration"))
    );
    assert_eq!(
        one["iterations"]["max"].as_f64(),
        Some(largest("iterations"))
    );
    let other = run(&["--seed", "17"]);
    let others = other["rows"].as_array().expect("a list");
    assert_eq!(others[0]["state_hash"], rows[0]["state_hash"]);
    hashes.extend(
        others[1..]
            .iter()
            .map(|r| r["state_hash"].as_str().expect("hex")),
    );
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), 11);
}

#[test]
fn the_table_has_the_totals() {
    let out = drystone(&[
        "run",
        SCENE,
        "--batch",
        "3",
        "--perturb",
        "velocity=1",
        "--seconds",
        "0.1",
    ]);
    assert_eq!(out.status.code(), Some(0));
    assert!(out.stderr.is_empty(), "{}", text(&out.stderr));
    let table = text(&out.stdout);
    for line in [
        "members                3 solved   0 failed   (seed 0)",
        "steps                  30 of 0.01 s = 0.3000 s simulated",
        "unsolved steps         0",
        "relaxation rho         1e-6",
        "iterations             mean ",
        "worst penetration      ",
        "throughput             ",
    ] {
        assert!(table.contains(line), "{line}\n{table}");
    }
    let alike = stderr(&["run", SCENE, "--batch", "2", "--seconds", "0.1"], 0);
    assert!(alike.contains("all members are the same"), "{alike}");
}

#[test]
fn what_is_about_one_run_is_refused_of_many() {
    let folder = Folder::new("batch_refused");
    let file = folder.file("file.jsonl");
    for option in [
        vec!["--record", &file],
        vec!["--on-failure", &file],
        vec!["--explain"],
        vec!["--view"],
        vec!["--screenshot", "a.png"],
        vec!["--gif", "a.gif"],
    ] {
        let args = [&["run", SCENE, "--batch", "2"], option.as_slice()].concat();
        let said = stderr(&args, 2);
        let why = format!("{} is about one run, and --batch makes many", option[0]);
        assert!(said.contains(&why) && said.contains("--only K"), "{said}");
    }
    for (args, why) in [
        (vec!["--perturb", "position=1"], "--batch"),
        (vec!["--only", "1"], "--batch"),
        (vec!["--seed", "1"], "--batch"),
        (vec!["--batch", "0"], "0 is not in 1..=1000000"),
        (
            vec!["--batch", "2", "--only", "2"],
            "none of the members 0 to 1",
        ),
        (
            vec!["--batch", "2", "--perturb", "size=1"],
            "cannot be perturbed",
        ),
        (vec!["--batch", "2", "--threads", "0"], "--threads"),
    ] {
        let said = stderr(&[&["run", SCENE], args.as_slice()].concat(), 2);
        assert!(said.contains(why), "{why}: {said}");
    }
    assert!(folder.names().is_empty());
    // One member alone may do all that a run may.
    let only = [
        "run",
        SCENE,
        "--batch",
        "2",
        "--seconds",
        "0.1",
        "--only",
        "1",
        "--record",
        &file,
    ];
    assert_eq!(stderr(&only, 0), "");
    assert_eq!(folder.names(), ["file.jsonl"]);
}

/// Two plates come nearer and squeeze a ball, unless it is moved out of their way.
const SQUEEZE: &str = r#"
simulation = { duration = 0.5, gravity = [0, 0, 0] }
shape.plate.box.half_extents = [0.05, 0.1, 0.1]
shape.ball.sphere.radius = 0.05

[[body]]
name = "ball"
shape = "ball"

[[body]]
name = "left"
shape = "plate"
prescribed.keyframes = [{ time = 0, position = [-0.12, 0, 0] }, { time = 0.5, position = [-0.06, 0, 0] }]

[[body]]
name = "right"
shape = "plate"
prescribed.keyframes = [{ time = 0, position = [0.12, 0, 0] }, { time = 0.5, position = [0.06, 0, 0] }]
"#;

#[test]
fn failed_members_are_named_with_the_command_that_shows_them_alone() {
    let folder = Folder::new("batch failed");
    let scene = folder.with("squeeze.toml", SQUEEZE);
    let args = [
        "run",
        &scene,
        "--batch",
        "30",
        "--perturb",
        "position=0.5",
        "--seed",
        "4",
        "--json",
    ];
    let out = drystone(&args);
    assert_eq!(out.status.code(), Some(4), "{}", text(&out.stderr));
    let report: Value = serde_json::from_slice(&out.stdout).expect("one JSON object");
    let rows = report["rows"].as_array().expect("a list");
    let failed: Vec<&Value> = rows.iter().filter(|row| row["solved"] == false).collect();
    // The ball of the scene is squeezed, most of the others are elsewhere.
    assert_eq!(failed[0]["index"], 0);
    assert!(failed.len() < 15, "{} failed", failed.len());
    assert_eq!(report["failed"], failed.len());
    assert_eq!(report["pass"], false);
    assert!(
        failed[0]["error"]
            .as_str()
            .expect("a reason")
            .contains("was not solved")
    );
    assert!(
        rows.iter()
            .all(|row| row["solved"] == row["error"].is_null())
    );
    let said = text(&out.stderr);
    let alone = format!(
        "alone: drystone run '{scene}' --batch 30 --perturb position=0.5 --seed 4 --json --only 0"
    );
    assert!(
        said.contains("member 0: step ") && said.contains(&alone),
        "{said}"
    );
    let again = json(&[&args[..], &["--only", "0"]].concat(), 4);
    assert_eq!(again["state_hash"], failed[0]["state_hash"]);
    assert_eq!(again["steps"], failed[0]["steps"]);
}
