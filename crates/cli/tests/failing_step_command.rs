//! A step that fails explains itself.

use crate::common::command::{Folder, drystone, text};
use serde_json::Value;

/// Two prescribed plates squeeze a cube: from the touch on no step has a solution.
const INFEASIBLE: &str = include_str!("../../../tests/common/squeeze.toml");

/// The failing step is saved with its status, and its replay prints a row per iteration of every rung.
#[test]
fn a_saved_step_explains_itself() {
    let folder = Folder::new("failing");
    let scene = folder.with("squeeze.toml", INFEASIBLE);
    let failures = folder.file("failures");
    let out = drystone(&["run", &scene, "--on-failure", &failures]);
    assert_eq!(out.status.code(), Some(4));
    let said = text(&out.stderr);
    let names: Vec<_> = std::fs::read_dir(&failures).expect("a folder").collect();
    assert_eq!(names.len(), 1);
    let saved = names
        .into_iter()
        .next()
        .expect("one")
        .expect("readable")
        .path();
    let content = std::fs::read_to_string(&saved).expect("readable");
    // what was said on stderr is in the file: status, rung, iterations, the worst rows by name
    let reason = said
        .lines()
        .find(|line| line.starts_with("step "))
        .expect("a line");
    assert!(
        reason.contains("was not solved: ") && reason.contains("(rung Relaxed, "),
        "{said}"
    );
    assert!(content.contains(reason), "{content}");
    let rows: Vec<&str> = said.lines().filter(|line| line.contains("cube-")).collect();
    assert!(rows.len() >= 3, "{said}");
    assert!(
        rows.iter().all(|row| content.contains(row.trim())),
        "{content}"
    );
    let saved = saved.display().to_string();
    let out = drystone(&["run", &saved, "--explain", "--quiet"]);
    let explained = text(&out.stdout);
    let row = |line: &&str| line.starts_with("    ") && line.split_whitespace().count() > 8;
    let words = |line: &str| {
        line.split_whitespace()
            .map(String::from)
            .collect::<Vec<_>>()
    };
    let rows: Vec<_> = explained.lines().filter(row).map(words).collect();
    assert_eq!(rows[0][..3], ["rung", "iter", "residual"], "{explained}");
    let rungs: Vec<&String> = rows[1..].iter().map(|row| &row[0]).collect();
    for rung in [
        "Base",
        "FreeFlight",
        "CentralPath",
        "SmallRotations",
        "OtherSlipRow",
        "FarStart",
        "OtherSlipRowFarStart",
    ] {
        assert!(rungs.iter().any(|r| *r == rung), "{rung} in {explained}");
    }
    let json = drystone(&["run", &saved, "--json"]);
    let report: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(report["unsolved_steps"], 1);
}
